import sharp, { type Sharp } from 'sharp';

import type { Raster } from '../../src/engine-host/types.js';
import { makeRandom } from '../kit/files/rasters.js';

export type Rgb = readonly [red: number, green: number, blue: number];

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function rgbRaster(data: Buffer, width: number, height: number): Raster {
  return { data, width, height, channels: 3, originalWidth: width, originalHeight: height };
}

export function plain(width: number, height: number, color: Rgb): Raster {
  return rgbRaster(Buffer.alloc(width * height * 3, Buffer.from(color)), width, height);
}

/** The picture with one box filled. */
export function paint(raster: Raster, box: Box, color: Rgb): Raster {
  const data = Buffer.from(raster.data);
  for (let y = box.y; y < box.y + box.height; y += 1) {
    const row = y * raster.width;
    data.fill(Buffer.from(color), (row + box.x) * 3, (row + box.x + box.width) * 3);
  }
  return { ...raster, data };
}

/** A colored poster of random boxes with a white field at 200, 150 of 160 by 120 pixels to put marks on. */
export function makePoster(seed: number, width = 560, height = 420): Raster {
  const random = makeRandom(seed);
  let poster = plain(width, height, [225, 220, 205]);
  for (let i = 0; i < 160; i += 1) {
    const x = random(width - 8);
    const y = random(height - 8);
    const box = {
      x,
      y,
      width: Math.min(width - x, 5 + random(70)),
      height: Math.min(height - y, 5 + random(50)),
    };
    poster = paint(poster, box, [random(256), random(256), random(256)]);
  }
  return paint(poster, { x: 200, y: 150, width: 160, height: 120 }, [250, 250, 250]);
}

async function decode(image: Sharp): Promise<Raster> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return rgbRaster(data, info.width, info.height);
}

export function asSharp({ data, width, height, channels }: Raster): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

export async function recompress(raster: Raster, quality: number): Promise<Raster> {
  return decode(sharp(await asSharp(raster).jpeg({ quality }).toBuffer()));
}

export async function resize(raster: Raster, width: number): Promise<Raster> {
  return decode(sharp(await asSharp(raster).resize(width).png().toBuffer()));
}

/** Turned, smaller, darker and recompressed, as from a careless photo. */
export async function photograph(raster: Raster): Promise<Raster> {
  const turned = await asSharp(raster).rotate(6, { background: '#404040' }).png().toBuffer();
  const dark = await sharp(turned)
    .linear([0.8, 0.84, 0.88], [6, 4, 0])
    .blur(0.6)
    .jpeg({ quality: 80 })
    .toBuffer();
  return decode(sharp(dark));
}
