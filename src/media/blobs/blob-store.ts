/**
 * Bytes by id, in a folder or a bucket. A blob appears under its id only when it is whole, never changes, and is durable
 * when it was put. Which blobs belong to something, the database knows.
 */
import type { Readable } from 'node:stream';
import { isId, newId } from '../../kernel/ids.js';
import { LoupeError, notFound } from '../../kernel/errors.js';

/** Bytes without a row may belong to a transaction that is not finished; older ones do not. */
const ORPHAN_AGE_MS = 60 * 60 * 1000;

/** From the first byte to the last, both counted from 0 and included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface ListedBlob {
  readonly id: string;
  readonly sizeBytes: number;
  readonly dateModified: Date;
}

/** How bytes are to be answered that a client fetches by itself. */
export interface DirectAnswer {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly disposition: string | null;
}

/** A chunk is valid until the next one is requested: copy bytes to keep them longer. */
export type BlobSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Every method throws STORAGE_UNAVAILABLE where the store cannot be reached, STORAGE_FULL where it has no room. */
export interface BlobStore {
  /** Where the blobs are, for sentences. */
  readonly name: string;
  /** Makes the store ready to be written to. @throws LoupeError or ConfigError with what is wrong with the place */
  prepare(): Promise<void>;
  /** Whether the store can be used now, and belongs to this Loupe. @throws LoupeError STORAGE_UNAVAILABLE */
  check(): Promise<void>;
  /** Stores bytes under a new id; durable when it resolves. */
  put(id: string, bytes: Buffer): Promise<void>;
  /** As `put`, with bytes that come little by little; what the source throws is thrown, and nothing is stored. */
  putStream(id: string, bytes: BlobSource): Promise<void>;
  /** @throws LoupeError NOT_FOUND */
  read(id: string): Promise<Buffer>;
  /** Bytes of a blob; null when it is not there. */
  size(id: string): Promise<number | null>;
  /** The stream fails with NOT_FOUND when the blob is not there. */
  readStream(id: string, range?: ByteRange): Readable;
  /** Removes a blob; nothing happens when it is gone already. */
  delete(id: string): Promise<void>;
  /** All blobs, some at a time. */
  list(): AsyncIterable<readonly ListedBlob[]>;
  /** An address at which a client can fetch the bytes for a number of seconds; null where only Loupe can answer. */
  directAddress(id: string, answer: DirectAnswer, seconds: number): Promise<string | null>;
  close(): void;
}

/** Removes old blobs that `ownedOf` does not name. @returns how many */
export async function sweepBlobs(
  store: BlobStore,
  ownedOf: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
  now: Date,
): Promise<number> {
  await store.check();
  let removed = 0;
  for await (const blobs of store.list()) {
    const old = blobs.filter(({ dateModified }) => now.getTime() - dateModified.getTime() >= ORPHAN_AGE_MS);
    if (old.length === 0) continue;
    const owned = await ownedOf(old.map(({ id }) => id));
    for (const { id } of old) {
      if (owned.has(id)) continue;
      await store.delete(id);
      removed += 1;
    }
  }
  return removed;
}

/** `<two last digits>/<id>`: ids begin with the time, so the last digits spread better. */
export function pathOfBlob(id: string): string {
  if (!isId(id)) throw new RangeError(`${id} is not the id of a blob.`);
  return `${id.slice(-2)}/${id}`;
}

export function missingBlob(cause?: unknown): LoupeError {
  const error = notFound('The file');
  return cause === undefined ? error : new LoupeError(error.code, error.message, {}, { cause });
}

/** @param why for the operator's log; callers only learn that the failure is temporary */
export function storageUnavailable(why: string, cause?: unknown): LoupeError {
  const message = 'The files cannot be reached at the moment. Nothing was changed; try again later.';
  return new LoupeError('STORAGE_UNAVAILABLE', message, {}, { cause: new Error(why, { cause }) });
}

/** Puts and removes a small blob, so that missing write access shows before the first upload. */
export async function tryToWrite(store: Pick<BlobStore, 'put' | 'delete'>): Promise<void> {
  const id = newId();
  await store.put(id, Buffer.from('written to see whether that is possible\n'));
  await store.delete(id);
}
