/** The page of a run: what was measured, how, and the figures. */
import { formatRow } from './figures.js';
import type { BenchResult, Machine, Row } from './result.js';
import { compareWithWishes, WANTED_HEAD, wantedCells } from './wanted.js';

const SECTIONS: readonly (readonly [title: string, prefixes: readonly string[]])[] = [
  ['Recall', ['recall.', 'wrong.']],
  ['Recall among all real references', ['recallAmongAll.', 'wrongAmongAll.']],
  ['False accepts', ['falseAccepts.', 'falseAcceptsAmongAll.']],
  ['Homography', ['corners.']],
  ['Grade against recall', ['grade.', 'gradeAmongAll.']],
  ['Latency of one query at a time', ['latency.']],
  ['Throughput', ['throughput.', 'eventLoop.', 'insert']],
  ['Filters', ['filter.']],
  ['Growth: search, change, memory', ['growth.']],
  ['Simulated references against real ones', ['strangers.']],
  ['Snapshot', ['snapshot.']],
  ['Peers', ['peer.', 'peerAmongAll.']],
];

const PLOT_TITLES: Readonly<Record<string, string>> = {
  'recall-false-accepts': 'Recall against false accepts, Loupe and peers on the same part of the data',
  'latency-references': 'CPU time of a search against the number of references',
  stages: 'Median CPU time of a query by stage',
};

export function renderPage(result: BenchResult, plots: readonly string[], jsonPath: string): string {
  const { rows, skipped, isPartial } = result;
  const sections = SECTIONS.flatMap(([title, prefixes]) => {
    const some = rows.filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix)));
    return some.length === 0 ? [] : [`### ${title}`, '', ...rowTable(some), ''];
  });
  return [
    ...INTRODUCTION,
    '## Wanted and measured',
    '',
    ...tableOf(WANTED_HEAD, compareWithWishes(result).map(wantedCells)),
    '',
    ...WANTED_NOTES,
    '## The run',
    '',
    ...runLines(result, jsonPath),
    ...(isPartial ? ['', '**The run was interrupted: later measurements are missing.**'] : []),
    '',
    ...plots.flatMap((plot) => [`![${plotTitle(plot)}](${plot})`, '']),
    ...sections,
    ...(skipped.length === 0 ? [] : ['### Left out', '', ...skipped.map((what) => `- ${what}`), '']),
  ].join('\n');
}

const WANTED_NOTES = [
  '"reached" and "aim" say which of the two the figure keeps, "too few" that too few were asked to tell. Search times are',
  'CPU times of one thread; references beyond the real ones are simulated. What has no measurement was not part of this run.',
  '',
];

const INTRODUCTION = [
  '# Benchmarks',
  '',
  'This page is written by `npm run bench`. Anybody can run it: without data it draws a synthetic set of its own; `--data`',
  'or `LOUPE_BENCH_DATA` names a folder of image sets. How the figures are taken is in',
  '[benchmarks/method.md](benchmarks/method.md).',
  '',
];

function runLines(
  { startedAt, durationS, commit, machine, parameters }: BenchResult,
  jsonPath: string,
): string[] {
  const described = Object.entries(parameters).map(
    ([name, value]) => `  ${name} ${Array.isArray(value) ? value.join(' ') : String(value)}`,
  );
  return [
    `- ${startedAt.slice(0, 16).replace('T', ' ')} UTC, commit \`${commit}\`, ${durationS} s`,
    `- ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}`,
    `- load average ${machine.loadAtStart} at the start and ${machine.loadAtEnd} at the end${loadNote(machine)}`,
    '- parameters:',
    ...described.map((line) => line.replace(/^ {2}/, '  - ')),
    `- all figures: [${jsonPath}](${jsonPath})`,
  ];
}

/** The run itself keeps up to two threads busy. */
const loadNote = ({ loadAtStart, loadAtEnd }: Machine): string =>
  loadAtStart > 1 || loadAtEnd > 3
    ? ': other programs shared the processors; wall-clock figures are upper bounds'
    : '';

function plotTitle(plot: string): string {
  const name = Object.keys(PLOT_TITLES).find((known) => plot.endsWith(`-${known}.svg`));
  return PLOT_TITLES[name ?? ''] ?? 'Plot';
}

function rowTable(rows: readonly Row[]): string[] {
  const cells = rows.map((row) => [row.label, formatRow(row), String(row.count ?? '')]);
  return tableOf(['Figure', 'Value (95 % interval)', 'Of'], cells);
}

/** A table with columns of one width, as the formatter of the project writes them. */
function tableOf(head: readonly string[], cells: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...cells.map((cell) => cell[column]?.length ?? 0)),
  );
  const line = (texts: readonly string[]): string =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...cells.map(line)];
}
