/** Reports as files: CSV for spreadsheets, JSON lines for programs. */
import { stringify } from 'csv-stringify';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { badInput } from '../kernel/errors.js';

const CSV = /\.csv$/i;
const JSON_LINES = /\.(jsonl|ndjson)$/i;

/** @throws LoupeError BAD_USER_INPUT for a file that is neither */
export function requireReport(path: string): void {
  if (!CSV.test(path) && !JSON_LINES.test(path)) throw badInput('--report', 'must end with .csv or .jsonl');
}

/** Writes a line for each row. @throws LoupeError BAD_USER_INPUT */
export async function writeReport(path: string, rows: readonly object[]): Promise<void> {
  requireReport(path);
  const file = createWriteStream(path);
  if (CSV.test(path)) {
    const lines = stringify({ header: true, bom: true, escape_formulas: true });
    await pipeline(Readable.from(rows), lines, file);
    return;
  }
  await pipeline(Readable.from(rows.map((row) => `${JSON.stringify(row)}\n`)), file);
}
