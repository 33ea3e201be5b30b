/**
 * Searching as the rest of recognition sees it: in indexes and descriptor tables that this process keeps
 * (`LocalSearching`), or in those of other processes (`src/cluster`).
 */
import type { AppearanceTable } from './appearance/appearance-table.js';
import type { Picture } from './encoded-picture.js';
import type { ReferenceChange } from './indexes/reference-feed.js';
import type { Extraction, SearchOptions, SearchResult } from './types.js';

/** What is searched for. */
export type Query = Picture | { readonly dna: Buffer };

/** Computes the signature of a picture that is searched for. */
export type ExtractsQuery = (
  picture: Picture,
  options: {
    /** Without the closer look that a second try takes. Less work, a third of the bytes. */
    readonly isFirstLookAlone?: boolean;
    readonly signal?: AbortSignal | undefined;
  },
) => Promise<Extraction>;

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

export interface Searching {
  /** Whether the indexes that were open last time are open again. */
  readonly isWarm: boolean;
  /** Begins to open them. */
  startWarming(): Promise<void>;
  /** Finds the references that a picture shows, in several indexes as if they were one. */
  search(indexIds: readonly string[], query: Query, options: SearchOptions): Promise<SearchResult>;
  /** Finds references that are nearly the same picture as a given signature. */
  conflicts(indexIds: readonly string[], dna: Buffer, options: ConflictOptions): Promise<SearchResult>;
  /** @param seen number of the last change that it must hold; asked for where not given */
  descriptorTable(indexId: string, seen?: number): Promise<AppearanceTable>;
  /** Makes committed changes of an index visible to every search that starts after this resolves. */
  apply(indexId: string, changes: readonly ReferenceChange[]): Promise<void>;
  /** Reads what others have changed in an index up to a number, where it is open. */
  catchUp(indexId: string, sequence: number): Promise<void>;
  /** Number of the last change that a search of the index which starts now sees. */
  lastChange(indexId: string): Promise<number>;
  /** Forgets a deleted index. */
  drop(indexId: string): Promise<void>;
  /** Number of references that a search of the index sees. */
  size(indexId: string, seen?: ReadonlyMap<string, number>): Promise<number>;
  /** What some shards of one index answer together to a search through all of them. */
  answerShards(
    shardIds: readonly string[],
    question: Buffer,
    seen: ReadonlyMap<string, number> | undefined,
    signal: AbortSignal,
  ): Promise<Buffer>;
  /** The indexes in the memory of this process. */
  openIndexes(): Promise<readonly OpenIndex[]>;
  /** Shares snapshots of indexes that have changed much. */
  publishDue(): Promise<void>;
  close(): Promise<void>;
}
