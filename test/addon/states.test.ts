import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';

import { addon, type NativeEngine, type NativeIndex, VOCABULARY_PATH } from '../../src/engine-host/native.js';
import { makePicture } from '../kit/files/rasters.js';

const picture = makePicture(1, 160, 120, 80);

function newEngine(queueLimit = 64): NativeEngine {
  return new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1, queueLimit });
}

const helper = newEngine();
afterAll(() => helper.close());
const { dna } = await helper.extract(picture, 'reference');

const jpeg = await sharp(picture.data, { raw: { width: 160, height: 120, channels: 1 } })
  .jpeg()
  .toBuffer();
const encoded = { jpeg, mostPixels: 1_000_000 };

/** Every method of an engine, called with sound arguments. */
const engineMethods: Record<string, (engine: NativeEngine, index: NativeIndex) => unknown> = {
  decode: (engine) => engine.decode({ ...encoded, role: 'query' }),
  'extract of a JPEG': (engine) => engine.extract(encoded, 'query'),
  'search with a JPEG': (engine, index) => engine.search([index], { picture: encoded }, { limit: 3 }),
  extract: (engine) => engine.extract(picture, 'query'),
  match: (engine) => engine.match(dna, dna, {}),
  search: (engine, index) => engine.search([index], { picture }, { limit: 3 }),
  conflicts: (engine, index) => engine.conflicts([index], dna, { limit: 3 }),
  searchShards: (engine, index) =>
    engine.searchShards([{ index: 0, number: 0, count: 1 }], dna, { limit: 3 }, undefined, (questions) =>
      Promise.all(
        questions.map(async ({ shards, message }) => [
          { shards, answer: await engine.answerShards([{ number: 0, count: 1, held: index }], message) },
        ]),
      ),
    ),
  answerShards: (engine, index) =>
    engine.answerShards(
      [{ number: 0, count: 1, held: index }],
      Buffer.from([3, 0, ...Array<number>(18).fill(0)]),
    ),
  createIndex: (engine) => engine.createIndex(),
  loadIndex: (engine) => engine.loadIndex('/nonexistent-folder-of-a-test', 'owner'),
};

const indexMethods: Record<string, (index: NativeIndex) => unknown> = {
  apply: (index) => index.apply([{ key: 1, dna, keywords: ['a'] }]),
  compact: (index) => index.compact('everything'),
  needsCompaction: (index) => index.needsCompaction(),
  size: (index) => index.size(),
  contains: (index) => index.contains(1),
  memory: (index) => index.memory(),
};

async function outcome(call: () => unknown): Promise<string> {
  try {
    await call();
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

test.each(Object.keys(engineMethods))(
  'engine.%s works while open and is refused when closed',
  async (name) => {
    const engine = newEngine();
    const index = engine.createIndex();
    const call = () => engineMethods[name]?.(engine, index);
    expect(await outcome(call)).toBe('done');
    engine.close();
    expect(await outcome(call)).toBe('CLOSED');
  },
);

test.each(Object.keys(indexMethods))('index.%s works while open and is refused when closed', async (name) => {
  const engine = newEngine();
  const index = engine.createIndex();
  const call = () => indexMethods[name]?.(index);
  expect(await outcome(call)).toBe('done');
  index.close();
  expect(await outcome(call)).toBe('CLOSED');
  engine.close();
});

test('an effort of merging that is none is refused', async () => {
  const engine = newEngine();
  const index = engine.createIndex();
  const soon = 'soon' as 'due';
  expect(await outcome(() => index.compact(soon))).toBe('INVALID_ARGUMENT');
  expect(await outcome(() => index.needsCompaction(soon))).toBe('INVALID_ARGUMENT');
  engine.close();
});

test('closing twice does nothing more', () => {
  const engine = newEngine();
  const index = engine.createIndex();
  index.close();
  index.close();
  engine.close();
  engine.close();
  expect(engine.waitingCount()).toBe(0);
});

test('an index of a closed engine refuses jobs', async () => {
  const engine = newEngine();
  const index = engine.createIndex();
  engine.close();
  expect(await outcome(() => index.apply([]))).toBe('CLOSED');
});

test('closing settles every job: those that wait are refused, those that run stop or end', async () => {
  const engine = newEngine();
  const jobs = Array.from({ length: 20 }, () => outcome(() => engine.extract(picture, 'query')));
  engine.close();
  const outcomes = await Promise.all(jobs);
  expect(outcomes.every((result) => ['CLOSED', 'ABORTED', 'done'].includes(result))).toBe(true);
  expect(outcomes.filter((result) => result === 'CLOSED').length).toBeGreaterThan(15);
});

test('a full queue refuses at once and goes on serving', async () => {
  const engine = newEngine(2);
  const results = await Promise.all(
    Array.from({ length: 12 }, () => outcome(() => engine.extract(makePicture(2), 'reference'))),
  );
  expect(results).toContain('QUEUE_FULL');
  expect(results).toContain('done');
  expect(await outcome(() => engine.extract(picture, 'query'))).toBe('done');
  engine.close();
});

test('a cancelled job is aborted', async () => {
  const engine = newEngine();
  const cancellation = new addon.Cancellation();
  const waiting = outcome(() => engine.extract(picture, 'query', cancellation));
  cancellation.cancel();
  expect(['ABORTED', 'done']).toContain(await waiting);
  expect(await outcome(() => engine.extract(picture, 'query', cancellation))).toBe('ABORTED');
  engine.close();
});

const badRasters: Record<string, unknown> = {
  nothing: undefined,
  'a string': 'raster',
  'no pixels': { ...picture, data: Buffer.alloc(0) },
  'too few pixels': { ...picture, data: picture.data.subarray(1) },
  'too many pixels': { ...picture, data: Buffer.concat([picture.data, Buffer.alloc(1)]) },
  'data of another type': { ...picture, data: 'pixels' },
  'two channels': { ...picture, channels: 2 },
  'negative width': { ...picture, width: -160 },
  'fractional height': { ...picture, height: 120.5 },
  'no original size': { ...picture, originalWidth: undefined },
  'a side beyond the limit': { ...picture, width: 40_000 },
};

test.each(Object.keys(badRasters))('a raster with %s is refused as an invalid image', async (name) => {
  const extract = helper.extract.bind(helper) as (raster: unknown, role: string) => Promise<unknown>;
  expect(await outcome(() => extract(badRasters[name], 'query'))).toBe('INVALID_IMAGE');
});

test('a damaged or newer signature is refused with its own code', async () => {
  const flipped = Buffer.from(dna);
  flipped[200] = (flipped[200] ?? 0) ^ 4;
  expect(await outcome(() => helper.match(dna, flipped, {}))).toBe('DNA_CORRUPT');
  expect(await outcome(() => helper.match(dna.subarray(0, 100), dna, {}))).toBe('DNA_CORRUPT');
  expect(await outcome(() => helper.match(Buffer.alloc(0), dna, {}))).toBe('DNA_CORRUPT');
});

const badChanges: Record<string, unknown> = {
  'key 0': [{ key: 0, dna }],
  'a fractional key': [{ key: 1.5, dna }],
  'a key beyond 32 bits': [{ key: 2 ** 32, dna }],
  'a signature of another type': [{ key: 1, dna: 'dna' }],
  'keywords of another type': [{ key: 1, dna, keywords: [1] }],
  'no array': 'changes',
};

test.each(Object.keys(badChanges))('changes with %s are refused and nothing is applied', async (name) => {
  const index = helper.createIndex();
  const apply = index.apply.bind(index) as (changes: unknown) => Promise<unknown>;
  expect(await outcome(() => apply(badChanges[name]))).toBe('INVALID_ARGUMENT');
  expect(index.size()).toBe(0);
});

test('one damaged signature among changes is reported and the others are applied', async () => {
  const index = helper.createIndex();
  const result = await index.apply([
    { key: 1, dna },
    { key: 2, dna: dna.subarray(0, 50) },
    { key: 3, dna },
    { key: 9 },
  ]);
  expect(result.applied).toBe(3);
  expect(result.failures).toMatchObject([{ key: 2, code: 'DNA_CORRUPT' }]);
  expect(index.size()).toBe(2);
});

test('a search of something that is no index is refused', async () => {
  const search = helper.search.bind(helper) as (...args: unknown[]) => Promise<unknown>;
  expect(await outcome(() => search([{}], { raster: picture }, { limit: 1 }))).toBe('INVALID_ARGUMENT');
  expect(await outcome(() => search([], { raster: picture }, { limit: 0 }))).toBe('INVALID_ARGUMENT');
  expect(await outcome(() => search([], { raster: picture }, { limit: 1, threshold: 2 }))).toBe(
    'INVALID_ARGUMENT',
  );
  expect(await outcome(() => search([], {}, { limit: 1 }))).toBe('INVALID_IMAGE');
});
