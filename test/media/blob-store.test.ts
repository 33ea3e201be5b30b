/** One contract for every store of files: a folder and a bucket. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseS3Url } from '../../src/kernel/blobs-url.js';
import { newId } from '../../src/kernel/ids.js';
import { type BlobStore, sweepBlobs } from '../../src/media/blobs/blob-store.js';
import { MARKER } from '../../src/media/blobs/blob-owner.js';
import { chunksOfFile } from '../../src/media/blobs/file-chunks.js';
import { FolderBlobs } from '../../src/media/blobs/folder-blobs.js';
import { S3Blobs } from '../../src/media/blobs/s3-blobs.js';
import { TestBucket } from '../kit/servers/bucket.js';

const MB = 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;

let folder: string;
let bucket: TestBucket;
const cluster = newId();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-blobs-'));
  bucket = await TestBucket.start();
});

afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const inBucket = (prefix: string, clusterId = cluster) =>
  new S3Blobs(parseS3Url(bucket.url(prefix)), async () => clusterId);

const inFolder = (name: string, clusterId = cluster) =>
  new FolderBlobs(join(folder, name), async () => clusterId);

let places = 0;
const stores: Record<string, () => BlobStore> = {
  folder: () => inFolder(`place-${(places += 1)}`),
  bucket: () => inBucket(`place-${(places += 1)}`),
};

/** Bytes that differ everywhere, in uneven pieces. */
function* pieces(sizeBytes: number): Generator<Buffer> {
  for (let at = 0; at < sizeBytes;) {
    const piece = Buffer.alloc(Math.min(700_001, sizeBytes - at));
    for (let index = 0; index + 4 <= piece.length; index += 64) piece.writeUInt32LE(at + index, index);
    at += piece.length;
    yield piece;
  }
}

async function idsOf(store: BlobStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const blobs of store.list()) ids.push(...blobs.map(({ id }) => id));
  return ids.sort();
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.each(Object.keys(stores))('a store of files in a %s', (kind) => {
  let store: BlobStore;

  beforeAll(async () => {
    store = stores[kind]!();
    await store.prepare();
  });

  afterAll(() => store.close());

  it('gives back what was put, whole and in ranges, and knows its size', async () => {
    const id = newId();
    await store.put(id, Buffer.from('0123456789'));
    expect((await store.read(id)).toString()).toBe('0123456789');
    expect(await store.size(id)).toBe(10);
    const part = async (start: number, end: number) =>
      (await buffer(store.readStream(id, { start, end }))).toString();
    expect([await part(0, 0), await part(3, 5), await part(9, 9)]).toEqual(['0', '345', '9']);
    await store.put(id, Buffer.alloc(0));
    expect([await store.size(id), (await buffer(store.readStream(id))).length]).toEqual([0, 0]);
  });

  it(
    'takes what comes little by little, also where it is larger than a part',
    { timeout: 60_000 },
    async () => {
      for (const sizeBytes of [1, 8 * MB, 8 * MB + 1, 21 * MB]) {
        const id = newId();
        await store.putStream(id, pieces(sizeBytes));
        const stored = await buffer(store.readStream(id));
        expect([stored.length, sha256(stored)]).toEqual([
          sizeBytes,
          sha256(Buffer.concat([...pieces(sizeBytes)])),
        ]);
        expect(await store.size(id)).toBe(sizeBytes);
        await store.delete(id);
      }
    },
  );

  it('takes bytes whose sender uses its memory again for the next ones', { timeout: 60_000 }, async () => {
    const [id, path] = [newId(), join(folder, `large-${kind}`)];
    const bytes = Buffer.concat([...pieces(21 * MB)]);
    await writeFile(path, bytes);
    await store.putStream(id, chunksOfFile(path));
    expect(sha256(await buffer(store.readStream(id)))).toBe(sha256(bytes));
  });

  it('keeps nothing of bytes whose source fails, early or late', { timeout: 60_000 }, async () => {
    const before = await idsOf(store);
    for (const sizeBytes of [10, 18 * MB]) {
      const id = newId();
      const failing = async function* () {
        yield* pieces(sizeBytes);
        throw new Error('the sender hung up');
      };
      await expect(store.putStream(id, failing())).rejects.toThrow('the sender hung up');
      expect(await store.size(id)).toBeNull();
    }
    expect(await idsOf(store)).toEqual(before);
  });

  it('reports missing blobs as such, and removes missing ones without an error', async () => {
    const id = newId();
    expect(await store.size(id)).toBeNull();
    await expect(store.read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(buffer(store.readStream(id))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await store.delete(id);
    await store.put(id, Buffer.from('x'));
    await store.delete(id);
    await store.delete(id);
    expect(await store.size(id)).toBeNull();
  });

  it('takes ids and nothing that leads elsewhere', async () => {
    for (const strange of ['../../secret.key', '', 'a/b', `${newId()}/..`]) {
      await expect(store.put(strange, Buffer.from('x'))).rejects.toThrow(RangeError);
      await expect(store.read(strange)).rejects.toThrow(RangeError);
    }
  });

  it('lists what it holds, and sweeps what is old and belongs to nothing', async () => {
    const [owned, orphan] = [newId(), newId()];
    for (const id of [owned, orphan]) await store.put(id, Buffer.from('bytes'));
    expect(await idsOf(store)).toEqual(expect.arrayContaining([owned, orphan].sort()));
    const ownedOf = async () => new Set([owned]);
    const now = Date.now();
    expect(await sweepBlobs(store, ownedOf, new Date(now))).toBe(0);
    expect(await sweepBlobs(store, ownedOf, new Date(now + 2 * HOUR_MS))).toBeGreaterThan(0);
    expect(await idsOf(store)).toEqual([owned]);
  });

  it('can be prepared again by another server on the same place', async () => {
    const id = newId();
    await store.put(id, Buffer.from('kept'));
    await store.prepare();
    await store.check();
    expect((await store.read(id)).toString()).toBe('kept');
  });
});

describe('a bucket', () => {
  it('leads a client to the bytes by an address that is good for a while', async () => {
    const store = inBucket('direct');
    await store.prepare();
    const id = newId();
    await store.put(id, Buffer.from('a picture'));
    const answer = {
      contentType: 'image/png',
      cacheControl: 'private, max-age=9',
      disposition: 'attachment; filename="a.png"',
    };
    const address = await store.directAddress(id, answer, 60);
    const response = await fetch(address);
    expect(await response.text()).toBe('a picture');
    const headers = ['content-type', 'cache-control', 'content-disposition'];
    expect(headers.map((name) => response.headers.get(name))).toEqual(Object.values(answer));
    expect(address).toContain('X-Amz-Expires=60');
    store.close();
  });

  it('goes on with a download where it broke off', async () => {
    const store = inBucket('broken');
    await store.prepare();
    const id = newId();
    const bytes = Buffer.concat([...pieces(3 * MB)]);
    await store.put(id, bytes);
    bucket.breakOffAfter(MB);
    expect(sha256(await buffer(store.readStream(id)))).toBe(sha256(bytes));
    bucket.breakOffAfter(2 * MB);
    expect(sha256(await buffer(store.readStream(id, { start: 5, end: 3 * MB - 9 })))).toBe(
      sha256(bytes.subarray(5, 3 * MB - 8)),
    );
    store.close();
  });

  it(
    'says that it cannot be reached, whatever is asked of it, and goes on when it can',
    { timeout: 60_000 },
    async () => {
      const store = inBucket('away');
      await store.prepare();
      const id = newId();
      await store.put(id, Buffer.from('still there'));
      bucket.cut();
      const away = { code: 'STORAGE_UNAVAILABLE' };
      try {
        await expect(store.check()).rejects.toMatchObject(away);
        await expect(store.read(id)).rejects.toMatchObject(away);
        await expect(store.size(id)).rejects.toMatchObject(away);
        await expect(store.put(newId(), Buffer.from('x'))).rejects.toMatchObject(away);
        await expect(store.putStream(newId(), pieces(9 * MB))).rejects.toMatchObject(away);
        await expect(store.delete(id)).rejects.toMatchObject(away);
        await expect(idsOf(store)).rejects.toMatchObject(away);
      } finally {
        bucket.mend();
      }
      await store.check();
      expect((await store.read(id)).toString()).toBe('still there');
      store.close();
    },
  );
});

describe.each([
  ['bucket', inBucket, 'LOUPE_BLOBS_URL'],
  ['folder', inFolder, 'LOUPE_FILES_FOLDER'],
])('a %s', (_, at, setting) => {
  it('belongs to one Loupe alone', async () => {
    const [first, second] = [at('shared'), at('shared', newId())];
    await first.prepare();
    await expect(second.prepare()).rejects.toThrow(new RegExp(`belongs to another Loupe.*${setting}`, 's'));
    await expect(second.check()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    await first.put(newId(), Buffer.from('mine'));
    const later = new Date(Date.now() + 2 * HOUR_MS);
    await expect(sweepBlobs(second, async () => new Set(), later)).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
    });
    expect(await idsOf(first)).toHaveLength(1);
    first.close();
    second.close();
  });
});

describe('a folder', () => {
  it('that had no room for the marker at the start is marked when there is some, and misses one that goes', async () => {
    const store = inFolder('full');
    await mkdir(join(folder, 'full', 'unfinished'), { recursive: true });
    await store.check();
    await expect(inFolder('full', newId()).prepare()).rejects.toThrow(/belongs to another Loupe/);
    await rm(join(folder, 'full', MARKER));
    await expect(store.check()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  });
});

describe('the address of a bucket', () => {
  it.each([
    ['gs://bucket/prefix', '"gs" is no kind of file store'],
    ['bucket/prefix', '"" is no kind of file store'],
    ['s3://key:secret@bucket/prefix', 'must hold no keys'],
    ['s3://Bucket_Name/prefix', 'no name of a bucket'],
    ['s3://bucket/?endpoint=localhost', 'endpoint must be an http or https address'],
    ['s3://bucket/?enpoint=http://localhost', 'knows no "enpoint"'],
    ['s3://bucket/?path-style=maybe', 'path-style must be true or false'],
  ])('is refused as %s with what is wrong', (url, message) => {
    expect(() => parseS3Url(url)).toThrow(message);
  });

  it('holds bucket, prefix and where the store is', () => {
    expect(parseS3Url('s3://prints/loupe/files/?region=eu-central-1')).toEqual({
      bucket: 'prints',
      prefix: 'loupe/files/',
      endpoint: null,
      region: 'eu-central-1',
      isPathStyle: false,
      name: 's3://prints/loupe/files',
    });
    expect(parseS3Url('s3://prints?endpoint=https://store.example:9000/')).toMatchObject({
      prefix: '',
      endpoint: 'https://store.example:9000',
      isPathStyle: true,
    });
  });
});
