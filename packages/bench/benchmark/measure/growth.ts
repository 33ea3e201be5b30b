/** Search, memory and changes at one size of the index. */
import type { Raster } from '@loupe-print/engine';
import { isRecognized, type NativeIndex } from '@loupe-print/engine/internals';
import type { ReferenceSimulator } from '../peers/native-addon.js';
import type { ProgressBar } from '../progress.js';
import type { GrowthPoint, Row, StagePoint } from '../report/result.js';
import { mean, percentile } from '../statistics.js';
import { cpuMs } from './cpu.js';
import { type AnswerCpu, stagePoints, totalCpuMs } from './latency.js';
import { ask } from './recognition.js';
import type { Session } from './session.js';

const BATCH = 500;
const REMOVALS = 200;
const REMOVALS_PER_JOB = 20;

export interface GrowthQuery {
  readonly bytes: Buffer;
  readonly raster: Raster;
  /** Ids of the references that it shows. */
  readonly truths: readonly string[];
}

export interface Growth {
  readonly rows: Row[];
  readonly points: GrowthPoint[];
  readonly stages: StagePoint[];
}

/** An answer at one size. */
export interface GrowthAnswer {
  readonly cpu: AnswerCpu;
  /** Null when the picture shows no reference of the index. */
  readonly isRight: boolean | null;
}

/** Measures the index as it is, from the bytes of files. */
export async function measureSize(
  session: Session,
  queries: readonly GrowthQuery[],
  signal: AbortSignal,
): Promise<Growth> {
  const answers: GrowthAnswer[] = [];
  for (const { bytes, truths } of queries) {
    signal.throwIfAborted();
    const { hits, cpu } = await ask(session, bytes, null);
    const best = hits.find(isRecognized);
    const shown = truths.filter((id) => session.keyOf.has(id));
    answers.push({ cpu, isRight: shown.length === 0 ? null : best !== undefined && shown.includes(best.id) });
  }
  const growth = growthOf(session.index.size(), answers);
  return { ...growth, rows: [...growth.rows, ...memoryRows(session.index)] };
}

/**
 * Search times are reported separately for pictures that show a reference of the index and for those that show none: the latter
 * look at more candidates, and how many of them there are is a choice of the sets, not of the engine.
 */
export function growthOf(size: number, answers: readonly GrowthAnswer[]): Growth {
  const showing = answers.filter(({ isRight }) => isRight !== null);
  const others = answers.filter(({ isRight }) => isRight === null);
  const timed = showing.length > 0 ? showing : others;
  const searchMs = timed.map(({ cpu }) => cpu.searchMs);
  const rows: Row[] = [
    ...searchRows(`growth.${size}.search`, `search among ${size}`, showing),
    ...searchRows(`growth.${size}.nothing`, `search among ${size} for what is not there`, others),
    {
      id: `growth.${size}.recall`,
      label: `best answer right among ${size}`,
      value: (100 * showing.filter(({ isRight }) => isRight).length) / Math.max(1, showing.length),
      unit: '%',
      better: 'higher',
      count: showing.length,
    },
  ];
  if (showing.some(({ cpu }) => cpu.decodeMs !== undefined))
    rows.push({
      id: `growth.${size}.total.p50`,
      label: `JPEG in, answer out among ${size}, CPU, p50`,
      value: percentile(
        showing.map(({ cpu }) => totalCpuMs(cpu)),
        0.5,
      ),
      unit: 'ms',
      better: 'lower',
      count: showing.length,
    });
  return {
    rows,
    points: [
      {
        method: 'Loupe',
        references: size,
        p50CpuMs: percentile(searchMs, 0.5),
        p99CpuMs: percentile(searchMs, 0.99),
      },
    ],
    stages: stagePoints(
      timed.map(({ cpu }) => cpu),
      size,
    ),
  };
}

function searchRows(id: string, label: string, answers: readonly GrowthAnswer[]): Row[] {
  if (answers.length === 0) return [];
  const searchMs = answers.map(({ cpu }) => cpu.searchMs);
  return [50, 99].map((percent): Row => ({
    id: `${id}.p${percent}`,
    label: `${label}, CPU, p${percent}`,
    value: percentile(searchMs, percent / 100),
    unit: 'ms',
    better: 'lower',
    count: answers.length,
  }));
}

function memoryRows(index: NativeIndex): Row[] {
  const size = index.size();
  const { hotBytes, dnaHeapBytes, dnaMappedBytes } = index.memory();
  const dnaKb = (dnaHeapBytes + dnaMappedBytes) / size / 1024;
  const hot = hotMemoryRow(size, hotBytes);
  return [
    hot,
    {
      ...hot,
      id: `growth.${size}.memory.dna`,
      label: `memory a reference among ${size}, its DNA`,
      value: dnaKb,
    },
    {
      ...hot,
      id: `growth.${size}.memory.all`,
      label: `memory a reference among ${size}, hot and DNA together`,
      value: hot.value + dnaKb,
    },
  ];
}

export function hotMemoryRow(size: number, hotBytes: number): Row {
  return {
    unit: 'KB',
    better: 'lower',
    count: size,
    id: `growth.${size}.memory.hot`,
    label: `memory a reference among ${size}, hot`,
    value: hotBytes / size / 1024,
  };
}

/** Adds simulated references up to a size and leaves the index alone for a while; returns what adding and removing cost. */
export async function growTo(
  session: Session,
  size: number,
  simulator: ReferenceSimulator,
  bar: ProgressBar,
  signal: AbortSignal,
): Promise<Row[]> {
  const { index } = session;
  const first = index.size();
  // Removed ones never come back under the same key, so that keys keep growing.
  let nextKey = 1_000_000_000 + first;
  const addUs: number[] = [];
  while (index.size() < size) {
    signal.throwIfAborted();
    const dnas = simulator.next(Math.min(BATCH, size - index.size()));
    const before = cpuMs();
    await index.apply(dnas.map((dna) => ({ key: nextKey++, dna })));
    if (index.needsCompaction()) await index.compact();
    addUs.push((1000 * (cpuMs() - before)) / dnas.length);
    bar.update(index.size() - first, size - first);
  }
  if (addUs.length === 0) return [];
  const removals = await measureRemovals(session);
  await index.compact('quiet');
  return [
    {
      id: `growth.${size}.add`,
      label: `add a signature among ${size}, CPU (merges included)`,
      value: mean(addUs),
      unit: 'µs',
      better: 'lower',
      count: size - first,
    },
    ...removals,
  ];
}

export function removalRow(size: number, us: number, count: number): Row {
  return {
    id: `growth.${size}.remove`,
    label: `remove among ${size}, CPU`,
    value: us,
    unit: 'µs',
    better: 'lower',
    count,
  };
}

/**
 * Removes the newest references, a few in each job, and puts them back. The median job counts: the time of the
 * process takes in whatever else it does meanwhile, such as collecting garbage: many times what a removal costs.
 */
export async function measureRemovals({ index, dnas, references }: Session): Promise<Row[]> {
  const size = index.size();
  const count = Math.min(REMOVALS, references.length - 1);
  if (count < 1) return [];
  const keys = Array.from({ length: count }, (_, rank) => references.length - rank);
  const removalUs: number[] = [];
  for (let start = 0; start < count; start += REMOVALS_PER_JOB) {
    const removed = keys.slice(start, start + REMOVALS_PER_JOB);
    const before = cpuMs();
    await index.apply(removed.map((key) => ({ key })));
    removalUs.push((1000 * (cpuMs() - before)) / removed.length);
  }
  await index.apply(keys.map((key) => ({ key, dna: dnas[key - 1] ?? Buffer.alloc(0) })));
  if (index.needsCompaction()) await index.compact();
  return [removalRow(size, percentile(removalUs, 0.5), count)];
}
