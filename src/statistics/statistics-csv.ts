/** Statistics as CSV: UTF-8 with a byte order mark, harmless to spreadsheet programs. */
import { stringify } from 'csv-stringify/sync';
import { harmless } from '../kernel/spreadsheet-text.js';
import { type Dimension, measures } from './statistics-sources.js';
import type { StatisticsKey, StatisticsView } from './statistics.service.js';

/** Dimensions whose values are their own names. */
const plain: ReadonlySet<Dimension> = new Set<Dimension>(['Day', 'Hour', 'Language', 'Device', 'Sdk']);

/** @param by the dimensions that the statistics were counted by */
export function statisticsCsv({ rows, total }: StatisticsView, by: readonly Dimension[]): string {
  const headings = by.flatMap((dimension) =>
    plain.has(dimension) ? [dimension] : [`${dimension}Id`, dimension],
  );
  const counts = measures.map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  const lines = by.length === 0 ? [{ keys: [], ...total }] : rows;
  const cells = lines.map((row) => [...row.keys.flatMap(cellsOf), ...measures.map((name) => row[name])]);
  return stringify([[...headings, ...counts], ...cells], { bom: true, record_delimiter: '\r\n' });
}

function cellsOf({ dimension, id, name }: StatisticsKey): readonly string[] {
  return plain.has(dimension) ? [harmless(name)] : [id ?? '', harmless(name)];
}
