import { afterAll, describe, expect, test } from 'vitest';

import { Vision } from '../../src/engine-host/vision.js';
import { MemoryFeed } from '../kit/engine/memory-feed.js';
import { makePicture } from '../kit/files/rasters.js';

const picture = makePicture(1, 200, 150, 90);
const color = { ...picture, data: Buffer.alloc(200 * 150 * 3, 120), channels: 3 as const };
const feed = new MemoryFeed();

interface Open {
  readonly vision: Vision;
  readonly dna: Buffer;
}

const opened: Vision[] = [];
afterAll(() => Promise.all(opened.map((vision) => vision.close())));

async function openWithOneReference(): Promise<Open> {
  const vision = new Vision({ feed, snapshotFolder: null, threads: 1 });
  opened.push(vision);
  const { dna } = await vision.extract(picture, 'reference');
  await vision.apply('app', [feed.put('app', 1, dna)]);
  return { vision, dna };
}

/** Every asynchronous method, called with sound arguments. */
const methods: Record<string, (open: Open, signal?: AbortSignal) => Promise<unknown>> = {
  extract: ({ vision }, signal) => vision.extract(picture, 'query', { signal }),
  match: ({ vision, dna }, signal) => vision.match(dna, dna, { signal }),
  search: ({ vision }, signal) => vision.search(['app'], picture, { limit: 3, signal }),
  'search by signature': ({ vision, dna }, signal) => vision.search(['app'], { dna }, { limit: 3, signal }),
  conflicts: ({ vision, dna }, signal) => vision.conflicts(['app'], dna, { limit: 3, signal }),
  compareFinely: ({ vision }, signal) => vision.compareFinely(picture, picture, signal),
  describeColors: ({ vision }, signal) => vision.describeColors(color, signal),
};

const methodsWithoutSignal: Record<string, (open: Open) => Promise<unknown>> = {
  size: ({ vision }) => vision.size('app'),
  apply: ({ vision, dna }) => vision.apply('app', [feed.put('app', 1, dna)]),
  drop: ({ vision }) => vision.drop('app'),
};

async function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
}

describe.each(Object.keys(methods))('%s', (name) => {
  const call = (open: Open, signal?: AbortSignal) => outcome(methods[name]!(open, signal));

  test('works while open, and after its index was dropped', async () => {
    const open = await openWithOneReference();
    expect(await call(open)).toBe('done');
    await open.vision.drop('app');
    expect(await call(open)).toBe('done');
  });

  test('is refused when aborted before, rejects when aborted while, and works afterwards', async () => {
    const open = await openWithOneReference();
    expect(await call(open, AbortSignal.abort())).toBe('ABORTED');
    const controller = new AbortController();
    const busy = Array.from({ length: 4 }, () => call(open));
    const aborted = call(open, controller.signal);
    controller.abort();
    expect(await aborted).toBe('ABORTED');
    expect(await Promise.all(busy)).toEqual(['done', 'done', 'done', 'done']);
    expect(await call(open)).toBe('done');
  });

  test('is refused when closed', async () => {
    const open = await openWithOneReference();
    await open.vision.close();
    expect(await call(open)).toBe('CLOSED');
  });
});

test.each(Object.keys(methodsWithoutSignal))('%s works while open', async (name) => {
  const open = await openWithOneReference();
  expect(await outcome(methodsWithoutSignal[name]!(open))).toBe('done');
});

test('size is refused when closed; changes of a closed index wait in the database', async () => {
  const open = await openWithOneReference();
  await open.vision.close();
  expect(await outcome(open.vision.size('app'))).toBe('CLOSED');
  expect(await outcome(methodsWithoutSignal['apply']!(open))).toBe('done');
  const next = await openWithOneReference();
  expect(await next.vision.size('app')).toBe(1);
});

test('searches that run while their index is dropped end, and the next ones see the new index', async () => {
  const open = await openWithOneReference();
  await open.vision.size('app');
  const searches = Array.from({ length: 6 }, () => outcome(methods['search']!(open)));
  await open.vision.drop('app');
  expect(new Set(await Promise.all(searches))).toEqual(new Set(['done']));
  expect(await open.vision.size('app')).toBe(1);
});
