/** Rectangles of zones: whole percentages of the page, never beyond it. */

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Which edges a handle moves: -1 the left or top one, 1 the right or bottom one, 0 none. */
export interface Handle {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

export const handles: readonly Handle[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
];

const LEAST = 2;

const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

/** The members of a zone that say where it lies. */
interface Placed {
  readonly positionXPercent: number;
  readonly positionYPercent: number;
  readonly widthPercent: number;
  readonly heightPercent: number;
}

export const rectOf = (zone: Placed): Rect => ({
  x: zone.positionXPercent,
  y: zone.positionYPercent,
  width: zone.widthPercent,
  height: zone.heightPercent,
});

export const placeOf = ({ x, y, width, height }: Rect): Placed => ({
  positionXPercent: x,
  positionYPercent: y,
  widthPercent: width,
  heightPercent: height,
});

/** Moves a rectangle as far as the page goes. */
export function moved({ x, y, width, height }: Rect, by: Point): Rect {
  return {
    x: between(0, Math.round(x + by.x), 100 - width),
    y: between(0, Math.round(y + by.y), 100 - height),
    width,
    height,
  };
}

/** Moves the edges of a handle; the opposite ones stay. */
export function resized({ x, y, width, height }: Rect, handle: Handle, by: Point): Rect {
  const [left, right] = span(x, x + width, handle.x, by.x);
  const [top, bottom] = span(y, y + height, handle.y, by.y);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function span(low: number, high: number, edge: -1 | 0 | 1, by: number): readonly [number, number] {
  if (edge === 0) return [low, high];
  if (edge < 0) return [between(0, Math.round(low + by), high - LEAST), high];
  return [low, between(low + LEAST, Math.round(high + by), 100)];
}

/** The rectangle between two points, at least 2 percent in each direction. */
export function spanned(a: Point, b: Point): Rect {
  const [left, right] = ends(a.x, b.x);
  const [top, bottom] = ends(a.y, b.y);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function ends(a: number, b: number): readonly [number, number] {
  const low = between(0, Math.round(Math.min(a, b)), 100 - LEAST);
  return [low, between(low + LEAST, Math.round(Math.max(a, b)), 100)];
}

/** A rectangle with one number changed by hand, brought back into the page. */
export function adjusted(rect: Rect, member: keyof Rect, value: number): Rect {
  const wanted = { ...rect, [member]: Math.round(value) };
  const width = between(LEAST, wanted.width, 100);
  const height = between(LEAST, wanted.height, 100);
  return { x: between(0, wanted.x, 100 - width), y: between(0, wanted.y, 100 - height), width, height };
}

export const isSame = (a: Rect, b: Rect) =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
