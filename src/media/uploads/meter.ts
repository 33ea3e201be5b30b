/** Size and checksum of bytes that come little by little. */
import { createHash } from 'node:crypto';
import type { BlobSource } from '../blobs/blob-store.js';

export interface Measured {
  readonly sizeBytes: number;
  /** In hex. */
  readonly sha256: string;
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
