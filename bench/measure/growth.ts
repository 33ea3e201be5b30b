/** Grows the index with simulated references and measures search, changes and memory at each size. */
import type { NativeIndex } from '../../src/vision/native.js';
import type { Raster } from '../../src/vision/types.js';
import type { ReferenceSimulator } from '../peers/native-addon.js';
import type { ProgressBar } from '../progress.js';
import type { GrowthPoint, Row, StagePoint } from '../report/result.js';
import { mean, percentile } from '../statistics.js';
import { cpuMs } from './cpu.js';
import { isRecognizedDecision } from './decision.js';
import { STAGES } from './latency.js';
import type { Session } from './session.js';

const BATCH = 500;
const REMOVALS = 200;

export interface GrowthQuery {
  readonly raster: Raster;
  /** Keys of the references that it shows. */
  readonly truths: readonly number[];
}

export interface Growth {
  readonly rows: Row[];
  readonly points: GrowthPoint[];
  readonly stages: StagePoint[];
}

/** Measures the index as it is. */
export async function measureSize(
  session: Session,
  queries: readonly GrowthQuery[],
  signal: AbortSignal,
): Promise<Growth> {
  const size = session.index.size();
  const searchMs: number[] = [];
  const stages = new Map<string, number[]>();
  let right = 0;
  for (const { raster, truths } of queries) {
    signal.throwIfAborted();
    const { hits, timing } = await session.engine.search([session.index], { raster }, { limit: 10 });
    searchMs.push(timing.cpu.searchMs);
    for (const [stage, read] of STAGES) {
      const ms = read({ hits: [], cornerErrorPx: null, wallMs: 0, cpu: { ...timing.cpu, decodeMs: 0 } });
      stages.set(stage, [...(stages.get(stage) ?? []), ms]);
    }
    const [best] = hits;
    if (best !== undefined && isRecognizedDecision(best.decision) && truths.includes(best.key)) right += 1;
  }
  const positives = queries.filter(({ truths }) => truths.length > 0).length;
  const p50 = percentile(searchMs, 0.5);
  const p99 = percentile(searchMs, 0.99);
  const base = { unit: 'ms', better: 'lower', count: searchMs.length } as const;
  return {
    rows: [
      { ...base, id: `growth.${size}.search.p50`, label: `search among ${size}, CPU, p50`, value: p50 },
      { ...base, id: `growth.${size}.search.p99`, label: `search among ${size}, CPU, p99`, value: p99 },
      {
        id: `growth.${size}.recall`,
        label: `best answer right among ${size} (simulated ones do not look alike)`,
        value: (100 * right) / Math.max(1, positives),
        unit: '%',
        better: 'higher',
        count: positives,
      },
      ...memoryRows(session.index),
    ],
    points: [{ method: 'Loupe', references: size, p50CpuMs: p50, p99CpuMs: p99 }],
    stages: [...stages]
      .filter(([stage]) => stage !== 'decode')
      .map(([stage, values]) => ({ stage, references: size, p50CpuMs: percentile(values, 0.5) })),
  };
}

function memoryRows(index: NativeIndex): Row[] {
  const size = index.size();
  const { hotBytes, dnaHeapBytes, dnaMappedBytes } = index.memory();
  const base = { unit: 'KB', better: 'lower', count: size } as const;
  const hotKb = hotBytes / size / 1024;
  const dnaKb = (dnaHeapBytes + dnaMappedBytes) / size / 1024;
  return [
    {
      ...base,
      id: `growth.${size}.memory.hot`,
      label: `memory a reference among ${size}, hot`,
      value: hotKb,
    },
    {
      ...base,
      id: `growth.${size}.memory.all`,
      label: `memory a reference among ${size}, with DNA`,
      value: hotKb + dnaKb,
    },
  ];
}

/** Adds simulated references up to a size; tells what adding and removing cost. */
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
  const removed = await measureRemovals(session, simulator, nextKey);
  return [
    {
      id: `growth.${size}.add`,
      label: `add a signature among ${size}, CPU (merges included)`,
      value: mean(addUs),
      unit: 'µs',
      better: 'lower',
      count: addUs.length * BATCH,
    },
    ...removed.map((row) => ({
      ...row,
      id: `growth.${size}.${row.id}`,
      label: `${row.label} among ${size}, CPU`,
    })),
  ];
}

/** Removes references from the midst of the newest ones, in one job, and adds others for them. */
async function measureRemovals(
  { index }: Session,
  simulator: ReferenceSimulator,
  nextKey: number,
): Promise<Row[]> {
  const count = Math.min(REMOVALS, index.size() - 1);
  const keys = Array.from({ length: count }, (_, rank) => nextKey - 1 - rank).filter((key) =>
    index.contains(key),
  );
  const before = cpuMs();
  await index.apply(keys.map((key) => ({ key })));
  const removeUs = (1000 * (cpuMs() - before)) / Math.max(1, keys.length);
  await index.apply(simulator.next(keys.length).map((dna, rank) => ({ key: nextKey + rank, dna })));
  if (index.needsCompaction()) await index.compact();
  return [
    { id: 'remove', label: 'remove', value: removeUs, unit: 'µs', better: 'lower', count: keys.length },
  ];
}
