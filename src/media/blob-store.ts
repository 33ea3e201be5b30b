/**
 * Bytes by id, in a folder. A file appears under its name only when it is whole and on disk: written beside, synced,
 * renamed. Which blobs belong to something, the database knows.
 */
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFull, isDiskFull } from '../disk-full.js';
import { isId, newId } from '../ids.js';

/** Bytes without a row may belong to a transaction that is not finished; older ones do not. */
const ORPHAN_AGE_MS = 60 * 60 * 1000;
/** What was not written to for so long, nobody is writing any more: an archive is written all the time. */
const ABANDONED_AGE_MS = 24 * 60 * 60 * 1000;

export class BlobStore {
  private readonly unfinished: string;

  constructor(private readonly folder: string) {
    this.unfinished = join(folder, 'unfinished');
  }

  /**
   * Makes the folder and removes what interrupted writes left a day ago or earlier. Servers share the folder: what is
   * younger, another one may be writing.
   */
  async prepare(): Promise<void> {
    await mkdir(this.unfinished, { recursive: true });
    for (const name of await readdir(this.unfinished)) {
      const path = join(this.unfinished, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
      if (Date.now() - mtimeMs >= ABANDONED_AGE_MS) await rm(path, { recursive: true, force: true });
    }
  }

  /** Stores bytes under a new id; durable when it resolves. */
  async put(id: string, bytes: Buffer): Promise<void> {
    await this.putStream(id, [bytes]);
  }

  /** As `put`, with bytes that come little by little. */
  async putStream(id: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    // A name of its own: a job that went to another server may be writing the same blob there.
    const temporary = join(this.unfinished, newId());
    const file = await open(temporary, 'w', 0o600);
    try {
      for await (const chunk of bytes) await file.writeFile(chunk);
      await file.sync();
    } catch (error) {
      await file.close();
      await rm(temporary, { force: true });
      throw isDiskFull(error) ? diskFull(error) : error;
    }
    await file.close();
    await this.moveIn(id, temporary);
  }

  async read(id: string): Promise<Buffer> {
    return readFile(this.pathOf(id));
  }

  /** Bytes of a blob; null when it is not there. */
  async size(id: string): Promise<number | null> {
    return stat(this.pathOf(id)).then(
      ({ size }) => size,
      () => null,
    );
  }

  readStream(id: string): ReadStream {
    return createReadStream(this.pathOf(id));
  }

  /** Removes a blob; nothing happens when it is gone already. */
  async delete(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  /** Removes old blobs that `ownedOf` does not name. @returns how many */
  async sweep(ownedOf: (ids: readonly string[]) => Promise<ReadonlySet<string>>, now: Date): Promise<number> {
    let removed = 0;
    for (const shard of await readdir(this.folder)) {
      if (shard.length !== 2) continue;
      const ids = (await readdir(join(this.folder, shard))).filter(isId);
      const owned = await ownedOf(ids);
      for (const id of ids.filter((each) => !owned.has(each))) {
        const age =
          now.getTime() - (await stat(this.pathOf(id)).catch(() => ({ mtimeMs: now.getTime() }))).mtimeMs;
        if (age < ORPHAN_AGE_MS) continue;
        await this.delete(id);
        removed += 1;
      }
    }
    return removed;
  }

  private async moveIn(id: string, temporary: string): Promise<void> {
    await mkdir(this.shardOf(id), { recursive: true });
    await rename(temporary, this.pathOf(id));
    await syncFolder(this.shardOf(id));
  }

  /** Ids begin with the time, so the last digits spread better. */
  private shardOf(id: string): string {
    return join(this.folder, id.slice(-2));
  }

  private pathOf(id: string): string {
    if (!isId(id)) throw new RangeError(`${id} is not the id of a blob.`);
    return join(this.shardOf(id), id);
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
