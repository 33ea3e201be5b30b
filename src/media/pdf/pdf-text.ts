/** The words of a page of a PDF, in the order in which the file holds them, with their places. */
import { type Letter, wordsOfRun, RIGHT_TO_LEFT } from './letter-runs.js';
import type { PdfLibrary, Pointer } from './pdf-library.js';
import type { PdfTextStyle, PdfWord, PdfWords } from './pdf-messages.js';
import { styleAt } from './pdf-text-style.js';

/** More than any page that people read. */
const MOST_CHARACTERS = 60_000;
/** Places are measured on a page of this many units a side, because pdfium answers whole ones. */
const UNITS = 1_000_000;
/** What pdfium answers for a hyphen at the end of a line: the word goes on in the next one. */
const LINE_END_HYPHENS: readonly number[] = [0x02, 0xfffe];
const LAST_CONTROL = 0x20;
const NO_BREAK_SPACE = 0xa0;

/**
 * A word that is parted at the end of a line is one word, which lies where its first part does.
 *
 * @returns words with their boxes as fractions of the page as it is drawn; none of a page with more than 60,000 characters
 */
export function wordsOf(library: PdfLibrary, page: Pointer): PdfWords {
  const { call } = library;
  const text = call.FPDFText_LoadPage(page);
  if (text === 0) return NO_WORDS;
  try {
    return readWords(library, page, text);
  } finally {
    call.FPDFText_ClosePage(text);
  }
}

const NO_WORDS: PdfWords = { styles: [], words: [] };

function readWords(library: PdfLibrary, page: Pointer, text: Pointer): PdfWords {
  const { call } = library;
  const words: PdfWords['words'][number][] = [];
  const styles = new Styles(library, text);
  let letters: PlacedLetter[] = [];
  let style = 0;
  let goesOn = false;
  /** The part on the second line does not widen the box. */
  let isSecondLine = false;
  let isGuessed = false;
  const finish = (): void => {
    for (const word of wordsOfRun(letters)) {
      const box = word.reduce<Box | null>((all, letter) => union(all, letter.box), null);
      const written = word.map((letter) => letter.text).join('');
      const marks = { ...(isSecondLine && { isParted: true }), ...(isGuessed && { isGuessed }) };
      if (box !== null) words.push({ text: written.normalize('NFC'), style, ...marks, ...clipped(box) });
    }
    letters = [];
    goesOn = false;
    isSecondLine = false;
    isGuessed = false;
  };
  const count = call.FPDFText_CountChars(text);
  if (count > MOST_CHARACTERS) return NO_WORDS;
  library.with(40, (memory) => {
    for (let at = 0; at < count; at += 1) {
      const code = call.FPDFText_GetUnicode(text, at) >>> 0;
      if (LINE_END_HYPHENS.includes(code)) {
        goesOn = letters.length > 0;
      } else if (code <= LAST_CONTROL || code === NO_BREAK_SPACE) {
        if (!goesOn) finish();
      } else {
        if (goesOn) [goesOn, isSecondLine] = [false, true];
        if (letters.length === 0) style = styles.at(at);
        isGuessed ||= call.FPDFText_HasUnicodeMapError(text, at) === 1;
        const letter =
          code > 0xffff && code <= 0x10ffff ? String.fromCodePoint(code) : String.fromCharCode(code);
        const box = isSecondLine ? null : boxOf(library, page, text, at, memory);
        const along = RIGHT_TO_LEFT.test(letter) ? placeAlong(library, text, at, memory) : null;
        letters.push({ text: letter, box, along });
      }
    }
  });
  finish();
  return { styles: styles.all, words };
}

/** The styles of a page, each once. */
class Styles {
  readonly all: PdfTextStyle[] = [];
  private readonly places = new Map<string, number>();

  constructor(
    private readonly library: PdfLibrary,
    private readonly text: Pointer,
  ) {}

  /** Place of a letter's style in the list. */
  at(index: number): number {
    const style = styleAt(this.library, this.text, index);
    const key = JSON.stringify(style);
    const known = this.places.get(key);
    if (known !== undefined) return known;
    this.places.set(key, this.all.length);
    return this.all.push(style) - 1;
  }
}

interface PlacedLetter extends Letter {
  /** null for a letter without one, and on a second line. */
  readonly box: Box | null;
}

/** Where a letter stands in the direction of its line. @param memory 32 bytes to work with */
function placeAlong({ call, view }: PdfLibrary, text: Pointer, at: number, memory: Pointer): number | null {
  if (call.FPDFText_GetCharBox(text, at, memory, memory + 8, memory + 16, memory + 24) === 0) return null;
  const angle = call.FPDFText_GetCharAngle(text, at);
  const middle = (n: number): number =>
    (view.getFloat64(memory + n * 16, true) + view.getFloat64(memory + n * 16 + 8, true)) / 2;
  return middle(0) * Math.cos(angle) + middle(1) * Math.sin(angle);
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** @param memory 40 bytes to work with */
function boxOf(library: PdfLibrary, page: Pointer, text: Pointer, at: number, memory: Pointer): Box | null {
  const { call } = library;
  if (call.FPDFText_GetCharBox(text, at, memory, memory + 8, memory + 16, memory + 24) === 0) return null;
  const double = (n: number): number => library.view.getFloat64(memory + n * 8, true);
  const corners = [
    [double(0), double(2)],
    [double(1), double(3)],
  ] as const;
  const onPage = corners.map(([x, y]) => {
    call.FPDF_PageToDevice(page, 0, 0, UNITS, UNITS, 0, x, y, memory + 32, memory + 36);
    return [
      library.view.getInt32(memory + 32, true) / UNITS,
      library.view.getInt32(memory + 36, true) / UNITS,
    ] as const;
  });
  const [xs, ys] = [onPage.map(([x]) => x), onPage.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function union(first: Box | null, second: Box | null): Box | null {
  if (first === null || second === null) return first ?? second;
  return [
    Math.min(first[0], second[0]),
    Math.min(first[1], second[1]),
    Math.max(first[2], second[2]),
    Math.max(first[3], second[3]),
  ];
}

/** The part within the page. */
function clipped([left, top, right, bottom]: Box): Omit<PdfWord, 'text' | 'style'> {
  const within = (value: number): number => Math.min(1, Math.max(0, value));
  const [x, y] = [within(left), within(top)];
  return { left: x, top: y, width: within(right) - x, height: within(bottom) - y };
}
