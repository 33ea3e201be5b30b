/** Blobs in a folder: written beside, synced, renamed. Servers on one database may share it. */
import { createReadStream } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { diskFull, isDiskFull } from '../../kernel/outages.js';
import { isId, newId } from '../../kernel/ids.js';
import { type ClusterId, requireOwner, foreignPlace, MARKER, markerOf, ownerIn } from './blob-owner.js';
import {
  type BlobSource,
  type BlobStore,
  type ByteRange,
  type ListedBlob,
  missingBlob,
  pathOfBlob,
  storageUnavailable,
} from './blob-store.js';
import { syncFolder, writeSynced } from './files-on-disk.js';

const SETTINGS = 'LOUPE_FILES_FOLDER or LOUPE_DATA';
/** What was not written to for this long, nobody is still writing: an archive is written all the time. */
const ABANDONED_AGE_MS = 24 * 60 * 60 * 1000;
const LARGE_STEP_BYTES = 1024 * 1024;

export class FolderBlobs implements BlobStore {
  private readonly unfinished: string;
  /** Whether the marker was seen: one that goes later is missed, one that had no room yet is written when there is. */
  private isMarked = false;

  constructor(
    private readonly folder: string,
    private readonly clusterId: ClusterId,
  ) {
    this.unfinished = join(folder, 'unfinished');
  }

  get name(): string {
    return this.folder;
  }

  /**
   * Makes the folder and removes what interrupted writes left a day ago or earlier. Servers share the folder: what is
   * younger, another one may be writing.
   *
   * @throws ConfigError for a folder that is another's
   */
  async prepare(): Promise<void> {
    await mkdir(this.unfinished, { recursive: true });
    if (this.clusterId !== null) await this.claim(await this.clusterId());
    for (const name of await readdir(this.unfinished)) {
      const path = join(this.unfinished, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
      if (Date.now() - mtimeMs >= ABANDONED_AGE_MS) await rm(path, { recursive: true, force: true });
    }
  }

  async check(): Promise<void> {
    await statfs(this.folder).catch((error: unknown) => {
      throw storageUnavailable(`The folder ${this.folder} is not there.`, error);
    });
    if (!this.isMarked && this.clusterId !== null) await this.claim(await this.clusterId());
    await requireOwner(await this.owner(), this.clusterId, `The folder ${this.folder}`);
  }

  async put(id: string, bytes: Buffer): Promise<void> {
    await this.putStream(id, [bytes]);
  }

  async putStream(id: string, bytes: BlobSource): Promise<void> {
    const path = this.pathOf(id);
    // A name of its own: a job that went to another server may be writing the same blob there.
    const temporary = join(this.unfinished, newId());
    try {
      await writeSynced(temporary, bytes);
    } catch (error) {
      await rm(temporary, { force: true });
      throw isDiskFull(error) ? diskFull(error) : error;
    }
    await mkdir(dirname(path), { recursive: true });
    await rename(temporary, path);
    await syncFolder(dirname(path));
  }

  async read(id: string): Promise<Buffer> {
    return readFile(this.pathOf(id)).catch((error: unknown) => {
      throw isMissing(error) ? missingBlob(error) : error;
    });
  }

  async size(id: string): Promise<number | null> {
    return stat(this.pathOf(id)).then(
      ({ size }) => size,
      (error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      },
    );
  }

  readStream(id: string, range?: ByteRange): Readable {
    return Readable.from(chunksOf(this.pathOf(id), range), { objectMode: false });
  }

  async delete(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  async *list(): AsyncGenerator<readonly ListedBlob[]> {
    for (const shard of await readdir(this.folder).catch(() => [])) {
      if (shard.length !== 2) continue;
      const ids = (await readdir(join(this.folder, shard))).filter(isId);
      const facts = await Promise.all(
        ids.map(async (id) => {
          const found = await stat(this.pathOf(id)).catch(() => null);
          return found === null ? [] : [{ id, sizeBytes: found.size, dateModified: found.mtime }];
        }),
      );
      yield facts.flat();
    }
  }

  async directAddress(): Promise<null> {
    return null;
  }

  close(): void {
    // Nothing is held.
  }

  /** Id of the Loupe whose the folder is; null for nobody's. */
  private async owner(): Promise<string | null> {
    try {
      return ownerIn(await readFile(join(this.folder, MARKER)));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  private async claim(clusterId: string): Promise<void> {
    const before = await this.owner();
    if (before === null) await this.mark(clusterId);
    const owner = before ?? (await this.owner());
    this.isMarked = owner !== null;
    if (owner !== null && owner !== clusterId) throw foreignPlace(this.name, SETTINGS);
  }

  /** Another server may do so at the same moment: the first one counts. A full disk is marked by a later check. */
  private async mark(clusterId: string): Promise<void> {
    const temporary = join(this.unfinished, newId());
    const marker = join(this.folder, MARKER);
    try {
      await writeFile(temporary, markerOf(clusterId), { flush: true });
      // Whole or not at all; some network folders know no links.
      await link(temporary, marker).catch(async (error: unknown) => {
        if (codeOf(error) === 'EEXIST') return;
        await rename(temporary, marker);
      });
      await syncFolder(this.folder);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  private pathOf(id: string): string {
    return join(this.folder, pathOfBlob(id));
  }
}

/** Large ranges are read in large steps: half the work. */
function atATime(range: ByteRange | undefined): { readonly highWaterMark?: number } {
  if (range === undefined || range.end - range.start < LARGE_STEP_BYTES) return {};
  return { highWaterMark: LARGE_STEP_BYTES };
}

async function* chunksOf(path: string, range?: ByteRange): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path, { ...range, ...atATime(range) })) yield chunk as Buffer;
  } catch (error) {
    throw isMissing(error) ? missingBlob(error) : error;
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
const isMissing = (error: unknown) => codeOf(error) === 'ENOENT';
