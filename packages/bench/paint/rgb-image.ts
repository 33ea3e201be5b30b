import sharp, { type Sharp } from 'sharp';
import type { Color } from './color.js';

/** Pixels in sRGB, three bytes each, rows from top to bottom. */
export interface RgbImage {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** A picture of one color. */
export function createImage(width: number, height: number, color: Color = [255, 255, 255]): RgbImage {
  const data = new Uint8ClampedArray(width * height * 3);
  for (let offset = 0; offset < data.length; offset += 3) {
    data[offset] = color[0];
    data[offset + 1] = color[1];
    data[offset + 2] = color[2];
  }
  return { data, width, height };
}

/** Lays a color over one pixel; `opacity` in 0..1. Outside the picture nothing happens. */
export function blendPixel(image: RgbImage, x: number, y: number, color: Color, opacity: number): void {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height || opacity <= 0) return;
  const offset = (Math.floor(y) * image.width + Math.floor(x)) * 3;
  const { data } = image;
  data[offset] = data[offset]! + (color[0] - data[offset]!) * opacity;
  data[offset + 1] = data[offset + 1]! + (color[1] - data[offset + 1]!) * opacity;
  data[offset + 2] = data[offset + 2]! + (color[2] - data[offset + 2]!) * opacity;
}

/** Sets one pixel, which must be inside the picture. */
export function setPixel(image: RgbImage, x: number, y: number, color: Color): void {
  const offset = (y * image.width + x) * 3;
  image.data[offset] = color[0];
  image.data[offset + 1] = color[1];
  image.data[offset + 2] = color[2];
}

/** The pixels as sharp takes them, without copying. */
export function toSharp(image: RgbImage): Sharp {
  const { data, width, height } = image;
  return sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), {
    raw: { width, height, channels: 3 },
  });
}

/** Encodes as JPEG; quality 1..100. */
export function toJpeg(image: RgbImage, quality = 88): Promise<Buffer> {
  return toSharp(image)
    .jpeg({ quality, chromaSubsampling: quality >= 85 ? '4:4:4' : '4:2:0' })
    .toBuffer();
}

/** Decodes a sharp pipeline into pixels; transparency is laid on white. */
export async function fromSharp(pipeline: Sharp): Promise<RgbImage> {
  const { data, info } = await pipeline
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new RangeError(`expected 3 channels, received ${info.channels}`);
  return {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
    width: info.width,
    height: info.height,
  };
}

/** Decodes an encoded picture (JPEG, PNG, ...), its orientation applied. */
export function decodeImage(encoded: Buffer): Promise<RgbImage> {
  return fromSharp(sharp(encoded).autoOrient());
}
