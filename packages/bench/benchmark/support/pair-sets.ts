import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import type { Raster } from '@loupe-print/engine';

import { createRandom } from '../../random.js';
import { applyHomography } from '../../simulation/photo/homography.js';
import { type Pixels, simulateCapture } from './simulated-capture.js';

/** Pixels of the reference: left, top, right, bottom. */
export type PixelBox = readonly [left: number, top: number, right: number, bottom: number];

export interface ComparedPair {
  readonly name: string;
  readonly reference: Raster;
  readonly query: Raster;
  /** True changes, wholly visible in the query. */
  readonly changes: readonly PixelBox[];
  /** Changes that the query shows only in part: neither expected nor false. */
  readonly partlyVisible: readonly PixelBox[];
}

const PAIRS = z.object({
  pairs: z.array(
    z.object({ ref: z.string(), test: z.string(), boxes: z.array(z.array(z.number()).min(4)).nullable() }),
  ),
});

export interface ListedPair {
  readonly reference: string;
  readonly test: string;
  readonly boxes: readonly PixelBox[];
}

/** The pairs that `pairs.json` of a folder lists, in order of their references' names. */
export function listPairs(folder: string): readonly ListedPair[] {
  const { pairs } = PAIRS.parse(JSON.parse(readFileSync(join(folder, 'pairs.json'), 'utf8')));
  return pairs
    .sort((a, b) => (a.ref < b.ref ? -1 : 1))
    .map(({ ref, test, boxes }) => ({
      reference: join(folder, ref),
      test: join(folder, test),
      boxes: (boxes ?? []).map(([left = 0, top = 0, right = 0, bottom = 0]): PixelBox => [
        left,
        top,
        right,
        bottom,
      ]),
    }));
}

export async function decode(source: string | Buffer): Promise<Raster> {
  const { data, info } = await sharp(source)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { data, width, height, channels: 3, originalWidth: width, originalHeight: height };
}

export async function recompress(file: string, seed: number): Promise<Raster> {
  const random = createRandom(seed);
  const quality = Math.round(random.between(35, 92));
  const chromaSubsampling = random.next() < 0.5 ? '4:2:0' : '4:4:4';
  return decode(await sharp(file).jpeg({ quality, chromaSubsampling }).toBuffer());
}

/** A simulated photo of a picture, and which of its changes the photo shows wholly. */
export async function capture(
  source: Pixels,
  boxes: readonly PixelBox[],
  seed: number,
): Promise<{ query: Raster; changes: PixelBox[]; partlyVisible: PixelBox[] }> {
  const { jpeg, captureFromSource } = await simulateCapture(source, createRandom(seed));
  const isInside = ([left, top, right, bottom]: PixelBox): boolean =>
    (
      [
        [left, top],
        [right, top],
        [left, bottom],
        [right, bottom],
      ] as const
    ).every((corner) => {
      const [x, y] = applyHomography(captureFromSource, corner);
      return x >= 3 && y >= 3 && x < source.width - 3 && y < source.height - 3;
    });
  return {
    query: await decode(jpeg),
    changes: boxes.filter(isInside),
    partlyVisible: boxes.filter((box) => !isInside(box)),
  };
}
