/** Words of a page by where they lie in the frame of the page that it is compared with. */
import { type Homography, imageOf, invert } from '../engine-host/plane.js';
import type { FractionBox } from '../engine-host/types.js';
import type { PdfWord } from '../media/pdf/pdf-messages.js';

/** A word, by its place in the frame of the reference, and in that of its own page. */
export interface PlacedWord extends PdfWord {
  readonly inPage: FractionBox;
}

/**
 * Words by their places in the frame of the reference.
 *
 * @param pageFromReference row-major homography on fractions; null for the reference itself
 */
export function placedWords(
  words: readonly PdfWord[],
  pageFromReference: readonly number[] | null,
): readonly PlacedWord[] {
  const inverse = pageFromReference === null ? null : invert(pageFromReference);
  return words.map((word) => {
    const { left, top, width, height } = word;
    const inPage = { left, top, width, height };
    return { ...word, ...(inverse === null ? inPage : mapped(inPage, inverse)), inPage };
  });
}

/** Bounds of a box's corners. */
function mapped(box: FractionBox, inverse: Homography): FractionBox {
  const { left, top, width, height } = box;
  const corners = [left, left + width].flatMap((x) => [top, top + height].map((y) => [x, y] as const));
  const points = corners.map((corner) => imageOf(inverse, corner));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { left: x, top: y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
