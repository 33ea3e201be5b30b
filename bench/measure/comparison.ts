/** The engine and its peers on one part of the data: the same references, the same queries, the same process. */
import { isRecognizedDecision } from './decision.js';
import type { Raster } from '../../src/vision/types.js';
import type { NativeEngine } from '../../src/vision/native.js';
import type { BenchReference, Dataset } from '../sets/dataset.js';
import type { Progress } from '../progress.js';
import type { CurvePoint, GrowthPoint, Row } from '../report/result.js';
import { percentile } from '../statistics.js';
import { type ScoredAnswer, traceCurve } from './curve.js';
import { findPeers, measurePeer, type PeerQuery } from './peers.js';
import { decodeFile, indexReferences } from './session.js';

export interface ComparisonOptions {
  readonly referenceLimit: number;
  readonly queryLimit: number;
}

export interface Comparison {
  readonly rows: Row[];
  readonly curve: CurvePoint[];
  readonly points: GrowthPoint[];
  readonly skipped: string[];
}

/** Measures everything that can be used here; `keep` is told after each method, for interrupted runs. */
export async function compareWithPeers(
  engine: NativeEngine,
  dataset: Dataset,
  crops: readonly Raster[],
  options: ComparisonOptions,
  progress: Progress,
  signal: AbortSignal,
  keep: (part: Partial<Comparison>) => void,
): Promise<void> {
  const part = chooseSubset(dataset, options);
  const queries: PeerQuery[] = [];
  for (const { file, truths } of part.queries)
    queries.push({ raster: await decodeFile(file, 'query'), truths });
  queries.push(...crops.map((raster) => ({ raster, truths: [] })));
  const ours = await measureOurs(engine, part.references, queries, progress, signal);
  keep(ours);
  const { peers, skipped } = findPeers();
  keep({ skipped });
  for (const named of peers) {
    const bar = progress.start(named.name);
    try {
      const measured = await measurePeer(named, part.references, queries, bar, signal);
      const peerMs = measured.points[0]?.p50CpuMs ?? Number.NaN;
      measured.rows.push({
        id: `${measured.rows[0]?.id ?? named.name}.factor`,
        label: `${named.name}: CPU time of a query against Loupe's`,
        value: peerMs / ours.p50CpuMs,
        unit: 'x',
        better: 'higher',
      });
      keep(measured);
    } finally {
      bar.stop();
    }
  }
}

/** Queries spread over the data, with the references that they show and then others up to the limit. */
function chooseSubset({ references, queries }: Dataset, { referenceLimit, queryLimit }: ComparisonOptions) {
  const step = Math.max(1, queries.length / queryLimit);
  const chosen = queries.filter((_, rank) => Math.floor(rank / step) !== Math.floor((rank - 1) / step));
  const shown = new Set(chosen.flatMap(({ truths }) => truths));
  const needed = references.filter(({ id }) => shown.has(id));
  const others = references.filter(({ id }) => !shown.has(id));
  return {
    queries: chosen,
    references: [...needed, ...others].slice(0, Math.max(referenceLimit, needed.length)),
  };
}

async function measureOurs(
  engine: NativeEngine,
  references: readonly BenchReference[],
  queries: readonly PeerQuery[],
  progress: Progress,
  signal: AbortSignal,
) {
  const bar = progress.start('Loupe on the part that peers get');
  const { index } = await indexReferences(engine, references, bar, signal);
  const cpuMs: number[] = [];
  const positives: ScoredAnswer[] = [];
  const negatives: ScoredAnswer[] = [];
  let right = 0;
  for (const { raster, truths } of queries) {
    signal.throwIfAborted();
    const { hits, timing } = await engine.search([index], { raster }, { limit: 10 });
    cpuMs.push(timing.cpu.extractMs + timing.cpu.searchMs);
    const [best] = [...hits].sort((a, b) => a.distance - b.distance);
    const id = best === undefined ? '' : (references[best.key - 1]?.id ?? '');
    const isRight = truths.includes(id);
    (truths.length > 0 ? positives : negatives).push({
      score: best === undefined ? -Infinity : 1 - best.distance,
      isRight,
    });
    if (isRight && best !== undefined && isRecognizedDecision(best.decision)) right += 1;
  }
  bar.stop();
  index.close();
  const p50CpuMs = percentile(cpuMs, 0.5);
  const label = `Loupe on the part that peers get (${references.length} references)`;
  const rows: Row[] = [
    {
      id: 'peer.Loupe.recall',
      label: `${label}: recognized rightly`,
      value: (100 * right) / positives.length,
      unit: '%',
      better: 'higher',
      count: positives.length,
    },
    {
      id: 'peer.Loupe.p50',
      label: `${label}: pixels in, answer out, CPU, p50`,
      value: p50CpuMs,
      unit: 'ms',
      better: 'lower',
      count: cpuMs.length,
    },
  ];
  return { rows, curve: traceCurve('Loupe', positives, negatives), points: [], p50CpuMs };
}
