/** The page of a run: what was measured, how, and the figures. */
import { formatRow } from './figures.js';
import type { BenchResult, Row } from './result.js';

const SECTIONS: readonly (readonly [title: string, prefixes: readonly string[]])[] = [
  ['Recall', ['recall.', 'wrong.']],
  ['False accepts', ['falseAccepts.']],
  ['Homography', ['corners.']],
  ['Latency of one query at a time', ['latency.']],
  ['Throughput', ['throughput.', 'eventLoop.', 'insert']],
  ['Growth with simulated references, memory', ['growth.']],
  ['Snapshot', ['snapshot.']],
  ['Peers', ['peer.']],
];

export function renderPage(result: BenchResult, plots: readonly string[], jsonPath: string): string {
  const { rows, skipped, isPartial } = result;
  const sections = SECTIONS.flatMap(([title, prefixes]) => {
    const some = rows.filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix)));
    return some.length === 0 ? [] : [`### ${title}`, '', ...tableOf(some), ''];
  });
  return [
    ...INTRODUCTION,
    '## The run',
    '',
    ...runLines(result, jsonPath),
    ...(isPartial ? ['', '**The run was interrupted: later measurements are missing.**'] : []),
    '',
    ...plots.flatMap((plot) => [`![${plot.replace(/^.*\/|\.svg$/g, '')}](${plot})`, '']),
    ...sections,
    ...(skipped.length === 0 ? [] : ['### Left out', '', ...skipped.map((what) => `- ${what}`), '']),
  ].join('\n');
}

const INTRODUCTION = [
  '# Benchmarks',
  '',
  'This page is written by `npm run bench -- --page`. Anybody can run it: without data it draws a synthetic set of its',
  'own; `--data` or `LOUPE_BENCH_DATA` names a folder of image sets. How the figures are taken is in',
  '[benchmarks/method.md](benchmarks/method.md).',
  '',
];

function runLines(
  { startedAt, durationS, commit, machine, parameters }: BenchResult,
  jsonPath: string,
): string[] {
  const described = Object.entries(parameters).map(([name, value]) => `${name} ${String(value)}`);
  return [
    `- ${startedAt.slice(0, 16).replace('T', ' ')} UTC, commit \`${commit}\`, ${durationS} s`,
    `- ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}`,
    `- load average ${machine.loadAtStart} at the start and ${machine.loadAtEnd} at the end: above 1, other programs`,
    '  shared the processors, so that wall-clock figures are upper bounds and CPU times are the ones to compare',
    `- parameters: ${described.join(', ')}`,
    `- all figures: [${jsonPath}](${jsonPath})`,
  ];
}

function tableOf(rows: readonly Row[]): string[] {
  const cells = rows.map((row) => [row.label, formatRow(row), String(row.count ?? '')]);
  const head = ['Figure', 'Value (95 % interval)', 'Of'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((cell) => cell[column]?.length ?? 0)),
  );
  const line = (texts: readonly string[]): string =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...cells.map(line)];
}
