/**
 * Keeps the native indexes equal to the database: opens an index when it is first used (from its snapshot if there
 * is a sound one), follows its feed by sequence number, and saves snapshots. An index is never more right than the
 * database: whatever is doubtful is rebuilt from the feed.
 */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { LiveIndex, type ReportFailure } from './live-index.js';
import { addon, type NativeEngine, type NativeFolderLock } from './native.js';
import type { ReferenceChange, ReferenceFeed } from './reference-feed.js';
import { toVisionError, VisionError } from './vision-error.js';

/** A snapshot is written after this many changes, so that a restart repeats at most about two seconds of work. */
const CHANGES_PER_SNAPSHOT = 20_000;

export interface IndexRegistryOptions {
  readonly feed: ReferenceFeed;
  /** Folder for snapshots; null keeps indexes in memory only. One process at a time. */
  readonly snapshotFolder: string | null;
  /** Told about references that could not be indexed. */
  readonly onFailure?: ReportFailure;
}

export class IndexRegistry {
  private readonly open = new Map<string, Promise<LiveIndex>>();
  private readonly lock: NativeFolderLock | null;
  private isClosed = false;

  /** @throws VisionError FOLDER_LOCKED when another process uses the folder */
  constructor(
    private readonly engine: NativeEngine,
    private readonly options: IndexRegistryOptions,
  ) {
    try {
      if (options.snapshotFolder !== null) mkdirSync(options.snapshotFolder, { recursive: true });
      this.lock = options.snapshotFolder === null ? null : new addon.FolderLock(options.snapshotFolder);
    } catch (error) {
      throw toVisionError(error);
    }
  }

  /** The index, opened and caught up if it was not open. */
  async use(indexId: string): Promise<LiveIndex> {
    if (this.isClosed) throw new VisionError('CLOSED', 'Recognition is shut down.');
    const known = this.open.get(indexId);
    if (known !== undefined) return known;
    const opening = this.openIndex(indexId);
    this.open.set(indexId, opening);
    try {
      return await opening;
    } catch (error) {
      if (this.open.get(indexId) === opening) this.open.delete(indexId);
      throw toVisionError(error);
    }
  }

  /**
   * The indexes of one search, all open at the moment that this resolves, with what other processes have changed. One
   * that was dropped while another was being opened holds nothing any more and is left out.
   *
   * @throws VisionError CLOSED
   */
  async useAll(indexIds: readonly string[]): Promise<LiveIndex[]> {
    const distinct = [...new Set(indexIds)];
    const indexes: LiveIndex[] = [];
    // One after another: all at once, those of a large tree would fill the queue of the engine.
    for (const id of distinct) indexes.push(await this.use(id));
    const latest = await this.options.feed.latest?.(distinct);
    const isBehind = (index: LiveIndex) => !index.isClosed && index.sequence < (latest?.get(index.id) ?? 0);
    await Promise.all(indexes.filter(isBehind).map((index) => index.refresh()));
    if (this.isClosed) throw new VisionError('CLOSED', 'Recognition is shut down.');
    return indexes.filter((index) => !index.isClosed);
  }

  /**
   * Makes committed changes visible to every search that starts after this resolves. An index that is not open
   * needs nothing: it will read them when it is opened.
   */
  async apply(indexId: string, changes: readonly ReferenceChange[]): Promise<void> {
    const opening = this.open.get(indexId);
    if (opening === undefined) return;
    const index = await opening;
    await index.apply(changes);
    if (index.unsavedCount >= CHANGES_PER_SNAPSHOT) await this.save(index);
  }

  /** The indexes in memory; those that are being opened are waited for. */
  async opened(): Promise<readonly LiveIndex[]> {
    const settled = await Promise.allSettled(this.open.values());
    const indexes = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    return indexes.filter((index) => !index.isClosed);
  }

  /** Forgets an index that was deleted, and its snapshot. */
  async drop(indexId: string): Promise<void> {
    const opening = this.open.get(indexId);
    this.open.delete(indexId);
    if (opening !== undefined) await (await opening).close();
    const folder = this.folderOf(indexId);
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }

  /** Saves what changed, closes every index and frees the folder. Errors of single indexes are reported together. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    const errors: unknown[] = [];
    for (const opening of this.open.values()) {
      try {
        const index = await opening;
        if (index.unsavedCount > 0) await this.save(index);
        await index.close();
      } catch (error) {
        errors.push(error);
      }
    }
    this.open.clear();
    this.lock?.release();
    if (errors.length > 0) throw new AggregateError(errors, 'Some indexes could not be saved.');
  }

  private async openIndex(indexId: string): Promise<LiveIndex> {
    const fromSnapshot = await this.loadSnapshot(indexId);
    if (fromSnapshot !== null) {
      await fromSnapshot.refresh();
      if (await this.agreesWithFeed(fromSnapshot)) return fromSnapshot;
      await fromSnapshot.close();
    }
    const rebuilt = this.wrap(indexId, this.engine.createIndex(), 0);
    await rebuilt.refresh();
    if (rebuilt.unsavedCount >= CHANGES_PER_SNAPSHOT) await this.save(rebuilt);
    return rebuilt;
  }

  private async loadSnapshot(indexId: string): Promise<LiveIndex | null> {
    const folder = this.folderOf(indexId);
    if (folder === null) return null;
    try {
      const loaded = await this.engine.loadIndex(folder, indexId);
      if (loaded === null) return null;
      const { latestSequence } = await this.options.feed.status(indexId);
      // A snapshot from the future means that the database was put back to an older state.
      if (loaded.sequence <= latestSequence) return this.wrap(indexId, loaded.index, loaded.sequence);
      loaded.index.close();
      return null;
    } catch (error) {
      const { code } = toVisionError(error);
      if (code === 'SNAPSHOT_CORRUPT' || code === 'SNAPSHOT_STALE' || code === 'STORAGE') return null;
      throw error;
    }
  }

  private async agreesWithFeed(index: LiveIndex): Promise<boolean> {
    const { latestSequence, referenceCount } = await this.options.feed.status(index.id);
    if (latestSequence !== index.sequence) return true; // changed meanwhile: no statement is possible
    return index.native.size() + index.failedCount === referenceCount;
  }

  private wrap(
    indexId: string,
    native: ReturnType<NativeEngine['createIndex']>,
    sequence: number,
  ): LiveIndex {
    const report = this.options.onFailure ?? (() => undefined);
    return new LiveIndex(indexId, native, this.options.feed, report, sequence);
  }

  private async save(index: LiveIndex): Promise<void> {
    const folder = this.folderOf(index.id);
    if (folder !== null) await index.save(folder);
  }

  /** Ids may hold any character, file names may not. */
  private folderOf(indexId: string): string | null {
    if (this.options.snapshotFolder === null) return null;
    return join(this.options.snapshotFolder, createHash('sha256').update(indexId).digest('hex').slice(0, 32));
  }
}
