import Table from 'cli-table3';

import { renderEngineOptions } from './engine-options.js';
import { formatRow } from './figures.js';
import type { BenchResult } from './result.js';
import { compareWithWishes, WANTED_HEAD, wantedCells } from './wanted.js';

/** The figures of a run, as people read them in a terminal. */
export function renderTable(result: BenchResult): string {
  const { rows, isPartial, skipped, machine, commit, engineOptions } = result;
  const wanted = new Table({ head: [...WANTED_HEAD], style: { head: [], border: [], compact: true } });
  wanted.push(
    ...compareWithWishes(result)
      .filter(({ row }) => row !== undefined)
      .map(wantedCells),
  );
  const table = new Table({
    head: ['Figure', 'Value (95 % interval)', 'Of'],
    style: { head: [], border: [], compact: true },
  });
  for (const row of rows) table.push([row.label, formatRow(row), row.count ?? '']);
  const lines = [
    table.toString(),
    '',
    'Wanted and measured:',
    wanted.toString(),
    'Options of the engine:',
    ...renderEngineOptions(engineOptions),
    '',
    `${machine.processor}, ${machine.cores} cores, Node ${machine.node}, commit ${commit}`,
    `Load average ${machine.loadAtStart} at the start, ${machine.loadAtEnd} at the end.`,
    ...skipped.map((what) => `Left out: ${what}`),
    ...(isPartial ? ['INTERRUPTED: later measurements are missing.'] : []),
  ];
  return `${lines.join('\n')}\n`;
}
