/** The store of files that the configuration names. */
import type { Config } from '../config.js';
import type { Database } from '../db/database.js';
import { clusterIdOf } from '../db/installation.js';
import type { BlobStore } from './blob-store.js';
import { FolderBlobs } from './folder-blobs.js';
import { S3Blobs } from './s3-blobs.js';

export function openBlobs(
  { bucket, filesFolder }: Pick<Config, 'bucket' | 'filesFolder'>,
  database: Database,
): BlobStore {
  return bucket === null
    ? new FolderBlobs(filesFolder)
    : new S3Blobs(bucket, async () => clusterIdOf(database));
}
