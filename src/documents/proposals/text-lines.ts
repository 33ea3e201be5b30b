/** Lines of the words of a page. */
import type { FractionBox } from '../../engine-host/types.js';
import { around } from '../../media/boxes.js';
import type { PdfWord } from '../../media/pdf/pdf-messages.js';

/** Words that stand beside each other, as they are read. */
export interface TextLine {
  /** Words with a blank between them. */
  readonly text: string;
  readonly words: readonly PlacedWord[];
  readonly box: FractionBox;
}

interface PlacedWord {
  readonly word: PdfWord;
  /** Where it begins in the text of its line. */
  readonly from: number;
}

/** Two words are farther apart than this, in heights of them, where another column begins. */
const COLUMN_GAP = 2.5;

/** Words that nobody sees count only where a page has no others: the text of a scan lies below its picture. */
export function linesOf(words: readonly PdfWord[]): readonly TextLine[] {
  const seen = words.filter(({ style }) => !style.isHidden);
  const lines: PdfWord[][] = [];
  for (const word of seen.length > 0 ? seen : words) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (line !== undefined && last !== undefined && isBeside(last, word)) line.push(word);
    else lines.push([word]);
  }
  return lines.map(lineOf);
}

function isBeside(last: PdfWord, next: PdfWord): boolean {
  const overlap = Math.min(last.top + last.height, next.top + next.height) - Math.max(last.top, next.top);
  if (overlap < Math.min(last.height, next.height) / 2) return false;
  const gap = Math.max(next.left - (last.left + last.width), last.left - (next.left + next.width));
  // Fractions of the width against fractions of the height: pages are about as wide as high for this.
  return gap < COLUMN_GAP * Math.max(last.height, next.height);
}

function lineOf(words: readonly PdfWord[]): TextLine {
  let text = '';
  const placed = words.map((word) => {
    const from = text === '' ? 0 : text.length + 1;
    text = text === '' ? word.text : `${text} ${word.text}`;
    return { word, from };
  });
  return { text, words: placed, box: around(words) };
}

/** The words of a line that a part of its text lies in. */
export function wordsIn({ words }: TextLine, from: number, to: number): readonly PdfWord[] {
  return words
    .filter((placed) => placed.from < to && placed.from + placed.word.text.length > from)
    .map(({ word }) => word);
}

/** Whether a line stands right below another one. */
export function follows({ box }: TextLine, next: TextLine): boolean {
  return next.box.top > box.top && next.box.top - box.top < 2.5 * box.height;
}
