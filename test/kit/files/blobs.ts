import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export type BlobCounter = () => Promise<number>;

/** Counts the stored files on the disk, finished or not. */
export function countBlobs(dataFolder: string): BlobCounter {
  return async () => {
    const entries = await readdir(join(dataFolder, 'files'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  };
}
