/** The store of files that the configuration names. */
import type { Config } from '../config.js';
import type { BlobStore } from './blob-store.js';
import { FolderBlobs } from './folder-blobs.js';
import { S3Blobs } from './s3-blobs.js';

/** @param clusterId the id of this Loupe, which a bucket is marked with */
export function openBlobs(
  { bucket, filesFolder }: Pick<Config, 'bucket' | 'filesFolder'>,
  clusterId: () => Promise<string>,
): BlobStore {
  return bucket === null ? new FolderBlobs(filesFolder) : new S3Blobs(bucket, clusterId);
}
