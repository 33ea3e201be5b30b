import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test, vi } from 'vitest';

import type { ReferenceFeed } from '../../src/engine-host/indexes/reference-feed.js';
import { Vision } from '../../src/engine-host/vision.js';
import { MemoryFeed } from '../kit/engine/memory-feed.js';
import { makePicture } from '../kit/files/rasters.js';

const folders: string[] = [];
const open = new Set<Vision>();

afterEach(async () => {
  vi.useRealTimers();
  for (const vision of open) await vision.close();
  open.clear();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vision-test-'));
  folders.push(folder);
  return folder;
}

function openVision(
  feed: ReferenceFeed,
  snapshotFolder: string | null,
  failures: number[] = [],
  options: { readonly changesPerSnapshot?: number } = {},
): Vision {
  const onFailure = (failure: { key: number }) => failures.push(failure.key);
  const vision = new Vision({ feed, snapshotFolder, threads: 1, onFailure, ...options });
  open.add(vision);
  return vision;
}

async function close(vision: Vision): Promise<void> {
  open.delete(vision);
  await vision.close();
}

/** A feed with `count` small references, and the signatures in it. */
async function fillFeed(count: number): Promise<{ feed: MemoryFeed; dnas: Buffer[] }> {
  const feed = new MemoryFeed();
  const vision = openVision(feed, null);
  const dnas: Buffer[] = [];
  for (let key = 1; key <= count; key += 1) {
    const { dna } = await vision.extract(makePicture(key, 200, 150, 90), 'reference');
    dnas.push(dna);
    feed.put('app', key, dna);
  }
  await close(vision);
  return { feed, dnas };
}

async function segmentFiles(folder: string): Promise<readonly string[]> {
  return (await readdir(folder, { recursive: true })).filter((file) => file.includes('segment-'));
}

/** Counts how many changes an opening reads from the database. */
function counting(feed: MemoryFeed): { feed: ReferenceFeed; changes: () => number } {
  let changes = 0;
  const read: ReferenceFeed['read'] = async (indexId, after, limit) => {
    const page = await feed.read(indexId, after, limit);
    changes += page.length;
    return page;
  };
  return { feed: Object.assign(Object.create(feed) as MemoryFeed, { read }), changes: () => changes };
}

test('a restart reads only what came after the snapshot', async () => {
  const { feed, dnas } = await fillFeed(4);
  const folder = await newFolder();
  const first = openVision(feed, folder);
  expect(await first.size('app')).toBe(4);
  await close(first);
  feed.put('app', 50, dnas[0] ?? Buffer.alloc(0));
  feed.remove('app', 2);
  const counted = counting(feed);
  const second = openVision(counted.feed, folder);
  expect(await second.size('app')).toBe(4);
  expect(counted.changes()).toBe(2);
});

test('an opening that is cut short goes on where it was, and keeps no signatures in memory that are in files', async () => {
  const { feed, dnas } = await fillFeed(1);
  const dna = dnas[0] ?? Buffer.alloc(0);
  for (let key = 2; key <= 1600; key += 1) feed.put('app', key, dna);
  const folder = await newFolder();
  const openSaving = (wanted: ReferenceFeed) => openVision(wanted, folder, [], { changesPerSnapshot: 1000 });
  const cutShort: ReferenceFeed['read'] = async (indexId, after, limit) => {
    if (after >= 1500) throw new Error('The database has gone.');
    return feed.read(indexId, after, limit);
  };
  const first = openSaving(Object.assign(Object.create(feed) as MemoryFeed, { read: cutShort }));
  await expect(first.size('app')).rejects.toThrow();
  await close(first);
  const counted = counting(feed);
  const second = openSaving(counted.feed);
  expect(await second.size('app')).toBe(1600);
  expect(counted.changes()).toBe(600);
  const bytesOf = async () => (await second.openIndexes()).reduce((sum, { bytes }) => sum + bytes, 0);
  expect(await bytesOf()).toBeLessThan(1200 * dna.length);
});

test('an index that is left alone has its segments merged: a search looks into each', async () => {
  const { feed, dnas } = await fillFeed(3);
  const [first, second, shown] = dnas as [Buffer, Buffer, Buffer];
  for (let key = 4; key <= 40; key += 1) feed.put('app', key, key % 2 === 0 ? first : second);
  const folder = await newFolder();
  const before = openVision(feed, folder);
  expect(await before.size('app')).toBe(40);
  await before.apply('app', [feed.put('app', 41, shown)]);
  await close(before);
  expect(await segmentFiles(folder)).toHaveLength(2);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const after = openVision(feed, folder);
  const bytes = async () => (await after.openIndexes()).map((index) => index.bytes);
  const found = async () =>
    (await after.search(['app'], { dna: shown }, { limit: 9 })).hits.map(({ key }) => key);
  expect(await found()).toEqual([3, 41]);
  const whenOpened = await bytes();
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await expect.poll(bytes).not.toEqual(whenOpened);
  expect(await found()).toEqual([3, 41]);
  await close(after);
  expect(await segmentFiles(folder)).toHaveLength(1);
});

test.each([
  ['at its end', 1000],
  ['on its way', 10],
])(
  'an index that was read from the feed and saved %s has as few segments as possible',
  async (_, changesPerSnapshot) => {
    const { feed } = await fillFeed(40);
    const folder = await newFolder();
    const vision = openVision(feed, folder, [], { changesPerSnapshot });
    expect(await vision.size('app')).toBe(40);
    await close(vision);
    expect(await segmentFiles(folder)).toHaveLength(1);
  },
);

test('more indexes than the engine has room for jobs are saved, opened and searched together', async () => {
  const { feed, dnas } = await fillFeed(1);
  const dna = dnas[0] ?? Buffer.alloc(0);
  const ids = ['app', 'second', 'third', 'fourth', 'fifth'];
  for (const id of ids.slice(1)) feed.put(id, 1, dna);
  const folder = await newFolder();
  for (let start = 0; start < 2; start += 1) {
    const vision = new Vision({ feed, snapshotFolder: folder, threads: 1, queueLimit: 1 });
    open.add(vision);
    const { hits } = await vision.search(ids, { dna }, { limit: 10 });
    expect(hits.map((hit) => hit.indexId).sort()).toEqual([...ids].sort());
    await close(vision);
  }
});

test('a torn snapshot is rebuilt from the database', async () => {
  const { feed } = await fillFeed(3);
  const folder = await newFolder();
  const first = openVision(feed, folder);
  await first.size('app');
  await close(first);
  const [snapshot] = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const inside = join(folder, snapshot?.name ?? '');
  for (const file of await readdir(inside)) await truncate(join(inside, file), 100);
  const second = openVision(feed, folder);
  expect(await second.size('app')).toBe(3);
});

test('a snapshot newer than a restored database is thrown away', async () => {
  const { feed } = await fillFeed(4);
  const folder = await newFolder();
  const first = openVision(feed, folder);
  await first.size('app');
  await close(first);
  feed.rewindTo(2);
  const second = openVision(feed, folder);
  expect(await second.size('app')).toBe(2);
});

test('a second owner of the folder is refused, and let in when the first is gone', async () => {
  const folder = await newFolder();
  const first = openVision(new MemoryFeed(), folder);
  expect(() => openVision(new MemoryFeed(), folder)).toThrow(
    expect.objectContaining({ code: 'FOLDER_LOCKED' }),
  );
  await close(first);
  expect(await openVision(new MemoryFeed(), folder).size('app')).toBe(0);
});

test('changes that arrive out of order leave the index as the database is', async () => {
  const { feed, dnas } = await fillFeed(2);
  const vision = openVision(feed, null);
  expect(await vision.size('app')).toBe(2);
  const early = feed.put('app', 7, dnas[0] ?? Buffer.alloc(0));
  const late = feed.remove('app', 1);
  await vision.apply('app', [late]);
  expect(await vision.size('app')).toBe(2);
  await vision.apply('app', [early]);
  expect(await vision.size('app')).toBe(2);
});

test('a damaged signature in the database is reported and the others are found', async () => {
  const { feed, dnas } = await fillFeed(3);
  feed.put('app', 9, (dnas[0] ?? Buffer.alloc(0)).subarray(0, 64));
  const failures: number[] = [];
  const vision = openVision(feed, null, failures);
  expect(await vision.size('app')).toBe(3);
  expect(failures).toEqual([9]);
});

test('many first uses at once open the index once', async () => {
  const { feed } = await fillFeed(2);
  const counted = counting(feed);
  const vision = openVision(counted.feed, null);
  const sizes = await Promise.all(Array.from({ length: 8 }, () => vision.size('app')));
  expect(new Set(sizes)).toEqual(new Set([2]));
  expect(counted.changes()).toBe(2);
});

test('a dropped index loses its snapshot', async () => {
  const { feed } = await fillFeed(2);
  const folder = await newFolder();
  const first = openVision(feed, folder);
  await first.size('app');
  await close(first);
  const second = openVision(feed, folder);
  await second.size('app');
  await second.drop('app');
  expect((await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())).toEqual([]);
});

test('a search goes on without an index that is dropped while another one opens', async () => {
  const { feed, dnas } = await fillFeed(1);
  feed.put('slow', 7, dnas[0] ?? Buffer.alloc(0));
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const read: ReferenceFeed['read'] = async (indexId, after, limit) => {
    if (indexId === 'slow') await gate;
    return feed.read(indexId, after, limit);
  };
  const vision = openVision(Object.assign(Object.create(feed) as MemoryFeed, { read }), null);
  await vision.size('app');
  const search = vision.search(['app', 'slow'], { dna: dnas[0] ?? Buffer.alloc(0) }, { limit: 3 });
  await vision.drop('app');
  release();
  expect((await search).hits.map(({ indexId, key }) => [indexId, key])).toEqual([['slow', 7]]);
});

test('an aborted search rejects at once and the engine goes on', async () => {
  const { feed } = await fillFeed(2);
  const vision = openVision(feed, null);
  const controller = new AbortController();
  const search = vision.search(['app'], makePicture(1, 200, 150, 90), {
    limit: 3,
    signal: controller.signal,
  });
  controller.abort();
  await expect(search).rejects.toMatchObject({ code: 'ABORTED' });
  await expect(vision.search(['app'], makePicture(1, 200, 150, 90), { limit: 3 })).resolves.toBeDefined();
});

test('after closing every use is refused', async () => {
  const vision = openVision(new MemoryFeed(), null);
  await close(vision);
  await expect(vision.size('app')).rejects.toMatchObject({ code: 'CLOSED' });
  await expect(vision.extract(makePicture(1), 'query')).rejects.toMatchObject({ code: 'CLOSED' });
});

test('a change that another process made is seen by the next search', async () => {
  const { feed, dnas } = await fillFeed(2);
  const latest = async (ids: readonly string[]) =>
    new Map(await Promise.all(ids.map(async (id) => [id, (await feed.status(id)).latestSequence] as const)));
  const shared: ReferenceFeed = {
    read: (...given) => feed.read(...given),
    readAppearances: (...given) => feed.readAppearances(...given),
    readKeys: (...given) => feed.readKeys(...given),
    status: (id) => feed.status(id),
    latest,
  };
  const vision = openVision(shared, null);
  const best = async () =>
    (await vision.search(['app'], { dna: dnas[0]! }, { limit: 1 })).hits.map(({ key }) => key);
  expect(await best()).toEqual([1]);
  // This process gets no notice.
  feed.remove('app', 1);
  expect(await best()).toEqual([2]);
  feed.put('app', 7, dnas[0]!);
  expect(await best()).toEqual([7]);
  expect(await vision.size('app')).toBe(2);
});
