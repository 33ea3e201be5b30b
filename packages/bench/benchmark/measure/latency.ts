/** Latency by stage, from answers that were asked for one at a time. */
import type { Row, StagePoint } from '../report/result.js';
import { percentile } from '../statistics.js';
import type { NativeSearchCpu } from '@loupe-print/engine/internals';
import type { Answer } from './recognition.js';

/** CPU time of one answer; decoding is left out where pixels were given. */
export type AnswerCpu = Omit<NativeSearchCpu, 'decodeMs'> & { readonly decodeMs?: number };

/** Stages in the order in which they run. */
const STAGES: readonly (readonly [stage: string, read: (cpu: AnswerCpu) => number])[] = [
  ['decode', ({ decodeMs }) => decodeMs ?? 0],
  ['extract', ({ extractMs }) => extractMs],
  ['words', ({ wordsMs }) => wordsMs],
  ['scan', ({ scanMs }) => scanMs],
  ['votes', ({ votesMs }) => votesMs],
  ['spatial', ({ spatialMs }) => spatialMs],
  ['verify', ({ verifyMs }) => verifyMs],
];

export const totalCpuMs = ({ decodeMs = 0, extractMs, searchMs }: AnswerCpu): number =>
  decodeMs + extractMs + searchMs;

export function latencyRows(answers: readonly Answer[]): Row[] {
  const measured: readonly (readonly [string, string, (answer: Answer) => number])[] = [
    ['decode.cpu', 'decode, CPU', ({ cpu }) => cpu.decodeMs],
    ['extract.cpu', 'extract, CPU', ({ cpu }) => cpu.extractMs],
    ['search.cpu', 'search, CPU', ({ cpu }) => cpu.searchMs],
    ['total.cpu', 'JPEG in, answer out, CPU', ({ cpu }) => totalCpuMs(cpu)],
    ['total.wall', 'JPEG in, answer out, wall clock', ({ wallMs }) => wallMs],
  ];
  return measured.flatMap(([id, label, read]) => percentileRows(`latency.${id}`, label, answers.map(read)));
}

function percentileRows(id: string, label: string, valuesMs: readonly number[]): Row[] {
  return [50, 95, 99].map((percent): Row => ({
    id: `${id}.p${percent}`,
    label: `${label}, p${percent}`,
    value: percentile(valuesMs, percent / 100),
    unit: 'ms',
    better: 'lower',
    count: valuesMs.length,
  }));
}

export function stagePoints(cpu: readonly AnswerCpu[], references: number): StagePoint[] {
  return STAGES.map(([stage, read]) => ({ stage, references, p50CpuMs: percentile(cpu.map(read), 0.5) }));
}
