/** Reads the rows of a table in CSV (RFC 4180), separated by commas, semicolons, tabs or what its first line names. */
import { CsvError, parse } from 'csv-parse/sync';
import { badInput, LoupeError } from '../kernel/errors.js';
import { isErrorValue, withoutApostrophe } from '../kernel/spreadsheet-text.js';
import { errorCell, type SheetCell, type SheetRow } from './sheet-row.js';
import { noSpreadsheet } from './spreadsheet-refusals.js';

/** What spreadsheet programs take for the separator and never show; it is not counted as a row. */
const SEPARATOR_LINE = /^"?sep=(.*?)"?(?:\r\n|\r|\n|$)/i;

/** @throws LoupeError UNSUPPORTED_MEDIA, or BAD_USER_INPUT with the row and column */
export function readCsv(bytes: Buffer): readonly SheetRow[] {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.includes('\uFFFD') || text.includes('\0')) {
    throw new LoupeError('UNSUPPORTED_MEDIA', 'Send a spreadsheet as XLSX, or as CSV in UTF-8.');
  }
  const [line, separator] = SEPARATOR_LINE.exec(text) ?? ['', null];
  const table = text.slice(line.length);
  return parsed(table, separator === null ? usualSeparator(table) : requireSeparator(separator)).map(
    (row, at) => ({ row: at + 1, cells: new Map(row.map((cell, column) => [column, cellOf(cell)])) }),
  );
}

function usualSeparator(text: string): string {
  const first =
    text
      .trimStart()
      .slice(0, 2000)
      .split(/[\r\n]/)[0] ?? '';
  return [';', '\t'].find((each) => first.split(each).length > first.split(',').length) ?? ',';
}

function requireSeparator(text: string): string {
  if (text.length === 1 && text !== '"') return text;
  throw badInput('file', 'row 1 begins with sep= and must name one character there, such as sep=;');
}

function parsed(text: string, delimiter: string): readonly string[][] {
  try {
    return parse(text, { delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] });
  } catch (cause) {
    throw cause instanceof CsvError ? refusalOf(cause) : noSpreadsheet(cause);
  }
}

/** A quotation mark may stand for itself or around a cell: which one is meant is not guessed. */
function refusalOf(error: CsvError): LoupeError {
  const place = `row ${Number(error['records']) + 1}, column ${Number(error['column']) + 1}`;
  const rules = 'a cell that holds one is written in quotation marks, and the mark twice: "12"" vinyl"';
  switch (error.code) {
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return badInput('file', `${place} has a quotation mark that stands alone; ${rules}`);
    case 'CSV_QUOTE_NOT_CLOSED':
      // Most likely the end of the file is missing.
      return new LoupeError(
        'UNSUPPORTED_MEDIA',
        `The file cannot be read as a spreadsheet: ${place} begins with a quotation mark that nothing closes; ${rules}`,
      );
    default:
      return noSpreadsheet(error);
  }
}

function cellOf(text: string): SheetCell {
  return isErrorValue(text) ? errorCell(text) : { text: withoutApostrophe(text) };
}
