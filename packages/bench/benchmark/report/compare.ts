/** Two runs, row by row. */
import Table from 'cli-table3';

import { formatValue } from './figures.js';
import type { BenchResult, Row } from './result.js';

type Verdict = 'better' | 'worse' | 'same' | 'only before' | 'only after';

export interface ComparedRow {
  readonly id: string;
  readonly label: string;
  readonly before: number | null;
  readonly after: number | null;
  /** In percent of `before`. */
  readonly changePercent: number | null;
  readonly verdict: Verdict;
}

/** Changes of times below this share are noise, even on an idle machine. */
const NOISE = 0.05;

/**
 * Rows of both runs by id. Proportions are the same while their confidence intervals overlap, other figures while they
 * differ by less than 5 %.
 */
export function compareResults(before: BenchResult, after: BenchResult): ComparedRow[] {
  const later = new Map(after.rows.map((row) => [row.id, row]));
  const earlier = new Set(before.rows.map(({ id }) => id));
  return [
    ...before.rows.map((row) => compareRow(row, later.get(row.id))),
    ...after.rows.filter(({ id }) => !earlier.has(id)).map((row) => compareRow(undefined, row)),
  ];
}

function compareRow(before: Row | undefined, after: Row | undefined): ComparedRow {
  const { id, label } = after ?? before ?? { id: '', label: '' };
  const base = { id, label, before: before?.value ?? null, after: after?.value ?? null };
  if (before === undefined) return { ...base, changePercent: null, verdict: 'only after' };
  if (after === undefined) return { ...base, changePercent: null, verdict: 'only before' };
  const changePercent = before.value === 0 ? null : (100 * (after.value - before.value)) / before.value;
  if (isSame(before, after)) return { ...base, changePercent, verdict: 'same' };
  const isBetter = after.value > before.value === (after.better === 'higher');
  return { ...base, changePercent, verdict: isBetter ? 'better' : 'worse' };
}

function isSame(before: Row, after: Row): boolean {
  if (
    before.low !== undefined &&
    before.high !== undefined &&
    after.low !== undefined &&
    after.high !== undefined
  )
    return before.low <= after.high && after.low <= before.high;
  return Math.abs(after.value - before.value) <= NOISE * Math.abs(before.value);
}

export function renderComparison(rows: readonly ComparedRow[]): string {
  const table = new Table({
    head: ['Figure', 'Before', 'After', 'Change', ''],
    style: { head: [], border: [], compact: true },
  });
  const show = (value: number | null): string => (value === null ? '' : formatValue(value));
  for (const { label, before, after, changePercent, verdict } of rows) {
    const sign = changePercent !== null && changePercent > 0 ? '+' : '';
    table.push([
      label,
      show(before),
      show(after),
      changePercent === null ? '' : `${sign}${changePercent.toFixed(1)} %`,
      verdict,
    ]);
  }
  return `${table.toString()}\n`;
}
