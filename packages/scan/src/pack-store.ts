/** Packs and the engine on this phone: fetched when there is a network, kept for when there is none. */
import { newerPack } from '../../engine-wasm/src/newer-pack.js';
import { hasVectors } from '../../engine-wasm/src/wasm-module.js';
import type { PackFiles } from '../../engine-wasm/src/worker.js';
import type { PackPlaces } from './pack-places.js';

/** Not among the names that the service worker clears away. */
const KEPT = 'packs-of-loupe-1';

/** There is no pack: it cannot be fetched, and none is kept. */
class NoPack extends Error {
  readonly code = 'PACK_AWAY';
}

export interface StoredPack extends PackFiles {
  /** Whether all of it is there for the next visit; the phone may have no room. */
  readonly isKept: boolean;
}

interface Kept {
  readonly answer: Response;
  readonly isKept: boolean;
}

/** How an answer of the server is renewed: null where the one before still holds. */
type Renew = (address: string, before: Response | undefined) => Promise<Response | null>;

/**
 * All that recognizing takes, the newest that can be had.
 *
 * @param isAnew  whether the one that is kept cannot be used, and all is fetched again
 * @throws NoPack
 */
export async function storedPack(places: PackPlaces, isAnew = false): Promise<StoredPack> {
  const { engine, publicKey } = places;
  const parts = await Promise.all([
    kept(engine[hasVectors() ? 'loupe.wasm' : 'loupe-plain.wasm'], isAnew, renewed),
    kept(engine['vocabulary.bin'], isAnew, renewed),
    kept(places.pack, isAnew, renewedPack),
  ]);
  const facts =
    publicKey === null && engine.facts !== null ? await kept(engine.facts, isAnew, renewed) : null;
  const given = (await facts?.answer.json()) as { readonly publicKey: string } | undefined;
  const [moduleFile, vocabulary, pack] = await Promise.all(
    parts.map(async ({ answer }) => answer.arrayBuffer()),
  );
  return {
    publicKey: publicKey ?? given?.publicKey ?? '',
    module: moduleFile ?? new ArrayBuffer(),
    vocabulary: vocabulary ?? new ArrayBuffer(),
    pack: pack ?? new ArrayBuffer(),
    isKept: parts.every(({ isKept }) => isKept) && facts?.isKept !== false,
  };
}

async function kept(address: string, isAnew: boolean, renew: Renew): Promise<Kept> {
  const cache = await caches.open(KEPT);
  const before = isAnew ? undefined : await cache.match(address);
  const answer = await renew(address, before?.clone()).catch(() => null);
  if (answer === null) {
    if (before === undefined) throw new NoPack();
    return { answer: before, isKept: true };
  }
  try {
    await cache.put(address, answer.clone());
    return { answer, isKept: true };
  } catch {
    // It serves this visit; what was kept before serves the next one, too.
    return { answer, isKept: before !== undefined };
  }
}

/** The server says with 304 that the one on this phone is the newest. */
async function renewed(address: string, before: Response | undefined): Promise<Response | null> {
  const tag = before?.headers.get('ETag') ?? null;
  const answer = await fetch(address, { headers: tag === null ? {} : { 'If-None-Match': tag } });
  return answer.ok ? answer : null;
}

/** Of a new version only the parts come that are not on this phone. */
async function renewedPack(address: string, before: Response | undefined): Promise<Response | null> {
  const tag = before?.headers.get('ETag') ?? '';
  const known =
    before === undefined || tag === '' ? null : { file: new Uint8Array(await before.arrayBuffer()), tag };
  const newer = await newerPack(address, known);
  return newer === null ? null : new Response(newer.file, { headers: { ETag: newer.tag } });
}
