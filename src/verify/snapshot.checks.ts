/** Snapshots of indexes: those of this machine, and those that servers share. */
import { Application } from '../engine/application.entity.js';
import { SharedSnapshot } from '../engine/feed/shared-snapshot.entity.js';
import type { Database } from '../db/database.js';
import type { FileStore } from '../media/blobs/file-store.js';
import { measure } from '../media/uploads/meter.js';
import type { Vision } from '../engine-host/vision.js';
import { compare, type Difference } from './difference.js';

const SOUND = 'ok';

/** @returns how many there are on this machine */
export async function checkSnapshots(
  database: Database,
  vision: Pick<Vision, 'checkSnapshots'>,
  snapshotFolder: string,
): Promise<{ readonly count: number; readonly differences: readonly Difference[] }> {
  const applications = await database
    .reader()
    .find(Application, {}, { fields: ['id'], orderBy: { id: 'asc' }, disableIdentityMap: true });
  const { count, damaged } = await vision.checkSnapshots(
    snapshotFolder,
    applications.map(({ id }) => id),
  );
  return {
    count,
    differences: damaged.flatMap(({ indexId, reason }) =>
      compare('Index.Snapshot', indexId, `damaged: ${reason}`, SOUND),
    ),
  };
}

/** Each file of a shared snapshot is in the store with the bytes that it was stored with. */
export async function checkSharedSnapshots(
  database: Database,
  files: Pick<FileStore, 'openStream'>,
): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  for (const { applicationId, files: parts } of await database.reader().find(SharedSnapshot, {})) {
    for (const { blobId, sha256 } of parts) {
      const found = await measure(files.openStream({ id: blobId })).catch(() => null);
      const differs = compare('SharedSnapshot.Sha256', applicationId, found?.sha256 ?? 'missing', sha256);
      if (differs.length > 0 && (await isShared(database, blobId))) differences.push(...differs);
    }
  }
  return differences;
}

/** A server beside may have shared a newer one meanwhile. */
async function isShared(database: Database, blobId: string): Promise<boolean> {
  const rows = await database.reader().find(SharedSnapshot, {});
  return rows.some(({ files }) => files.some((file) => file.blobId === blobId));
}
