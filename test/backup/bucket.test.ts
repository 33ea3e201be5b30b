/** Backups in a bucket, and files that move between a folder and a bucket. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { backUp } from '../../src/backup/backup.js';
import { moveBlobs } from '../../src/backup/move-blobs.js';
import { restore } from '../../src/backup/restore.js';
import { parseS3Url } from '../../src/kernel/blobs-url.js';
import { readConfig } from '../../src/config.js';
import { newId } from '../../src/kernel/ids.js';
import type { BlobStore } from '../../src/media/blobs/blob-store.js';
import { S3Objects } from '../../src/media/blobs/s3-objects.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { TestBucket } from '../kit/servers/bucket.js';
import { runLoupe } from '../kit/command.js';
import { elementsOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { newDatabaseUrl } from '../kit/servers/postgres.js';
import { seed } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';

const patientMs = 120_000;

let bucket: TestBucket;
let loupe: TestApp;
let user: SeededUser;
let base: string;
let documentId: string;

beforeAll(async () => {
  bucket = await TestBucket.start();
  base = await mkdtemp(join(tmpdir(), 'loupe-bucket-'));
  loupe = await startTestApp();
  user = await (await seed(loupe).organization()).user();
  const folder = await user.folder();
  ({ id: documentId } = await folder.document(await jpegPicture(61)));
  await folder.document(await jpegPicture(62));
}, patientMs);
afterEach(() => bucket.mend());
afterAll(async () => {
  await loupe.close();
  await bucket.close();
  await rm(base, { recursive: true, force: true });
});

async function emptyPlace(files: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(base, 'place-'));
  return { LOUPE_DATA: folder, LOUPE_DATABASE_URL: await newDatabaseUrl(folder), ...files };
}

async function thumbnailStatus(app: TestApp): Promise<number> {
  const image = elementsOf(await user.send('GET', `/api/documents/${documentId}/images`))[0];
  const { pathname } = new URL(textMember(image, 'SmallThumbnail'));
  return (await fetch(`${app.url}${pathname}`)).status;
}

const objectsAt = (prefix: string) => new S3Objects(parseS3Url(bucket.url(prefix)));

async function idsOf(store: Pick<BlobStore, 'list'>): Promise<string[]> {
  const ids: string[] = [];
  for await (const found of store.list()) ids.push(...found.map(({ id }) => id));
  return ids.sort();
}

describe('a backup in a bucket', { timeout: patientMs }, () => {
  test('is put back into a folder and into a bucket, and everything is there', async () => {
    const report = await backUp(loupe.config, bucket.url('monday'));
    expect(report).toMatchObject({ damaged: [], folder: `s3://${bucket.bucket}/monday` });
    for (const files of [{}, bucket.environment('restored')]) {
      const place = await emptyPlace(files);
      expect(await restore(readConfig(place), bucket.url('monday'))).toMatchObject({ files: report.files });
      const again = await startTestApp({ environment: place });
      expect(await thumbnailStatus(again)).toBe(200);
      const verified = await again.app.services.verification.verify({ kind: 'operator' });
      expect(verified).toMatchObject({
        differences: [],
        files: (await idsOf(loupe.app.services.blobs)).length,
      });
      await again.close();
    }
    expect((await readdir(loupe.config.dataFolder)).filter((name) => name.startsWith('backup-'))).toEqual([]);
  });

  test('is taken of files in a bucket', async () => {
    const inBucket = await startTestApp({ environment: bucket.environment('source') });
    try {
      const editor = await (await seed(inBucket).organization()).user();
      await (await editor.folder()).document(await jpegPicture(63));
      const folder = join(base, 'of-a-bucket');
      const { files } = await backUp(inBucket.config, folder);
      expect(files).toBe((await idsOf(inBucket.app.services.blobs)).length + 2);
      expect(await restore(readConfig(await emptyPlace()), folder)).toMatchObject({ files, damaged: [] });
    } finally {
      await inBucket.close();
    }
  });

  test('overwrites nothing, and restarts an unfinished backup', async () => {
    const place = objectsAt('kept');
    await place.put('files/something', Buffer.from('else'));
    await expect(backUp(loupe.config, bucket.url('kept'))).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('is not empty'),
    });
    expect((await place.read('files/something')).toString()).toBe('else');
    const left = objectsAt('left');
    await left.put('unfinished-backup', Buffer.from('x'));
    await left.put('files/half', Buffer.from('x'));
    await backUp(loupe.config, bucket.url('left'));
    expect([await left.size('files/half'), await left.size('unfinished-backup')]).toEqual([null, null]);
    await expect(backUp(loupe.config, bucket.url('left'))).rejects.toThrow('is not empty');
  });

  test('is refused when it is damaged or not finished, or the bucket is away', async () => {
    await backUp(loupe.config, bucket.url('harmed'));
    const objects = objectsAt('harmed');
    const key = (await objects.read('secret.key')).toString();
    await objects.put('secret.key', Buffer.from(key.toLowerCase()));
    const place = readConfig(await emptyPlace());
    await expect(restore(place, bucket.url('harmed'))).rejects.toThrow('secret.key of the backup is damaged');
    await objects.delete('secret.key');
    await expect(restore(place, bucket.url('harmed'))).rejects.toThrow('secret.key is missing');
    await expect(restore(place, bucket.url('nothing'))).rejects.toThrow('no finished backup');
    await expect(restore(place, 'gs://bucket/monday')).rejects.toThrow('"gs" is no kind of file store');
    bucket.cut();
    await expect(restore(place, bucket.url('harmed'))).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    await expect(backUp(loupe.config, bucket.url('later'))).rejects.toThrow(/cannot be used/);
    expect(await readdir(place.dataFolder)).toEqual([]);
  });
});

describe('loupe blobs move', { timeout: patientMs }, () => {
  const move = async (app: TestApp, to: string, trustsSizes = false) =>
    moveBlobs({ config: app.config, ...app.app.services }, to, { trustsSizes });

  test('copies to a bucket and back, goes on after a break, and the server works on the new place', async () => {
    const all = (await idsOf(loupe.app.services.blobs)).length;
    const first = await move(loupe, bucket.url('moved'));
    expect(first).toMatchObject({ copied: all, alreadyThere: 0, damaged: [], missing: [] });
    const objects = objectsAt('moved');
    const id = (await idsOf(loupe.app.services.blobs))[0] ?? '';
    const path = `files/${id.slice(-2)}/${id}`;
    await objects.delete(path);
    expect(await move(loupe, bucket.url('moved'), true)).toMatchObject({ copied: 1, alreadyThere: all - 1 });
    const size = (await objects.size(path)) ?? 0;
    await objects.put(path, Buffer.alloc(size));
    expect(await move(loupe, bucket.url('moved'))).toMatchObject({ copied: 1, alreadyThere: all - 1 });
    const environment = {
      ...bucket.environment('moved'),
      LOUPE_DATA: loupe.config.dataFolder,
      LOUPE_DATABASE_URL: loupe.config.databaseUrl,
    };
    expect(await runLoupe(['verify'], environment)).toMatchObject({ exitCode: 0, error: '' });
    const back = join(base, 'back');
    const returned = await runLoupe(['blobs', 'move', '--to', back, '--json'], environment);
    expect(returned).toMatchObject({ exitCode: 0, error: '' });
    expect(returned.json()).toMatchObject({ copied: all, to: back, from: `s3://${bucket.bucket}/moved` });
    const files = (await readdir(back, { recursive: true })).filter((name) => /^..\/./.test(name));
    expect(files).toHaveLength(all);
  });

  test('refuses the place where the files are, and one that is another Loupe’s', async () => {
    await expect(move(loupe, loupe.config.filesFolder)).rejects.toThrow('already');
    await expect(move(loupe, 'ftp://bucket')).rejects.toThrow('"ftp" is no kind of file store');
    const marker = Buffer.from(`{"cluster":"${newId()}"}`);
    await objectsAt('foreign').put('loupe-cluster.json', marker);
    await expect(move(loupe, bucket.url('foreign'))).rejects.toThrow('belongs to another Loupe');
  });

  test('reports damaged or missing bytes, and copies the rest', async () => {
    const other = await startTestApp();
    try {
      const editor = await (await seed(other).organization()).user();
      await (await editor.folder()).document(await jpegPicture(64));
      const { blobs } = other.app.services;
      const [damaged = '', missing = '', ...whole] = await idsOf(blobs);
      await blobs.put(damaged, Buffer.from('other bytes'));
      await blobs.delete(missing);
      const report = await move(other, bucket.url('rest'));
      expect(report).toMatchObject({ copied: whole.length + 1, damaged: [damaged], missing: [missing] });
    } finally {
      await other.close();
    }
  });
});
