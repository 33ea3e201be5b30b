/** Prints results: a table or lines for people, JSON for programs, and a bar for long work. */
import { SingleBar } from 'cli-progress';
import Table from 'cli-table3';
import type { CliContext } from './context.js';

/** A bar for long work, for people only: it is silent when nobody watches a terminal. */
export interface Progress {
  step(): void;
  stop(): void;
}

export function showProgress(total: number, label: string): Progress {
  const bar = new SingleBar({
    format: `${label} {bar} {value}/{total}  {eta_formatted} left`,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
  });
  if (total > 1) bar.start(total, 0);
  return { step: () => bar.increment(), stop: () => bar.stop() };
}

export interface OutputOptions {
  readonly json?: boolean;
}

/** Column title and how to read its value from a row. */
export type Columns<T> = Readonly<Record<string, (row: T) => string | number | null>>;

export function printList<T>(
  context: CliContext,
  { json }: OutputOptions,
  rows: readonly T[],
  columns: Columns<T>,
  hintWhenEmpty: string,
): void {
  if (json === true) {
    context.out(`${JSON.stringify(rows, null, 2)}\n`);
    return;
  }
  if (rows.length === 0) {
    context.out(`${hintWhenEmpty}\n`);
    return;
  }
  const table = new Table({ head: Object.keys(columns), style: { head: [], border: [] } });
  for (const row of rows) table.push(Object.values(columns).map((read) => read(row) ?? ''));
  context.out(`${table.toString()}\n`);
}

/** One result: its lines for people, the whole of it as JSON for programs. */
export function printOne(
  context: CliContext,
  { json }: OutputOptions,
  result: object,
  lines: Readonly<Record<string, string | number | null>>,
): void {
  if (json === true) {
    context.out(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  const width = Math.max(...Object.keys(lines).map((label) => label.length));
  for (const [label, value] of Object.entries(lines)) {
    context.out(`${label.padEnd(width)}  ${value ?? ''}\n`);
  }
}

/** One result that people read as a text, and programs as JSON. */
export function printText(context: CliContext, { json }: OutputOptions, text: string, result: object): void {
  context.out(json === true ? `${JSON.stringify(result, null, 2)}\n` : text);
}
