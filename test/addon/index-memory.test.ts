import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { Vision } from '../../src/engine-host/vision.js';
import type { VisionOptions } from '../../src/engine-host/vision-options.js';
import { makePicture } from '../kit/files/rasters.js';
import { MemoryFeed } from '../kit/engine/memory-feed.js';

const IDS = ['a', 'b', 'c', 'd', 'e'];

let dnas: Buffer[];
/** Memory of one of the indexes below. */
let bytesOfOne: number;
let folder: string;
const open = new Set<Vision>();

function openVision(options: Partial<VisionOptions> = {}): Vision {
  const vision = new Vision({ feed: filledFeed(), snapshotFolder: null, threads: 1, ...options });
  open.add(vision);
  return vision;
}

/** Five indexes of one reference each, whose key identifies the index. */
function filledFeed(): MemoryFeed {
  const feed = new MemoryFeed();
  IDS.forEach((id, at) => feed.put(id, at + 1, dnas[at]!));
  return feed;
}

async function keysFound(vision: Vision, id: string): Promise<number[]> {
  const { hits } = await vision.search([id], { dna: dnas[IDS.indexOf(id)]! }, { limit: 1 });
  return hits.map(({ key }) => key);
}

const openIds = async (vision: Vision) => (await vision.openIndexes()).map(({ id }) => id);

beforeAll(async () => {
  const vision = new Vision({ feed: new MemoryFeed(), snapshotFolder: null, threads: 1 });
  dnas = await Promise.all(
    IDS.map(async (_, at) => (await vision.extract(makePicture(at + 1, 200, 150, 90), 'reference')).dna),
  );
  await vision.close();
  const measuring = openVision();
  await measuring.size('a');
  bytesOfOne = (await measuring.openIndexes())[0]!.bytes;
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-memory-'));
});
afterEach(async () => {
  for (const vision of open) await vision.close();
  open.clear();
  await rm(folder, { recursive: true });
});

test('beyond the limit of memory the index that was not used for longest is closed, and opened when it is wanted', async () => {
  const vision = openVision({ indexMemoryBytes: 2.5 * bytesOfOne });
  for (const id of ['a', 'b']) expect(await keysFound(vision, id)).toEqual([IDS.indexOf(id) + 1]);
  expect(await keysFound(vision, 'a')).toEqual([1]);
  expect(await keysFound(vision, 'c')).toEqual([3]);
  expect(await openIds(vision)).toEqual(['a', 'c']);
  expect(await keysFound(vision, 'b')).toEqual([2]);
  expect(await openIds(vision)).toEqual(['c', 'b']);
});

test('an index larger than the limit stays while it is the one in use', async () => {
  const vision = openVision({ indexMemoryBytes: 1 });
  expect(await keysFound(vision, 'a')).toEqual([1]);
  expect(await openIds(vision)).toEqual(['a']);
  expect(await keysFound(vision, 'b')).toEqual([2]);
  expect(await openIds(vision)).toEqual(['b']);
});

test('indexes that are in use at once are all searched, however little memory there is', async () => {
  const vision = openVision({ snapshotFolder: folder, indexMemoryBytes: 1 });
  const { hits } = await vision.search(IDS, { dna: dnas[3]! }, { limit: 1 });
  expect(hits.map(({ indexId }) => indexId)).toEqual(['d']);
  const rounds = Array.from({ length: 8 }, () => IDS).flat();
  const found = await Promise.all(rounds.map((id) => keysFound(vision, id)));
  expect(found).toEqual(rounds.map((id) => [IDS.indexOf(id) + 1]));
  expect((await openIds(vision)).length).toBe(1);
});

test('a change of an index that leaves, left or comes back is seen by the next search', async () => {
  const feed = filledFeed();
  const vision = openVision({ feed, snapshotFolder: folder, indexMemoryBytes: 1 });
  for (let round = 0; round < 10; round += 1) {
    await keysFound(vision, 'a');
    const leaving = keysFound(vision, 'b');
    const change = round % 2 === 0 ? feed.remove('a', 1) : feed.put('a', 1, dnas[0]!);
    await vision.apply('a', [change]);
    expect(await keysFound(vision, 'a')).toEqual(round % 2 === 0 ? [] : [1]);
    await leaving;
  }
});

test('an index that leaves memory and cannot be saved is reported, and read from the feed when needed', async () => {
  const unsaved: string[] = [];
  const vision = openVision({
    snapshotFolder: folder,
    indexMemoryBytes: 1,
    onUnsaved: (indexId) => unsaved.push(indexId),
  });
  await rm(folder, { recursive: true });
  await writeFile(folder, 'not a folder');
  await keysFound(vision, 'a');
  await keysFound(vision, 'b');
  expect(await keysFound(vision, 'a')).toEqual([1]);
  expect(unsaved).toEqual(['a', 'b']);
  open.delete(vision);
  await expect(vision.close()).rejects.toThrow('Some indexes could not be saved.');
});

test('a server that starts opens the indexes that were open, and is warm then', async () => {
  const first = openVision({ snapshotFolder: folder });
  await first.startWarming();
  expect(first.isWarm).toBe(true);
  await keysFound(first, 'c');
  await keysFound(first, 'a');
  open.delete(first);
  await first.close();

  let go: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const feed = filledFeed();
  const status: MemoryFeed['status'] = async (indexId) => {
    await gate;
    return feed.status(indexId);
  };
  const held = Object.assign(Object.create(feed) as MemoryFeed, { status });
  const second = openVision({ feed: held, snapshotFolder: folder });
  await second.startWarming();
  expect(second.isWarm).toBe(false);
  go();
  await expect.poll(() => second.isWarm).toBe(true);
  expect((await openIds(second)).sort()).toEqual(['a', 'c']);
});

test('a damaged list of open indexes is an empty one, and deleted ones are left alone', async () => {
  await writeFile(join(folder, 'open.json'), '{"no": "list"');
  const first = openVision({ snapshotFolder: folder });
  await first.startWarming();
  expect(first.isWarm).toBe(true);
  open.delete(first);
  await first.close();
  await writeFile(join(folder, 'open.json'), JSON.stringify(['b', 'deleted', 7]));
  const second = openVision({ snapshotFolder: folder });
  await second.startWarming();
  await expect.poll(() => second.isWarm).toBe(true);
  expect(await openIds(second)).toEqual(['b']);
});
