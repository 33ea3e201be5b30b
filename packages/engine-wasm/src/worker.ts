/** The body of a worker that holds an open pack: it takes `WorkerQuestion`s and answers each with a `WorkerAnswer`. */
import { PackError, type PackErrorCode } from '../../../src/packs/pack-error.js';
import { OpenPack } from './open-pack.js';
import type { ComparesHits, PackHit, PackParts, RecognizeOptions } from './pack-hit.js';
import { type GrayPixels, WasmModule } from './wasm-module.js';

/** All that recognizing takes. */
export interface PackFiles {
  readonly module: ArrayBuffer;
  readonly vocabulary: ArrayBuffer;
  readonly pack: ArrayBuffer;
  /** Of the server that the pack must come from. */
  readonly publicKey: string;
}

/** `Given` is what the worker has the files from: themselves, unless it fetches them. */
export type WorkerQuestion<Given = PackFiles> =
  | ({ readonly kind: 'open' } & Given)
  | ({
      readonly kind: 'look';
      readonly number: number;
      readonly gray: GrayPixels;
      /** Hit whose page is followed: alone, or where a search finds nothing. */
      readonly follow?: string | null;
      readonly isAlone?: boolean;
    } & RecognizeOptions);

export type WorkerAnswer =
  | { readonly kind: 'opened'; readonly pageCount: number; readonly expiresAt: string }
  | { readonly kind: 'seen'; readonly number: number; readonly hits: readonly PackHit[] }
  | {
      readonly kind: 'failed';
      readonly number: number | null;
      readonly code: PackErrorCode;
      readonly message: string;
    };

/** A worker's own side of the channel. */
interface WorkerScope<Given> {
  onmessage: ((event: { readonly data: WorkerQuestion<Given> }) => void) | null;
  postMessage(answer: WorkerAnswer): void;
}

type LoadsComparison = () => Promise<{ readonly comparesHits: (parts: PackParts) => ComparesHits }>;

/**
 * Begins to answer.
 *
 * @param filesOf brings the files of a pack
 * @param load brings `compare-content.js` for packs that hold pictures to compare with
 */
export function serveWorker<Given>(
  scope: WorkerScope<Given>,
  filesOf: (given: Given) => PackFiles | Promise<PackFiles>,
  load: LoadsComparison,
): void {
  let pack: OpenPack | null = null;
  const answer = async (question: WorkerQuestion<Given>): Promise<WorkerAnswer> => {
    if (question.kind === 'open') {
      const files = await filesOf(question);
      const module = await WasmModule.start(files.module);
      module.setVocabulary(new Uint8Array(files.vocabulary));
      pack = await OpenPack.open(module, new Uint8Array(files.pack), files.publicKey);
      if (pack.parts.content.comparisons) {
        // Without it, keypoints decide alone.
        const comparison = await load().catch(() => null);
        if (comparison !== null) pack.compareBy(comparison.comparesHits);
      }
      return { kind: 'opened', pageCount: pack.head.pageCount, expiresAt: pack.head.expiresAt };
    }
    if (pack === null) throw new PackError('ENGINE_FAILED', 'No pack is open.');
    if (!pack.isValid())
      throw new PackError('PACK_EXPIRED', `The pack was valid until ${pack.head.expiresAt}.`);
    const { kind: _, number, gray, follow = null, isAlone = false, ...options } = question;
    const found = isAlone ? [] : await pack.recognize(gray, { ...options, isFilm: true });
    const hits = found.length === 0 && follow !== null ? pack.follow(gray, follow) : found;
    return { kind: 'seen', number, hits };
  };
  scope.onmessage = ({ data }) => {
    answer(data).then(
      (given) => scope.postMessage(given),
      (error: unknown) => {
        const code = error instanceof PackError ? error.code : 'ENGINE_FAILED';
        const message = error instanceof Error ? error.message : String(error);
        scope.postMessage({
          kind: 'failed',
          number: data.kind === 'look' ? data.number : null,
          code,
          message,
        });
      },
    );
  };
}
