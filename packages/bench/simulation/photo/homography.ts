/** Row-major 3x3 projective transforms, scaled so that the last entry is 1. */
import type { Point } from '@loupe-print/engine';
import { compose, type Homography, invert } from '@loupe-print/engine/internals';

export type { Homography, Point };

const SMALLEST_PIVOT = 1e-12;

/** Where the transform takes a point. */
export function applyHomography(transform: Homography, [x, y]: Point): Point {
  const [a, b, c, d, e, f, g, h, i] = transform as number[] as Nine;
  const w = g * x + h * y + i;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
}

/** First `second`, then `first`, as matrices multiply. */
export function multiplyHomographies(first: Homography, second: Homography): Homography {
  return normalize(compose(first, second));
}

/** The transform back. Throws a RangeError when there is none. */
export function invertHomography(transform: Homography): Homography {
  const back = invert(transform);
  if (back === null) throw new RangeError('the transform cannot be inverted');
  return normalize(back);
}

/** Scales x and y by their own factors. */
export function scaling(factorX: number, factorY: number): Homography {
  return [factorX, 0, 0, 0, factorY, 0, 0, 0, 1];
}

/** The transform that takes four points, no three on a line, to four others (direct linear transform). */
export function homographyFromPoints(from: readonly Point[], to: readonly Point[]): Homography {
  if (from.length !== 4 || to.length !== 4) throw new RangeError('exactly four pairs of points are needed');
  const rows: number[][] = [];
  for (let index = 0; index < 4; index++) {
    const [x, y] = from[index]!;
    const [u, v] = to[index]!;
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  }
  return [...solve(rows), 1];
}

type Nine = [number, number, number, number, number, number, number, number, number];

function normalize(transform: readonly number[]): Homography {
  const last = transform[8]!;
  if (Math.abs(last) < SMALLEST_PIVOT) throw new RangeError('the transform sends the origin to infinity');
  return transform.map((entry) => entry / last);
}

// Gauss-Jordan elimination with partial pivoting on an 8x9 augmented matrix.
function solve(rows: number[][]): number[] {
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const lead = rows[column]![column]!;
    if (Math.abs(lead) < SMALLEST_PIVOT) throw new RangeError('three of the points are on a line');
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / lead;
      for (let k = column; k <= size; k++) rows[row]![k]! -= factor * rows[column]![k]!;
    }
  }
  return rows.map((row, index) => row[size]! / row[index]!);
}
