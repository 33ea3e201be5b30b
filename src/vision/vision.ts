/**
 * The vision facade: recognition as the rest of the program sees it. Everything heavy runs on the native engine's
 * own threads, behind a bounded queue; the event loop only passes buffers.
 */
import { availableParallelism } from 'node:os';
import { happenings } from '../happenings.js';
import { runAbortable } from './abort.js';
import { describeColors, type PictureColor } from './color.js';
import { describeDna } from './dna.js';
import {
  APPEARANCE_SIDE_PX,
  colorOf,
  lumaOf,
  onPicture,
  onPictures,
  type Picture,
} from './encoded-picture.js';
import { compareAndHighlight, type HighlightedComparison } from './fine-comparison.js';
import { IndexRegistry, type IndexRegistryOptions } from './index-registry.js';
import type { LiveIndex } from './live-index.js';
import { addon, type NativeEngine, type NativeSearchResult, VOCABULARY_PATH } from './native.js';
import type { RecognitionRole } from './decode-size.js';
import type { ReferenceChange } from './reference-feed.js';
import { DescriptorTable, type SimilarityHit } from './similarity.js';
import { TableRegistry } from './table-registry.js';
import type { ExplainedMatch, Extraction, Raster, SearchHit, SearchOptions, SearchResult } from './types.js';
import { toVisionError, VisionError } from './vision-error.js';

export interface VisionOptions extends IndexRegistryOptions {
  /** Native threads; by default one for each core. */
  readonly threads?: number;
  /** Jobs that may wait before new ones are refused with QUEUE_FULL; 256 by default. */
  readonly queueLimit?: number;
}

export interface MatchOptions {
  /** Strictness of the decision, 0..1; 0.5 is the shipped threshold. */
  readonly threshold?: number;
  readonly findMirrored?: boolean;
  /** Looks closer at the query where the first look does not recognize the reference; true unless set. */
  readonly secondTry?: boolean;
  readonly signal?: AbortSignal;
}

export interface ConflictOptions extends SearchOptions {
  /** The picture's own place, when it is a reference already: it is not compared with itself. */
  readonly self?: { readonly indexId: string; readonly key: number };
}

export interface OpenIndex {
  readonly id: string;
  /** Number of the last change that it holds. */
  readonly sequence: number;
  /** References that a search sees. */
  readonly size: number;
  /** Memory that its searches need. */
  readonly bytes: number;
}

export class Vision {
  /** Native threads at work. */
  readonly threads: number;
  private readonly engine: NativeEngine;
  private readonly registry: IndexRegistry;
  private readonly tables: TableRegistry;
  /** False until the indexes that were open last time are open again. Searches are answered before, only later. */
  isWarm = false;
  /** False once it is closed: then every call is refused. */
  isOpen = true;

  /** @throws VisionError FOLDER_LOCKED, INVALID_ARGUMENT, or INTERNAL when the engine is not built */
  constructor(options: VisionOptions) {
    try {
      const { threads, queueLimit } = options;
      this.threads = threads ?? availableParallelism();
      this.engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads, queueLimit });
    } catch (error) {
      throw toVisionError(error);
    }
    this.registry = new IndexRegistry(this.engine, options);
    this.tables = new TableRegistry(this.engine, options.feed, options.onFailure);
  }

  /** Begins to open the indexes that were open last time; `isWarm` tells when they are. */
  async startWarming(): Promise<void> {
    const ids = await this.registry.openLastTime();
    if (ids.length === 0) this.isWarm = true;
    else void this.registry.warm(ids).finally(() => (this.isWarm = true));
  }

  /**
   * Computes the signature and, for a reference, the grade of a picture. A plain JPEG is decoded in the same job.
   *
   * @param appearance the picture once more, for the color and similarity descriptors. Without it they are computed of
   *                   an RGB raster, and left out of the signature of everything else.
   * @throws VisionError, and what the picture's general decoder throws
   */
  async extract(
    picture: Picture,
    role: RecognitionRole,
    { appearance, signal }: { readonly appearance?: Picture; readonly signal?: AbortSignal } = {},
  ): Promise<Extraction> {
    const luma = await lumaOf(picture, role);
    if (appearance === undefined) {
      return onPicture(luma, (native) =>
        runAbortable(signal, (cancellation) => this.engine.extract(native, role, cancellation)),
      );
    }
    return onPictures(luma, await colorOf(appearance, APPEARANCE_SIDE_PX), (native, inColor) =>
      runAbortable(signal, (cancellation) => this.engine.extract(native, role, cancellation, inColor)),
    );
  }

  /** RGB pixels of a picture, the longer side at most `maxSidePx`. @throws as `extract` */
  async decodeColor(picture: Picture, maxSidePx: number, signal?: AbortSignal): Promise<Raster> {
    return onPicture(await colorOf(picture, maxSidePx), async (native) =>
      'data' in native
        ? native
        : runAbortable(signal, (cancellation) => this.engine.decode(native, cancellation)),
    );
  }

  /** Compares two signatures, with the matched points. */
  async match(dnaQuery: Buffer, dnaReference: Buffer, options: MatchOptions = {}): Promise<ExplainedMatch> {
    const { threshold, findMirrored, secondTry, signal } = options;
    const wanted = { threshold, findMirrored, secondTry, withPoints: true };
    return runAbortable(signal, (cancellation) =>
      this.engine.match(dnaQuery, dnaReference, wanted, cancellation),
    );
  }

  /**
   * Finds the references that a picture shows, in several indexes as if they were one. A picture is decoded, extracted
   * and searched in one job.
   *
   * @throws as `extract`
   */
  async search(
    indexIds: readonly string[],
    query: Picture | { readonly dna: Buffer },
    options: SearchOptions,
  ): Promise<SearchResult> {
    return this.registry.with(indexIds, async (indexes) => {
      const { limit, threshold, findMirrored, secondTry, filter, signal } = options;
      const natives = indexes.map((index) => index.native);
      const wanted = { limit, threshold, findMirrored, secondTry, filter };
      const found =
        'dna' in query
          ? await runAbortable(signal, (cancellation) =>
              this.engine.search(natives, { dna: query.dna }, wanted, cancellation),
            )
          : await onPicture(await lumaOf(query, 'query'), (picture) =>
              runAbortable(signal, (cancellation) =>
                this.engine.search(natives, { picture }, wanted, cancellation),
              ),
            );
      const result = toResult(found, indexes);
      happenings.searched.tell(result.timing);
      return result;
    });
  }

  /** Finds references that are nearly the same picture as a given signature. */
  async conflicts(indexIds: readonly string[], dna: Buffer, options: ConflictOptions): Promise<SearchResult> {
    return this.registry.with(indexIds, async (indexes) => {
      const { limit, threshold, filter, self, signal } = options;
      const selfIndex = self === undefined ? -1 : indexes.findIndex((index) => index.id === self.indexId);
      const own = self !== undefined && selfIndex >= 0 ? { selfIndex, selfKey: self.key } : {};
      const found = await runAbortable(signal, (cancellation) =>
        this.engine.conflicts(
          indexes.map((index) => index.native),
          dna,
          { limit, threshold, filter, ...own },
          cancellation,
        ),
      );
      return toResult(found, indexes);
    });
  }

  /** Finds what really differs between two pictures that match, and draws it. */
  async compareFinely(
    reference: Picture,
    query: Picture,
    signal?: AbortSignal,
  ): Promise<HighlightedComparison> {
    return compareAndHighlight(this.engine, reference, query, signal);
  }

  /** The dominant colors of a picture in RGB, largest share first. */
  async describeColors(picture: Picture, signal?: AbortSignal): Promise<readonly PictureColor[]> {
    return describeColors(this.engine, picture, signal);
  }

  /**
   * The dominant colors that a signature holds.
   *
   * @throws VisionError INVALID_ARGUMENT when it was extracted without color; DNA_CORRUPT, DNA_VERSION
   */
  colorsOfDna(dna: Buffer): readonly PictureColor[] {
    const { colors } = describeDna(dna);
    if (colors !== null) return colors;
    throw new VisionError(
      'INVALID_ARGUMENT',
      'The DNA holds no color and similarity descriptors; extract the picture again, in color.',
    );
  }

  /** How much two pictures look alike as a whole. @throws VisionError as `colorsOfDna` */
  async compareAppearances(
    dnaQuery: Buffer,
    dnaReference: Buffer,
    colorWeight = 0.5,
  ): Promise<SimilarityHit> {
    const table = new DescriptorTable(this.engine);
    table.put(1, dnaReference);
    const [hit] = (await table.rankBySimilarity(dnaQuery, { colorWeight })).hits;
    if (hit === undefined) throw new VisionError('INTERNAL', 'A table of one picture ranked none.');
    return hit;
  }

  /** The descriptors of a similarity or color application's references, equal to what the feed holds. */
  async descriptorTable(indexId: string): Promise<DescriptorTable> {
    return this.tables.use(indexId);
  }

  /** Makes committed changes of an index visible to every search that starts after this resolves. */
  async apply(indexId: string, changes: readonly ReferenceChange[]): Promise<void> {
    await this.registry.apply(indexId, changes);
    await this.tables.apply(indexId, changes);
  }

  /** Shares snapshots of indexes that have changed much; needs `share`. */
  async publishDue(): Promise<void> {
    await this.registry.publishDue();
  }

  /** Number of references that a search of the index sees. */
  async size(indexId: string): Promise<number> {
    return this.registry.with([indexId], ([index]) => index?.native.size() ?? 0);
  }

  /** The indexes in memory, with the number of the last change that each holds. */
  async openIndexes(): Promise<readonly OpenIndex[]> {
    const indexes = await this.registry.opened();
    return indexes.map(({ id, sequence, native, bytes }) => ({ id, sequence, size: native.size(), bytes }));
  }

  /** Forgets a deleted index and its snapshot. */
  async drop(indexId: string): Promise<void> {
    this.tables.drop(indexId);
    await this.registry.drop(indexId);
  }

  /** Jobs that wait for a thread, for health reports. */
  get waitingCount(): number {
    return this.engine.waitingCount();
  }

  /** Saves the indexes, ends running jobs and frees the threads. */
  async close(): Promise<void> {
    this.isOpen = false;
    try {
      await this.registry.close();
    } finally {
      this.engine.close();
    }
  }
}

function toResult(found: NativeSearchResult, indexes: readonly LiveIndex[]): SearchResult {
  const hits = found.hits.map(({ index, ...hit }): SearchHit => ({
    ...hit,
    indexId: indexes[index]?.id ?? '',
  }));
  const { decodeMs, extractMs, searchMs, verifyMs } = found.timing;
  const timing = { decodeMs, extractMs, searchMs, verifyMs };
  return { hits, queryKeypointCount: found.queryKeypointCount, timing };
}
