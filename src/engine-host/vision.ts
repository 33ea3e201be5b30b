/**
 * The vision facade: recognition as the rest of the program sees it. Everything heavy runs on the native engine's
 * own threads, behind a bounded queue; the event loop only passes buffers.
 */
import { availableParallelism } from 'node:os';
import { runAbortable } from './abort.js';
import { describeColors, type PictureColor } from './appearance/color.js';
import { matchByOrb } from './baseline.js';
import { ContentChecker } from './content/content-checker.js';
import type { PartsByKey } from './content/told-apart.js';
import { decodedOnce, type DecodedPhoto } from './decoded-photo.js';
import { colorsOfDna } from './dna.js';
import {
  APPEARANCE_SIDE_PX,
  colorOf,
  lumaOf,
  onPicture,
  onPictures,
  type Picture,
} from './encoded-picture.js';
import type { FineSettings } from './appearance/comparison-settings.js';
import {
  compareAndHighlight,
  compareFinely,
  type FileSettings,
  type FineComparison,
  type HighlightedComparison,
} from './appearance/fine-comparison.js';
import { LocalSearching } from './local-searching.js';
import { addon, type NativeEngine, VOCABULARY_PATH } from './native.js';
import type { RecognitionRole } from './decode-size.js';
import type { ReferenceChange } from './indexes/reference-feed.js';
import { type PackedReference, segmentOf } from './indexes/packed-segment.js';
import { checkSnapshots } from './indexes/snapshot-check.js';
import type { AppearanceTable, SimilarityHit } from './appearance/appearance-table.js';
import type { ConflictOptions, ExtractsQuery, OpenIndex, Query, Searching } from './searching.js';
import { ShardedSearching } from './shards/sharded-searching.js';
import { DescriptorTable } from './appearance/similarity.js';
import { isEmptyFrame } from './empty-frame.js';
import { nothingIn } from './search-result.js';
import type { ExplainedMatch, Extraction, Raster, SearchOptions, SearchResult } from './types.js';
import { toEngineError, EngineError } from './engine-error.js';
import type { ExtractOptions, MatchOptions, VisionOptions } from './vision-options.js';

/** Hits that a search looks at for relatives of what it recognized, however few are asked for. */
const RELATIVES_SEEN = 8;

export class Vision {
  /** Native threads at work. */
  readonly threads: number;
  private readonly engine: NativeEngine;
  private readonly searching: Searching;
  private readonly contentChecker: ContentChecker | null;
  /** False once it is closed: then every call is refused. */
  isOpen = true;

  /** @throws EngineError FOLDER_LOCKED, INVALID_ARGUMENT, or INTERNAL when the engine is not built */
  constructor(options: VisionOptions) {
    try {
      const { threads, queueLimit } = options;
      this.threads = threads ?? availableParallelism();
      this.engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads, queueLimit });
    } catch (error) {
      throw toEngineError(error);
    }
    this.contentChecker =
      options.contents === undefined
        ? null
        : new ContentChecker(this.engine, options.contents, {
            search: (indexId, dna, key) =>
              this.searching.conflicts([indexId], dna, { limit: RELATIVES_SEEN, self: { indexId, key } }),
            lastChange: (indexId) => this.searching.lastChange(indexId),
          });
    const extract: ExtractsQuery = (picture, looks) => this.extract(picture, 'query', looks);
    this.searching = options.openSearching?.(extract) ?? this.openHere(options, extract);
  }

  private openHere(options: VisionOptions, extract: ExtractsQuery): Searching {
    const { feed, shards } = options;
    const local = new LocalSearching(this.engine, { ...options, mostReferences: shards?.mostReferences });
    if (shards === undefined) return local;
    return new ShardedSearching({ ...shards, local, engine: this.engine, feed, extract });
  }

  /** False until the indexes that were open last time are open again. Searches are answered before, only later. */
  get isWarm(): boolean {
    return this.searching.isWarm;
  }

  /** Starts to open the indexes that were open last time; `isWarm` is true when they are. */
  async startWarming(): Promise<void> {
    await this.searching.startWarming();
  }

  /**
   * Computes the signature and, for a reference, the grade of a picture. A plain JPEG is decoded in the same job.
   *
   * @throws EngineError, and what the picture's general decoder throws
   */
  async extract(
    picture: Picture,
    role: RecognitionRole,
    { appearance, isFirstLookAlone, signal }: ExtractOptions = {},
  ): Promise<Extraction> {
    const luma = await lumaOf(picture, role);
    if (appearance === undefined) {
      return onPicture(luma, (native) =>
        runAbortable(signal, (cancellation) =>
          this.engine.extract(native, role, cancellation, undefined, isFirstLookAlone),
        ),
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

  /** What OpenCV's ORB and findHomography make of two pictures, at the sizes that recognition looks at. */
  async matchByOrb(reference: Picture, query: Picture, signal?: AbortSignal): ReturnType<typeof matchByOrb> {
    return matchByOrb(this.engine, reference, query, signal);
  }

  /** A photo whose searches, and those of what is left of it, decode it once. One that is no plain JPEG stays as it is. @throws EngineError */
  async decoded(photo: Picture, signal?: AbortSignal): Promise<Picture | DecodedPhoto> {
    return decodedOnce(this.engine, photo, signal);
  }

  /**
   * Finds the references that a picture shows, in several indexes as if they were one.
   *
   * @throws as `extract`
   */
  async search(indexIds: readonly string[], query: Query, options: SearchOptions): Promise<SearchResult> {
    const checker = this.contentChecker;
    // A DNA holds no small content: it is answered by its keypoints alone.
    if (checker === null || 'dna' in query) return this.searching.search(indexIds, query, options);
    const { limit, signal } = options;
    const photo = await this.decoded(query, signal);
    if ('decodeMs' in photo && isEmptyFrame(photo)) return nothingIn(photo);
    const result = await this.searching.search(indexIds, photo, {
      ...options,
      limit: Math.max(limit, RELATIVES_SEEN),
    });
    const hits = await checker.check(result.hits, photo, signal);
    return { ...result, hits: hits.slice(0, limit) };
  }

  /** Finds references that are nearly the same picture as a given signature. */
  async conflicts(indexIds: readonly string[], dna: Buffer, options: ConflictOptions): Promise<SearchResult> {
    return this.searching.conflicts(indexIds, dna, options);
  }

  /** As `ContentChecker.toldApart`; nothing where no pictures of references are kept. */
  async toldApart(...asked: Parameters<ContentChecker['toldApart']>): Promise<PartsByKey> {
    return (await this.contentChecker?.toldApart(...asked)) ?? new Map();
  }

  /** Finds what really differs between two pictures that match, and draws it. */
  async compareFinely(
    reference: Picture,
    query: Picture,
    signal?: AbortSignal,
    settings?: FineSettings,
  ): Promise<HighlightedComparison> {
    return compareAndHighlight(this.engine, reference, query, signal, settings);
  }

  /** The same without the drawings, which saves their time and memory. */
  async compareFinelyUndrawn(
    reference: Picture,
    query: Picture,
    signal?: AbortSignal,
    settings?: FineSettings & FileSettings,
  ): Promise<FineComparison> {
    return compareFinely(this.engine, reference, query, signal, settings);
  }

  /** The dominant colors of a picture in RGB, largest share first. */
  async describeColors(picture: Picture, signal?: AbortSignal): Promise<readonly PictureColor[]> {
    return describeColors(this.engine, picture, signal);
  }

  /**
   * The dominant colors that a signature holds.
   *
   * @throws EngineError INVALID_ARGUMENT when it was extracted without color; DNA_CORRUPT, DNA_VERSION
   */
  colorsOfDna(dna: Buffer): readonly PictureColor[] {
    return colorsOfDna(dna);
  }

  /** How much two pictures look alike as a whole. @throws EngineError as `colorsOfDna` */
  async compareAppearances(
    dnaQuery: Buffer,
    dnaReference: Buffer,
    colorWeight = 0.5,
  ): Promise<SimilarityHit> {
    const table = new DescriptorTable(this.engine);
    table.put(1, dnaReference);
    const [hit] = (await table.rankBySimilarity(dnaQuery, { colorWeight })).hits;
    if (hit === undefined) throw new EngineError('INTERNAL', 'A table of one picture ranked none.');
    return hit;
  }

  /** The descriptors of a similarity or color application's references, equal to what the feed holds. */
  async descriptorTable(indexId: string, seen?: number): Promise<AppearanceTable> {
    return this.searching.descriptorTable(indexId, seen);
  }

  /** Makes committed changes of an index visible to every search that starts after this resolves. */
  async apply(indexId: string, changes: readonly ReferenceChange[]): Promise<void> {
    await this.searching.apply(indexId, changes);
  }

  /** Reads what others have changed in an index up to a number, where it is open. */
  async catchUp(indexId: string, sequence: number): Promise<void> {
    await this.searching.catchUp(indexId, sequence);
  }

  /** Shares snapshots of indexes that have changed much; needs `share`. */
  async publishDue(): Promise<void> {
    await this.searching.publishDue();
  }

  /** Number of the last change that a search of the index which starts now sees. */
  async lastChange(indexId: string): Promise<number> {
    return this.searching.lastChange(indexId);
  }

  /** Number of references that a search of the index sees. */
  async size(indexId: string, seen?: ReadonlyMap<string, number>): Promise<number> {
    return this.searching.size(indexId, seen);
  }

  /** What some shards of one index answer together to a search through all of them, in another process. */
  async answerShards(
    shardIds: readonly string[],
    question: Buffer,
    seen: ReadonlyMap<string, number> | undefined,
    signal: AbortSignal,
  ): Promise<Buffer> {
    return this.searching.answerShards(shardIds, question, seen, signal);
  }

  /** The indexes in memory, with the number of the last change that each holds. */
  async openIndexes(): Promise<readonly OpenIndex[]> {
    return this.searching.openIndexes();
  }

  /** The file of an index's only segment with the given references, which searches here do not see. @throws EngineError */
  async segmentOf(references: AsyncIterable<readonly PackedReference[]>): Promise<Buffer> {
    return segmentOf(this.engine, references);
  }

  /** Reads the snapshots in a folder, also in that of a server that runs, see `checkSnapshots`. */
  async checkSnapshots(
    snapshotFolder: string,
    indexIds: readonly string[],
  ): ReturnType<typeof checkSnapshots> {
    return checkSnapshots(this.engine, snapshotFolder, indexIds);
  }

  /** Forgets a deleted index and its snapshot. */
  async drop(indexId: string): Promise<void> {
    await this.searching.drop(indexId);
  }

  /** Jobs that wait for a thread, for health reports. */
  get waitingCount(): number {
    return this.engine.waitingCount();
  }

  /** Saves the indexes, ends running jobs and frees the threads. */
  async close(): Promise<void> {
    this.isOpen = false;
    try {
      await this.searching.close();
    } finally {
      this.engine.close();
    }
  }
}
