/** Words of a page by where they lie in the frame of the page that it is compared with. */
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
  const inverse = pageFromReference === null ? null : inverseOf(pageFromReference);
  return words.map((word) => {
    const { left, top, width, height } = word;
    const inPage = { left, top, width, height };
    return { ...word, ...(inverse === null ? inPage : mapped(inPage, inverse)), inPage };
  });
}

/** null for what cannot be undone. */
function inverseOf([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1]: readonly number[]):
  | readonly number[]
  | null {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (Math.abs(determinant) < 1e-9) return null;
  const adjugate = [
    ...[e * i - f * h, c * h - b * i, b * f - c * e],
    ...[f * g - d * i, a * i - c * g, c * d - a * f],
    ...[d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  return adjugate.map((entry) => entry / determinant);
}

/** Bounds of a box's corners. */
function mapped(
  { left, top, width, height }: FractionBox,
  [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1]: readonly number[],
): FractionBox {
  const corners = [left, left + width].flatMap((x) => [top, top + height].map((y) => [x, y] as const));
  const points = corners.map(([x, y]) => {
    const w = g * x + h * y + i;
    return [(a * x + b * y + c) / w, (d * x + e * y + f) / w] as const;
  });
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { left: x, top: y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
