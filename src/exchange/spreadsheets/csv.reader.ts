/** Reads the rows of a table in CSV (RFC 4180), separated by commas, semicolons, tabs or what its first line names. */
import { CsvError, parse } from 'csv-parse/sync';
import { badInput, LoupeError } from '../../kernel/errors.js';
import { isErrorValue, withoutApostrophe } from '../../kernel/spreadsheet-text.js';
import {
  errorCell,
  MAX_COLUMNS,
  MAX_ROWS,
  type SheetCell,
  type SheetRow,
  tooWide,
  noSpreadsheet,
} from './sheet-row.js';

/** What spreadsheet programs take for the separator and never show; it is not counted as a row. */
const SEPARATOR_LINE = /^"?sep=(.*?)"?(?:\r\n|\r|\n|$)/i;

/**
 * @param take is given every row, one after the other
 * @throws LoupeError UNSUPPORTED_MEDIA, BAD_USER_INPUT with the row and column, and what the taker of rows throws
 */
export function readCsv(bytes: Buffer, take: (row: SheetRow) => void): void {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.includes('\uFFFD') || text.includes('\0')) {
    throw new LoupeError('UNSUPPORTED_MEDIA', 'Send a spreadsheet as XLSX, or as CSV in UTF-8.');
  }
  const [line, separator] = SEPARATOR_LINE.exec(text) ?? ['', null];
  const table = text.slice(line.length);
  readRows(table, separator === null ? usualSeparator(table) : requireSeparator(separator), take);
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

/** Rows are handed over and cells are counted while they are read: a table without headings, or an endless row, ends it. */
function readRows(text: string, delimiter: string, take: (row: SheetRow) => void): void {
  let row = 0;
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      cast: (cell, { index }) => {
        if (Number(index) >= MAX_COLUMNS) throw tooWide(row + 1);
        return cell;
      },
      on_record: (cells: string[]) => {
        row += 1;
        if (row > MAX_ROWS) throw badInput('file', `has more than ${MAX_ROWS} rows`);
        take({ row, cells: new Map(cells.map((cell, column) => [column, cellOf(cell)])) });
        return null;
      },
    });
  } catch (cause) {
    if (cause instanceof LoupeError) throw cause;
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
