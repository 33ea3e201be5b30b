/** A cell of a workbook as people see it. */
import { dateToSerial, isDateFormat } from 'numfmt';
import { errorCell, type SheetCell } from './sheet-row.js';
import { type NumberFormat, shownNumber } from './shown-number.js';
import type { XlsxBook } from './xlsx-book.js';
import { unescapeXlsx } from './xlsx-text.js';

/** What a sheet says of a cell. */
export interface RawCell {
  readonly type: string;
  readonly style: string | undefined;
  /** Of its element `v`; null without one. */
  readonly value: string | null;
  /** Of its element `is`. */
  readonly inlineText: string;
  readonly hasFormula: boolean;
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?Z?)?$/;

type Book = Pick<XlsxBook, 'texts' | 'formats' | 'countsFrom1904'>;

/** null where the cell is empty. */
export function shownCell(raw: RawCell, book: Book): SheetCell | null {
  if (raw.type === 'inlineStr' && raw.inlineText !== '') return textCell(raw.inlineText);
  if (raw.value === null || raw.value === '') {
    // A formula may come to an empty text; that is written as a text, and empty.
    const isEmptyText = raw.type === 'str' && raw.value === '';
    return raw.hasFormula && !isEmptyText ? uncomputed : null;
  }
  switch (raw.type) {
    case 's':
      return sharedText(raw.value, book.texts);
    case 'str':
      return textCell(unescapeXlsx(raw.value));
    case 'e':
      return errorCell(raw.value);
    case 'b':
      return { text: /^(1|true)$/.test(raw.value) ? 'TRUE' : 'FALSE' };
    case 'd':
      return dayCell(raw.value, raw, book);
    case 'n':
      return numberCell(/^[-+.\d]/.test(raw.value) ? Number(raw.value) : Number.NaN, raw, book);
    default:
      return {
        text: raw.value,
        problem: `is of an unknown kind (${raw.type.slice(0, 20)}); write it as text`,
      };
  }
}

export const uncomputed: SheetCell = {
  text: '',
  problem:
    'holds a formula without its result; open the file in a spreadsheet program and save it, or write what it should say',
};

function textCell(text: string): SheetCell | null {
  return text === '' ? null : { text };
}

function sharedText(index: string, texts: readonly string[]): SheetCell | null {
  const text = /^\d+$/.test(index.trim()) ? texts[Number(index)] : undefined;
  if (text === undefined)
    return { text: '', problem: 'names a text that the file does not hold; write it again' };
  return textCell(text);
}

function numberCell(value: number, { value: source, style }: RawCell, book: Book): SheetCell {
  return Number.isFinite(value)
    ? shownNumber(value, formatOf(style, book), book.countsFrom1904)
    : noNumber(source ?? '');
}

/** Days and times that are written as such, not as a number. */
function dayCell(value: string, { style }: RawCell, book: Book): SheetCell {
  const [, year, month, day, hour, minute, second] = DAY.exec(value.trim()) ?? [];
  const parts = [year, month, day, hour, minute, second].map((part) => Number(part ?? 0));
  const serial = year === undefined ? null : dateToSerial(parts);
  if (serial === null) return noNumber(value);
  const format = formatOf(style, book);
  // Such a cell is no number: without a format for days each machine shows it in its own way.
  return shownNumber(serial, format !== null && isDateFormat(format) ? format : null, false);
}

function formatOf(style: string | undefined, { formats }: Book): NumberFormat {
  // A workbook without styles shows every number as it is.
  return formats.length === 0 ? 'General' : (formats[Number(style ?? 0)] ?? null);
}

function noNumber(value: string): SheetCell {
  const shown = value.slice(0, 40);
  return { text: shown, problem: `is marked as a number or day and is none (${shown}); write it as text` };
}
