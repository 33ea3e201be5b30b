/** Reads a ZIP from the disk: its directory, which is read an entry at a time, by large pieces. */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

const PIECE_BYTES = 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

type Done = (error: Error | null) => void;

export class ReadAhead extends RandomAccessReader {
  private piece = Buffer.of();
  private from = 0;

  constructor(private readonly file: FileHandle) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.chunks(start, end), { objectMode: false });
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: Done): void {
    // What the callback throws is no failure of the disk.
    this.fill(buffer, offset, length, position).then(
      () => queueMicrotask(() => callback(null)),
      (error: unknown) => queueMicrotask(() => callback(error as Error)),
    );
  }

  override close(callback: Done): void {
    this.piece = Buffer.of();
    this.file.close().then(
      () => callback(null),
      (error: unknown) => callback(error as Error),
    );
  }

  /** A stream of the handle itself would close it when it is left. */
  private async *chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at));
      const { bytesRead } = await this.file.read(chunk, 0, chunk.length, at);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  private async fill(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    const isHeld = position >= this.from && position + length <= this.from + this.piece.length;
    if (!isHeld) {
      const piece = Buffer.allocUnsafe(Math.max(length, PIECE_BYTES));
      const { bytesRead } = await this.file.read(piece, 0, piece.length, position);
      [this.piece, this.from] = [piece.subarray(0, bytesRead), position];
    }
    const start = position - this.from;
    if (start + length > this.piece.length) throw new Error('The file ends too soon.');
    this.piece.copy(buffer, offset, start, start + length);
  }
}
