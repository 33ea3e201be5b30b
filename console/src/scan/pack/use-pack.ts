/** A pack on this phone: opened in a worker, which then says what pictures show. */
import { useEffect, useRef, useState } from 'react';
import type { PackHit } from '../../../../packages/engine-wasm/src/pack-hit';
import type { GrayPixels } from '../../../../packages/engine-wasm/src/wasm-module';
import type { WorkerAnswer, WorkerQuestion } from '../../../../packages/engine-wasm/src/worker';
import { PackPictures } from './pack-pictures';
import type { StoredPack } from '../../../../packages/scan/src/pack-store';

/** Whether pages are recognized without a network: there is no pack, it comes, it is there, or it cannot be used. */
export type PackState =
  | { readonly kind: 'none' }
  | { readonly kind: 'coming' }
  /** `isKept`: whether the next visit has it, too, which a full phone prevents. */
  | { readonly kind: 'ready'; readonly isKept: boolean }
  | { readonly kind: 'refused'; readonly code: string };

/** Where a pack comes from. */
export interface PackSource {
  readonly id: string;
  /** @param isAnew whether the one that is kept cannot be used */
  readonly fetch: (isAnew: boolean) => Promise<StoredPack>;
}

export interface Pack {
  /** null where no pack was asked for. */
  readonly id: string | null;
  readonly state: PackState;
  /** null until it is fetched. */
  readonly pictures: PackPictures | null;
  /** Pages that a picture shows, the meant one first; null where no pack is open. */
  readonly look: (gray: GrayPixels, closer: boolean) => Promise<readonly PackHit[] | null>;
}

/** Refusals of a copy that was changed on the phone, or belongs to an earlier server: another one may be good. */
const MENDED_BY_FETCHING = new Set([
  'PACK_DAMAGED',
  'PACK_INCOMPLETE',
  'PACK_FOREIGN',
  'PACK_NEWER',
  'ENGINE_FAILED',
]);

const NOTHING: Pack['look'] = () => Promise.resolve(null);

/** @param source  the same one each time; null for no pack */
export function usePack(source: PackSource | null, language: string): Pack {
  const [state, setState] = useState<PackState>({ kind: source === null ? 'none' : 'coming' });
  const look = useRef(NOTHING);
  const pictures = useRef<PackPictures | null>(null);

  useEffect(() => {
    if (source === null) return undefined;
    const worker = new Worker(new URL('./pack-worker.ts', import.meta.url), { type: 'module' });
    const send = (question: WorkerQuestion, handedOver: Transferable[]) =>
      worker.postMessage(question, handedOver);
    const waiting = new Map<number, (hits: readonly PackHit[] | null) => void>();
    let number = 0;
    let isKept = true;
    let isAnew = false;
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.kind === 'opened') setState({ kind: 'ready', isKept });
      else if (data.kind === 'seen') waiting.get(data.number)?.(data.hits);
      else {
        if (data.number !== null) waiting.get(data.number)?.(null);
        setState({ kind: 'refused', code: data.code });
        if (data.number === null && !isAnew && MENDED_BY_FETCHING.has(data.code)) {
          isAnew = true;
          // Without a network the refusal stays.
          void open().catch(() => undefined);
        }
      }
    };
    worker.onerror = () => setState({ kind: 'refused', code: 'UNSUPPORTED_BROWSER' });
    look.current = async (gray, closer) => {
      const own = (number += 1);
      return new Promise((resolve) => {
        waiting.set(own, (hits) => {
          waiting.delete(own);
          resolve(hits);
        });
        send({ kind: 'look', number: own, gray, closer, language }, [gray.data.buffer as ArrayBuffer]);
      });
    };
    const open = async () => {
      const { isKept: isThere, ...stored } = await source.fetch(isAnew);
      isKept = isThere;
      pictures.current?.end();
      pictures.current = new PackPictures(stored.pack);
      send({ kind: 'open', ...stored }, [stored.module, stored.vocabulary, stored.pack]);
    };
    open().catch((error: unknown) =>
      setState({ kind: 'refused', code: (error as { code?: string }).code ?? 'PACK_AWAY' }),
    );
    return () => {
      look.current = NOTHING;
      pictures.current?.end();
      pictures.current = null;
      worker.terminate();
    };
  }, [source, language]);

  const isReady = state.kind === 'ready';
  return {
    id: source?.id ?? null,
    state,
    pictures: pictures.current,
    look: isReady ? look.current : NOTHING,
  };
}
