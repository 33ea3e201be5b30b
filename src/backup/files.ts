/** Files that are on the disk when they are said to be. */
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobSource } from '../media/blob-store.js';

/** Writes a file that only its owner may read. */
export async function writeSynced(path: string, bytes: BlobSource): Promise<void> {
  await pipeline(
    Readable.from(bytes, { objectMode: false }),
    createWriteStream(path, { mode: 0o600, flush: true }),
  );
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
