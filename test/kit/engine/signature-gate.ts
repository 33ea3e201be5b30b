/** A store whose signatures come when they are let through. */
import { Readable } from 'node:stream';
import type { BlobStore } from '../../../src/media/blobs/blob-store.js';

type ReadStream = BlobStore['readStream'];

/** Whether it is signatures that are read: everything else begins with the file. */
export const isOfSignatures = (range: Parameters<ReadStream>[1]) => (range?.start ?? 0) > 0;

export class SignatureGate {
  open: () => void = () => undefined;
  readonly readStream: ReadStream;

  constructor(read: ReadStream) {
    const isOpen = new Promise<void>((resolve) => (this.open = resolve));
    async function* later(...given: Parameters<ReadStream>) {
      await isOpen;
      yield* read(...given) as AsyncIterable<Buffer>;
    }
    this.readStream = (blobId, range) =>
      isOfSignatures(range) ? Readable.from(later(blobId, range)) : read(blobId, range);
  }
}
