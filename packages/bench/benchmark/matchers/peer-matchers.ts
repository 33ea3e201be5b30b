/** Methods of OpenCV as matchers: those of `packages/bench/benchmark/peers`, and SIFT with RANSAC on what they find. */
import { readFile } from 'node:fs/promises';
import type { Raster } from '@loupe-print/engine';
import type { NativeEngine } from '@loupe-print/engine/internals';

import { LOOP, type NamedPeer } from '../measure/peers.js';
import { decodeLuma } from '../measure/session.js';
import type { PeersAddon } from '../peers/native-addon.js';
import type { Matcher } from './measure-matcher.js';

export interface NamedMatcher {
  readonly name: string;
  readonly matcher: Matcher;
}

/** References of the loop that SIFT compares with, since comparing with all takes minutes a picture. */
const CANDIDATES = 5;

/** @param peers without references yet */
export function peerMatchers(
  engine: NativeEngine,
  addon: PeersAddon,
  peers: readonly NamedPeer[],
): readonly NamedMatcher[] {
  const matchers = peers.map(({ name, version, peer }) => ({
    name: version === '' ? name : `${name} ${version}`,
    matcher: new PeerMatcher(engine, peer),
  }));
  const loop = new PeerMatcher(engine, new addon.Peer('orb-loop'));
  const sift = {
    name: `SIFT + RANSAC on the best ${CANDIDATES} of ${LOOP}`,
    matcher: new SiftMatcher(addon, loop),
  };
  return [...matchers, sift];
}

class PeerMatcher implements Matcher {
  readonly rasters = new Map<string, Raster>();
  private readonly ids: string[] = [];
  private isBuilt = false;

  constructor(
    private readonly engine: NativeEngine,
    private readonly peer: NamedPeer['peer'],
  ) {}

  async add(id: string, file: string): Promise<void> {
    const raster = await decodeLuma(this.engine, await readFile(file), 'reference');
    this.peer.add(raster);
    this.ids.push(id);
    this.rasters.set(id, raster);
  }

  async search(file: string, limit: number) {
    return this.rank(await this.decode(file), limit);
  }

  async decode(file: string): Promise<Raster> {
    return decodeLuma(this.engine, await readFile(file), 'query');
  }

  async rank(raster: Raster, limit: number) {
    if (!this.isBuilt) this.peer.build();
    this.isBuilt = true;
    const { ranking } = await this.peer.search(raster);
    return ranking.slice(0, limit).map(({ reference, score }) => ({ id: this.ids[reference] ?? '', score }));
  }
}

/** Scores are inliers. */
class SiftMatcher implements Matcher {
  constructor(
    private readonly addon: PeersAddon,
    private readonly loop: PeerMatcher,
  ) {}

  async add(id: string, file: string): Promise<void> {
    await this.loop.add(id, file);
  }

  async search(file: string) {
    const query = await this.loop.decode(file);
    const hits = [];
    for (const { id } of await this.loop.rank(query, CANDIDATES)) {
      const reference = this.loop.rasters.get(id);
      if (reference === undefined) continue;
      const { inliers } = await this.addon.siftPair(query, reference);
      hits.push({ id, score: inliers });
    }
    return hits;
  }
}
