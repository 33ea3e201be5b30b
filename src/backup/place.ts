/** Where a backup is written and read: a folder, or names in a bucket. It is whole when its manifest is there. */
import type { Readable } from 'node:stream';
import type { BlobSource } from '../media/blobs/blob-store.js';

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
