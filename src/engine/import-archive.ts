/** ZIPs of pictures that wait to be imported, in a folder of their own, and what they hold. */
import { copyFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { LoupeError } from '../errors.js';
import type { UploadedFile } from '../media/uploaded-file.js';

/** A ZIP of more files than this is refused. */
export const MAX_IMPORTED_FILES = 100_000;

/** A ZIP may arrive before its import is written down. */
const KEEP_MS = 60 * 60 * 1000;

export interface ArchivedPicture {
  /** Path in the ZIP. */
  readonly fileName: string;
  /** @throws LoupeError PAYLOAD_TOO_LARGE, INVALID_IMAGE when the ZIP is damaged there */
  read(maxBytes: number): Promise<Buffer>;
}

export class ImportArchives {
  constructor(private readonly folder: string) {}

  /** Keeps an uploaded ZIP; durable when it resolves. @throws LoupeError UNSUPPORTED_MEDIA, BAD_USER_INPUT */
  async keep(importId: string, upload: UploadedFile): Promise<{ readonly total: number }> {
    await mkdir(this.folder, { recursive: true });
    const path = this.pathOf(importId);
    await copyFile(await upload.path(), path);
    const file = await open(path, 'r');
    await file.sync();
    await file.close();
    try {
      let total = 0;
      for await (const _picture of this.pictures(importId)) total += 1;
      if (total === 0)
        throw new LoupeError('BAD_USER_INPUT', 'The ZIP holds no files. Put pictures into it.');
      if (total > MAX_IMPORTED_FILES) {
        throw new LoupeError(
          'PAYLOAD_TOO_LARGE',
          `The ZIP holds more than ${MAX_IMPORTED_FILES} files. Split it.`,
        );
      }
      return { total };
    } catch (error) {
      await this.drop(importId);
      throw error;
    }
  }

  /** The files of a ZIP in its order, without folders and what systems add. @throws LoupeError UNSUPPORTED_MEDIA */
  async *pictures(importId: string): AsyncGenerator<ArchivedPicture> {
    const zip = await openZip(this.pathOf(importId));
    try {
      for await (const entry of zip.eachEntry()) if (isPicture(entry.fileName)) yield toPicture(zip, entry);
    } catch (cause) {
      throw cause instanceof LoupeError ? cause : noZip(cause);
    } finally {
      zip.close();
    }
  }

  async drop(importId: string): Promise<void> {
    await rm(this.pathOf(importId), { force: true });
  }

  /** Removes ZIPs that no import waits for. */
  async sweep(waitingIds: ReadonlySet<string>, nowMs: number): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, name);
      const { mtimeMs } = await stat(path);
      if (waitingIds.has(name.replace(/\.zip$/, '')) || mtimeMs > nowMs - KEEP_MS) continue;
      await rm(path, { force: true });
    }
  }

  private pathOf(importId: string): string {
    return join(this.folder, `${importId}.zip`);
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (cause) {
    throw noZip(cause);
  }
}

function isPicture(fileName: string): boolean {
  const name = fileName.split('/').at(-1) ?? '';
  return name !== '' && !name.startsWith('.') && name !== 'Thumbs.db' && !fileName.startsWith('__MACOSX/');
}

function toPicture(zip: ZipFile, entry: Entry): ArchivedPicture {
  return {
    fileName: entry.fileName,
    read: async (maxBytes) => {
      if (entry.uncompressedSize > maxBytes) {
        throw new LoupeError(
          'PAYLOAD_TOO_LARGE',
          'The file in the ZIP is too large. Scale the picture down.',
        );
      }
      try {
        const chunks: Buffer[] = [];
        // The size that the directory states is enforced while reading.
        for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
        return Buffer.concat(chunks);
      } catch (cause) {
        throw new LoupeError('INVALID_IMAGE', 'The ZIP is damaged at this file.', {}, { cause });
      }
    },
  };
}

function noZip(cause: unknown): LoupeError {
  return new LoupeError(
    'UNSUPPORTED_MEDIA',
    'The file is not a readable ZIP. Send a ZIP of pictures.',
    {},
    { cause },
  );
}
