/** A whole Loupe whose files are kept in a bucket, over HTTP. */
import { readdir } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../kit/app.js';
import { TestBucket } from '../kit/servers/bucket.js';
import { runLoupe } from '../kit/command.js';
import { elementsOf, textMember } from '../kit/json.js';
import { newPdf } from '../kit/files/pdfs.js';
import { jpegPicture } from '../kit/pictures.js';
import { migratedPostgresDatabase } from '../kit/servers/postgres.js';
import { type SeededOrganization, seed } from '../kit/seed.js';
import type { SeededFolder, SeededUser } from '../kit/seed/seed-user.js';

const patientMs = 60_000;
const readerHeaders = {
  ApplicationName: 'Test',
  ApplicationVersion: '1',
  DeviceName: 'Phone',
  DeviceSystemVersion: '1',
  SdkVersion: '1',
} as const;
const pdf = { contentType: 'application/pdf' };

let bucket: TestBucket;
let loupe: TestApp;
let organization: SeededOrganization;
let user: SeededUser;
let folder: SeededFolder;

beforeAll(async () => {
  bucket = await TestBucket.start();
  loupe = await startTestApp({ environment: bucket.environment('one') });
  organization = await seed(loupe).organization();
  user = await organization.user();
  folder = await user.folder();
}, patientMs);
afterEach(() => bucket.mend());
afterAll(async () => {
  await loupe.close();
  await bucket.close();
});

const imagesOf = async (documentId: string) =>
  elementsOf(await user.send('GET', `/api/documents/${documentId}/images`));

const thumbnailOf = async (documentId: string) => textMember((await imagesOf(documentId))[0], 'BigThumbnail');

async function listBlobs(): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const found of loupe.app.services.blobs.list()) ids.push(...found.map(({ id }) => id));
  return ids;
}

async function scan(photo: Buffer): Promise<Response> {
  const form = new FormData();
  form.append('query', JSON.stringify({ Language: 'en-US' }));
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  const headers = { ...readerHeaders, ApiKey: organization.apiKey };
  return fetch(`${loupe.url}/api/EnrichedImages`, { method: 'POST', headers, body: form });
}

async function ready(): Promise<unknown> {
  return (await fetch(`${loupe.url}/health/ready`)).json();
}

describe('a server whose files are in a bucket', { timeout: patientMs }, () => {
  test('draws PDFs, makes thumbnails, serves them, verifies them and keeps nothing in its folder', async () => {
    const document = await folder.document(await newPdf([11, 12]), pdf);
    expect(document.imageIds).toHaveLength(2);
    for (const image of await imagesOf(document.id)) {
      for (const name of ['SmallThumbnail', 'BigThumbnail']) {
        const answer = await fetch(textMember(image, name));
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
        expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('content-length')));
      }
    }
    const verified = await runLoupe(['verify'], {
      ...bucket.environment('one'),
      LOUPE_DATA: loupe.config.dataFolder,
      LOUPE_DATABASE_URL: loupe.config.databaseUrl,
    });
    expect(verified).toMatchObject({ exitCode: 0, error: '' });
    expect(await readdir(loupe.config.dataFolder)).not.toContain('files');
  });

  test('removes the bytes of what is removed for good', async () => {
    const before = new Set(await listBlobs());
    const document = await folder.document(await jpegPicture(21));
    const own = (await listBlobs()).filter((id) => !before.has(id));
    expect(own.length).toBeGreaterThan(2);
    await user.send('DELETE', `/api/documents/${document.id}`);
    await user.send('DELETE', `/api/Trash/${document.id}`);
    const left = new Set(await listBlobs());
    expect(own.filter((id) => left.has(id))).toEqual([]);
  });

  test('answers with parts of a file', async () => {
    const address = await thumbnailOf((await folder.document(await jpegPicture(22))).id);
    const whole = Buffer.from(await (await fetch(address)).arrayBuffer());
    const get = async (headers: Readonly<Record<string, string>>) => fetch(address, { headers });
    const part = await get({ Range: 'bytes=2-9' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-9/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(2, 10));
    const last = await get({ Range: 'bytes=-4' });
    expect(Buffer.from(await last.arrayBuffer())).toEqual(whole.subarray(-4));
    const beyond = await get({ Range: `bytes=${whole.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`]);
    const withoutPart: readonly Record<string, string>[] = [
      { Range: 'pages=1-2' },
      { Range: 'bytes=0-1', 'If-Range': '"another"' },
    ];
    for (const all of withoutPart) {
      const answer = await get(all);
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, whole.length]);
    }
  });

  test('says 404 of a file whose bytes are gone', async () => {
    const address = await thumbnailOf((await folder.document(await jpegPicture(23))).id);
    await loupe.app.services.blobs.delete(new URL(address).pathname.slice('/files/'.length).slice(0, 36));
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get('cache-control')]).not.toContain('immutable');
    expect(answer.status).toBe(404);
  });

  test('while the bucket is away it is not ready, refuses uploads and answers scans; nothing is lost', async () => {
    const photo = await jpegPicture(24);
    const document = await folder.document(photo);
    await document.action();
    const address = await thumbnailOf(document.id);
    bucket.cut();
    expect((await fetch(address)).status).toBe(503);
    const form = new FormData();
    const place = { Name: 'Late', DefaultLanguage: 'en-US', ParentId: folder.id };
    form.append('document', JSON.stringify(place));
    form.append('file', new Blob([new Uint8Array(await jpegPicture(25))], { type: 'image/jpeg' }), 'file');
    const refused = await user.request('POST', '/api/documents', { form });
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringMatching(/cannot be reached/)]);
    expect((await scan(photo)).status).toBe(200);
    const notReady = { status: 'not ready', reasons: ['files'] };
    await vi.waitFor(async () => expect(await ready()).toEqual(notReady), { timeout: 30_000, interval: 200 });
    // What is removed meanwhile is removed: the sweep takes its bytes later.
    await user.send('DELETE', `/api/documents/${document.id}`);
    await user.send('DELETE', `/api/Trash/${document.id}`);
    bucket.mend();
    await vi.waitFor(async () => expect(await ready()).toEqual({ status: 'ready' }), {
      timeout: 30_000,
      interval: 200,
    });
    expect((await folder.document(await jpegPicture(25))).imageIds).toHaveLength(1);
  });

  test('a document whose file was taken waits for the bucket and is made then', async () => {
    const form = new FormData();
    const place = { Name: 'Waits', DefaultLanguage: 'en-US', ParentId: folder.id };
    form.append('document', JSON.stringify(place));
    form.append(
      'file',
      new Blob([new Uint8Array(await newPdf([31, 32, 33, 34]))], { type: 'application/pdf' }),
      'f',
    );
    const id = textMember(await user.send('POST', '/api/documents', { form }), 'Id');
    bucket.cut();
    const said = async () => {
      const sql = 'select error from job where subject_id = ?';
      const connection = loupe.app.services.database.reader().getConnection();
      return connection.execute<readonly object[]>(sql, [id]);
    };
    const waiting = { error: expect.stringMatching(/cannot be reached/) };
    await vi.waitFor(async () => expect(await said()).toMatchObject([waiting]), { timeout: 30_000 });
    bucket.mend();
    await vi.waitFor(async () => expect(await imagesOf(id)).toHaveLength(4), {
      timeout: 50_000,
      interval: 200,
    });
  });
});

test('clients are led to the bucket itself where that is wanted', { timeout: patientMs }, async () => {
  const environment = { ...bucket.environment('direct'), LOUPE_BLOBS_SIGNED_MINUTES: '10' };
  const other = await startTestApp({ environment });
  try {
    const editor = await (await seed(other).organization()).user();
    const { id } = await (await editor.folder()).document(await jpegPicture(41));
    const image = elementsOf(await editor.send('GET', `/api/documents/${id}/images`))[0];
    const address = textMember(image, 'SmallThumbnail');
    const led = await fetch(address, { redirect: 'manual' });
    expect([led.status, led.headers.get('cache-control')]).toEqual([302, 'private, max-age=300']);
    expect(led.headers.get('location')).toMatch(
      new RegExp(`^${bucket.endpoint}/${bucket.bucket}/direct/files/`),
    );
    const followed = await fetch(address);
    expect([followed.status, followed.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await followed.arrayBuffer()).byteLength).toBeGreaterThan(100);
  } finally {
    await other.close();
  }
});

describe('a server does not start on a bucket', { timeout: patientMs }, () => {
  const start = async (environment: Readonly<Record<string, string>>) => startTestApp({ environment });

  test('that belongs to another Loupe', async () => {
    await expect(start(bucket.environment('one'))).rejects.toThrow(/belongs to another Loupe/);
  });

  test('that cannot be reached', async () => {
    bucket.cut();
    await expect(start(bucket.environment('two'))).rejects.toThrow(
      /cannot be used: .*Start the store, or correct/s,
    );
  });

  test('that is not there, or takes no such keys', async () => {
    const url = bucket.url('three');
    await expect(start({ LOUPE_BLOBS_URL: url.replace(bucket.bucket, 'nowhere') })).rejects.toThrow(
      /there is no bucket nowhere\. Make it/,
    );
    const key = process.env['AWS_ACCESS_KEY_ID'];
    process.env['AWS_ACCESS_KEY_ID'] = 'UNKNOWN';
    try {
      await expect(start({ LOUPE_BLOBS_URL: url })).rejects.toThrow(/refuses the keys.*AWS_ACCESS_KEY_ID/);
    } finally {
      process.env['AWS_ACCESS_KEY_ID'] = key;
    }
  });

  test('and a folder at once', async () => {
    await expect(start({ LOUPE_BLOBS_URL: bucket.url(), LOUPE_FILES_FOLDER: '/tmp/x' })).rejects.toThrow(
      /in a bucket or in a folder/,
    );
    await expect(start({ LOUPE_BLOBS_URL: 'gs://bucket' })).rejects.toThrow(/"gs" is no kind of file store/);
  });
});

test('servers on one database share a bucket', { timeout: patientMs }, async () => {
  const environment = {
    ...bucket.environment('shared'),
    LOUPE_DATABASE_URL: await migratedPostgresDatabase(),
  };
  const first = await startTestApp({ environment });
  const again = await first.restart();
  expect(await (await fetch(`${again.url}/health/ready`)).json()).toEqual({ status: 'ready' });
  await again.close();
});
