/** An archive that cannot be finished ends with an error, and holds no file open. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterIdOf } from '../../src/db/installation.js';
import { ArchiveMaker } from '../../src/statistics/archive-maker.js';
import { newId } from '../../src/kernel/ids.js';
import { FileStore } from '../../src/media/blobs/file-store.js';
import { FolderBlobs } from '../../src/media/blobs/folder-blobs.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { jpegPicture } from '../kit/pictures.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import { seed } from '../kit/seed.js';

let loupe: TestApp;
let folder: string;
let documentId: string;

beforeAll(async () => {
  loupe = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'loupe-archive-'));
  const user = await (await seed(loupe).organization()).user();
  documentId = (await (await user.folder()).document(await jpegPicture(136))).id;
});
afterAll(async () => {
  await loupe.close();
  await rm(folder, { recursive: true });
});

test('a server that ends does not wait for an archive that is being made', async () => {
  const blobs = new FolderBlobs(folder, async () => clusterIdOf(loupe.app.services.database));
  await blobs.prepare();
  const files = new FileStore(blobs, new MovableClock());
  const { database } = loupe.app.services;
  const maker = new ArchiveMaker(database, files, { changed: () => undefined });
  const work = maker.run({
    id: newId(),
    subjectId: documentId,
    payload: { fileId: newId(), from: null, to: new Date().toISOString() },
    signal: AbortSignal.abort(new Error('The server ends.')),
    progress: () => Promise.resolve(),
    giveWay: () => Promise.resolve(),
  });
  await expect(work).rejects.toThrow('The server ends.');
  expect(await readdir(join(folder, 'unfinished'))).toEqual([]);
});
