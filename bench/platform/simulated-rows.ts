/**
 * References in any number from a few real ones, written to the database directly: what uploads would leave in it, but for pictures.
 * A corner has two parents, real corners of one word, and takes each bit of its descriptor from either, as
 * native/bench/simulated_references.h has it.
 */
import type { Services } from '../../src/app/services.js';
import { Application } from '../../src/applications/application.entity.js';
import { Reference } from '../../src/applications/reference.entity.js';
import { describeDna } from '../../src/vision/dna.js';

const BATCH = 200;
const HEADER_BYTES = 32;
const ENTRY_BYTES = 16;
const DESCRIPTOR_BYTES = 32;
/** Sections of a DNA, by native/core/signature/dna.h. */
const [DESCRIPTORS, WORDS] = [3, 4];

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc >>> 0;
});
function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
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

/** Numbers that are the same in every run (xorshift: Marsaglia, 2003). */
function newRandom(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

class Simulator {
  private readonly byWord = new Map<number, Buffer[]>();
  private readonly words: number[] = [];
  private readonly random = newRandom();

  constructor(private readonly dnas: readonly Buffer[]) {
    for (const dna of dnas) {
      const [descriptors, words] = [sectionOf(dna, DESCRIPTORS), sectionOf(dna, WORDS)];
      for (let corner = 0; 2 * corner < words.length; corner += 1) {
        const word = words.readUInt16LE(2 * corner);
        const of = this.byWord.get(word) ?? [];
        of.push(descriptors.subarray(corner * DESCRIPTOR_BYTES, (corner + 1) * DESCRIPTOR_BYTES));
        this.byWord.set(word, of);
        this.words.push(word);
      }
    }
  }

  next(): Buffer {
    const dna = Buffer.from(this.anyOf(this.dnas));
    const [descriptors, words] = [sectionOf(dna, DESCRIPTORS), sectionOf(dna, WORDS)];
    for (let corner = 0; 2 * corner < words.length; corner += 1) {
      const word = this.anyOf(this.words);
      words.writeUInt16LE(word, 2 * corner);
      const corners = this.byWord.get(word) ?? [];
      const [first, second] = [this.anyOf(corners), this.anyOf(corners)];
      for (let byte = 0; byte < DESCRIPTOR_BYTES; byte += 1) {
        const mask = this.random() & 255;
        const bits = ((first[byte] ?? 0) & mask) | ((second[byte] ?? 0) & ~mask);
        descriptors[corner * DESCRIPTOR_BYTES + byte] = bits;
      }
    }
    dna.writeUInt32LE(crc32c(dna.subarray(HEADER_BYTES)), 20);
    dna.writeUInt32LE(crc32c(dna.subarray(0, 28)), 28);
    return dna;
  }

  private anyOf<T>(list: readonly T[]): T {
    return list[this.random() % list.length] as T;
  }
}

/** @param applicationId of an application that has references already */
export async function addSimulatedReferences(
  { database }: Pick<Services, 'database'>,
  applicationId: string,
  count: number,
): Promise<void> {
  if (count === 0) return;
  const rows = await database.reader().find(Reference, { applicationId, isPresent: true });
  const { sequence } = await database.reader().findOneOrFail(Application, { id: applicationId });
  const simulator = new Simulator(rows.flatMap(({ dna }) => (dna == null ? [] : [Buffer.from(dna)])));
  const now = new Date();
  const dates = { dateCreated: now, dateModified: now };
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => {
      const dna = simulator.next();
      if (from + at === 0) describeDna(dna);
      const place = { applicationId, externalId: `simulated-${from + at}`, ordinal: 0 };
      const state = { sequence: sequence + 1 + from + at, isPresent: true, keywords: [], keypointCount: 1 };
      return { ...place, ...state, dna, ...dates };
    });
    await database.transaction(async ({ em }) => {
      await em.insertMany(Reference, batch);
      await em.nativeUpdate(Application, { id: applicationId }, { sequence: sequence + from + batch.length });
    });
  }
}
