/** The chunks of a PNG (ISO/IEC 15948), read without decoding it. */
import { crc32 } from 'node:zlib';

const SIGNATURE_BYTES = 8;
/** Length, name and checksum. */
const AROUND_BYTES = 12;
const MOST_CHUNKS = 100_000;

/** What the first chunk of a name holds, wherever it stands; null where there is none. */
export function readPngChunk(png: Buffer, name: string): Buffer | null {
  let at = SIGNATURE_BYTES;
  for (let count = 0; count < MOST_CHUNKS && at + AROUND_BYTES <= png.length; count += 1) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === name) return png.subarray(at + 8, at + 8 + length);
    at += AROUND_BYTES + length;
  }
  return null;
}

/** The same PNG with a chunk behind its header, which comes first in every PNG. */
export function withPngChunk(png: Buffer, name: string, data: Buffer): Buffer {
  const headerEnd = SIGNATURE_BYTES + AROUND_BYTES + png.readUInt32BE(SIGNATURE_BYTES);
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, headerEnd), length, body, checksum, png.subarray(headerEnd)]);
}
