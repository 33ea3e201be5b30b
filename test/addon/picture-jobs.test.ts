/** Jobs that are given an encoded picture decode it on their own thread. */
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';

import { decodedOnce } from '../../src/engine-host/decoded-photo.js';
import { ImageDecoder } from '../../src/media/pictures/image-decoder.js';
import type { NativeJpeg } from '../../src/engine-host/native-picture.js';
import { addon, type NativeExtraction, VOCABULARY_PATH } from '../../src/engine-host/native.js';
import type { Raster } from '../../src/engine-host/types.js';
import { Vision } from '../../src/engine-host/vision.js';
import { drawPicture } from '../kit/pictures.js';
import { MemoryFeed } from '../kit/engine/memory-feed.js';

const mostPixels = 10_000_000;
const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1 });
const vision = new Vision({ feed: new MemoryFeed(), snapshotFolder: null, threads: 1 });
const decoder = new ImageDecoder({ maxPixels: mostPixels, maxFileBytes: mostPixels });
afterAll(async () => {
  engine.close();
  await vision.close();
});

const plain = await drawPicture(41, 900, 700).jpeg({ quality: 90 }).toBuffer();
const cmyk = await drawPicture(41, 900, 700).toColourspace('cmyk').jpeg().toBuffer();
const profiled = await drawPicture(41, 900, 700).jpeg().withIccProfile('p3').toBuffer();
const png = await sharp(plain).png().toBuffer();
const cut = plain.subarray(0, plain.length / 2);
const luma = (jpeg: Buffer): NativeJpeg => ({ jpeg, mostPixels });
const color = (jpeg: Buffer): NativeJpeg => ({ jpeg, mostPixels, maxSidePx: 192 });

function requireRaster(answer: object): Raster {
  expect(answer).toHaveProperty('data');
  return answer as Raster;
}

function requireExtraction(answer: object): NativeExtraction {
  expect(answer).toHaveProperty('dna');
  return answer as NativeExtraction;
}

async function codeOf(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}

describe('a photo that is decoded once', () => {
  test.each([
    ['smaller than the largest look', 900],
    ['as large as a strip is looked at', 4000],
  ])('gives the signature of the file, %s', async (_, width) => {
    const jpeg = await drawPicture(41, width, width === 900 ? 700 : 260)
      .jpeg({ quality: 90 })
      .toBuffer();
    const decoded = requireRaster(await decodedOnce(engine, decoder.picture(jpeg)));
    const [once, again] = await Promise.all([
      vision.extract(decoded, 'query', { isFirstLookAlone: true }),
      vision.extract(decoder.picture(jpeg), 'query', { isFirstLookAlone: true }),
    ]);
    expect(decoded).toMatchObject({ channels: 1, originalWidth: width });
    // Larger ones are reduced in two steps.
    if (width === 900) expect(once.dna.equals(again.dna)).toBe(true);
    else expect(Math.abs(once.keypointCount - again.keypointCount)).toBeLessThan(100);
  });

  test('is left to the general decoder where it is no plain JPEG', async () => {
    for (const bytes of [cmyk, png]) {
      const photo = await decodedOnce(engine, decoder.picture(bytes));
      expect(photo).toMatchObject({ jpeg: null });
    }
    const left = await decodedOnce(engine, decoder.picture(cmyk));
    const [once, again] = await Promise.all([
      vision.extract(left, 'query'),
      vision.extract(decoder.picture(cmyk), 'query'),
    ]);
    expect(once.dna.equals(again.dna)).toBe(true);
  });
});

describe('a plain JPEG', () => {
  test('gives the signature of its pixels, whether they are decoded in the job or before', async () => {
    for (const role of ['reference', 'query'] as const) {
      const gray = requireRaster(await engine.decode({ ...luma(plain), role }));
      const rgb = requireRaster(await engine.decode(color(plain)));
      expect([gray.channels, rgb.channels]).toEqual([1, 3]);
      const before = await engine.extract(gray, role, undefined, rgb);
      const inJob = requireExtraction(await engine.extract(luma(plain), role, undefined, color(plain)));
      expect({ ...inJob, dna: null }).toEqual({ ...before, dna: null });
      // A query's signature holds a closer look, too, for which the job decodes larger.
      expect(inJob.dna.equals(before.dna)).toBe(role === 'reference');
    }
  });

  test('is found by a search as its pixels are', async () => {
    const index = engine.createIndex();
    const gray = requireRaster(await engine.decode({ ...luma(plain), role: 'reference' }));
    await index.apply([{ key: 7, dna: (await engine.extract(gray, 'reference')).dna }]);
    const pixels = requireRaster(await engine.decode({ ...luma(plain), role: 'query' }));
    const byPixels = await engine.search([index], { picture: pixels }, { limit: 3 });
    const byBytes = await engine.search([index], { picture: luma(plain) }, { limit: 3 });
    expect(byBytes).toMatchObject({ hits: byPixels.hits });
    expect(byPixels.hits[0]).toMatchObject({ key: 7, decision: 'Clone' });
    index.close();
  });
});

describe('what a general decoder must judge', () => {
  test.each([
    ['CMYK', cmyk],
    ['a file that breaks off', cut],
    ['more pixels than allowed', plain, 1000],
    ['no JPEG at all', Buffer.from('text')],
  ])('is refused before any work: %s', async (_name, jpeg, most = mostPixels) => {
    const picture = { jpeg, mostPixels: most };
    const index = engine.createIndex();
    expect(await engine.decode({ ...picture, role: 'query' })).toEqual({ notPlain: 0 });
    expect(await engine.extract(picture, 'reference')).toEqual({ notPlain: 0 });
    expect(await engine.search([index], { picture }, { limit: 1 })).toEqual({ notPlain: 0 });
    expect(await engine.describeColors({ ...picture, maxSidePx: 192 })).toEqual({ notPlain: 0 });
    index.close();
  });

  test('is named by its number where a job takes two', async () => {
    const options = { drawHighlights: false };
    expect(await engine.compareFinely(color(plain), color(cmyk), options)).toEqual({ notPlain: 1 });
    expect(await engine.compareFinely(color(cmyk), color(plain), options)).toEqual({ notPlain: 0 });
    // A profile defines the colors, and says nothing of the luma.
    const asked = engine.extract(luma(profiled), 'query', undefined, color(profiled));
    expect(await asked).toEqual({ notPlain: 1 });
    expect(await engine.extract(luma(profiled), 'query')).toHaveProperty('dna');
  });

  test.each([
    ['CMYK', cmyk],
    ['color with a profile', profiled],
    ['PNG', png],
  ])('goes through the general decoder unseen by the caller: %s', async (_name, bytes) => {
    const picture = decoder.picture(bytes);
    const { dna, isRecognizable } = await vision.extract(picture, 'reference', { appearance: picture });
    expect(isRecognizable).toBe(true);
    const { dna: other } = await vision.extract(decoder.picture(plain), 'query');
    expect((await vision.match(other, dna)).decision).toMatch(/Clone|Match/);
    expect(vision.colorsOfDna(dna)).toEqual(await vision.describeColors(picture));
  });

  test('fails by the words of the general decoder', async () => {
    const search = () => vision.search([], decoder.picture(cut), { limit: 1 });
    await expect(search()).rejects.toMatchObject({ code: 'INVALID_IMAGE' });
  });
});

const slow = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#963' } })
  .jpeg({ progressive: true })
  .toBuffer();

describe('decoding', () => {
  const large = { jpeg: slow, mostPixels: 100_000_000, role: 'query' } as const;

  test('waits in the queue, which refuses what is too much', async () => {
    const narrow = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1, queueLimit: 2 });
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(() => narrow.decode(large))));
    expect(codes).toContain('QUEUE_FULL');
    expect(codes).toContain('done');
    narrow.close();
  });

  test('ends when it is cancelled', async () => {
    const cancellation = new addon.Cancellation();
    const jobs = Array.from({ length: 4 }, () => codeOf(() => engine.decode(large, cancellation)));
    cancellation.cancel();
    expect((await Promise.all(jobs)).slice(1)).toEqual(['ABORTED', 'ABORTED', 'ABORTED']);
  });

  test('ends before close returns', async () => {
    const closing = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1 });
    const jobs = Array.from({ length: 4 }, () => codeOf(() => closing.decode(large)));
    closing.close();
    const codes = await Promise.all(jobs);
    expect(codes.every((code) => code === 'CLOSED' || code === 'ABORTED' || code === 'done')).toBe(true);
    expect(codes).toContain('CLOSED');
  });
});

test.each([
  ['no bytes', { mostPixels, jpeg: undefined }],
  ['bytes of another type', { mostPixels, jpeg: 'jpeg' }],
  ['no limit of pixels', { jpeg: plain }],
  ['a limit of no pixels', { jpeg: plain, mostPixels: 0 }],
])('a JPEG with %s is refused', async (_name, picture) => {
  const extract = engine.extract.bind(engine) as (picture: unknown, role: string) => Promise<unknown>;
  expect(await codeOf(() => extract(picture, 'query'))).toBe('INVALID_ARGUMENT');
});
