/** Files of a snapshot that a disk has damaged: searches answer as if they were whole. */
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shardIdsOf } from '../../src/engine-host/shards/shard-ids.js';
import type { ShardOptions } from '../../src/engine-host/shards/sharded-searching.js';
import { Vision } from '../../src/engine-host/vision.js';
import { flipBit } from '../kit/files/damage.js';
import { MemoryFeed } from '../kit/engine/memory-feed.js';
import { makePicture } from '../kit/files/rasters.js';
import { lengthOfStory } from '../kit/seed/stories.js';

const REFERENCES = 4;
/** Places of the files, spread evenly over all of their bytes. */
const PLACES = lengthOfStory({ short: 30, long: 600 });

const feed = new MemoryFeed();
const dnas: Buffer[] = [];
const folders: string[] = [];
const running = new Set<Vision>();
let saved: string;
let right: unknown;

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'damaged-test-'));
  folders.push(folder);
  return folder;
}

function start(
  snapshotFolder: string | null,
  onRepaired: (indexId: string, count: number) => void = () => undefined,
  shards?: ShardOptions,
): Vision {
  const vision = new Vision({ feed, snapshotFolder, threads: 1, onRepaired, shards });
  running.add(vision);
  return vision;
}

async function stop(vision: Vision): Promise<void> {
  running.delete(vision);
  await vision.close();
}

const search = async (vision: Vision, dna: Buffer) =>
  (await vision.search(['app'], { dna }, { limit: 9 })).hits;

async function answersOf(vision: Vision): Promise<unknown> {
  const answers = [];
  for (const dna of dnas) {
    answers.push(await search(vision, dna));
    answers.push((await vision.conflicts(['app'], dna, { limit: 9 })).hits);
  }
  return answers;
}

async function filesOf(folder: string): Promise<readonly { path: string; size: number }[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /segment-|manifest/.test(name));
  const paths = names.sort().map((name) => join(folder, name));
  return Promise.all(paths.map(async (path) => ({ path, size: (await stat(path)).size })));
}

/** Changes one bit at a place of the files, which counts through all of them; of a file that is in use as well. */
async function flip(folder: string, place: number): Promise<void> {
  let at = place;
  for (const { path, size } of await filesOf(folder)) {
    if (at < size) {
      await flipBit(path, at);
      return;
    }
    at -= size;
  }
}

/** Signatures fill the end of a segment. */
async function damageLastSignature(folder: string): Promise<void> {
  const segment = (await filesOf(folder)).find(({ path }) => path.includes('segment-'));
  if (segment !== undefined) await flipBit(segment.path, segment.size - 1000);
}

beforeAll(async () => {
  saved = await newFolder();
  const vision = start(saved);
  for (let key = 1; key <= REFERENCES; key += 1) {
    const { dna } = await vision.extract(makePicture(key, 200, 150, 90), 'reference');
    dnas.push(dna);
    feed.put('app', key, dna);
  }
  right = await answersOf(vision);
  await stop(vision);
});
afterEach(async () => {
  for (const vision of running) await stop(vision);
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

test('one bit that changed at any place of a snapshot changes no answer, and is gone with the next start', async () => {
  const size = (await filesOf(saved)).reduce((sum, file) => sum + file.size, 0);
  let repaired = 0;
  for (let number = 0; number < PLACES; number += 1) {
    const place = Math.floor(((number + 0.5) * size) / PLACES);
    const folder = await newFolder();
    await cp(saved, folder, { recursive: true });
    await flip(folder, place);
    const first = start(folder, () => (repaired += 1));
    expect(await answersOf(first), `byte ${place}`).toEqual(right);
    await stop(first);
    const second = start(folder, () => expect.fail(`byte ${place} was repaired twice`));
    expect(await answersOf(second), `byte ${place}, again`).toEqual(right);
    await stop(second);
  }
  expect(repaired).toBeGreaterThan(PLACES / 5);
});

test('a signature that is damaged while its file is in use is read again once, for all searches that come upon it', async () => {
  const folder = await newFolder();
  await cp(saved, folder, { recursive: true });
  const repairs: number[] = [];
  const vision = start(folder, (_, count) => repairs.push(count));
  expect(await answersOf(vision)).toEqual(right);
  await damageLastSignature(folder);
  const answers = await Promise.all([...dnas, ...dnas].map((dna) => search(vision, dna)));
  expect(answers.map(([hit]) => hit?.key)).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
  expect(repairs).toEqual([1]);
});

test('shards are repaired as whole indexes are', async () => {
  const folder = await newFolder();
  const ids = shardIdsOf('app', 2);
  const remote = { holds: () => true, answer: () => Promise.resolve([]), size: () => Promise.resolve(0) };
  const open = () => start(folder, () => (repaired += 1), { mostReferences: 2, remote });
  let repaired = 0;
  const before = open();
  const whole = await answersOf(before);
  await stop(before);
  const files = (await filesOf(folder)).filter(({ path }) => path.includes('segment-'));
  expect(files).toHaveLength(ids.length);
  for (const { path, size } of files) await flipBit(path, size - 1000);
  expect(await answersOf(open())).toEqual(whole);
  expect(repaired).toBe(ids.length);
});
