/** ZIPs of pictures that wait to be imported, in a folder of their own. */
import { copyFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LoupeError } from '../errors.js';
import type { UploadedFile } from '../media/uploaded-file.js';
import { type ArchivedPicture, picturesOfZip } from './picture-archive.js';

/** A ZIP of more files than this is refused. */
const MAX_IMPORTED_FILES = 100_000;

/** A ZIP may arrive before its import is written down. */
const KEEP_MS = 60 * 60 * 1000;

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

  /** The files of a ZIP in its order. @throws LoupeError UNSUPPORTED_MEDIA */
  pictures(importId: string): AsyncGenerator<ArchivedPicture> {
    return picturesOfZip(this.pathOf(importId));
  }

  async drop(importId: string): Promise<void> {
    await rm(this.pathOf(importId), { force: true });
  }

  /** Removes ZIPs that no import waits for. */
  async sweep(waitingIds: ReadonlySet<string>, nowMs: number): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, name);
      // Another server may have removed it meanwhile.
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
      if (waitingIds.has(name.replace(/\.zip$/, '')) || mtimeMs > nowMs - KEEP_MS) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  private pathOf(importId: string): string {
    return join(this.folder, `${importId}.zip`);
  }
}
