/**
 * Messages with bytes over a pipe between two processes: the lengths of both as 32-bit numbers (little endian), the message as
 * JSON, then the bytes. Bytes are put in place as they arrive, so that a large picture never holds the event loop.
 */

const HEAD_BYTES = 8;
const MAX_JSON_BYTES = 64 * 1024;

export interface Frame {
  readonly message: unknown;
  readonly bytes: Buffer;
}

export function encodeFrameHead(message: object, byteCount: number): Buffer {
  const json = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(json.length, 0);
  head.writeUInt32LE(byteCount, 4);
  return Buffer.concat([head, json]);
}

/** Puts frames together from chunks of any size. */
export class FrameReader {
  private readonly head = Buffer.alloc(HEAD_BYTES);
  private json: Buffer = Buffer.alloc(0);
  private bytes: Buffer = Buffer.alloc(0);
  /** Bytes of the frame that have arrived. */
  private arrived = 0;

  /** @param maxBytes longer ones are a fault of the other side */
  constructor(private readonly maxBytes: number) {}

  /** @returns the frames that the chunk completed, in order @throws RangeError for a frame that is too long */
  push(chunk: Buffer): readonly Frame[] {
    const frames: Frame[] = [];
    let at = 0;
    while (at < chunk.length) {
      at += this.take(chunk.subarray(at));
      if (this.arrived < HEAD_BYTES || this.arrived < this.length) continue;
      frames.push({ message: JSON.parse(this.json.toString('utf8')), bytes: this.bytes });
      this.arrived = 0;
    }
    return frames;
  }

  private get length(): number {
    return HEAD_BYTES + this.json.length + this.bytes.length;
  }

  /** Fills the part of the frame that is its turn. @returns how much of the chunk was taken */
  private take(chunk: Buffer): number {
    if (this.arrived < HEAD_BYTES) {
      const count = chunk.copy(this.head, this.arrived);
      this.arrived += count;
      if (this.arrived === HEAD_BYTES) this.begin();
      return count;
    }
    const inFrame = this.arrived - HEAD_BYTES;
    const isJson = inFrame < this.json.length;
    const count = isJson
      ? chunk.copy(this.json, inFrame)
      : chunk.copy(this.bytes, inFrame - this.json.length);
    this.arrived += count;
    return count;
  }

  private begin(): void {
    const [jsonLength, byteCount] = [this.head.readUInt32LE(0), this.head.readUInt32LE(4)];
    if (jsonLength > MAX_JSON_BYTES || byteCount > this.maxBytes) {
      throw new RangeError(`A frame of ${jsonLength} and ${byteCount} bytes is too long.`);
    }
    this.json = Buffer.alloc(jsonLength);
    this.bytes = Buffer.allocUnsafe(byteCount);
  }
}
