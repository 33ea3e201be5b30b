/** The methods that a user could pick instead, on the same pictures in the same process. */
import { readFile } from 'node:fs/promises';
import { setImmediate as immediate } from 'node:timers/promises';
import type { Raster } from '@loupe-print/engine';
import type { NativeEngine } from '@loupe-print/engine/internals';

import type { Peer } from '../peers/native-addon.js';
import { loadPeersAddon } from '../peers/native-addon.js';
import { findOptionalPeers } from '../peers/optional-peers.js';
import type { BenchReference } from '../sets/dataset.js';
import type { ProgressBar } from '../progress.js';
import type { CurvePoint, GrowthPoint, Row } from '../report/result.js';
import { percentile, wilsonInterval } from '../statistics.js';
import { type ScoredAnswer, traceCurve } from './curve.js';
import { decodeLuma } from './session.js';

export interface PeerMeasurement {
  /** Beginning of the ids of its rows. */
  readonly id: string;
  readonly rows: Row[];
  readonly curve: CurvePoint[];
  readonly points: GrowthPoint[];
}

/** A picture that every method is asked for. */
export interface PeerQuery {
  readonly raster: Raster;
  /** Ids of the references that it shows. */
  readonly truths: readonly string[];
}

export interface NamedPeer {
  readonly name: string;
  /** Of its package; empty for those that are built here. */
  readonly version: string;
  readonly peer: Peer;
}

/** What most users write first. */
export const LOOP = 'ORB + BFMatcher + findHomography';

const OPENCV_PEERS = [
  [LOOP, 'orb-loop'],
  ['FLANN LSH', 'orb-lsh'],
  ['perceptual hash', 'perceptual-hash'],
] as const;

/** Peers that can be used here, and why others cannot. */
export function findPeers(): { readonly peers: NamedPeer[]; readonly skipped: string[] } {
  const addon = loadPeersAddon();
  const optional = findOptionalPeers();
  const skipped = optional.flatMap(({ name, make, reason }) => (make === null ? [`${name}: ${reason}`] : []));
  if (addon === null) skipped.unshift('peers on OpenCV: not built; npm run bench builds them');
  return {
    peers: [
      ...(addon === null
        ? []
        : OPENCV_PEERS.map(([name, kind]) => ({ name, version: '', peer: new addon.Peer(kind) }))),
      ...optional.flatMap(({ name, version, make }) =>
        make === null ? [] : [{ name, version, peer: make() }],
      ),
    ],
    skipped,
  };
}

/**
 * Adds the references to one peer and asks it every query. Recall is that of its best answer without any threshold:
 * the most that it could reach.
 */
export async function measurePeer(
  engine: NativeEngine,
  { name, version, peer }: NamedPeer,
  references: readonly BenchReference[],
  queries: readonly PeerQuery[],
  bar: ProgressBar,
  signal: AbortSignal,
): Promise<PeerMeasurement> {
  const total = references.length + queries.length;
  for (const [rank, { file }] of references.entries()) {
    signal.throwIfAborted();
    peer.add(await decodeLuma(engine, await readFile(file), 'reference'));
    bar.update(rank + 1, total);
  }
  peer.build();
  const searchMs: number[] = [];
  const positives: ScoredAnswer[] = [];
  const negatives: ScoredAnswer[] = [];
  for (const [rank, query] of queries.entries()) {
    await immediate();
    signal.throwIfAborted();
    const { cpuMs, ranking } = await peer.search(query.raster);
    searchMs.push(cpuMs);
    const best = ranking[0];
    const id = best === undefined ? '' : (references[best.reference]?.id ?? '');
    const answer = { score: best?.score ?? -Infinity, isRight: query.truths.includes(id) };
    (query.truths.length > 0 ? positives : negatives).push(answer);
    bar.update(references.length + rank + 1, total);
  }
  const right = positives.filter(({ isRight }) => isRight).length;
  const { low, high } = wilsonInterval(right, positives.length);
  const p50CpuMs = percentile(searchMs, 0.5);
  const title = version === '' ? name : `${name} ${version}`;
  const id = name === LOOP ? 'peer.loop' : `peer.${name.replace(/\W+/g, '-')}`;
  return {
    id,
    rows: [
      {
        id: `${id}.recall`,
        label: `${title}: best answer right, no threshold, ${references.length} references`,
        value: (100 * right) / Math.max(1, positives.length),
        unit: '%',
        better: 'higher',
        low: 100 * low,
        high: 100 * high,
        count: positives.length,
      },
      {
        id: `${id}.p50`,
        label: `${title} among ${references.length}: pixels in, answer out, CPU, p50`,
        value: p50CpuMs,
        unit: 'ms',
        better: 'lower',
        count: searchMs.length,
      },
    ],
    curve: traceCurve(name, positives, negatives),
    points: [{ method: name, references: references.length, p50CpuMs, p99CpuMs: percentile(searchMs, 0.99) }],
  };
}
