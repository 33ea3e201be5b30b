/** The place of a backup by its address. */
import { parseS3Url } from '../kernel/blobs-url.js';
import { BucketPlace } from './bucket-place.js';
import { FolderPlace } from './folder-place.js';
import type { BackupPlace } from './place.js';
import { refusal } from './refusal.js';

/** @param to a folder, or `s3://<bucket>/<prefix>?…` @throws LoupeError BAD_USER_INPUT for another kind of address */
export function openPlace(to: string): BackupPlace {
  if (!/^[a-z0-9]+:\/\//i.test(to)) return new FolderPlace(to);
  try {
    return new BucketPlace(parseS3Url(to));
  } catch (error) {
    throw refusal(
      `${to.replace(/\/\/[^/]*@/, '//…@')}: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
