/**
 * Snapshots of indexes in the store of blobs, a row each in the database. The row is replaced only by a newer one, and
 * only by who held it for the time of the upload. Files that no row names are swept like all orphans.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.js';
import type { Database } from '../../db/database.js';
import { SqlClock } from '../../db/sql-clock.js';
import { LoupeError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import type { BlobStore } from '../../media/blobs/blob-store.js';
import { chunksOfFile } from '../../media/blobs/file-chunks.js';
import { Meter } from '../../media/uploads/meter.js';
import { indexIdOf, placeOf, shardIdOf } from '../../engine-host/shards/shard-ids.js';
import {
  changesWorthSharing,
  type FetchedSnapshot,
  type SnapshotShare,
} from '../../engine-host/indexes/snapshot-share.js';
import { Application } from '../application.entity.js';
import { SharedSnapshot, type SnapshotFile } from './shared-snapshot.entity.js';
import {
  downloadSnapshot,
  isSegmentFile,
  Precedence,
  SIGNATURES_WORTH_WAITING_BYTES,
} from './snapshot-download.js';

/** Long enough for large indexes; a server that ends meanwhile leaves the next one waiting for as long. */
const HOLD_MS = 15 * 60 * 1000;

/** Nobody waits for it, and searches go on meanwhile: so it takes a third of a core, half of it on the main thread. */
const PACING = { mostBytesPerSecond: 200_000_000 };

/** The row of an index, or of a shard. */
function rowOf(indexId: string) {
  const { number, count } = placeOf(indexId);
  return { applicationId: indexIdOf(indexId), shardNumber: number, shardCount: count };
}

const isGone = (error: unknown) => error instanceof LoupeError && error.code === 'NOT_FOUND';

export class SharedSnapshots implements SnapshotShare {
  private readonly now: SqlClock;
  readonly precedence = new Precedence();

  /** @param worthWaitingBytes signatures of fewer bytes are fetched together with the hot part */
  constructor(
    private readonly database: Database,
    private readonly blobs: BlobStore,
    clock: Clock,
    readonly worthWaitingBytes = SIGNATURES_WORTH_WAITING_BYTES,
  ) {
    this.now = new SqlClock(database.isPostgres, clock);
  }

  async sequenceOf(indexId: string): Promise<number | null> {
    const row = await this.database
      .reader()
      .findOne(SharedSnapshot, rowOf(indexId), { fields: ['sequence'] });
    return row === null || row.sequence === 0 ? null : row.sequence;
  }

  async indexIds(): Promise<readonly string[]> {
    const fields = ['applicationId', 'shardNumber', 'shardCount'] as const;
    const rows = await this.database
      .reader()
      .find(SharedSnapshot, { sequence: { $gt: 0 } }, { fields, orderBy: { sequence: 'asc' } });
    return rows.map(({ applicationId, shardNumber, shardCount }) =>
      shardIdOf({ indexId: applicationId, number: shardNumber, count: shardCount }),
    );
  }

  async fetch(indexId: string, folder: string): Promise<FetchedSnapshot> {
    const { files, sequence } = await this.database.reader().findOneOrFail(SharedSnapshot, rowOf(indexId));
    try {
      const bringSignatures = await downloadSnapshot(this.blobs, files, folder, this);
      return { sequence, bringSignatures };
    } catch (error) {
      // What is missing or damaged would be in the way of a sound one.
      if (isGone(error)) await this.discard(indexId, sequence);
      throw error;
    }
  }

  async discard(indexId: string, sequence: number): Promise<void> {
    await this.database.transaction(({ em }) =>
      em.nativeDelete(SharedSnapshot, { ...rowOf(indexId), sequence }),
    );
  }

  async publish(indexId: string, sequence: number, folder: string): Promise<void> {
    const before = await this.hold(indexId, sequence);
    if (before === null) return;
    const uploaded: SnapshotFile[] = [];
    try {
      const files: SnapshotFile[] = [];
      for (const name of await readdir(folder)) {
        const known = await this.findShared(before, name, join(folder, name));
        const file = known ?? (await this.upload(name, join(folder, name)));
        if (known === null) uploaded.push(file);
        files.push(file);
      }
      const isOurs = await this.replace(indexId, sequence, files);
      if (!isOurs) await this.remove(uploaded);
    } catch (error) {
      await this.release(indexId);
      await this.remove(uploaded);
      throw error;
    }
  }

  /** The blobs, of the given ones, that snapshots consist of. */
  async ownedOf(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const wanted = new Set(ids);
    const rows = await this.database.reader().find(SharedSnapshot, {});
    return new Set(
      rows.flatMap(({ files }) => files.map(({ blobId }) => blobId)).filter((id) => wanted.has(id)),
    );
  }

  /** Keeps others from publishing meanwhile. @returns the files of the present one; null when there is nothing to do */
  private async hold(indexId: string, sequence: number): Promise<readonly SnapshotFile[] | null> {
    const row = rowOf(indexId);
    return this.database.transaction(async ({ em }) => {
      if ((await em.count(Application, row.applicationId)) === 0) return null;
      await em.upsert(
        SharedSnapshot,
        { ...row, sequence: 0, files: [], heldUntil: null },
        { onConflictAction: 'ignore' },
      );
      const free = [{ heldUntil: null }, { heldUntil: { $lt: this.now.instant() } }];
      const taken = await em.nativeUpdate(
        SharedSnapshot,
        { ...row, sequence: { $lt: sequence }, $or: free },
        { heldUntil: this.now.instant(HOLD_MS) },
      );
      if (taken === 0) return null;
      return (await em.findOneOrFail(SharedSnapshot, row)).files;
    });
  }

  /** Forgets those of another division of the index that nobody has kept up to date; one that is on its way for the first time has 0. */
  private async replace(indexId: string, sequence: number, files: readonly SnapshotFile[]): Promise<boolean> {
    const row = rowOf(indexId);
    const { applicationId, shardCount } = row;
    return this.database.transaction(async ({ em }) => {
      const newer = { sequence, files, heldUntil: null };
      const changed = await em.nativeUpdate(SharedSnapshot, { ...row, sequence: { $lt: sequence } }, newer);
      const leftBehind = sequence - 2 * changesWorthSharing(sequence);
      const other = { applicationId, shardCount: { $ne: shardCount }, sequence: { $gt: 0, $lt: leftBehind } };
      await em.nativeDelete(SharedSnapshot, other);
      return changed > 0;
    });
  }

  private async release(indexId: string): Promise<void> {
    await this.database.transaction(({ em }) =>
      em.nativeUpdate(SharedSnapshot, rowOf(indexId), { heldUntil: null }),
    );
  }

  /** The same file, shared before and still there. */
  private async findShared(
    before: readonly SnapshotFile[],
    name: string,
    path: string,
  ): Promise<SnapshotFile | null> {
    const known = isSegmentFile(name) ? before.find((each) => each.name === name) : undefined;
    if (known === undefined || known.sizeBytes !== (await stat(path)).size) return null;
    return (await this.blobs.size(known.blobId)) === known.sizeBytes ? known : null;
  }

  private async upload(name: string, path: string): Promise<SnapshotFile> {
    const blobId = newId();
    const meter = new Meter();
    await this.blobs.putStream(blobId, meter.through(chunksOfFile(path, PACING)));
    return { name, blobId, ...meter.result() };
  }

  private async remove(files: readonly SnapshotFile[]): Promise<void> {
    for (const { blobId } of files) await this.blobs.delete(blobId);
  }
}
