/** Fetches and recognizes in a thread of its own, so that the picture of the camera goes on. */
import { serveWorker } from '../../engine-wasm/src/worker.js';
import type * as comparison from './comparison.js';
import type { PackPlaces } from './pack-places.js';
import { storedPack } from './pack-store.js';
import { PackError } from './scan-error.js';

/** Asked for by the page; the worker fetches the files. */
export interface PackOrder {
  readonly places: PackPlaces;
  /** Whether the copy that is kept is no good. */
  readonly isAnew: boolean;
}

const beside = new URL(/* @vite-ignore */ './comparison.js', import.meta.url).href;
serveWorker<PackOrder>(
  self as never,
  async ({ places, isAnew }) =>
    storedPack(places, isAnew).catch(() => {
      throw new PackError('PACK_AWAY');
    }),
  async () => import(/* @vite-ignore */ beside) as Promise<typeof comparison>,
);
