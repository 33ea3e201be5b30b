import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { LoupeError } from '../../src/kernel/errors.js';
import { ImageDecoder } from '../../src/media/pictures/image-decoder.js';
import { Vision } from '../../src/engine-host/vision.js';
import { EngineError } from '../../src/engine-host/engine-error.js';
import { MemoryFeed } from '../kit/engine/memory-feed.js';
import { makePicture } from '../kit/files/rasters.js';

const feed = new MemoryFeed();
const vision = new Vision({ feed, snapshotFolder: null, threads: 1 });
const decoder = new ImageDecoder({ maxPixels: 4_000_000, maxFileBytes: 4_000_000 });
const sound = makePicture(7, 240, 180, 90);
let dna: Buffer;

beforeAll(async () => {
  dna = (await vision.extract(sound, 'reference')).dna;
  await vision.apply('app', [feed.put('app', 1, dna)]);
});
afterAll(() => vision.close());

/** The picture that everything below is made from. */
const source = () => sharp(sound.data, { raw: { width: sound.width, height: sound.height, channels: 1 } });
const rgb = () => source().toColourspace('srgb');
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#777' } });

async function outcome(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof LoupeError || error instanceof EngineError) return error.code;
    throw error;
  }
}

/** A file as a caller sends it, through decoding, extraction and search. */
const recognize = (file: Buffer) =>
  outcome(async () => vision.search(['app'], decoder.picture(file), { limit: 3 }));

async function expectToServe(): Promise<void> {
  const { hits } = await vision.search(['app'], sound, { limit: 1 });
  expect(hits[0]).toMatchObject({ key: 1, decision: 'Clone' });
}

const files: Record<string, readonly [make: () => Promise<Buffer>, expected: string]> = {
  'an empty file': [async () => Buffer.alloc(0), 'UNSUPPORTED_MEDIA'],
  text: [async () => Buffer.from('This is no picture.'), 'UNSUPPORTED_MEDIA'],
  'a JPEG cut in its middle': [
    async () => {
      const jpeg = await rgb().jpeg().toBuffer();
      return jpeg.subarray(0, jpeg.length / 2);
    },
    'INVALID_IMAGE',
  ],
  'a PNG cut after its header': [async () => (await rgb().png().toBuffer()).subarray(0, 40), 'INVALID_IMAGE'],
  'more pixels than allowed': [() => flat(2100, 2000).png().toBuffer(), 'PAYLOAD_TOO_LARGE'],
  'one pixel': [() => flat(1, 1).png().toBuffer(), 'done'],
  'a line of one pixel': [() => flat(1, 900).png().toBuffer(), 'done'],
  'a flat picture': [() => flat(640, 480).jpeg().toBuffer(), 'done'],
  '16 bits a channel': [() => source().toColourspace('rgb16').png().toBuffer(), 'done'],
  'a palette': [() => rgb().png({ palette: true, colors: 8 }).toBuffer(), 'done'],
  'a CMYK JPEG': [() => rgb().toColourspace('cmyk').jpeg().toBuffer(), 'done'],
  'a transparent picture': [() => rgb().ensureAlpha(0).png().toBuffer(), 'done'],
};

describe('a picture file that is', () => {
  test.each(Object.keys(files))('%s gets an answer or its own refusal', async (name) => {
    const [make, expected] = files[name]!;
    expect(await recognize(await make())).toBe(expected);
    await expectToServe();
  });
});

const signatures: Record<string, readonly [change: (bytes: Buffer) => Buffer, expected: string]> = {
  empty: [() => Buffer.alloc(0), 'DNA_CORRUPT'],
  'cut short': [(bytes) => bytes.subarray(0, bytes.length - 8), 'DNA_CORRUPT'],
  'of other bytes': [(bytes) => Buffer.alloc(bytes.length, 7), 'DNA_CORRUPT'],
  'one bit wrong': [(bytes) => flip(bytes, Math.floor(bytes.length / 2)), 'DNA_CORRUPT'],
  'from the future': [fromTheFuture, 'DNA_VERSION'],
};

function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 16;
  return copy;
}

/** A sound header of a later version: its checksum (CRC-32C, RFC 3720) is right. */
function fromTheFuture(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt16LE(99, 8);
  let crc = 0xffffffff;
  for (const byte of copy.subarray(0, 28)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  copy.writeUInt32LE(~crc >>> 0, 28);
  return copy;
}

describe('a signature that is', () => {
  test.each(Object.keys(signatures))('%s is refused everywhere by its own code', async (name) => {
    const [change, expected] = signatures[name]!;
    const bad = change(dna);
    expect(await outcome(() => vision.match(bad, dna))).toBe(expected);
    expect(await outcome(() => vision.match(dna, bad))).toBe(expected);
    expect(await outcome(() => vision.search(['app'], { dna: bad }, { limit: 1 }))).toBe(expected);
    expect(await outcome(() => vision.conflicts(['app'], bad, { limit: 1 }))).toBe(expected);
    await expectToServe();
  });
});

test('a key that is put twice is there once, and one that is not there is removed without a fault', async () => {
  await vision.apply('twice', [feed.put('twice', 5, dna)]);
  expect(await vision.size('twice')).toBe(1);
  await vision.apply('twice', [feed.put('twice', 5, dna)]);
  expect(await vision.size('twice')).toBe(1);
  await vision.apply('twice', [feed.remove('twice', 77)]);
  expect(await vision.size('twice')).toBe(1);
  await expectToServe();
});
