/** Pictures for tests, made from numbers: rich in corners, different for every seed. */
import sharp, { type Sharp } from 'sharp';
import type { UploadedFile } from '../../src/media/uploads/received-file.js';
import type { UploadIntake } from '../../src/media/uploads/upload-intake.js';
import { makePicture } from './files/rasters.js';

/** A colored picture of random rectangles, ready to be encoded. */
export function drawPicture(seed: number, width = 480, height = 360): Sharp {
  const { data } = makePicture(seed, width, height);
  const rgb = Buffer.alloc(width * height * 3);
  for (let i = 0; i < data.length; i += 1) {
    rgb[i * 3] = data[i]!;
    rgb[i * 3 + 1] = data[i]!;
    rgb[i * 3 + 2] = 255 - data[i]! / 2;
  }
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}

export async function jpegPicture(seed: number, width = 480, height = 360): Promise<Buffer> {
  return drawPicture(seed, width, height).jpeg({ quality: 90 }).toBuffer();
}

/** The same picture smaller, turned a little and compressed harder. */
export function changedPicture(seed: number): Promise<Buffer> {
  return drawPicture(seed).rotate(7, { background: '#808080' }).resize(420).jpeg({ quality: 60 }).toBuffer();
}

/** A picture without any detail. */
export async function flatPicture(): Promise<Buffer> {
  return sharp({ create: { width: 400, height: 300, channels: 3, background: '#7799bb' } })
    .png()
    .toBuffer();
}

export async function upload(
  uploads: UploadIntake,
  bytes: Uint8Array,
  originalName = 'picture.jpg',
): Promise<UploadedFile> {
  return uploads.receiveBytes(bytes, { maxBytes: 20 * 1024 * 1024, originalName });
}
