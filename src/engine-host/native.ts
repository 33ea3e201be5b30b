/**
 * The native engine: the only module that loads the addon. Methods reject or throw errors with a `code`; callers
 * turn them into EngineError.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { addonPlace } from './addon-place.js';
import type { WeighedContent } from './content/evidence.js';
import type { RecognitionRole } from './decode-size.js';
import type { NativeCancellation } from './native-cancellation.js';
import type { NativeAppearance, NativeColor } from './appearance/native-appearance.js';
import type { NativeBaseline } from './native-baseline.js';
import type { NativeJpeg, NativeNotPlain, NativePicture, OnPicture } from './native-picture.js';
import type { ExplainedMatch, Grade, LocalMatch, Raster, SearchFilter } from './types.js';
import { EngineError } from './engine-error.js';

export interface NativeExtraction {
  readonly dna: Buffer;
  readonly keypointCount: number;
  readonly grade: Grade;
  readonly isRecognizable: boolean;
}

export interface NativeHit extends LocalMatch {
  /** Position in the array of indexes that was searched. */
  readonly index: number;
  readonly key: number;
  /** As in SearchHit. */
  readonly frameCorrelation?: number | null | undefined;
  /** What the decision was made from, by name; with `withFacts` only. */
  readonly facts?: Readonly<Record<string, number>>;
}

export interface NativeSearchResult {
  readonly hits: readonly NativeHit[];
  readonly queryKeypointCount: number;
  /** As in SearchResult. */
  readonly isFirstLookEnough: boolean;
  /** Whether a closer look was taken, because it was not. */
  readonly hasLookedCloser: boolean;
  /** Wall-clock time, and under `cpu` the thread's CPU time by stage. */
  readonly timing: {
    readonly decodeMs: number;
    readonly extractMs: number;
    readonly searchMs: number;
    readonly verifyMs: number;
    readonly cpu: NativeSearchCpu;
  };
}

/** CPU time in milliseconds; `searchMs` covers the stages after it. */
export interface NativeSearchCpu {
  /** 0 where pixels were given. */
  readonly decodeMs: number;
  readonly extractMs: number;
  readonly searchMs: number;
  readonly wordsMs: number;
  readonly scanMs: number;
  readonly votesMs: number;
  readonly spatialMs: number;
  readonly verifyMs: number;
}

export interface NativeSearchOptions {
  readonly limit?: number;
  readonly threshold?: number;
  readonly findMirrored?: boolean;
  readonly filter?: SearchFilter;
  /** Looks closer where the first look recognizes nothing; true unless set. */
  readonly secondTry?: boolean;
  /** Looks at it from the side, too; true unless set. */
  readonly fromTheSide?: boolean;
  /** One look at fewer pixels (448) and keypoints (500), whatever `secondTry` says; a DNA is searched as it is. */
  readonly quick?: boolean;
  /** Tell the facts behind each decision. */
  readonly withFacts?: boolean;
}

/** One of the shards of a divided index: it holds the references whose key is `number` modulo `count`. */
interface NativeShard {
  /** Position of the index in the search call. */
  readonly index?: number;
  readonly number: number;
  readonly count: number;
  /** Where this process holds it. */
  readonly held?: NativeIndex | undefined;
}

/** What shards of one index are asked, for `answerShards`. */
export interface NativeShardQuestion {
  /** Their positions in the list of shards. */
  readonly shards: readonly number[];
  readonly message: Buffer;
}

/** What some of them answer together. */
interface NativeShardAnswer {
  readonly shards: readonly number[];
  readonly answer: Buffer;
}

/** With a DNA the reference is put, without it is removed. */
export interface NativeChange {
  readonly key: number;
  readonly dna?: Buffer;
  readonly keywords?: readonly string[];
}

export interface NativeFailure {
  readonly key: number;
  readonly code: string;
  readonly message: string;
}

interface NativeApplyResult {
  readonly applied: number;
  readonly failures: readonly NativeFailure[];
}

/** Bytes that an index occupies; mapped bytes belong to the file cache. */
interface NativeMemory {
  readonly hotBytes: number;
  readonly dnaHeapBytes: number;
  readonly dnaMappedBytes: number;
}

/** What is due while references come (the default), what is worth it when none has come for a while, or all that can be. */
type NativeMergeEffort = 'due' | 'quiet' | 'everything';

export interface NativeIndex {
  apply(changes: readonly NativeChange[], cancellation?: NativeCancellation): Promise<NativeApplyResult>;
  save(folder: string, sequence: number, owner: string): Promise<void>;
  /** Merges segments; searches and changes go on meanwhile. */
  compact(effort?: NativeMergeEffort): Promise<void>;
  needsCompaction(effort?: NativeMergeEffort): boolean;
  /** Of an index that was opened before its signatures arrived: the bytes of a file that have been written. */
  arrived(file: string, upTo: number): Promise<void>;
  /** Keys of at most `most` references whose signatures have not arrived. */
  missingSignatures(most: number): Promise<readonly number[]>;
  /**
   * Keys of references whose signatures were damaged in their file after it was written; searches that need one fail with
   * SNAPSHOT_CORRUPT. Reads all that lie in files, 20 KB a reference.
   */
  damagedSignatures(): Promise<readonly number[]>;
  /** Keys of references that searches failed for with SIGNATURES_AWAY since the last call. */
  takeWantedSignatures(): readonly number[];
  /** Whether the files that it was opened from are whole. */
  hasWholeFiles(): boolean;
  size(): number;
  contains(key: number): boolean;
  memory(): NativeMemory;
  close(): void;
}

/** Options of the engine by name. */
export type NativeOptions = Readonly<Record<string, number>>;

export interface NativeEngine extends NativeAppearance, NativeBaseline {
  /** Luma at the size of a role; or RGB, or luma for 1 channel, with the longer side at most `maxSidePx`. */
  decode(
    picture: NativeJpeg & {
      readonly role?: RecognitionRole;
      /** Longer side of usual pictures instead of that of the role. */
      readonly sidePx?: number;
      readonly channels?: 1 | 3;
    },
    cancellation?: NativeCancellation,
  ): Promise<Raster | NativeNotPlain>;
  extract<P extends NativePicture, A extends NativePicture = Raster>(
    picture: P,
    role: RecognitionRole,
    cancellation?: NativeCancellation,
    appearance?: A,
    isFirstLookAlone?: boolean,
  ): Promise<OnPicture<P | A, NativeExtraction>>;
  match(
    dnaQuery: Buffer,
    dnaReference: Buffer,
    options: { threshold?: number; findMirrored?: boolean; secondTry?: boolean; withPoints?: boolean },
    cancellation?: NativeCancellation,
  ): Promise<ExplainedMatch>;
  search<P extends NativePicture = Raster>(
    indexes: readonly NativeIndex[],
    query: { readonly picture: P } | { readonly dna: Buffer },
    options: NativeSearchOptions,
    cancellation?: NativeCancellation,
  ): Promise<OnPicture<P, NativeSearchResult>>;
  conflicts(
    indexes: readonly NativeIndex[],
    dna: Buffer,
    options: NativeSearchOptions & { selfIndex?: number; selfKey?: number },
    cancellation?: NativeCancellation,
  ): Promise<NativeSearchResult>;
  /**
   * Searches through shards of indexes, with the answer of one search through whole indexes. Those that are not held here are
   * asked; a thread waits meanwhile, and they must not wait for this engine's other searches of this kind.
   *
   * @param shards all of each index
   * @param options `selfIndex` and `selfKey` leave a reference out; `isForConflicts` searches as `conflicts` does
   * @param ask gives, in the order of the questions, answers of all shards that are asked, some together or each by itself; where
   * it fails, the search does with INTERNAL
   */
  searchShards(
    shards: readonly NativeShard[],
    dna: Buffer,
    options: NativeSearchOptions & { isForConflicts?: boolean; selfIndex?: number; selfKey?: number },
    cancellation: NativeCancellation | undefined,
    ask: (questions: readonly NativeShardQuestion[]) => Promise<readonly (readonly NativeShardAnswer[])[]>,
  ): Promise<NativeSearchResult>;
  /** What shards of one index, which are held here, answer to `searchShards` together. */
  answerShards(
    shards: readonly NativeShard[],
    question: Buffer,
    cancellation?: NativeCancellation,
  ): Promise<Buffer>;
  /** Compares the small content of a reference with a photo. `notPlain` is 1 for a reference that cannot be read. */
  weighContent(
    photo: Raster,
    reference: NativePicture,
    queryFromReference: readonly number[],
    cancellation?: NativeCancellation,
  ): Promise<WeighedContent | NativeNotPlain>;
  /** Compares it with another reference, as large and as sharp as a photo shows both. */
  compareRelatives(
    reference: NativePicture,
    relative: NativePicture,
    relativeFromReference: readonly number[],
    view: Pick<WeighedContent, 'frameWidth' | 'frameHeight' | 'blur'>,
    cancellation?: NativeCancellation,
  ): Promise<Pick<WeighedContent, 'blocks'> | NativeNotPlain>;
  createIndex(): NativeIndex;
  /** @param isArriving whether the signatures are still being written into files of their full size */
  loadIndex(
    folder: string,
    owner: string,
    cancellation?: NativeCancellation,
    isArriving?: boolean,
  ): Promise<{ index: NativeIndex; sequence: number } | null>;
  /** All options in force by name, for example `verification.decision.minZ`; the files `options.h` below native/core
   * tell what they mean. */
  options(): NativeOptions;
  close(): void;
  waitingCount(): number;
}

export interface NativeFolderLock {
  release(): void;
}

export interface NativeAddon {
  readonly Engine: new (options: {
    vocabularyPath: string;
    threads?: number;
    queueLimit?: number;
    /** Those that differ from the standard: for tests and experiments. */
    options?: NativeOptions;
  }) => NativeEngine;
  readonly Cancellation: new () => NativeCancellation;
  readonly FolderLock: new (folder: string) => NativeFolderLock;
  /** null for colors of a DNA that was extracted without color. */
  describeDna(dna: Buffer): {
    readonly keypointCount: number;
    readonly isOfQuery: boolean;
    readonly colors: readonly NativeColor[] | null;
  };
  appearanceOf(dna: Buffer): Buffer | null;
  /** How many bytes tell the parts of a segment's file. */
  readonly segmentHeaderBytes: number;
  /** The hot part comes first, then the signatures. @throws with the code SNAPSHOT_CORRUPT */
  segmentParts(header: Buffer): { readonly hotBytes: number; readonly signatureBytes: number };
}

function isAddon(candidate: unknown): candidate is NativeAddon {
  return (
    typeof candidate === 'object' &&
    candidate !== null &&
    'Engine' in candidate &&
    'appearanceOf' in candidate &&
    'segmentParts' in candidate
  );
}

function loadAddon(): NativeAddon {
  const { file, advice } = addonPlace;
  if (!existsSync(file)) throw new EngineError('INTERNAL', `The native engine is not there. ${advice}`);
  addonPlace.check();
  const loaded: unknown = createRequire(import.meta.url)(file);
  if (!isAddon(loaded)) {
    throw new EngineError('INTERNAL', `The native engine is of another version. ${advice}`);
  }
  return loaded;
}

/** Path of the vocabulary that references and queries are quantized with. */
export const VOCABULARY_PATH = join(addonPlace.root, 'native', 'assets', 'vocabulary.bin');

export const addon: NativeAddon = loadAddon();
