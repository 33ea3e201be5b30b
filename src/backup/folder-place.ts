/** A backup in a folder: written beside, renamed when it is whole. */
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobSource } from '../media/blobs/blob-store.js';
import { syncFolder, writeSynced } from '../media/blobs/synced-files.js';
import type { BackupPlace } from './place.js';
import { refusal } from './refusal.js';

export class FolderPlace implements BackupPlace {
  readonly name: string;
  private readonly partial: string;

  constructor(folder: string) {
    this.name = resolve(folder);
    this.partial = join(dirname(this.name), `.${basename(this.name)}.partial`);
  }

  async begin(): Promise<void> {
    if ((await stat(this.name).catch(() => null)) !== null)
      throw refusal(`${this.name} is there already. Name a folder that is not.`);
    await rm(this.partial, { recursive: true, force: true });
    await mkdir(join(this.partial, 'files'), { recursive: true, mode: 0o700 });
  }

  async put(path: string, bytes: BlobSource): Promise<void> {
    const to = join(this.partial, path);
    await mkdir(dirname(to), { recursive: true });
    try {
      await writeSynced(to, bytes);
    } catch (error) {
      await rm(to, { force: true });
      throw error;
    }
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.partial, path), { force: true });
  }

  async finish(): Promise<void> {
    await rename(this.partial, this.name);
    await syncFolder(dirname(this.name));
  }

  readStream(path: string): Readable {
    return createReadStream(join(this.name, path));
  }

  close(): void {
    // Nothing is held.
  }
}
