/**
 * Indexes on disk, a folder each: read when an index is opened, written when it has changed, and given to other servers
 * where those can have them.
 */
import { createHash } from 'node:crypto';
import { mkdir, rename, rm, link, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LiveIndex } from './live-index.js';
import type { NativeEngine, NativeIndex } from '../native.js';
import type { ReferenceFeed } from './reference-feed.js';
import { placeOf } from '../shards/shard-ids.js';
import { SignatureArrival } from './signature-arrival.js';
import {
  type FetchedSnapshot,
  isWorthFetching,
  isWorthSharing,
  type SnapshotShare,
} from './snapshot-share.js';
import { toEngineError } from '../engine-error.js';

/** Replaces an existing copy. Both folders must lie on one disk. */
async function linkFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) await link(join(from, name), join(to, name));
}

export interface IndexSnapshotsOptions {
  readonly engine: Pick<NativeEngine, 'loadIndex'>;
  readonly feed: Pick<ReferenceFeed, 'status'>;
  /** null keeps nothing. */
  readonly snapshotFolder: string | null;
  readonly share?: SnapshotShare | undefined;
  readonly onUnshared?: (indexId: string, error: unknown) => void;
  readonly wrap: (indexId: string, native: NativeIndex, sequence: number) => LiveIndex;
}

export class IndexSnapshots {
  constructor(private readonly options: IndexSnapshotsOptions) {}

  /** The index as the own snapshot has it, or as another server's where that is much newer; null without a sound one. */
  async load(indexId: string): Promise<LiveIndex | null> {
    const folder = this.folderOf(indexId);
    if (folder === null) return null;
    const own = await this.loadFrom(folder, indexId);
    const shared = await this.fetch(folder, indexId, own?.sequence ?? 0);
    if (shared === null) return own;
    await own?.close();
    return shared;
  }

  /** Saves an index whose signatures are all here; of another there is a snapshot in the store. */
  async save(index: LiveIndex): Promise<void> {
    const folder = this.folderOf(index.id);
    if (folder !== null && index.arrival === null) await index.save(folder);
  }

  /** Shares an index with other servers when it is worth it. Failures go to `onUnshared`. */
  async share(index: LiveIndex): Promise<void> {
    const { share } = this.options;
    const folder = this.folderOf(index.id);
    if (share === undefined || folder === null || index.isDropped || index.arrival !== null) return;
    const copy = `${folder}.sharing`;
    try {
      const shared = await share.sequenceOf(index.id);
      if (!isWorthSharing(index.native.size(), index.sequence, shared, placeOf(index.id).count)) return;
      const sequence = await index.save(folder, () => linkFolder(folder, copy));
      await share.publish(index.id, sequence, copy);
    } catch (error) {
      this.options.onUnshared?.(index.id, error);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }

  async remove(indexId: string): Promise<void> {
    const folder = this.folderOf(indexId);
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }

  /** The index as another server shared it, where that saves much reading. Its snapshot replaces this server's own. */
  private async fetch(folder: string, indexId: string, ownSequence: number): Promise<LiveIndex | null> {
    const { share } = this.options;
    if (share === undefined) return null;
    const fetched = fetchedOf(folder);
    try {
      await rm(fetched, { recursive: true, force: true });
      if (!isWorthFetching(ownSequence, await share.sequenceOf(indexId), placeOf(indexId).count)) return null;
      await mkdir(fetched, { recursive: true });
      const snapshot = await share.fetch(indexId, fetched);
      if (snapshot.bringSignatures !== null) return await this.openArriving(folder, indexId, snapshot);
      await replaceFolder(folder, fetched);
      return await this.loadFrom(folder, indexId);
    } catch (error) {
      await rm(fetched, { recursive: true, force: true });
      this.options.onUnshared?.(indexId, error);
      return null;
    }
  }

  /** Opens a snapshot that lacks its signatures, and begins to bring them. */
  private async openArriving(
    folder: string,
    indexId: string,
    { sequence, bringSignatures }: FetchedSnapshot,
  ): Promise<LiveIndex | null> {
    const fetched = fetchedOf(folder);
    const discard = async () => this.options.share?.discard(indexId, sequence);
    const index = await this.loadFrom(fetched, indexId, { isArriving: true, onDamage: discard });
    if (index === null) {
      await rm(fetched, { recursive: true, force: true });
      return null;
    }
    const keep = async (isWhole: boolean) => {
      if (isWhole) return replaceFolder(folder, fetched);
      // What never came belongs to references that were put again: they lie in segments of their own now.
      await index.native.compact('everything');
      await index.native.save(folder, index.sequence, indexId);
      await rm(fetched, { recursive: true, force: true });
      await discard();
    };
    index.arrival = new SignatureArrival(index, {
      bringSignatures: bringSignatures ?? (() => Promise.resolve()),
      keep,
      giveUp: () => rm(fetched, { recursive: true, force: true }),
      report: (error) => this.options.onUnshared?.(indexId, error),
    });
    return index;
  }

  private async loadFrom(
    folder: string,
    indexId: string,
    { isArriving = false, onDamage }: { isArriving?: boolean; onDamage?: () => Promise<void> } = {},
  ): Promise<LiveIndex | null> {
    try {
      const loaded = await this.options.engine.loadIndex(folder, indexId, undefined, isArriving);
      if (loaded === null) return null;
      const { latestSequence } = await this.options.feed.status(indexId);
      // A snapshot from the future means that the database was put back to an older state.
      if (loaded.sequence <= latestSequence) {
        return this.options.wrap(indexId, loaded.index, loaded.sequence);
      }
      loaded.index.close();
      return null;
    } catch (error) {
      const { code } = toEngineError(error);
      if (code === 'SNAPSHOT_CORRUPT') await onDamage?.();
      if (code === 'SNAPSHOT_CORRUPT' || code === 'SNAPSHOT_STALE' || code === 'STORAGE') return null;
      throw error;
    }
  }

  private folderOf(indexId: string): string | null {
    const { snapshotFolder } = this.options;
    return snapshotFolder === null ? null : snapshotFolderOf(snapshotFolder, indexId);
  }
}

/** The folder of an index below that of all. Ids may hold any character, file names may not. */
export function snapshotFolderOf(snapshotFolder: string, indexId: string): string {
  return join(snapshotFolder, createHash('sha256').update(indexId).digest('hex').slice(0, 32));
}

/** Where a shared snapshot lies until it is whole. */
const fetchedOf = (folder: string) => `${folder}.fetched`;

async function replaceFolder(folder: string, by: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await rename(by, folder);
}
