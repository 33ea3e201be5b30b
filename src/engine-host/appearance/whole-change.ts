/** Changes all over a file of the same print: how it lies, and colors that are others wherever they stand. */

import { type Homography, imageOf, outlineOf, UNIT_SQUARE } from '../plane.js';

/** Lengths are in the unit of the given sizes, angles in degrees clockwise. */
export type WholeChange =
  | { readonly kind: 'mirrored' }
  | { readonly kind: 'turned'; readonly degrees: number }
  | { readonly kind: 'scaled'; readonly widthPercent: number; readonly heightPercent: number }
  | { readonly kind: 'moved'; readonly right: number; readonly down: number }
  | { readonly kind: 'recolored'; readonly of: 'paper' | 'print'; readonly deltaE: number };

export const WHOLE_CHANGE_KINDS = [
  'mirrored',
  'turned',
  'scaled',
  'moved',
  'recolored',
] as const satisfies readonly WholeChange['kind'][];

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Files stray by less: 0.2 mm of a page, a pixel or a little more of a picture. */
export interface PoseTolerance {
  readonly length: number;
  /** Of a side, 0..1. */
  readonly scale: number;
}

const SCALE_TOLERANCE = 0.001;
const LEAST_PX = 1.3;
const TOLERANCE_SHARE = 0.0008;

/** Of pictures in pixels, as the engine has it for moved blocks. */
function toleranceOf({ width, height }: Size): PoseTolerance {
  return { length: Math.max(LEAST_PX, TOLERANCE_SHARE * Math.max(width, height)), scale: SCALE_TOLERANCE };
}

/** Of pages in millimeters. */
export const PAGE_TOLERANCE: PoseTolerance = { length: 0.2, scale: SCALE_TOLERANCE };

/**
 * How a file lies against the reference, in the order in which it is undone: mirrored, turned, scaled about the middle, moved.
 *
 * @param queryFromReference row-major homography on fractions, last entry 1
 * @param reference          size of the frame in any unit
 * @param query              likewise, in the same unit
 * @returns nothing where the frames lie upon each other within the tolerance
 */
export function poseChanges(
  queryFromReference: readonly number[],
  reference: Size,
  query: Size,
  tolerance: PoseTolerance,
): readonly WholeChange[] {
  const at = (u: number, v: number): readonly [number, number] => {
    const [x, y] = imageOf(queryFromReference, [u, v]);
    return [(x - 0.5) * query.width, (y - 0.5) * query.height];
  };
  const [left, right, top, bottom] = [at(0, 0.5), at(1, 0.5), at(0.5, 0), at(0.5, 1)];
  const across = [(right[0] - left[0]) / reference.width, (right[1] - left[1]) / reference.width] as const;
  const down = [(bottom[0] - top[0]) / reference.height, (bottom[1] - top[1]) / reference.height] as const;
  const isMirrored = across[0] * down[1] - across[1] * down[0] < 0;
  // A mirrored picture is turned over about its upright axis first.
  const side = isMirrored ? -1 : 1;
  const angle = Math.atan2(side * across[1] - down[0], side * across[0] + down[1]);
  const [widthScale, heightScale] = [Math.hypot(...across), Math.hypot(...down)];
  const longest = Math.max(reference.width, reference.height);
  const isTurned = Math.abs(Math.sin(angle / 2)) * longest > tolerance.length;
  const isScaled = [
    [widthScale, reference.width],
    [heightScale, reference.height],
  ].some(
    ([scale = 1, length = 1]) =>
      // About the middle, so that nothing lies farther aside than half of it.
      Math.abs(scale - 1) > tolerance.scale && (Math.abs(scale - 1) * length) / 2 > tolerance.length,
  );
  const [x, y] = at(0.5, 0.5);
  const isMoved = Math.hypot(x, y) > tolerance.length;
  return [
    ...(isMirrored ? [{ kind: 'mirrored' } as const] : []),
    ...(isTurned ? [{ kind: 'turned', degrees: degreesOf(angle) } as const] : []),
    ...(isScaled
      ? [
          {
            kind: 'scaled',
            widthPercent: rounded(100 * widthScale, 2),
            heightPercent: rounded(100 * heightScale, 2),
          } as const,
        ]
      : []),
    ...(isMoved ? [{ kind: 'moved', right: rounded(x, 2), down: rounded(y, 2) } as const] : []),
  ];
}

/**
 * The same for two pictures in pixels: one that has as many pixels more in both directions is finer, and not larger.
 */
export function pictureChanges(
  queryFromReference: readonly number[],
  reference: Size,
  query: Size,
): readonly WholeChange[] {
  const factor = Math.sqrt((reference.width * reference.height) / (query.width * query.height));
  const isSameFormat =
    Math.abs(query.width * factor - reference.width) <= 0.002 * reference.width + 1 &&
    Math.abs(query.height * factor - reference.height) <= 0.002 * reference.height + 1;
  const asLarge = isSameFormat ? reference : query;
  return poseChanges(queryFromReference, reference, asLarge, toleranceOf(reference));
}

/** Mean distance between the corners and where they lie in the query, as a share of a side. */
export function displacementOf(queryFromReference: Homography): number {
  const distances = outlineOf(queryFromReference).map(([x, y], at) => {
    const [u, v] = UNIT_SQUARE[at] ?? [0, 0];
    return Math.hypot(x - u, y - v);
  });
  return distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
}

function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  // No negative nought.
  return Math.round(value * factor) / factor + 0;
}

/** At most 180, upside down always above nought. */
function degreesOf(angle: number): number {
  const degrees = (angle * 180) / Math.PI;
  return rounded(degrees < -179.9 ? degrees + 360 : degrees, 2);
}
