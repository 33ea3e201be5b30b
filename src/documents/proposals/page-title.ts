/** The title of a page: the largest print on it. */
import { around } from '../../media/boxes.js';
import type { Finding } from './proposal.js';
import type { TextLine } from './text-lines.js';

const LEAST_LETTERS = 3;
const MOST_CHARACTERS = 120;
/** How much larger than the text of the page a title is. */
const LARGER = 1.25;
/** Words of a page that has no smaller ones are a title from this size on, in points. */
const POSTER_PT = 20;
/** Listings that are printed larger than the rest: a percent sign without a number, and braces of a block. */
const IS_PROGRAM = /(?<!\d\s?)%|[{}]\s*$|[;=\\].*[{}]|[{}].*[;=\\]|^[\d\s]*\\/u;
/** Lines of a title have one size, within this share. */
const SAME_SIZE = 0.06;
/** Lines of a title follow each other within 1.8 heights of them. */
const LINE_DISTANCE = 1.8;

/** @returns null where nothing stands out */
export function titleOf(lines: readonly TextLine[]): Finding | null {
  const sized = lines.map((line) => ({ line, sizePt: sizeOf(line) }));
  const candidates = sized.filter(({ line }) => lettersOf(line.text) >= LEAST_LETTERS);
  const largest = candidates.reduce((most, { sizePt }) => Math.max(most, sizePt), 0);
  if (largest === 0 || largest < LARGER * textSizeOf(sized, largest)) return null;
  const first = sized.findIndex((each) => candidates.includes(each) && isSame(each.sizePt, largest));
  const title: TextLine[] = [];
  for (const { line, sizePt } of sized.slice(first)) {
    const last = title.at(-1);
    if (!isSame(sizePt, largest)) break;
    if (last !== undefined && Math.abs(line.box.top - last.box.top) > LINE_DISTANCE * last.box.height) break;
    title.push(line);
  }
  const text = title
    .map((line) => line.text.trim())
    .join(' ')
    .replace(/\s+/g, ' ');
  // Dots lead to the numbers of a table of contents.
  if (
    text.length > MOST_CHARACTERS ||
    !isWorded(text) ||
    IS_PROGRAM.test(text) ||
    /(\s?[.·_…]){4}/u.test(text)
  )
    return null;
  return {
    kind: 'Title',
    origin: 'Text',
    box: around(title.map(({ box }) => box)),
    action: null,
    title: text,
  };
}

/** Notes of music and ornaments are letters of their fonts, too. */
const isWorded = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && lettersOf(text) >= text.replace(/\s/g, '').length / 2;

const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
const isSame = (size: number, other: number): boolean => Math.abs(size - other) <= SAME_SIZE * other;

function sizeOf({ words }: TextLine): number {
  return words.reduce((most, { word }) => Math.max(most, word.style.sizePt), 0);
}

/**
 * The size that most of the letters have which are not of the largest. A page of one size has no title, unless that is the size
 * of posters: then 0.
 */
function textSizeOf(
  sized: readonly { readonly line: TextLine; readonly sizePt: number }[],
  largest: number,
): number {
  const letters = new Map<number, number>();
  for (const { line, sizePt } of sized) {
    if (isSame(sizePt, largest)) continue;
    const size = Math.round(sizePt * 2) / 2;
    letters.set(size, (letters.get(size) ?? 0) + line.text.length);
  }
  const [most] = [...letters].toSorted((a, b) => b[1] - a[1]);
  if (most !== undefined) return most[0];
  return largest < POSTER_PT ? largest : 0;
}
