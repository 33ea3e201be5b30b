import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { SharedSnapshots } from '../../src/engine/feed/shared-snapshots.js';
import { systemClock } from '../../src/kernel/clock.js';
import { useTestApp } from '../kit/use-app.js';
import { makePicture } from '../kit/files/rasters.js';
import { type SharingServer, SharingServers } from '../kit/servers/sharing-servers.js';

/** References of the index: enough that sharing it pays. */
const MANY = 1000;

const loupe = useTestApp();
let dna: Buffer;
let other: Buffer;
/** The application whose index the tests share. */
let id: string;
let servers: SharingServers;

beforeAll(async () => {
  const { vision } = loupe.app.services;
  dna = (await vision.extract(makePicture(1, 120, 90, 40), 'reference')).dna;
  other = (await vision.extract(makePicture(2, 200, 150, 90), 'reference')).dna;
});

beforeEach(async () => {
  ({ id } = await loupe.app.services.applications.create(operator, { kind: 'mobile' }));
  servers = new SharingServers(loupe);
  for (let key = 1; key <= MANY; key += 1) servers.feed.put(id, key, dna);
});
afterEach(() => servers.closeAll());

const shared = () => servers.shared(id);

/** A server that has built the index from the database and shared it. */
async function newSharingServer(): Promise<SharingServer> {
  const server = await servers.start();
  expect(await server.vision.size(id)).toBe(MANY);
  await server.vision.publishDue();
  expect((await shared())?.sequence).toBe(MANY);
  return server;
}

test('a server without an index takes the one that another shared, and reads what came after', async () => {
  const first = await newSharingServer();
  expect(first.counts.inOrder).toBe(MANY);
  servers.feed.remove(id, 7);
  servers.feed.put(id, MANY + 1, other);
  const second = await servers.start();
  expect(await second.vision.size(id)).toBe(MANY);
  expect(second.counts.inOrder).toBe(2);
  const { hits } = await second.vision.search([id], { dna: other }, { limit: 1 });
  expect(hits.map(({ key }) => key)).toEqual([MANY + 1]);
  expect(servers.troubles).toEqual([]);
});

test('a searcher that starts for the first time opens the shared indexes of its parts before it is warm', async () => {
  await newSharingServer();
  const searcher = await servers.start({ isKeptWarm: (indexId) => indexId === id });
  await searcher.vision.startWarming();
  await expect.poll(() => searcher.vision.isWarm).toBe(true);
  expect(await searcher.vision.openIndexes()).toMatchObject([{ id, sequence: MANY }]);
  const another = await servers.start({ isKeptWarm: (indexId) => indexId !== id });
  await another.vision.startWarming();
  await expect.poll(() => another.vision.isWarm).toBe(true);
  expect((await another.vision.openIndexes()).map((index) => index.id)).not.toContain(id);
});

test('a server that was away for long replaces its own index by the newer one', async () => {
  const first = await newSharingServer();
  const second = await servers.start();
  await second.vision.size(id);
  for (let key = 1; key <= MANY; key += 1) servers.feed.put(id, MANY + key, dna);
  const third = await servers.start();
  expect(await third.vision.size(id)).toBe(2 * MANY);
  expect(third.counts.inOrder).toBe(MANY);
  await third.vision.publishDue();
  expect((await shared())?.sequence).toBe(2 * MANY);
  expect(await first.vision.size(id)).toBe(MANY);
  const fourth = await servers.start();
  expect(await fourth.vision.size(id)).toBe(2 * MANY);
  expect(fourth.counts.inOrder).toBe(0);
});

test('when several servers share at once, one of them does, and an older snapshot never replaces a newer one', async () => {
  const several = await Promise.all([servers.start(), servers.start(), servers.start()]);
  await Promise.all(several.map(({ vision }) => vision.size(id)));
  await Promise.all(several.map(({ vision }) => vision.publishDue()));
  const row = await shared();
  expect(row?.sequence).toBe(MANY);
  const { database, blobs } = loupe.app.services;
  const [{ folder }] = several;
  const older = new SharedSnapshots(database, blobs, systemClock);
  await older.publish(
    id,
    MANY - 1,
    join(
      folder,
      (await readdir(folder)).find((name) => name.length === 32)!,
    ),
  );
  expect(await shared()).toEqual(row);
  expect(servers.troubles).toEqual([]);
});

test('a shared snapshot with a missing file is forgotten, reported, and shared again', async () => {
  const first = await newSharingServer();
  const row = await shared();
  const { blobs } = loupe.app.services;
  await blobs.delete(row!.files[0]!.blobId);
  const second = await servers.start();
  expect(await second.vision.size(id)).toBe(MANY);
  expect(second.counts.inOrder).toBe(MANY);
  expect(servers.troubles).toHaveLength(1);
  expect(await shared()).toBeNull();
  await first.vision.publishDue();
  expect((await shared())?.sequence).toBe(MANY);
  const third = await servers.start();
  await third.vision.size(id);
  expect(third.counts.inOrder).toBe(0);
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
