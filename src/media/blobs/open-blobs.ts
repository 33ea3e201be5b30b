/** The store of files that the configuration names. */
import type { Config } from '../../config.js';
import type { ClusterId } from './blob-owner.js';
import type { BlobStore } from './blob-store.js';
import { FolderBlobs } from './folder-blobs.js';
import { S3Blobs } from './s3-blobs.js';

export function openBlobs(
  { bucket, filesFolder }: Pick<Config, 'bucket' | 'filesFolder'>,
  clusterId: ClusterId,
): BlobStore {
  return bucket === null ? new FolderBlobs(filesFolder, clusterId) : new S3Blobs(bucket, clusterId);
}
