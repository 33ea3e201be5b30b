/** ZIPs and TARs of pictures that wait to be imported: in the store of files, and in a local folder while one is read. */
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LoupeError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import type { BlobStore } from '../../media/blobs/blob-store.js';
import { chunksOfFile } from '../../media/blobs/file-chunks.js';
import type { UploadedFile } from '../../media/uploads/received-file.js';
import { isQuickToPlan, stepsOfArchive } from './import-plan.js';
import type { ImportStep } from './import-steps.js';

/** An archive of more files than this is refused; lines of a manifest that cannot be followed count with them. */
const MAX_IMPORTED_FILES = 1_000_000;

/** An archive may be fetched before its import is looked at. */
const KEEP_MS = 60 * 60 * 1000;

export class ImportArchives {
  constructor(
    private readonly folder: string,
    private readonly blobs: Pick<BlobStore, 'putStream' | 'readStream' | 'delete'>,
  ) {}

  /**
   * Keeps an uploaded archive; durable when it resolves.
   *
   * @returns how many files are to be added; null for a large archive, which is counted when its import begins
   * @throws LoupeError UNSUPPORTED_MEDIA, BAD_USER_INPUT, INVALID_MANIFEST
   */
  async keep(importId: string, upload: UploadedFile): Promise<{ readonly total: number | null }> {
    const path = await upload.path();
    const total = (await isQuickToPlan(path)) ? await countSteps(path) : null;
    await this.blobs.putStream(importId, chunksOfFile(path));
    return { total };
  }

  /** How many files an archive adds. @throws LoupeError as `keep` */
  async count(importId: string): Promise<number> {
    return countSteps(await this.fetched(importId));
  }

  /** What is to be done with an archive. @throws LoupeError UNSUPPORTED_MEDIA, INVALID_MANIFEST, NOT_FOUND */
  async *steps(importId: string): AsyncGenerator<ImportStep> {
    yield* stepsOfArchive(await this.fetched(importId));
  }

  /** Bytes that cannot be removed now are swept later: no import waits for them. */
  async drop(importId: string): Promise<void> {
    await rm(this.pathOf(importId), { force: true });
    await this.blobs.delete(importId).catch(() => undefined);
  }

  /** Removes archives from the folder that no import waits for. */
  async sweep(waitingIds: ReadonlySet<string>, nowMs: number): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, name);
      // Another job may have removed it meanwhile.
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
      if (waitingIds.has(name.replace(/\.[a-z]+$/, '')) || mtimeMs > nowMs - KEEP_MS) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  /** A ZIP is read from its end, a TAR more than once: it has to lie on this machine. */
  private async fetched(importId: string): Promise<string> {
    const path = this.pathOf(importId);
    if ((await stat(path).catch(() => null)) !== null) return path;
    await mkdir(this.folder, { recursive: true });
    const unfinished = join(this.folder, newId());
    try {
      await pipeline(this.blobs.readStream(importId), createWriteStream(unfinished, { mode: 0o600 }));
      await rename(unfinished, path);
    } finally {
      await rm(unfinished, { force: true });
    }
    return path;
  }

  private pathOf(importId: string): string {
    return join(this.folder, `${importId}.archive`);
  }
}

async function countSteps(path: string): Promise<number> {
  let total = 0;
  for await (const _step of stepsOfArchive(path)) {
    total += 1;
    if (total > MAX_IMPORTED_FILES) {
      const message = `The archive holds more than ${MAX_IMPORTED_FILES} files. Split it.`;
      throw new LoupeError('PAYLOAD_TOO_LARGE', message);
    }
  }
  if (total === 0)
    throw new LoupeError('BAD_USER_INPUT', 'The archive holds no files. Put pictures into it.');
  return total;
}
