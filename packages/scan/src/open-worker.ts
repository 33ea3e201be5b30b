/** An open pack in a worker: what pictures show of it. */
import type { PackHit } from '../../engine-wasm/src/pack-hit.js';
import type { WorkerAnswer, WorkerQuestion } from '../../engine-wasm/src/worker.js';
import { keepForGood, type PackPlaces } from './pack-places.js';
import type { ScanErrorCode } from './scan-error.js';
import type { PackOrder } from './worker.js';

/**
 * The file beside this module. Written so that bundlers of pages find it and move it along; the comment keeps the build of this
 * package from taking it into the module, as policies refuse workers of `data:`.
 */
const workerBeside = () => new URL(/* @vite-ignore */ './worker.js', import.meta.url);

/** Refusals of a copy that was changed on the device, or belongs to an earlier server: another one may be good. */
const MENDED_BY_FETCHING = new Set(['PACK_DAMAGED', 'PACK_INCOMPLETE', 'PACK_FOREIGN', 'PACK_NEWER']);

/** An expected failure, by its code. */
export class Refused extends Error {
  constructor(readonly code: ScanErrorCode) {
    super(code);
  }
}

export interface OpenedPack {
  readonly pageCount: number;
  /** ISO 8601 */
  readonly expiresAt: string;
}

/** A picture, and what is looked for in it. */
export type LookQuestion = Omit<Extract<WorkerQuestion, { readonly kind: 'look' }>, 'kind' | 'number'>;

export class PackWorker {
  readonly #worker: Worker;
  #waiting: { resolve: (answer: WorkerAnswer) => void; reject: (error: Refused) => void } | null = null;
  #number = 0;
  #isAway = false;

  /** @param address of `worker.js`; null for the one beside this module */
  constructor(address: string | null) {
    const program = address === null ? workerBeside() : new URL(address, document.baseURI);
    this.#worker = new Worker(ownAddress(program), { type: 'module' });
    this.#worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.kind === 'failed') this.#waiting?.reject(new Refused(data.code));
      else this.#waiting?.resolve(data);
    };
    this.#worker.onerror = () => {
      this.#isAway = true;
      this.#waiting?.reject(new Refused('WORKER_AWAY'));
    };
  }

  /** Fetches and opens a pack; a kept copy that is no good is fetched again, once. @throws Refused */
  async open(places: PackPlaces): Promise<OpenedPack> {
    keepForGood();
    try {
      return await this.#openOnce(places, false);
    } catch (error) {
      if (!(error instanceof Refused) || !MENDED_BY_FETCHING.has(error.code)) throw error;
      return this.#openOnce(places, true).catch(() => {
        throw error;
      });
    }
  }

  /** @throws Refused */
  async look(question: LookQuestion): Promise<readonly PackHit[]> {
    const number = (this.#number += 1);
    const handedOver = [question.gray.data.buffer as ArrayBuffer];
    const answer = await this.#ask({ kind: 'look', number, ...question }, handedOver);
    return answer.kind === 'seen' ? answer.hits : [];
  }

  end(): void {
    this.#worker.terminate();
  }

  async #openOnce(places: PackPlaces, isAnew: boolean): Promise<OpenedPack> {
    const answer = await this.#ask({ kind: 'open', places, isAnew }, []);
    if (answer.kind !== 'opened') throw new Refused('ENGINE_FAILED');
    return { pageCount: answer.pageCount, expiresAt: answer.expiresAt };
  }

  /** One question at a time. */
  async #ask(question: WorkerQuestion<PackOrder>, handedOver: Transferable[]): Promise<WorkerAnswer> {
    // It may have failed before.
    if (this.#isAway) throw new Refused('WORKER_AWAY');
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#worker.postMessage(question, handedOver);
    });
  }
}

/** Workers of other origins are refused by browsers, but may be imported. */
function ownAddress(address: URL): URL | string {
  if (address.origin === location.origin) return address;
  const program = new Blob([`import ${JSON.stringify(address.href)};`], { type: 'text/javascript' });
  return URL.createObjectURL(program);
}
