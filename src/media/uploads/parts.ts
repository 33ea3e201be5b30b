/** Bytes that come little by little, gathered into parts. */
import type { BlobSource } from '../blobs/blob-store.js';

/** What fits into one part is sent by one request. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Distinguishes errors of a source from those of its destination. */
export class SourceError extends Error {
  override readonly name = 'SourceError';

  constructor(cause: unknown) {
    super('The source failed.', { cause });
  }
}

/** The bytes of a source; what it throws becomes a SourceError. */
export async function* watched(
  source: BlobSource,
  onFailure: (error: SourceError) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    const failure = new SourceError(error);
    onFailure(failure);
    throw failure;
  }
}

/** Takes bytes from a source until there are enough for a part. */
export async function firstPart(
  source: AsyncGenerator<Uint8Array>,
): Promise<{ readonly part: Buffer; readonly isAll: boolean }> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  while (sizeBytes <= PART_BYTES) {
    const next = await source.next();
    if (next.done === true) return { part: Buffer.concat(chunks), isAll: true };
    // The source may reuse its buffer.
    chunks.push(Buffer.from(next.value));
    sizeBytes += next.value.length;
  }
  return { part: Buffer.concat(chunks), isAll: false };
}
