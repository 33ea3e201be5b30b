/** Tables as files of spreadsheet programs, and back: XLSX with a sheet for each table, CSV of one table. */
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import readXlsxFile from 'read-excel-file/node';
import writeXlsxFile from 'write-excel-file/node';
import { fromBufferPromise } from 'yauzl';
import { badInput, LoupeError } from '../errors.js';
import { harmless, withoutApostrophe } from '../spreadsheet-text.js';
import { headings, type Line, type TableName, tableNames, type Tables } from './spreadsheet-tables.js';

/** Of a file, and of what is packed in it. */
export const MAX_SPREADSHEET_BYTES = 10 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 60 * 1024 * 1024;
const MAX_ENTRIES = 200;
const MAX_LINES = 50_000;

/** A row of a file with its place for people. */
export interface ReadLine {
  readonly table: TableName;
  /** As spreadsheet programs count, the headings being row 1. */
  readonly row: number;
  readonly cells: Line;
}

export async function writeXlsx(tables: Tables): Promise<Buffer> {
  const sheets = tableNames.map((table) => ({
    sheet: table,
    stickyRowsCount: 1,
    columns: headings[table].map((heading) => ({ width: /Id$/.test(heading) ? 12 : 24 })),
    data: [
      headings[table].map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
      // Cells of the type text are shown and never computed.
      ...tables[table].map((line) =>
        headings[table].map((heading) => ({ value: line[heading] ?? '', type: String, format: '@' })),
      ),
    ],
  }));
  return writeXlsxFile(sheets).toBuffer();
}

export function writeCsv(tables: Tables, table: TableName): string {
  const rows = tables[table].map((line) => headings[table].map((heading) => harmless(line[heading] ?? '')));
  return stringify([headings[table], ...rows], { bom: true, record_delimiter: '\r\n' });
}

/** @throws LoupeError BAD_USER_INPUT, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE */
export async function readSpreadsheet(bytes: Buffer): Promise<readonly ReadLine[]> {
  if (bytes.length > MAX_SPREADSHEET_BYTES) throw tooLarge();
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));
  const lines = isZip ? await readXlsx(bytes) : readCsv(bytes);
  if (lines.length > MAX_LINES) throw badInput('file', `has more than ${MAX_LINES} rows`);
  return lines;
}

async function readXlsx(bytes: Buffer): Promise<readonly ReadLine[]> {
  await demandHarmlessArchive(bytes);
  const sheets = await readXlsxFile(bytes, { trim: false }).catch((cause: unknown) => {
    throw noSpreadsheet(cause);
  });
  return sheets.flatMap(({ data }) => linesOf(data.map((row) => row.map(textOf))));
}

function readCsv(bytes: Buffer): readonly ReadLine[] {
  const text = bytes.toString('utf8');
  if (text.includes('\uFFFD') || text.includes('\0')) {
    throw new LoupeError('UNSUPPORTED_MEDIA', 'Send a spreadsheet as XLSX, or as CSV in UTF-8.');
  }
  const first = text.slice(0, 2000).split('\n')[0] ?? '';
  const delimiter = [';', '\t'].find((each) => first.split(each).length > first.split(',').length) ?? ',';
  return linesOf(parsed(text, delimiter).map((row) => row.map(withoutApostrophe)));
}

function parsed(text: string, delimiter: string): readonly string[][] {
  try {
    return parse(text, { bom: true, delimiter, relax_column_count: true });
  } catch (cause) {
    throw noSpreadsheet(cause);
  }
}

/**
 * Looks through an archive before a library reads it: what is packed must not be more than it may, and its XML must
 * declare nothing.
 */
async function demandHarmlessArchive(bytes: Buffer): Promise<void> {
  let unpacked = 0;
  let entries = 0;
  try {
    const zip = await fromBufferPromise(bytes, { validateEntrySizes: true });
    for await (const entry of zip.eachEntry()) {
      entries += 1;
      if (entries > MAX_ENTRIES) throw tooLarge();
      let tail = '';
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        unpacked += chunk.length;
        if (unpacked > MAX_UNPACKED_BYTES) throw tooLarge();
        const text = tail + chunk.toString('latin1');
        if (/\.(xml|rels)$/i.test(entry.fileName) && /<!DOCTYPE|<!ENTITY|\0/i.test(text))
          throw noSpreadsheet();
        tail = text.slice(-16);
      }
    }
  } catch (cause) {
    throw cause instanceof LoupeError ? cause : noSpreadsheet(cause);
  }
}

/** The table is told by its headings, which may stand in any order; rows without any cell are left out. */
function linesOf(rows: readonly (readonly string[])[]): readonly ReadLine[] {
  const [head = [], ...others] = rows;
  const names = head.map((name) => name.trim());
  const table = tableNames.find((each) =>
    (each === 'Titles'
      ? ['ElementId', 'LanguageCode', 'Value']
      : ['ElementId', 'LanguageCode', 'Name', 'Content']
    ).every((needed) => names.includes(needed)),
  );
  if (table === undefined) {
    if (rows.flat().every((cell) => cell === '')) return [];
    throw badInput(
      'file',
      `has a table without the headings of titles (${headings.Titles.join(', ')}) or actions (${headings.Actions.join(', ')})`,
    );
  }
  return others.flatMap((row, index): ReadLine[] => {
    if (row.every((cell) => cell.trim() === '')) return [];
    const cells = Object.fromEntries(names.map((name, at) => [name, row[at] ?? '']));
    return [{ table, row: index + 2, cells }];
  });
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

function tooLarge(): LoupeError {
  return new LoupeError('PAYLOAD_TOO_LARGE', 'The spreadsheet is larger than 10 MB, or 60 MB unpacked.');
}

function noSpreadsheet(cause?: unknown): LoupeError {
  const message = 'The file cannot be read as a spreadsheet. Send XLSX, or CSV in UTF-8.';
  return new LoupeError('UNSUPPORTED_MEDIA', message, {}, { cause });
}
