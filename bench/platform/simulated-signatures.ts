/**
 * Signatures in any number from a few real ones. A corner has two parents, real corners of one word, and takes each bit of its
 * descriptor from either, as native/bench/simulated_references.h has it.
 */
const HEADER_BYTES = 32;
const ENTRY_BYTES = 16;
const DESCRIPTOR_INTS = 8;
/** Sections of a DNA, by native/core/signature/dna.h. */
const [DESCRIPTORS, WORDS] = [3, 4];

const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc;
});
function crc32c(bytes: Uint8Array): number {
  let crc = -1;
  for (let at = 0; at < bytes.length; at += 1) {
    crc = (crcTable[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (crc >>> 8);
  }
  return ~crc >>> 0;
}

function sectionOf(dna: Buffer, wanted: number): Buffer {
  for (let entry = 0; entry < dna.readUInt16LE(10); entry += 1) {
    const at = HEADER_BYTES + entry * ENTRY_BYTES;
    if (dna.readUInt32LE(at) !== wanted) continue;
    const from = dna.readUInt32LE(at + 4);
    return dna.subarray(from, from + dna.readUInt32LE(at + 8));
  }
  throw new Error('The DNA lacks a section.');
}

/** Numbers that follow from a seed (xorshift: Marsaglia, 2003). */
function randomOf(seed: number): () => number {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x85ebca6b) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  for (let round = 0; round < 8; round += 1) next();
  return next;
}

/** Corners of one signature, as numbers of 32 bits. */
interface Corners {
  readonly dna: Buffer;
  readonly words: Uint16Array;
}

export class SimulatedSignatures {
  private readonly parents: readonly Corners[];
  /** All corners, sorted by word, and for each word where its corners begin. */
  private readonly descriptors: Int32Array;
  private readonly wordOf: Uint16Array;
  private readonly begins = new Uint32Array(65_537);

  /** @param dnas of real references */
  constructor(dnas: readonly Buffer[]) {
    this.parents = dnas.map((dna) => {
      const words = sectionOf(dna, WORDS);
      return { dna, words: new Uint16Array(Uint8Array.from(words).buffer) };
    });
    const count = this.parents.reduce((sum, { words }) => sum + words.length, 0);
    const add = (word: number, more: number) => (this.begins[word] = (this.begins[word] ?? 0) + more);
    for (const { words } of this.parents) for (const word of words) add(word + 1, 1);
    for (let word = 1; word < this.begins.length; word += 1) add(word, this.begins[word - 1] ?? 0);
    const next = this.begins.slice();
    this.descriptors = new Int32Array(count * DESCRIPTOR_INTS);
    this.wordOf = new Uint16Array(count);
    for (const { dna, words } of this.parents) {
      const bits = new Int32Array(Uint8Array.from(sectionOf(dna, DESCRIPTORS)).buffer);
      words.forEach((word, corner) => {
        const place = next[word] ?? 0;
        next[word] = place + 1;
        this.wordOf[place] = word;
        this.descriptors.set(
          bits.subarray(corner * DESCRIPTOR_INTS, (corner + 1) * DESCRIPTOR_INTS),
          place * DESCRIPTOR_INTS,
        );
      });
    }
  }

  /** The signature of this number, always the same. */
  at(number: number): Buffer {
    const random = randomOf(number);
    const parent = this.parents[random() % this.parents.length];
    if (parent === undefined) throw new Error('There are no real signatures.');
    const dna = Buffer.from(parent.dna);
    const [descriptors, words] = [sectionOf(dna, DESCRIPTORS), sectionOf(dna, WORDS)];
    const bitsOf = new Int32Array(descriptors.length / 4);
    for (let corner = 0; corner < parent.words.length; corner += 1) {
      const word = this.wordOf[random() % this.wordOf.length] ?? 0;
      words.writeUInt16LE(word, 2 * corner);
      const from = this.begins[word] ?? 0;
      const choices = (this.begins[word + 1] ?? 0) - from;
      const first = (from + (random() % choices)) * DESCRIPTOR_INTS;
      const second = (from + (random() % choices)) * DESCRIPTOR_INTS;
      for (let int = 0; int < DESCRIPTOR_INTS; int += 1) {
        const mask = random();
        const bits =
          ((this.descriptors[first + int] ?? 0) & mask) | ((this.descriptors[second + int] ?? 0) & ~mask);
        bitsOf[corner * DESCRIPTOR_INTS + int] = bits;
      }
    }
    descriptors.set(new Uint8Array(bitsOf.buffer));
    dna.writeUInt32LE(crc32c(dna.subarray(HEADER_BYTES)), 20);
    dna.writeUInt32LE(crc32c(dna.subarray(0, 28)), 28);
    return dna;
  }
}
