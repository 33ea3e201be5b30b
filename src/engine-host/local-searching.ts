/** Searching in indexes and descriptor tables of this process. */
import { diagnosticsEvents } from '../kernel/diagnostics-events.js';
import { runAbortable } from './abort.js';
import { decodeMsOf } from './decoded-photo.js';
import { lumaOf, onPicture } from './encoded-picture.js';
import { IndexRegistry, type IndexRegistryOptions } from './indexes/index-registry.js';
import type { LiveIndex } from './indexes/live-index.js';
import type { NativeEngine, NativeIndex } from './native.js';
import type { ReferenceChange } from './indexes/reference-feed.js';
import type { ConflictOptions, OpenIndex, Query, Searching } from './searching.js';
import type { DescriptorTable } from './appearance/similarity.js';
import { placeOf } from './shards/shard-ids.js';
import { withSignatures } from './indexes/signature-arrival.js';
import { TableRegistry } from './appearance/table-registry.js';
import { resultOf } from './search-result.js';
import type { SearchOptions, SearchResult } from './types.js';

export class LocalSearching implements Searching {
  isWarm = false;
  private readonly registry: IndexRegistry;
  private readonly tables: TableRegistry;

  /** @throws EngineError FOLDER_LOCKED */
  constructor(
    private readonly engine: NativeEngine,
    private readonly options: IndexRegistryOptions,
  ) {
    this.registry = new IndexRegistry(engine, options);
    this.tables = new TableRegistry(engine, options.feed, options.onFailure);
  }

  async startWarming(): Promise<void> {
    const ids = await this.registry.openAtStart();
    if (ids.length === 0) this.isWarm = true;
    else void this.registry.warm(ids).finally(() => (this.isWarm = true));
  }

  /** A picture is decoded, extracted and searched in one job. */
  async search(
    indexIds: readonly string[],
    query: Query,
    { limit, threshold, findMirrored, secondTry, fromTheSide, quick, filter, seen, signal }: SearchOptions,
  ): Promise<SearchResult> {
    const work = async (indexes: readonly LiveIndex[]) => {
      const natives = indexes.map((index) => index.native);
      const wanted = { limit, threshold, findMirrored, secondTry, fromTheSide, quick, filter };
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
      const result = resultOf(
        found,
        indexes.map(({ id }) => id),
        decodeMsOf(query),
      );
      diagnosticsEvents.searched.publish(result.timing);
      return result;
    };
    return this.registry.with(indexIds, (indexes) => withSignatures(indexes, () => work(indexes)), seen);
  }

  async conflicts(
    indexIds: readonly string[],
    dna: Buffer,
    { limit, threshold, filter, self, seen, signal }: ConflictOptions,
  ): Promise<SearchResult> {
    const work = async (indexes: readonly LiveIndex[]) => {
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
      return resultOf(
        found,
        indexes.map(({ id }) => id),
      );
    };
    return this.registry.with(indexIds, (indexes) => withSignatures(indexes, () => work(indexes)), seen);
  }

  async descriptorTable(indexId: string, seen?: number): Promise<DescriptorTable> {
    return this.tables.use(indexId, seen);
  }

  async apply(indexId: string, changes: readonly ReferenceChange[]): Promise<void> {
    await this.registry.apply(indexId, changes);
    await this.tables.apply(indexId, changes);
  }

  async catchUp(indexId: string, sequence: number): Promise<void> {
    await this.registry.catchUp(indexId, sequence);
  }

  async lastChange(indexId: string): Promise<number> {
    const latest = await this.options.feed.latest?.([indexId]);
    return latest?.get(indexId) ?? (await this.registry.with([indexId], ([index]) => index?.sequence ?? 0));
  }

  async publishDue(): Promise<void> {
    await this.registry.publishDue();
  }

  async size(indexId: string, seen?: ReadonlyMap<string, number>): Promise<number> {
    return this.registry.with([indexId], ([index]) => index?.native.size() ?? 0, seen);
  }

  /** What some shards of one index answer together to a search through all of them. */
  async answerShards(
    shardIds: readonly string[],
    question: Buffer,
    seen: ReadonlyMap<string, number> | undefined,
    signal: AbortSignal,
  ): Promise<Buffer> {
    return this.withShards(shardIds, seen, (indexes) =>
      runAbortable(signal, (cancellation) => {
        const shards = shardIds.map((id) => ({ ...placeOf(id), held: indexes.get(id) }));
        return this.engine.answerShards(shards, question, cancellation);
      }),
    );
  }

  /** Does something with shards that stay open meanwhile. One that was dropped holds nothing. */
  async withShards<T>(
    shardIds: readonly string[],
    seen: ReadonlyMap<string, number> | undefined,
    work: (indexes: ReadonlyMap<string, NativeIndex>) => Promise<T>,
  ): Promise<T> {
    return this.registry.with(
      shardIds,
      (open) => {
        const indexes = new Map(open.map(({ id, native }) => [id, native]));
        for (const id of shardIds) if (!indexes.has(id)) indexes.set(id, this.engine.createIndex());
        return withSignatures(open, () => work(indexes));
      },
      seen,
    );
  }

  async openIndexes(): Promise<readonly OpenIndex[]> {
    const indexes = await this.registry.opened();
    return indexes.map(({ id, sequence, native, bytes }) => ({ id, sequence, size: native.size(), bytes }));
  }

  async drop(indexId: string): Promise<void> {
    this.tables.drop(indexId);
    await this.registry.drop(indexId);
  }

  async close(): Promise<void> {
    await this.registry.close();
  }
}
