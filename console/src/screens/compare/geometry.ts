/** Places in pictures, all as fractions of their width and height. */
import type { Box } from './comparison';

type Matrix = readonly [number, number, number, number, number, number, number, number, number];

/** The inverse of a homography, row by row, its last entry 1; null where there is none. */
function inverse(homography: readonly number[]): Matrix | null {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = homography;
  const cofactors = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  const last = cofactors[8] ?? 0;
  if (Math.abs(last) < 1e-12) return null;
  return cofactors.map((value) => value / last) as unknown as Matrix;
}

/**
 * The CSS transform that lays the query, stretched over a box of this size, onto the reference in the same box.
 *
 * @param queryFromReference homography on fractions
 */
export function layOnReference(queryFromReference: readonly number[], width: number, height: number): string {
  const matrix = inverse(queryFromReference);
  if (matrix === null || width === 0 || height === 0) return 'none';
  const [a, b, c, d, e, f, g, h, i] = matrix;
  const [x, y] = [width, height];
  // Fractions become pixels on both sides.
  const m = [a, (b * x) / y, c * x, (d * y) / x, e, f * y, g / x, h / y, i];
  const columns = [m[0], m[3], 0, m[6], m[1], m[4], 0, m[7], 0, 0, 1, 0, m[2], m[5], 0, m[8]];
  return `matrix3d(${columns.map((value) => (value ?? 0).toFixed(9)).join(',')})`;
}

/** The box with something around it, so that the place can be told, within the picture. */
export function withSurroundings(box: Box, share = 0.5, least = 0.12): Box {
  const width = Math.min(1, Math.max(least, box.width * (1 + 2 * share)));
  const height = Math.min(1, Math.max(least, box.height * (1 + 2 * share)));
  const left = Math.min(1 - width, Math.max(0, box.left + box.width / 2 - width / 2));
  const top = Math.min(1 - height, Math.max(0, box.top + box.height / 2 - height / 2));
  return { left, top, width, height };
}

/** Styles that place something in a picture. */
export function placeOf({ left, top, width, height }: Box) {
  const percent = (value: number) => `${(value * 100).toFixed(3)}%`;
  return { left: percent(left), top: percent(top), width: percent(width), height: percent(height) };
}
