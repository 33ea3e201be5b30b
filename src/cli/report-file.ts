/** Reports as files: CSV for spreadsheets, JSON lines for programs, JUnit for continuous integration. */
import { stringify } from 'csv-stringify';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { badInput } from '../kernel/errors.js';
import type { CliContext } from './context.js';
import { NegativeResult } from './failures.js';
import { type Columns, type OutputOptions, printList } from './output.js';

/** Results for continuous integration, as JUnit writes them and build servers read them. */

export interface JunitCase {
  readonly name: string;
  /** Sentences of what is wrong; empty for a case that passed. */
  readonly failures: readonly string[];
}

/** One suite as XML. */
export function junitOf(suite: string, cases: readonly JunitCase[]): string {
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const rows = cases.map(({ name, failures }) => {
    const [first] = failures;
    const head = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}"`;
    if (first === undefined) return `${head}/>`;
    return `${head}>\n      <failure message="${escaped(first)}">${escaped(failures.join('\n'))}</failure>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="${escaped(suite)}" tests="${cases.length}" failures="${failed}">`,
    ...rows,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Without the control characters that XML 1.0 does not have. */
function escaped(text: string): string {
  // eslint-disable-next-line no-control-regex -- they are what is left out
  const allowed = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '');
  return allowed.toWellFormed().replaceAll(/[&<>"]/gu, (letter) => ENTITIES[letter] ?? '');
}

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

/**
 * Says what became of each line of a long work: in the report that was asked for, and as a list.
 *
 * @throws NegativeResult when some were refused, after everything was written
 */
export async function reportRows<Row extends { readonly state: string }>(
  context: CliContext,
  options: OutputOptions & { readonly report?: string },
  rows: readonly Row[],
  columns: Columns<Row>,
  hintWhenEmpty: string,
): Promise<void> {
  if (options.report !== undefined) await writeReport(options.report, rows);
  printList(context, options, rows, columns, hintWhenEmpty);
  if (rows.some(({ state }) => state === 'refused')) throw new NegativeResult();
}
