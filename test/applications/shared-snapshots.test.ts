import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { SharedSnapshot } from '../../src/applications/shared-snapshot.entity.js';
import { SharedSnapshots } from '../../src/applications/shared-snapshots.js';
import { systemClock } from '../../src/clock.js';
import type { ReferenceFeed } from '../../src/vision/reference-feed.js';
import { Vision } from '../../src/vision/vision.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { MemoryFeed } from '../kit/memory-feed.js';
import { makePicture } from '../kit/rasters.js';

/** As many as are worth being shared. */
const MANY = 1000;

let loupe: TestApp;
let dna: Buffer;
let other: Buffer;
/** Of the application whose index the tests share. */
let id: string;
let feed: MemoryFeed;
const opened = new Set<Vision>();
const folders: string[] = [];
const troubles: string[] = [];

beforeAll(async () => {
  loupe = await startTestApp();
  const { vision } = loupe.app.services;
  dna = (await vision.extract(makePicture(1, 120, 90, 40), 'reference')).dna;
  other = (await vision.extract(makePicture(2, 200, 150, 90), 'reference')).dna;
});
afterAll(() => loupe.close());

beforeEach(async () => {
  ({ id } = await loupe.app.services.applications.create(operator, { kind: 'mobile' }));
  feed = new MemoryFeed();
  for (let key = 1; key <= MANY; key += 1) feed.put(id, key, dna);
});
afterEach(async () => {
  for (const vision of opened) await vision.close();
  opened.clear();
  troubles.length = 0;
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

interface Server {
  readonly vision: Vision;
  /** Changes read from the database so far. */
  readonly readCount: () => number;
}

/** Recognition with a data folder of its own, on the database and the files of all. */
async function newServer(isKeptWarm?: (indexId: string) => boolean): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-server-'));
  folders.push(folder);
  let count = 0;
  const read: ReferenceFeed['read'] = async (...range) => {
    const page = await feed.read(...range);
    count += page.length;
    return page;
  };
  const { database, blobs } = loupe.app.services;
  const vision = new Vision({
    feed: Object.assign(Object.create(feed) as MemoryFeed, { read }),
    snapshotFolder: folder,
    threads: 1,
    share: new SharedSnapshots(database, blobs, systemClock),
    isKeptWarm,
    onUnshared: (_, error) => troubles.push(error instanceof Error ? error.message : String(error)),
  });
  opened.add(vision);
  return { vision, readCount: () => count };
}

const shared = async () => loupe.app.services.database.reader().findOne(SharedSnapshot, id);

/** A server that has built the index from the database and shared it. */
async function newSharingServer(): Promise<Server> {
  const server = await newServer();
  expect(await server.vision.size(id)).toBe(MANY);
  await server.vision.publishDue();
  expect((await shared())?.sequence).toBe(MANY);
  return server;
}

test('a server without an index takes the one that another shared, and reads what came after', async () => {
  const first = await newSharingServer();
  expect(first.readCount()).toBe(MANY);
  feed.remove(id, 7);
  feed.put(id, MANY + 1, other);
  const second = await newServer();
  expect(await second.vision.size(id)).toBe(MANY);
  expect(second.readCount()).toBe(2);
  const { hits } = await second.vision.search([id], { dna: other }, { limit: 1 });
  expect(hits.map(({ key }) => key)).toEqual([MANY + 1]);
  expect(troubles).toEqual([]);
});

test('a searcher that starts for the first time opens the shared indexes of its parts before it is warm', async () => {
  await newSharingServer();
  const searcher = await newServer((indexId) => indexId === id);
  await searcher.vision.startWarming();
  await expect.poll(() => searcher.vision.isWarm).toBe(true);
  expect(await searcher.vision.openIndexes()).toMatchObject([{ id, sequence: MANY }]);
  const another = await newServer((indexId) => indexId !== id);
  await another.vision.startWarming();
  await expect.poll(() => another.vision.isWarm).toBe(true);
  expect((await another.vision.openIndexes()).map((index) => index.id)).not.toContain(id);
});

test('a server that was away for long takes the newer index in the place of its own', async () => {
  const first = await newSharingServer();
  const second = await newServer();
  await second.vision.size(id);
  for (let key = 1; key <= MANY; key += 1) feed.put(id, MANY + key, dna);
  const third = await newServer();
  expect(await third.vision.size(id)).toBe(2 * MANY);
  expect(third.readCount()).toBe(MANY);
  await third.vision.publishDue();
  expect((await shared())?.sequence).toBe(2 * MANY);
  expect(await first.vision.size(id)).toBe(MANY);
  const fourth = await newServer();
  expect(await fourth.vision.size(id)).toBe(2 * MANY);
  expect(fourth.readCount()).toBe(0);
});

test('of servers that share at once one does, and an older snapshot never takes the place of a newer one', async () => {
  const servers = await Promise.all([newServer(), newServer(), newServer()]);
  await Promise.all(servers.map(({ vision }) => vision.size(id)));
  await Promise.all(servers.map(({ vision }) => vision.publishDue()));
  const row = await shared();
  expect(row?.sequence).toBe(MANY);
  const { database, blobs } = loupe.app.services;
  const [folder] = folders;
  const older = new SharedSnapshots(database, blobs, systemClock);
  await older.publish(
    id,
    MANY - 1,
    join(
      folder!,
      (await readdir(folder!)).find((name) => name.length === 32)!,
    ),
  );
  expect(await shared()).toEqual(row);
  expect(troubles).toEqual([]);
});

test('a shared snapshot with a missing file is forgotten, told of, and shared anew', async () => {
  const first = await newSharingServer();
  const row = await shared();
  const { blobs } = loupe.app.services;
  await blobs.delete(row!.files[0]!.blobId);
  const second = await newServer();
  expect(await second.vision.size(id)).toBe(MANY);
  expect(second.readCount()).toBe(MANY);
  expect(troubles).toHaveLength(1);
  expect(await shared()).toBeNull();
  await first.vision.publishDue();
  expect((await shared())?.sequence).toBe(MANY);
  const third = await newServer();
  await third.vision.size(id);
  expect(third.readCount()).toBe(0);
});

test('files of a snapshot belong to it, and are left for the sweep with the application', async () => {
  await newSharingServer();
  const { database, blobs, applications } = loupe.app.services;
  const share = new SharedSnapshots(database, blobs, systemClock);
  const ids = (await shared())!.files.map(({ blobId }) => blobId);
  expect(ids.length).toBeGreaterThan(1);
  expect(await share.ownedOf([...ids, id])).toEqual(new Set(ids));
  await applications.delete(operator, id);
  expect(await share.ownedOf(ids)).toEqual(new Set());
});
