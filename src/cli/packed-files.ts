/**
 * Many pictures of this machine as TARs, which a server imports: it reads them on all cores and stores them in batches, where
 * single requests wait for a commit each.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { pack, type Pack } from 'tar-stream';
import { isPicture } from '../engine/imports/archived-picture.js';
import { isAddress, type NamedFile } from './picture-files.js';

/** Fewer are added as quickly one by one. */
const FEWEST = 100;
/** Of a TAR: below what servers take unless they are set otherwise, and little beside the pictures themselves. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Whether an import adds the files under the same ids as single requests do. */
export function arePackable(files: readonly NamedFile[]): boolean {
  const isPlain = ({ id, path, isDna }: NamedFile) => !isDna && !isAddress(path) && isPicture(id);
  return (
    files.length >= FEWEST && files.every(isPlain) && new Set(files.map(({ id }) => id)).size === files.length
  );
}

/** TARs of files in their order, under their ids; each is removed when the next one is asked for. @throws LoupeError NOT_FOUND */
export async function* packed(files: readonly NamedFile[], mostBytes = MOST_BYTES): AsyncGenerator<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-add-'));
  try {
    for (let from = 0; from < files.length;) {
      const path = join(folder, `${from}.tar`);
      const tar = pack();
      const written = finished(tar.pipe(createWriteStream(path, { mode: 0o600 })));
      // Who waits for it sees its failure.
      written.catch(() => undefined);
      for (let bytes = 0; from < files.length && bytes < mostBytes; from += 1) {
        const file = files[from];
        if (file !== undefined) bytes += await addTo(tar, file);
      }
      tar.finalize();
      await written;
      yield path;
      await rm(path);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns its size, once it is handed on: what is written more slowly than it is read is not kept in memory */
async function addTo(tar: Pack, { id, read }: NamedFile): Promise<number> {
  const bytes = await read();
  await new Promise<void>((resolve, reject) => {
    tar.entry({ name: id }, bytes, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
  return bytes.length;
}
