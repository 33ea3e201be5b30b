import type { Size } from '@loupe-print/engine';
import { type Homography, applyHomography } from '../../simulation/photo/homography.js';

const NORMAL_SIDE_PX = 512;

/**
 * Mean distance between where the reference's corners are and where they were found, in pixels of a query whose
 * longer side is 512.
 *
 * @param truth  pixels of the query from pixels of the reference
 * @param found  fractions of the query from fractions of the reference
 */
export function cornerErrorPx(truth: Homography, found: Homography, reference: Size, query: Size): number {
  const [width, height] = query;
  const scale = NORMAL_SIDE_PX / Math.max(width, height);
  const distances = (
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const
  ).map(([x, y]) => {
    const [trueX, trueY] = applyHomography(truth, [x * reference[0], y * reference[1]]);
    const [foundX, foundY] = applyHomography(found, [x, y]);
    return Math.hypot(trueX - foundX * width, trueY - foundY * height) * scale;
  });
  return distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
}
