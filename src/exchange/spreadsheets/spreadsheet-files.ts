/** Tables as files of spreadsheet programs, and back: XLSX with a sheet for each table, CSV of one table. */
import { stringify } from 'csv-stringify/sync';
import writeXlsxFile from 'write-excel-file/node';
import { childProgram } from '../../kernel/programs/reading-program.js';
import { readInThread } from '../../kernel/programs/reading-thread.js';
import { harmless } from '../../kernel/spreadsheet-text.js';
import type { ReadLine } from './sheet-lines.js';
import { spreadsheetTooLarge } from './sheet-row.js';
import { headings, type TableName, tableNames, type Tables } from './spreadsheet-tables.js';
import { escapeXlsx } from './xlsx-text.js';

const PROGRAM = childProgram(import.meta.url, 'spreadsheet-program');

export const MAX_SPREADSHEET_BYTES = 10 * 1024 * 1024;

export async function writeXlsx(tables: Tables): Promise<Buffer> {
  const sheets = tableNames.map((table) => ({
    sheet: table,
    stickyRowsCount: 1,
    columns: headings[table].map((heading) => ({ width: /Id$/.test(heading) ? 12 : 24 })),
    data: [
      headings[table].map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
      // Cells of the type text are shown and never computed.
      ...tables[table].map((line) =>
        headings[table].map((heading) => ({
          value: escapeXlsx(line[heading] ?? ''),
          type: String,
          format: '@',
        })),
      ),
    ],
  }));
  return writeXlsxFile(sheets).toBuffer();
}

export function writeCsv(tables: Tables, table: TableName): string {
  const rows = tables[table].map((line) => headings[table].map((heading) => harmless(line[heading] ?? '')));
  return stringify([headings[table], ...rows], { bom: true, record_delimiter: '\r\n' });
}

/** @throws LoupeError BAD_USER_INPUT with rows and columns, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, OVERLOADED */
export async function readSpreadsheet(bytes: Buffer): Promise<readonly ReadLine[]> {
  if (bytes.length > MAX_SPREADSHEET_BYTES) throw spreadsheetTooLarge();
  const lines: ReadLine[] = [];
  for await (const part of readInThread<ReadLine>(PROGRAM, bytes, spreadsheetTooLarge)) lines.push(...part);
  return lines;
}
