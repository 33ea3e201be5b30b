/** A row of a table as a file holds it, whatever the kind of the file, and why a file as a whole is not taken for a table. */
import { LoupeError, badInput } from '../../kernel/errors.js';

/** Why a file as a whole is not taken for a spreadsheet. */
export function spreadsheetTooLarge(): LoupeError {
  return new LoupeError(
    'PAYLOAD_TOO_LARGE',
    'The spreadsheet is larger than 10 MB, or 60 MB unpacked, or holds more than fits in a table of titles and actions.',
  );
}

export function noSpreadsheet(cause?: unknown): LoupeError {
  const message = 'The file cannot be read as a spreadsheet. Send XLSX, or CSV in UTF-8.';
  return new LoupeError('UNSUPPORTED_MEDIA', message, {}, { cause });
}

/** As many as spreadsheet programs have. */
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

export interface SheetCell {
  /** As people see it. */
  readonly text: string;
  /** What a cell with a number holds, however it is shown; not of days and times. */
  readonly number?: number;
  /** Why the text cannot be taken. */
  readonly problem?: string;
}

export interface SheetRow {
  /** As spreadsheet programs count, from 1. */
  readonly row: number;
  /** Cells that hold something, by their column from 0. */
  readonly cells: ReadonlyMap<number, SheetCell>;
}

export function errorCell(error: string): SheetCell {
  return { text: error, problem: `holds the error ${error}; write what it should say` };
}

/** `A`, `Z`, `AA` … of a column from 0. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

export function tooWide(row: number): LoupeError {
  return badInput('file', `has more than ${MAX_COLUMNS} columns in row ${row}`);
}
