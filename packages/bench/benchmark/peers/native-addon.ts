/** The benchmark's own addon: peers on OpenCV, and simulated references. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Raster } from '@loupe-print/engine';
import type { NativeSearchCpu } from '@loupe-print/engine/internals';

import { projectRoot } from '../project-root.js';

type OpenCvPeerKind = 'orb-loop' | 'orb-lsh' | 'perceptual-hash';

interface PeerRanking {
  /** CPU time of the thread, in milliseconds. */
  readonly cpuMs: number;
  /** Numbers of references in the order in which they were added, best first. */
  readonly ranking: readonly { readonly reference: number; readonly score: number }[];
}

/** A method to compare with. Adding and building block; times are CPU times in milliseconds. */
export interface Peer {
  add(raster: Raster): number;
  build(): number;
  search(raster: Raster): PeerRanking | Promise<PeerRanking>;
}

export interface ReferenceSimulator {
  /** Signatures of references whose corners come from random real ones. */
  next(count: number): readonly Buffer[];
}

/** An index of real references (keys 1, 2, ...) and of simulated ones that share their DNA: millions fit into memory. */
interface SimulatedIndex {
  /** Adds one segment of at most `count` references, or as many as a segment holds; resolves with the new size. */
  grow(count: number): Promise<number>;
  /** `key` is that of the best recognized reference, 0 when there is none. */
  search(raster: Raster): Promise<{ readonly cpu: NativeSearchCpu; readonly key: number }>;
  /** Removes simulated references; CPU time of each in microseconds. */
  remove(count: number): number[];
  size(): number;
  hotBytes(): number;
}

/** Distances of signatures, 0 to 64, from the first, tenth and fiftieth nearest stranger, in the middle. */
interface StrangerDistances {
  readonly byRank: readonly [number, number, number];
  /** Mean number of strangers that a search counts as hits of a descriptor. */
  readonly hits: number;
}

/** What SIFT, the ratio test and RANSAC make of one pair. */
export interface SiftPair {
  readonly inliers: number;
  /** Pixels of the query from pixels of the reference, row by row. */
  readonly queryFromReference: readonly number[] | null;
}

export interface PeersAddon {
  readonly siftPair: (query: Raster, reference: Raster) => Promise<SiftPair>;
  readonly SimulatedIndex: new (
    vocabularyPath: string,
    dnas: readonly Buffer[],
    pool: readonly Buffer[],
    seed: number,
  ) => SimulatedIndex;
  /**
   * How near strangers come to descriptors of the last `asked` pictures: among the first `size`, and among as many that are
   * simulated from `parents` of these.
   */
  readonly compareStrangers: (
    vocabularyPath: string,
    dnas: readonly Buffer[],
    counts: {
      readonly size: number;
      readonly parents: number;
      readonly asked: number;
      readonly seed: number;
    },
  ) => Readonly<Record<'real' | 'simulated', StrangerDistances>>;
  readonly Peer: new (kind: OpenCvPeerKind) => Peer;
  readonly Simulator: new (
    vocabularyPath: string,
    pool: readonly Buffer[],
    seed: number,
  ) => ReferenceSimulator;
}

function isPeersAddon(candidate: unknown): candidate is PeersAddon {
  return (
    typeof candidate === 'object' &&
    candidate !== null &&
    'siftPair' in candidate &&
    'SimulatedIndex' in candidate
  );
}

const PATH = join(projectRoot, 'build/Release/bench_peers.node');

/** The addon, or null when it is not built. */
export function loadPeersAddon(): PeersAddon | null {
  if (!existsSync(PATH)) return null;
  const loaded: unknown = createRequire(import.meta.url)(PATH);
  return isPeersAddon(loaded) ? loaded : null;
}
