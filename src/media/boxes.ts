/** Boxes as fractions of a page. */
import type { FractionBox } from '../engine-host/types.js';

/** The smallest box around all of them. @param boxes one at least */
export function around(boxes: readonly FractionBox[]): FractionBox {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

export function unionOf(boxes: readonly FractionBox[]): FractionBox | null {
  return boxes.length === 0 ? null : around(boxes);
}

/** Area that both cover, as a fraction of the page. */
export function sharedArea(first: FractionBox, second: FractionBox): number {
  const width =
    Math.min(first.left + first.width, second.left + second.width) - Math.max(first.left, second.left);
  const height =
    Math.min(first.top + first.height, second.top + second.height) - Math.max(first.top, second.top);
  return width > 0 && height > 0 ? width * height : 0;
}

export const areaOf = ({ width, height }: FractionBox): number => width * height;

/** Whether both lie at the same place, within `slack` of the page on every side. */
export function isSamePlace(first: FractionBox, second: FractionBox, slack: number): boolean {
  return (
    Math.abs(first.left - second.left) <= slack &&
    Math.abs(first.top - second.top) <= slack &&
    Math.abs(first.left + first.width - second.left - second.width) <= slack &&
    Math.abs(first.top + first.height - second.top - second.height) <= slack
  );
}

export function holdsMiddle(box: FractionBox, { left, top, width, height }: FractionBox): boolean {
  const [x, y] = [left + width / 2, top + height / 2];
  return x >= box.left && x <= box.left + box.width && y >= box.top && y <= box.top + box.height;
}
