/** A backup in a bucket. The manifest, written last, makes it complete; a mark identifies an unfinished one. */
import type { Readable } from 'node:stream';
import type { S3Place } from '../kernel/blobs-url.js';
import type { BlobSource } from '../media/blobs/blob-store.js';
import { s3StartFailure } from '../media/blobs/s3-client.js';
import { S3Objects } from '../media/blobs/s3-objects.js';
import type { BackupPlace } from './place.js';
import { refusal } from './refusal.js';

const MARK = 'unfinished-backup';

export class BucketPlace implements BackupPlace {
  private readonly objects: S3Objects;

  constructor(private readonly place: S3Place) {
    this.objects = new S3Objects(place);
  }

  get name(): string {
    return this.place.name;
  }

  /** What an interrupted backup left there is removed; anything else is never touched. */
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
