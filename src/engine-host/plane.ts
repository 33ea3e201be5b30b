/** Homographies and outlines in the coordinates of a picture: fractions of its width and height. */
import type { Point } from './types.js';

/** 3 x 3, row by row. */
export type Homography = readonly number[];

/** Where the edges of a picture lie in the coordinates of another. */
export type Outline = readonly Point[];

/** A part of a page: left, top, width and height as fractions of the page. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The outline of a whole picture in its own coordinates. */
export const UNIT_SQUARE: Outline = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/** The homography from a page to the part of it that lies at a place. */
export function partFromPage({ x, y, width, height }: Place): Homography {
  return [1 / width, 0, -x / width, 0, 1 / height, -y / height, 0, 0, 1];
}

/** The homography that applies `first` and then `second`. */
export function compose(second: Homography, first: Homography): Homography {
  const at = (matrix: Homography, row: number, column: number): number => matrix[row * 3 + column] ?? 0;
  return Array.from({ length: 9 }, (_, index) => {
    const [row, column] = [Math.floor(index / 3), index % 3];
    return [0, 1, 2].reduce((sum, k) => sum + at(second, row, k) * at(first, k, column), 0);
  });
}

/** The homography that undoes another one, up to its scale; null where none does. */
export function invert(homography: Homography): Homography | null {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = homography;
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (Math.abs(determinant) < Number.EPSILON) return null;
  return [
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
}

/** The image of a point, and its depth, whose sign says on which side of the camera it lies. */
function project(homography: Homography, [x, y]: Point): { readonly point: Point; readonly w: number } {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = homography;
  const w = g * x + h * y + i;
  return { point: [(a * x + b * y + c) / w, (d * x + e * y + f) / w], w };
}

/** The image of a point under a homography. */
export const imageOf = (homography: Homography, point: Point): Point => project(homography, point).point;

/** The outline of a whole picture under a homography. */
export function outlineOf(homography: Homography): Outline {
  return UNIT_SQUARE.map((corner) => project(homography, corner).point);
}

/**
 * The outline of a part of a page in a photo.
 *
 * @returns null when a corner of it would lie behind the camera
 */
export function outlineOfPlace(queryFromPage: Homography, { x, y, width, height }: Place): Outline | null {
  const corners = UNIT_SQUARE.map(([u, v]) => project(queryFromPage, [x + u * width, y + v * height]));
  const isInFront = corners.every(({ w }) => w > 0) || corners.every(({ w }) => w < 0);
  return isInFront ? corners.map(({ point }) => point) : null;
}

export function middleOf(outline: Outline): Point {
  const sum = (axis: 0 | 1): number => outline.reduce((total, point) => total + point[axis], 0);
  return [sum(0) / outline.length, sum(1) / outline.length];
}

export function distanceBetween([x1, y1]: Point, [x2, y2]: Point): number {
  return Math.hypot(x1 - x2, y1 - y2);
}

/** Even-odd rule. */
export function contains(outline: Outline, [x, y]: Point): boolean {
  const crossings = edgesOf(outline).filter(
    ([[x1, y1], [x2, y2]]) => y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1),
  );
  return crossings.length % 2 === 1;
}

/** Shoelace formula. */
export function areaOf(outline: Outline): number {
  return Math.abs(edgesOf(outline).reduce((sum, [[x1, y1], [x2, y2]]) => sum + x1 * y2 - x2 * y1, 0)) / 2;
}

/**
 * The share of the picture that lies inside an outline, 0..1: what lies outside the picture is cut off side by side
 * (Sutherland and Hodgman, Reentrant Polygon Clipping, 1974).
 */
export function shareOfPicture(outline: Outline): number {
  const sides: readonly ((point: Point) => number)[] = [
    ([x]) => x,
    ([x]) => 1 - x,
    ([, y]) => y,
    ([, y]) => 1 - y,
  ];
  return areaOf(sides.reduce(clipped, outline));
}

/** @param inward positive on the side that is kept */
function clipped(outline: Outline, inward: (point: Point) => number): Outline {
  return edgesOf(outline).flatMap(([from, to]) => {
    const [a, b] = [inward(from), inward(to)];
    const kept: Point[] = a >= 0 ? [from] : [];
    if (a >= 0 === b >= 0) return kept;
    const share = a / (a - b);
    return [...kept, [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]];
  });
}

function edgesOf(outline: Outline): readonly (readonly [Point, Point])[] {
  return outline.map((point, at) => [point, outline[(at + 1) % outline.length] ?? point]);
}
