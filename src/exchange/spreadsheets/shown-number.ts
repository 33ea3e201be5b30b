/** Numbers in cells as spreadsheet programs show them: 0.5 as `50%`, 46100 as `2026-03-19`. */
import { format as shown, isDateFormat, isTextFormat } from 'numfmt';
import type { SheetCell } from './sheet-row.js';

/** How a cell shows numbers; null where the program that opens the file decides by the settings of its machine. */
export type NumberFormat = string | null;

/** From 1900-01-00 to 1904-01-01, the first days of the two ways to count days. */
const DAYS_TO_1904 = 1462;
/** 9999-12-31 */
const LAST_DAY = 2_958_465;
/** Longer formats are written by no spreadsheet program. */
const LONGEST_FORMAT = 255;

/** Days and times as each machine writes them. */
const BY_MACHINE = /\[\$-(?:[Ff][48]00|x-sys(?:date|time))/;
/** Hours, minutes or seconds that are counted on and belong to no day. */
const ELAPSED = /\[(?:h+|m+|s+)\]/i;

const MEND = 'write it as text';

export function shownNumber(value: number, format: NumberFormat, countsFrom1904: boolean): SheetCell {
  if (format === null || BY_MACHINE.test(format)) {
    return refused(
      `${value}`,
      `holds a number, day or amount (${value}) that every machine shows in its own way; ${MEND}, or give the cell a format of its own such as yyyy-mm-dd`,
    );
  }
  if (/^general$/i.test(format)) return { text: plain(value), number: value };
  try {
    if (format.length > LONGEST_FORMAT) throw new Error('too long');
    return isTextFormat(format)
      ? { text: plain(value), number: value }
      : formatted(value, format, countsFrom1904);
  } catch {
    const name = format.slice(0, 40);
    return refused(
      plain(value),
      `holds a number (${value}) in a format that cannot be read (${name}); ${MEND}`,
    );
  }
}

function formatted(value: number, format: string, countsFrom1904: boolean): SheetCell {
  const isDate = isDateFormat(format);
  const serial = isDate && countsFrom1904 && !ELAPSED.test(format) ? value + DAYS_TO_1904 : value;
  if (isDate && (value < 0 || serial >= LAST_DAY + 1)) {
    return refused(plain(value), `holds a day or time (${value}) outside of the calendar; ${MEND}`);
  }
  const text = shown(format, serial).trim();
  if (text === '')
    return refused('', `holds a number (${value}) that its format hides; ${MEND}, or empty the cell`);
  return isDate ? { text } : { text, number: value };
}

/** Without what the last binary digits add, as 0.1 + 0.2 has it. */
function plain(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  return text.includes('e') ? shown('General', value) : text;
}

const refused = (text: string, problem: string): SheetCell => ({ text, problem });
