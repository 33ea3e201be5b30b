/** The benchmark's own addon: peers on OpenCV, and simulated references. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { Raster } from '../../src/vision/types.js';
import { projectRoot } from '../project-root.js';

export type OpenCvPeerKind = 'orb-loop' | 'orb-lsh' | 'perceptual-hash';

export interface PeerRanking {
  /** CPU time of the thread, in milliseconds. */
  readonly cpuMs: number;
  /** Numbers of references in the order in which they were added, best first. */
  readonly ranking: readonly { readonly reference: number; readonly score: number }[];
}

/** A method to compare with. Methods block; times are CPU times in milliseconds. */
export interface Peer {
  add(raster: Raster): number;
  build(): number;
  search(raster: Raster): PeerRanking;
}

export interface ReferenceSimulator {
  /** Signatures of references whose corners come from random real ones. */
  next(count: number): readonly Buffer[];
}

export interface PeersAddon {
  readonly Peer: new (kind: OpenCvPeerKind) => Peer;
  readonly Simulator: new (pool: readonly Buffer[], seed: number) => ReferenceSimulator;
}

function isPeersAddon(candidate: unknown): candidate is PeersAddon {
  return (
    typeof candidate === 'object' && candidate !== null && 'Peer' in candidate && 'Simulator' in candidate
  );
}

const PATH = join(projectRoot, 'bench/peers/native/build/Release/bench_peers.node');

/** The addon, or null when it is not built. */
export function loadPeersAddon(): PeersAddon | null {
  if (!existsSync(PATH)) return null;
  const loaded: unknown = createRequire(import.meta.url)(PATH);
  return isPeersAddon(loaded) ? loaded : null;
}
