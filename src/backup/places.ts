/** Where a backup is written and read: a folder, written beside and renamed when it is whole, or names in a bucket. */
import type { Readable } from 'node:stream';
import type { BlobSource } from '../media/blobs/blob-store.js';
import type { S3Place } from '../kernel/blobs-url.js';
import { s3StartFailure } from '../media/blobs/s3-client.js';
import { S3Objects } from '../media/blobs/s3-objects.js';
import { LoupeError } from '../kernel/errors.js';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { syncFolder, writeSynced } from '../media/blobs/files-on-disk.js';

/** Where a backup is written and read: a folder, or names in a bucket. It is whole when its manifest is there. */
export interface BackupPlace {
  /** Where it is, for sentences. */
  readonly name: string;
  /** Makes the place ready for a new backup. @throws LoupeError BAD_USER_INPUT when something is there */
  begin(): Promise<void>;
  /** Writes a file; durable when it resolves. */
  put(path: string, bytes: BlobSource): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes the backup appear. */
  finish(): Promise<void>;
  /** The stream fails when there is no such file. */
  readStream(path: string): Readable;
  close(): void;
}

/** A backup in a bucket. The manifest, written last, makes it complete; a mark identifies an unfinished one. */
const MARK = 'unfinished-backup';

export class BucketPlace implements BackupPlace {
  private readonly objects: S3Objects;

  constructor(private readonly place: S3Place) {
    this.objects = new S3Objects(place);
  }

  get name(): string {
    return this.place.name;
  }

  /** Removes the rest of an interrupted backup; anything else is never touched. */
  async begin(): Promise<void> {
    try {
      await this.requireOwn();
      await this.objects.put(MARK, Buffer.from('A backup is being written here.\n'));
    } catch (error) {
      throw isOwnRefusal(error) ? error : refusal(s3StartFailure(error, this.place).message);
    }
  }

  async put(path: string, bytes: BlobSource): Promise<void> {
    await this.objects.putStream(path, bytes);
  }

  async remove(path: string): Promise<void> {
    await this.objects.delete(path);
  }

  async finish(): Promise<void> {
    await this.objects.delete(MARK);
  }

  readStream(path: string): Readable {
    return this.objects.readStream(path);
  }

  close(): void {
    this.objects.close();
  }

  private async requireOwn(): Promise<void> {
    const isLeft = (await this.objects.size(MARK)) !== null;
    for await (const found of this.objects.list()) {
      if (found.length > 0 && !isLeft) throw refusal(`${this.name} is not empty. Name an empty prefix.`);
      for (const { path } of found) if (path !== MARK) await this.objects.delete(path);
    }
  }
}

const isOwnRefusal = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'BAD_USER_INPUT';

export function refusal(message: string): LoupeError {
  return new LoupeError('BAD_USER_INPUT', message);
}

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
