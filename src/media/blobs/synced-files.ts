/** Files that are on the disk when they are said to be. */
import { open } from 'node:fs/promises';
import type { BlobSource } from './blob-store.js';

/** Writes a file that only its owner may read. What the source throws is thrown; a part of the file may be there then. */
export async function writeSynced(path: string, bytes: BlobSource): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for await (const chunk of bytes) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
