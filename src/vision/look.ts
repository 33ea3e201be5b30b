/**
 * Looks: the part of a DNA that rankings by color and similarity read, some 700 bytes instead of tens of kilobytes. A
 * look is itself a DNA, one without keypoints, so that a descriptor table takes it as it takes any other. The format
 * is described in `native/core/signature/dna.h`.
 */
import { crc32c } from './crc32c.js';

const MAGIC = 'LOUPEDNA';
const VERSION = 2;
const HEADER_BYTES = 32;
const ENTRY_BYTES = 16;

const Section = {
  Geometry: 1,
  Keypoints: 2,
  Descriptors: 3,
  Thumbnail: 5,
  Color: 16,
  Similarity: 17,
} as const;

interface Piece {
  readonly id: number;
  readonly bytes: Buffer;
  readonly count: number;
}

/** The look of a DNA; null when it was extracted without color, or cannot be read. */
export function lookOf(dna: Buffer): Buffer | null {
  const geometry = sectionOf(dna, Section.Geometry);
  const color = sectionOf(dna, Section.Color);
  const similarity = sectionOf(dna, Section.Similarity);
  if (geometry?.length !== 24 || color === null || similarity === null) return null;
  const withoutThumbnail = Buffer.from(geometry);
  withoutThumbnail.fill(0, 20);
  const none = Buffer.alloc(0);
  return assemble([
    { id: Section.Geometry, bytes: withoutThumbnail, count: 1 },
    { id: Section.Keypoints, bytes: none, count: 0 },
    { id: Section.Descriptors, bytes: none, count: 0 },
    { id: Section.Thumbnail, bytes: none, count: 1 },
    { id: Section.Color, bytes: color, count: 1 },
    { id: Section.Similarity, bytes: similarity, count: 1 },
  ]);
}

function sectionOf(dna: Buffer, id: number): Buffer | null {
  const isDna = dna.length >= HEADER_BYTES && dna.toString('latin1', 0, MAGIC.length) === MAGIC;
  if (!isDna || dna.readUInt16LE(8) !== VERSION) return null;
  const count = dna.readUInt16LE(10);
  if (HEADER_BYTES + count * ENTRY_BYTES > dna.length) return null;
  for (let at = HEADER_BYTES; at < HEADER_BYTES + count * ENTRY_BYTES; at += ENTRY_BYTES) {
    if (dna.readUInt32LE(at) !== id) continue;
    const offset = dna.readUInt32LE(at + 4);
    const end = offset + dna.readUInt32LE(at + 8);
    return end > dna.length ? null : dna.subarray(offset, end);
  }
  return null;
}

function assemble(pieces: readonly Piece[]): Buffer {
  let end = HEADER_BYTES + pieces.length * ENTRY_BYTES;
  const offsets = pieces.map(({ bytes }) => {
    const offset = aligned(end);
    end = offset + bytes.length;
    return offset;
  });
  const dna = Buffer.alloc(end);
  for (const [i, { id, bytes, count }] of pieces.entries()) {
    const entry = HEADER_BYTES + i * ENTRY_BYTES;
    dna.writeUInt32LE(id, entry);
    dna.writeUInt32LE(offsets[i] ?? 0, entry + 4);
    dna.writeUInt32LE(bytes.length, entry + 8);
    dna.writeUInt32LE(count, entry + 12);
    bytes.copy(dna, offsets[i]);
  }
  dna.write(MAGIC, 0, 'latin1');
  dna.writeUInt16LE(VERSION, 8);
  dna.writeUInt16LE(pieces.length, 10);
  dna.writeUInt32LE(end, 12);
  dna.writeUInt32LE(crc32c(dna.subarray(HEADER_BYTES)), 20);
  dna.writeUInt32LE(crc32c(dna.subarray(0, HEADER_BYTES - 4)), HEADER_BYTES - 4);
  return dna;
}

function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}
