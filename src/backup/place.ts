/** Where a backup is written and read: a folder, or names in a bucket. It is whole when its manifest is there. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { BlobSource } from '../media/blob-store.js';

export interface Measured {
  readonly sizeBytes: number;
  readonly sha256: string;
}

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

/** Bytes that are counted and hashed as they pass. */
export class Meter {
  private readonly hash = createHash('sha256');
  private sizeBytes = 0;

  async *through(bytes: BlobSource): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.hash.update(chunk);
      this.sizeBytes += chunk.length;
      yield chunk;
    }
  }

  /** Once, when all have passed. */
  result(): Measured {
    return { sizeBytes: this.sizeBytes, sha256: this.hash.digest('hex') };
  }
}

/** Size and checksum of what a stream holds. */
export async function measure(bytes: BlobSource): Promise<Measured> {
  const meter = new Meter();
  for await (const _chunk of meter.through(bytes)) void _chunk;
  return meter.result();
}
