/** How much ink there is on a page, in gray: what finds copies of it on a sheet. */
import type { Raster } from '../../engine-host/types.js';
import { sharp } from '../../media/pictures/sharp.js';

/** Clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

export const isOnItsSide = (turn: Turn): boolean => turn % 180 !== 0;

/** Row by row, 0 (bare paper) to 255. */
export interface Ink {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** @param raster in RGB; it is stretched to the given size in pixels */
export async function inkOf({ data, ...size }: Raster, width: number, height: number): Promise<Ink> {
  const ink = await sharp(data, { raw: { width: size.width, height: size.height, channels: 3 } })
    .resize({ width, height, fit: 'fill' })
    .greyscale()
    .negate()
    .raw()
    .toBuffer();
  return { data: ink, width, height };
}

export function turned(ink: Ink, turn: Turn): Ink {
  if (turn === 0) return ink;
  const [width, height] = isOnItsSide(turn) ? [ink.height, ink.width] : [ink.width, ink.height];
  const data = new Uint8Array(width * height);
  // Of the value that comes first, and how far the next one in a row and in a column lies from another.
  const [first, right, down] = {
    90: [(ink.height - 1) * ink.width, -ink.width, 1],
    180: [ink.width * ink.height - 1, -1, -ink.width],
    270: [ink.width - 1, ink.width, -1],
  }[turn] as [number, number, number];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data[y * width + x] = ink.data[first + y * down + x * right] ?? 0;
  return { data, width, height };
}

/**
 * How alike a picture and what lies below it on a larger one are: their normalized cross-correlation, at most 1. What lies beside the larger one
 * does not count.
 *
 * @param step distance of the pixels that count, in rows and columns
 */
export function likenessAt(
  sheet: Ink,
  picture: Ink,
  [left, top]: readonly [number, number],
  step = 1,
): number {
  let [count, sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0, 0];
  const [right, bottom] = [
    Math.min(picture.width, sheet.width - left),
    Math.min(picture.height, sheet.height - top),
  ];
  for (let y = Math.max(0, -top); y < bottom; y += step) {
    const row = (top + y) * sheet.width + left;
    for (let x = Math.max(0, -left); x < right; x += step) {
      const a = picture.data[y * picture.width + x] ?? 0;
      const b = sheet.data[row + x] ?? 0;
      count += 1;
      sumA += a;
      sumB += b;
      sumAA += a * a;
      sumBB += b * b;
      sumAB += a * b;
    }
  }
  const [varianceA, varianceB] = [sumAA - (sumA * sumA) / count, sumBB - (sumB * sumB) / count];
  if (!(varianceA > count) || !(varianceB > count)) return 0;
  return (sumAB - (sumA * sumB) / count) / Math.sqrt(varianceA * varianceB);
}
