/** Latency by stage, from answers that were asked for one at a time. */
import type { Row, StagePoint } from '../report/result.js';
import { percentile } from '../statistics.js';
import type { Answer } from './recognition.js';

/** CPU time of stages in the order in which they run. */
export const STAGES: readonly (readonly [stage: string, read: (answer: Answer) => number])[] = [
  ['decode', ({ cpu }) => cpu.decodeMs],
  ['extract', ({ cpu }) => cpu.extractMs],
  ['words', ({ cpu }) => cpu.wordsMs],
  ['scan', ({ cpu }) => cpu.scanMs],
  ['votes', ({ cpu }) => cpu.votesMs],
  ['spatial', ({ cpu }) => cpu.spatialMs],
  ['verify', ({ cpu }) => cpu.verifyMs],
];

const totalCpuMs = ({ cpu }: Answer): number => cpu.decodeMs + cpu.extractMs + cpu.searchMs;

export function latencyRows(answers: readonly Answer[]): Row[] {
  const measured: readonly (readonly [string, string, (answer: Answer) => number])[] = [
    ['decode.cpu', 'decode, CPU', ({ cpu }) => cpu.decodeMs],
    ['extract.cpu', 'extract, CPU', ({ cpu }) => cpu.extractMs],
    ['search.cpu', 'search, CPU', ({ cpu }) => cpu.searchMs],
    ['total.cpu', 'JPEG in, answer out, CPU', totalCpuMs],
    ['total.wall', 'JPEG in, answer out, wall clock', ({ wallMs }) => wallMs],
  ];
  return measured.flatMap(([id, label, read]) => percentileRows(`latency.${id}`, label, answers.map(read)));
}

export function percentileRows(id: string, label: string, valuesMs: readonly number[]): Row[] {
  return [50, 95, 99].map((percent): Row => ({
    id: `${id}.p${percent}`,
    label: `${label}, p${percent}`,
    value: percentile(valuesMs, percent / 100),
    unit: 'ms',
    better: 'lower',
    count: valuesMs.length,
  }));
}

export function stagePoints(answers: readonly Answer[], references: number): StagePoint[] {
  return STAGES.map(([stage, read]) => ({ stage, references, p50CpuMs: percentile(answers.map(read), 0.5) }));
}
