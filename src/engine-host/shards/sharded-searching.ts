/**
 * Searching in indexes of which large ones are divided into shards, in this process and in others. The engine searches through
 * the shards as through one index and has them asked what it needs to know of their references; answers are the same, digit by
 * digit (native/core/shards/sharded_references.h).
 */
import { diagnosticsEvents } from '../../kernel/diagnostics-events.js';
import { runAbortable } from '../abort.js';
import type { LocalSearching } from '../local-searching.js';
import type { NativeEngine, NativeShardQuestion } from '../native.js';
import type { ReferenceChange, ReferenceFeed } from '../indexes/reference-feed.js';
import { resultOf } from '../search-result.js';
import type { ConflictOptions, ExtractsQuery, OpenIndex, Query, Searching } from '../searching.js';
import { ShardCounts } from './shard-counts.js';
import { placeOf, shardIdsOf } from './shard-ids.js';
import type { DescriptorTable } from '../appearance/similarity.js';
import type { SearchOptions, SearchResult } from '../types.js';

/** What shards answer together. */
export interface ShardsAnswer {
  readonly shardIds: readonly string[];
  readonly answer: Buffer;
}

/** The way to shards in other processes. */
export interface RemoteShards {
  /** Whether this process keeps a shard itself. */
  holds(shardId: string): boolean;
  /**
   * @param shardIds of one index
   * @param seen number of the last change that they must hold
   * @returns answers of all of them, some together or each by itself
   */
  answer(
    shardIds: readonly string[],
    question: Buffer,
    seen: number,
    signal?: AbortSignal,
  ): Promise<readonly ShardsAnswer[]>;
  size(shardId: string, seen: number): Promise<number>;
}

export interface ShardOptions {
  /** References from which on an index is divided, and that none of its shards should have more than. */
  readonly mostReferences: number;
  readonly remote: RemoteShards;
}

export interface ShardedSearchingParts extends ShardOptions {
  readonly local: LocalSearching;
  readonly engine: NativeEngine;
  readonly feed: ReferenceFeed;
  readonly extract: ExtractsQuery;
}

interface Wanted extends SearchOptions {
  readonly isForConflicts?: boolean;
  readonly self?: ConflictOptions['self'];
}

type Seen = ReadonlyMap<string, number>;

/** Why what is still asked is asked in vain. Made once: an error writes down where it was made, for every search. */
const OVER = new Error('The search has ended.');

export class ShardedSearching implements Searching {
  private readonly counts: ShardCounts;

  constructor(private readonly given: ShardedSearchingParts) {
    const { feed, mostReferences: most } = given;
    this.counts = new ShardCounts({ feed, most, open: (id) => this.sizeOf(id, 0) });
  }

  get isWarm(): boolean {
    return this.given.local.isWarm;
  }

  async startWarming(): Promise<void> {
    await this.given.local.startWarming();
  }

  async search(indexIds: readonly string[], query: Query, options: SearchOptions): Promise<SearchResult> {
    const { local, extract } = this.given;
    const counts = await this.countsOf(indexIds);
    if (!isAnyDivided(counts)) return local.search(indexIds, query, options);
    if ('dna' in query) return this.searchShards(counts, query.dna, options);
    const { signal, secondTry = true } = options;
    const since = performance.now();
    const { dna } = await extract(query, { isFirstLookAlone: !secondTry, signal });
    const extractMs = performance.now() - since;
    const result = await this.searchShards(counts, dna, options);
    return { ...result, timing: { ...result.timing, extractMs } };
  }

  async conflicts(indexIds: readonly string[], dna: Buffer, options: ConflictOptions): Promise<SearchResult> {
    const counts = await this.countsOf(indexIds);
    if (!isAnyDivided(counts)) return this.given.local.conflicts(indexIds, dna, options);
    return this.searchShards(counts, dna, { ...options, isForConflicts: true });
  }

  async descriptorTable(indexId: string, seen?: number): Promise<DescriptorTable> {
    return this.given.local.descriptorTable(indexId, seen);
  }

  async apply(indexId: string, changes: readonly ReferenceChange[]): Promise<void> {
    await this.given.local.apply(indexId, changes);
  }

  async catchUp(indexId: string, sequence: number): Promise<void> {
    await this.given.local.catchUp(indexId, sequence);
  }

  async lastChange(indexId: string): Promise<number> {
    const { feed, local } = this.given;
    const count = await this.counts.of(indexId);
    if (count === 1) return local.lastChange(indexId);
    const latest = await feed.latest?.([indexId]);
    return latest?.get(indexId) ?? (await feed.status(indexId)).latestSequence;
  }

  async drop(indexId: string): Promise<void> {
    this.counts.forget(indexId);
    await this.given.local.drop(indexId);
  }

  async size(indexId: string, seen?: Seen): Promise<number> {
    const count = await this.counts.of(indexId);
    if (count === 1) return this.given.local.size(indexId, seen);
    const number = (seen ?? (await this.latest([indexId]))).get(indexId) ?? 0;
    const sizes = await Promise.all(shardIdsOf(indexId, count).map((id) => this.sizeOf(id, number)));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  async openIndexes(): Promise<readonly OpenIndex[]> {
    return this.given.local.openIndexes();
  }

  async publishDue(): Promise<void> {
    await this.given.local.publishDue();
  }

  async answerShards(
    shardIds: readonly string[],
    question: Buffer,
    seen: Seen | undefined,
    signal: AbortSignal,
  ): Promise<Buffer> {
    return this.given.local.answerShards(shardIds, question, seen, signal);
  }

  async close(): Promise<void> {
    await this.counts.settled();
    await this.given.local.close();
  }

  private async countsOf(indexIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const distinct = [...new Set(indexIds)];
    return new Map(await Promise.all(distinct.map(async (id) => [id, await this.counts.of(id)] as const)));
  }

  private async latest(indexIds: readonly string[]): Promise<Seen> {
    return (await this.given.feed.latest?.(indexIds)) ?? new Map<string, number>();
  }

  private async searchShards(
    counts: ReadonlyMap<string, number>,
    dna: Buffer,
    wanted: Wanted,
  ): Promise<SearchResult> {
    const { seen: given, signal, self, limit, threshold, filter, isForConflicts } = wanted;
    const { findMirrored, secondTry, fromTheSide } = wanted;
    const indexIds = [...counts.keys()];
    const seen = given ?? (await this.latest(indexIds));
    const shards = indexIds.flatMap((indexId, index) => {
      const ids = shardIdsOf(indexId, counts.get(indexId) ?? 1);
      return ids.map((id) => ({ id, index, ...placeOf(id), seen: seen.get(indexId) ?? 0 }));
    });
    const selfIndex = self === undefined ? -1 : indexIds.indexOf(self.indexId);
    const left = self !== undefined && selfIndex >= 0 ? { selfIndex, selfKey: self.key } : {};
    const looks = { findMirrored, secondTry, fromTheSide };
    const options = { limit, threshold, ...looks, filter, isForConflicts, ...left };
    const ended = new AbortController();
    const ending = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
    const answersOf = async (positions: readonly number[], message: Buffer) => {
      const asked = new Map(positions.map((at) => [shards[at]?.id ?? '', at]));
      const number = shards[positions[0] ?? 0]?.seen ?? 0;
      const answers = await this.given.remote.answer([...asked.keys()], message, number, ending);
      return answers.map(({ shardIds, answer }) => ({
        shards: shardIds.map((id) => asked.get(id) ?? 0),
        answer,
      }));
    };
    let failure: unknown;
    const ask = async (questions: readonly NativeShardQuestion[]) => {
      try {
        return await Promise.all(
          questions.map(async ({ shards: asked, message }) => answersOf(asked, message)),
        );
      } catch (error) {
        failure ??= error;
        throw error;
      }
    };
    try {
      const own = shards.filter(({ id }) => this.given.remote.holds(id));
      const ownSeen = new Map(own.map(({ id, seen: number }) => [id, number]));
      const found = await this.given.local.withShards([...ownSeen.keys()], ownSeen, (held) =>
        runAbortable(signal, (cancellation) =>
          this.given.engine.searchShards(
            shards.map(({ id, index, number, count }) => ({ index, number, count, held: held.get(id) })),
            dna,
            options,
            cancellation,
            ask,
          ),
        ),
      );
      const result = resultOf(found, indexIds);
      diagnosticsEvents.searched.publish(result.timing);
      return result;
    } catch (error) {
      // The engine only knows that a shard did not answer.
      throw failure ?? error;
    } finally {
      ended.abort(OVER);
    }
  }

  private async sizeOf(shardId: string, seen: number): Promise<number> {
    const { local, remote } = this.given;
    if (remote.holds(shardId)) return local.size(shardId, new Map([[shardId, seen]]));
    return remote.size(shardId, seen);
  }
}

function isAnyDivided(counts: ReadonlyMap<string, number>): boolean {
  return [...counts.values()].some((count) => count > 1);
}
