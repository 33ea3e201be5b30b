/** Packs and the engine on this phone: fetched when there is a network, kept for when there is none. */
import { hasVectors } from '../../../../packages/engine-wasm/src/wasm-module';
import { serverAddress } from '../../api/own-path';

/** Not among the names that the service worker clears away. */
const KEPT = 'packs-of-loupe-1';

/** Why there is no pack: it cannot be fetched and none is kept, or this phone has no room. */
export class NoPack extends Error {
  constructor(readonly code: 'PACK_AWAY' | 'STORAGE_FULL') {
    super(code);
  }
}

export interface StoredPack {
  readonly module: ArrayBuffer;
  readonly vocabulary: ArrayBuffer;
  readonly pack: ArrayBuffer;
  readonly publicKey: string;
}

/** All that recognizing takes. @throws NoPack */
export async function storedPack(key: string, packId: string): Promise<StoredPack> {
  // Without it a browser may clear everything away when it needs room.
  void navigator.storage?.persist?.().catch(() => false);
  const engine = hasVectors() ? 'loupe.wasm' : 'loupe-plain.wasm';
  const [facts, module, vocabulary, pack] = await Promise.all([
    kept('/packs/engine'),
    kept(`/packs/engine/${engine}`),
    kept('/packs/engine/vocabulary.bin'),
    kept(`/packs/${encodeURIComponent(key)}/${encodeURIComponent(packId)}`),
  ]);
  const { publicKey } = (await facts.json()) as { readonly publicKey: string };
  return {
    publicKey,
    module: await module.arrayBuffer(),
    vocabulary: await vocabulary.arrayBuffer(),
    pack: await pack.arrayBuffer(),
  };
}

/** The newest version that can be had: the server says with 304 that the one on this phone is. */
async function kept(path: string): Promise<Response> {
  const cache = await caches.open(KEPT);
  const address = serverAddress(path);
  const before = await cache.match(address);
  const tag = before?.headers.get('ETag') ?? null;
  const answer = await fetch(address, { headers: tag === null ? {} : { 'If-None-Match': tag } }).catch(
    () => null,
  );
  if (answer?.ok !== true) {
    if (before === undefined) throw new NoPack('PACK_AWAY');
    return before;
  }
  try {
    await cache.put(address, answer.clone());
  } catch {
    // It serves this visit; the next one needs a network.
    if (before === undefined) return answer;
  }
  return answer;
}
