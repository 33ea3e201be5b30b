/** Lays a page into the frame of another one, as recognition found that they lie to each other. */
import { FRAME_PX } from '../../page-pairing/page-print.js';

/** Of the frame; smaller moves are left to the comparison. */
const LEAST_MOVE = 1 / FRAME_PX;
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/** Pixels of two pages at the same places: those that both of them show. */
export interface SharedPixels {
  readonly ofPage: Uint8Array;
  readonly ofOther: Uint8Array;
}

/** Whether both pages lie in the same frame already. @param homography 3 x 3, row by row, on fractions */
export function isInPlace(homography: readonly number[]): boolean {
  return CORNERS.every(([x, y]) => {
    const [u, v] = mapped(homography, x, y);
    return Math.abs(u - x) < LEAST_MOVE && Math.abs(v - y) < LEAST_MOVE;
  });
}

/**
 * @param page       pixels of a page, in its own frame
 * @param other      pixels of another one, in its own frame
 * @param homography from places of the other page to places of the page, on fractions
 * @returns in the frame of the other page, the page interpolated linearly
 */
export function sharedPixels(
  page: Uint8Array,
  other: Uint8Array,
  homography: readonly number[],
): SharedPixels {
  const ofPage = new Uint8Array(other.length);
  const ofOther = new Uint8Array(other.length);
  let count = 0;
  for (let at = 0; at < other.length; at += 1) {
    const [column, row] = [at % FRAME_PX, Math.floor(at / FRAME_PX)];
    const [u, v] = mapped(homography, (column + 0.5) / FRAME_PX, (row + 0.5) / FRAME_PX);
    const [x, y] = [u * FRAME_PX - 0.5, v * FRAME_PX - 0.5];
    if (!(x >= 0 && y >= 0 && x < FRAME_PX - 1 && y < FRAME_PX - 1)) continue;
    ofPage[count] = between(page, x, y);
    ofOther[count] = other[at] ?? 0;
    count += 1;
  }
  return { ofPage: ofPage.subarray(0, count), ofOther: ofOther.subarray(0, count) };
}

function mapped(homography: readonly number[], x: number, y: number): readonly [number, number] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = homography;
  const depth = g * x + h * y + i;
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
}

function between(pixels: Uint8Array, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = top * FRAME_PX + left;
  const [right, down] = [x - left, y - top];
  const upper = (pixels[at] ?? 0) * (1 - right) + (pixels[at + 1] ?? 0) * right;
  const lower = (pixels[at + FRAME_PX] ?? 0) * (1 - right) + (pixels[at + FRAME_PX + 1] ?? 0) * right;
  return Math.round(upper * (1 - down) + lower * down);
}
