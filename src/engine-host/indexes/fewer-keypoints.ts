/** Makes a signature smaller: of its keypoints the strongest of each pyramid level stay (native/core/signature/dna.h has the form). */

const HEADER = 32;
const ENTRY = 16;
const KEYPOINT = 7;
/** Where a keypoint holds its level. */
const LEVEL = 6;
const DESCRIPTOR = 32;
const WORD = 2;

/** The parts of a reference that recognition reads: geometry, keypoints, descriptors, words, thumbnail. */
const KEPT = [1, 2, 3, 4, 5];
const KEYPOINTS = 2;
/** Bytes of one keypoint in the sections that have something of each. */
const WIDTHS: Readonly<Record<number, number>> = { 2: KEYPOINT, 3: DESCRIPTOR, 4: WORD };

interface Section {
  readonly id: number;
  readonly count: number;
  readonly bytes: Buffer;
}

/** @param dna of a reference, as the engine made it  @param most keypoints that stay; those of smaller ones all do */
export function fewerKeypoints(dna: Buffer, most: number): Buffer {
  const sections = sectionsOf(dna).filter(({ id }) => KEPT.includes(id));
  const keypoints = sections.find(({ id }) => id === KEYPOINTS);
  if (keypoints === undefined || keypoints.count <= most) return dna;
  const chosen = strongest(keypoints, most);
  return assembled(
    sections.map((section) => {
      const width = WIDTHS[section.id];
      if (width === undefined) return section;
      const parts = chosen.map((at) => section.bytes.subarray(at * width, (at + 1) * width));
      return { id: section.id, count: chosen.length, bytes: Buffer.concat(parts) };
    }),
    dna.readUInt32LE(16),
  );
}

function sectionsOf(dna: Buffer): readonly Section[] {
  return Array.from({ length: dna.readUInt16LE(10) }, (_, i) => {
    const at = HEADER + ENTRY * i;
    const [id, offset, size, count] = [0, 4, 8, 12].map((part) => dna.readUInt32LE(at + part)) as [
      number,
      number,
      number,
      number,
    ];
    return { id, count, bytes: dna.subarray(offset, offset + size) };
  });
}

/** Places of the strongest: extraction lists each level's strongest first, spread over the picture. Each level gives the same share. */
function strongest({ bytes, count }: Section, most: number): readonly number[] {
  const levels = Array.from({ length: count }, (_, i) => bytes[i * KEYPOINT + LEVEL] ?? 0);
  const sizes = new Map<number, number>();
  for (const level of levels) sizes.set(level, (sizes.get(level) ?? 0) + 1);
  const seen = new Map<number, number>();
  return levels.flatMap((level, at) => {
    const before = seen.get(level) ?? 0;
    seen.set(level, before + 1);
    return before < Math.floor((most * (sizes.get(level) ?? 0)) / count) ? [at] : [];
  });
}

const aligned = (size: number): number => Math.ceil(size / 8) * 8;

function assembled(sections: readonly Section[], vocabularyId: number): Buffer {
  let end = HEADER + ENTRY * sections.length;
  const placed = sections.map((section) => {
    const offset = aligned(end);
    end = offset + section.bytes.length;
    return { ...section, offset };
  });
  const dna = Buffer.alloc(end);
  for (const [i, { id, offset, count, bytes }] of placed.entries()) {
    for (const [part, value] of [id, offset, bytes.length, count].entries())
      dna.writeUInt32LE(value, HEADER + ENTRY * i + 4 * part);
    bytes.copy(dna, offset);
  }
  dna.write('LOUPEDNA', 'latin1');
  dna.writeUInt16LE(VERSION, 8);
  dna.writeUInt16LE(sections.length, 10);
  dna.writeUInt32LE(end, 12);
  dna.writeUInt32LE(vocabularyId, 16);
  dna.writeUInt32LE(crc32c(dna.subarray(HEADER)), 20);
  dna.writeUInt32LE(crc32c(dna.subarray(0, HEADER - 4)), 28);
  return dna;
}

const VERSION = 2;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function crc32c(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}
