/**
 * Keeps the native indexes equal to the database: opens an index when it is first used (from its snapshot if there
 * is a sound one), follows its feed by sequence number, and saves snapshots. An index is never more right than the
 * database: whatever is doubtful is rebuilt from the feed.
 */
import { mkdirSync } from 'node:fs';

import { IndexOpening } from './index-opening.js';
import { IndexRepair, type IndexRepairOptions } from './index-repair.js';
import { IndexSnapshots } from './index-snapshots.js';
import type { SnapshotShare } from './snapshot-share.js';
import { LiveIndex, type ReportFailure } from './live-index.js';
import { OpenIndexes } from './open-indexes.js';
import { QuietMerging } from './quiet-merging.js';
import { OpenList } from './open-list.js';
import { addon, type NativeEngine, type NativeFolderLock, type NativeIndex } from '../native.js';
import type { ReferenceChange, ReferenceFeed } from './reference-feed.js';
import { IndexWarming } from './index-warming.js';
import { everyShardIdOf, isShardOf } from '../shards/shard-ids.js';
import { toEngineError, EngineError } from '../engine-error.js';

/**
 * A snapshot is written after this many changes, so that a restart repeats at most about two seconds of work, and that at
 * most some 400 MB of signatures are in memory that no file holds yet.
 */
const CHANGES_PER_SNAPSHOT = 20_000;

/** An index that has not changed for so long is likely to stay as it is for many searches. */
const QUIET_MS = 15_000;

export interface IndexRegistryOptions {
  readonly feed: ReferenceFeed;
  /** Folder for snapshots; null keeps indexes in memory only. One process at a time. */
  readonly snapshotFolder: string | null;
  /** Memory that indexes may take together before those that nobody uses are closed; null or none: as they need. */
  readonly indexMemoryBytes?: number | null;
  /** Snapshots that other servers can have; needs a folder for own ones. */
  readonly share?: SnapshotShare | undefined;
  /** Whether an index is to be opened at the start also where it was not open last time; only those that are shared are. */
  readonly isKeptWarm?: ((indexId: string) => boolean) | undefined;
  /** Larger indexes are divided into shards: they are not opened whole at the start. */
  readonly mostReferences?: number | undefined;
  /** Changes after which a snapshot is written. */
  readonly changesPerSnapshot?: number | undefined;
  /** Told about references that could not be indexed. */
  readonly onFailure?: ReportFailure;
  /** Called for an index that could not be saved when it left memory or was merged: the next use reads it from the feed. */
  readonly onUnsaved?: (indexId: string, error: unknown) => void;
  /** Called for an index of which some signatures were damaged in their file, and were read from the feed again. */
  readonly onRepaired?: IndexRepairOptions['onRepaired'];
  /** Called for an index whose shared snapshot is not available, or that could not be shared. */
  readonly onUnshared?: (indexId: string, error: unknown) => void;
}

export class IndexRegistry {
  private readonly open: OpenIndexes;
  private readonly list: OpenList | null;
  private readonly snapshots: IndexSnapshots;
  private readonly lock: NativeFolderLock | null;
  private readonly opening: IndexOpening;
  private readonly warming: IndexWarming;
  private readonly merging: QuietMerging;
  private readonly repair: IndexRepair;
  private isClosed = false;

  /** @throws EngineError FOLDER_LOCKED when another process uses the folder */
  constructor(
    private readonly engine: NativeEngine,
    private readonly options: IndexRegistryOptions,
  ) {
    const { snapshotFolder, indexMemoryBytes = null } = options;
    try {
      if (snapshotFolder !== null) mkdirSync(snapshotFolder, { recursive: true });
      this.lock = snapshotFolder === null ? null : new addon.FolderLock(snapshotFolder);
    } catch (error) {
      throw toEngineError(error);
    }
    this.list = snapshotFolder === null ? null : new OpenList(snapshotFolder);
    this.snapshots = new IndexSnapshots({
      ...options,
      engine,
      wrap: (indexId, native, sequence) => this.wrap(indexId, native, sequence),
    });
    this.opening = new IndexOpening({
      feed: options.feed,
      snapshots: this.snapshots,
      createIndex: (indexId) => this.wrap(indexId, this.engine.createIndex(), 0),
      changesPerSnapshot: options.changesPerSnapshot ?? CHANGES_PER_SNAPSHOT,
    });
    this.open = new OpenIndexes({
      openIndex: (indexId) => this.openIndex(indexId),
      leave: (index) => this.leave(index),
      limitBytes: indexMemoryBytes,
      onChange: () => this.list?.keep(this.open.ids),
    });
    this.merging = new QuietMerging({
      quietMs: QUIET_MS,
      merge: (indexId) => this.mergeQuietly(indexId),
      onFailure: (indexId, error) => options.onUnsaved?.(indexId, error),
    });
    this.repair = new IndexRepair({
      ...options,
      save: async (index) => {
        this.merging.note(index.id);
        await this.snapshots.save(index);
      },
    });
    this.warming = new IndexWarming({
      ...options,
      mayOpen: () => !this.isClosed && !this.open.isFull,
      open: async (indexId) => this.open.release(await this.open.hold(indexId)),
    });
  }

  /** Ids of the indexes to open at the start. */
  async openAtStart(): Promise<readonly string[]> {
    return this.warming.openAtStart((await this.list?.read()) ?? []);
  }

  async warm(indexIds: readonly string[]): Promise<void> {
    await this.warming.warm(indexIds);
  }

  /**
   * Does something with indexes that are all open, with what other processes have changed, and that stay open
   * meanwhile. One that was dropped while another was being opened holds nothing and is left out.
   *
   * @param seen numbers of the last changes that they must hold; the feed is asked where it is not given
   * @throws EngineError CLOSED, BEHIND when the feed does not have the changes yet, and what the work throws
   */
  async with<T>(
    indexIds: readonly string[],
    work: (indexes: readonly LiveIndex[]) => Promise<T> | T,
    seen?: ReadonlyMap<string, number>,
  ): Promise<T> {
    const distinct = [...new Set(indexIds)];
    const held: LiveIndex[] = [];
    try {
      // One after another: all at once, those of a large tree would fill the queue of the engine.
      for (const id of distinct) held.push(await this.hold(id));
      const wanted = seen ?? (await this.options.feed.latest?.(distinct));
      const isBehind = (index: LiveIndex) =>
        !index.isDropped && index.sequence < (wanted?.get(index.id) ?? 0);
      const refreshed = held.filter(isBehind);
      await Promise.all(refreshed.map((index) => index.refresh(wanted?.get(index.id))));
      for (const { id } of refreshed) this.merging.note(id);
      const behind = held.filter(isBehind);
      if (seen !== undefined && behind.length > 0) await this.requireFeed(behind, seen);
      this.mustBeOpen();
      return await this.repair.during(
        held.filter((index) => !index.isDropped),
        work,
      );
    } finally {
      for (const index of held) this.open.release(index);
    }
  }

  /**
   * Makes committed changes visible to every search that starts after this resolves. An index that is not open
   * needs nothing: it will read them when it is opened.
   */
  async apply(indexId: string, changes: readonly ReferenceChange[]): Promise<void> {
    const last = changes.reduce((latest, { sequence }) => Math.max(latest, sequence), 0);
    await Promise.all(this.openShardsOf(indexId).map((id) => this.catchUp(id, last)));
    const index = await this.open.holdIfOpen(indexId);
    if (index === null) return;
    try {
      await index.apply(changes);
      this.merging.note(indexId);
      await this.opening.saveIfDue(index);
    } finally {
      this.open.release(index);
    }
  }

  /** Reads what others have changed in an index up to a number, where it is open. */
  async catchUp(indexId: string, sequence: number): Promise<void> {
    await Promise.all(this.openShardsOf(indexId).map((id) => this.catchUp(id, sequence)));
    const index = await this.open.holdIfOpen(indexId);
    if (index === null) return;
    try {
      await index.refresh(sequence);
      this.merging.note(indexId);
      await this.opening.saveIfDue(index);
    } finally {
      this.open.release(index);
    }
  }

  /** Shares what has changed enough since it was shared last. Failures go to `onUnshared`, and are retried. */
  async publishDue(): Promise<void> {
    for (const { id } of await this.opened()) {
      if (this.isClosed) return;
      const index = await this.open.holdIfOpen(id).catch(() => null);
      if (index === null) continue;
      try {
        await this.snapshots.share(index);
      } finally {
        this.open.release(index);
      }
    }
  }

  /** The indexes in memory; those that are being opened are waited for. */
  async opened(): Promise<readonly LiveIndex[]> {
    return this.open.opened();
  }

  /** Forgets an index that was deleted, and its snapshot. */
  async drop(indexId: string): Promise<void> {
    for (const id of [indexId, ...this.openShardsOf(indexId)]) await this.open.drop(id);
    const shardIds = this.options.mostReferences === undefined ? [] : everyShardIdOf(indexId);
    for (const id of [indexId, ...shardIds]) await this.snapshots.remove(id);
  }

  /** Saves what changed, closes every index and frees the folder. Errors of single indexes are reported together. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.merging.end();
    const errors: unknown[] = [];
    for (const opening of await this.open.takeOutAll()) {
      try {
        if (opening.status === 'rejected') throw opening.reason;
        await this.saveAndClose(opening.value);
      } catch (error) {
        errors.push(error);
      }
    }
    await this.list?.flush();
    this.lock?.release();
    if (errors.length > 0) throw new AggregateError(errors, 'Some indexes could not be saved.');
  }

  /** Indexes that have read all there is are as right as the database that they follow, unless that is behind itself. */
  private async requireFeed(indexes: readonly LiveIndex[], seen: ReadonlyMap<string, number>): Promise<void> {
    for (const { id } of indexes) {
      const { latestSequence } = await this.options.feed.status(id);
      if (latestSequence >= (seen.get(id) ?? 0)) continue;
      throw new EngineError('BEHIND', 'The index is behind the latest changes. Retry in a moment.');
    }
  }

  /** Shards of an index that are in memory. */
  private openShardsOf(indexId: string): readonly string[] {
    return this.open.ids.filter((id) => isShardOf(id, indexId));
  }

  private async hold(indexId: string): Promise<LiveIndex> {
    this.mustBeOpen();
    try {
      return await this.open.hold(indexId);
    } catch (error) {
      throw toEngineError(error);
    }
  }

  private mustBeOpen(): void {
    if (this.isClosed) throw new EngineError('CLOSED', 'Recognition is shut down.');
  }

  private async leave(index: LiveIndex): Promise<void> {
    try {
      await this.saveAndClose(index);
    } catch (error) {
      this.options.onUnsaved?.(index.id, error);
    }
  }

  private async saveAndClose(index: LiveIndex): Promise<void> {
    try {
      if (index.unsavedCount > 0) await this.snapshots.save(index);
    } finally {
      await index.close();
    }
  }

  private async openIndex(indexId: string): Promise<LiveIndex> {
    const index = await this.opening.open(indexId);
    this.merging.note(indexId);
    return index;
  }

  private async mergeQuietly(indexId: string): Promise<void> {
    const index = await this.open.holdIfOpen(indexId);
    if (index === null) return;
    try {
      await index.mergeQuietly();
      await this.opening.saveIfDue(index);
    } finally {
      this.open.release(index);
    }
  }

  private wrap(indexId: string, native: NativeIndex, sequence: number): LiveIndex {
    const report = this.options.onFailure ?? (() => undefined);
    return new LiveIndex(indexId, native, this.options.feed, report, sequence);
  }
}
