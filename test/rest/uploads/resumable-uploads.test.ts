/** Files in parts, with the field's own client of the tus protocol. */
import { Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GraphqlClient } from '../../graphql/support.js';
import { type TestApp, startTestApp } from '../../kit/app.js';
import { textMember } from '../../kit/json.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import { SeededUser } from '../../kit/seed/seed-user.js';
import { zipOf } from '../../kit/files/zips.js';

let loupe: TestApp;

beforeAll(async () => {
  loupe = await startTestApp({
    environment: { LOUPE_MAX_DOCUMENT_MB: '3', LOUPE_MAX_ARCHIVE_MB: '4', LOUPE_MAX_FILE_MB: '1' },
  });
});
afterAll(() => loupe.close());

const newUser = async () => (await seed(loupe).organization()).user();

const optionsOf = (user: SeededUser, more: UploadOptions = {}): UploadOptions => ({
  endpoint: `${loupe.url}/api/uploads`,
  headers: { Authorization: `Bearer ${user.token}` },
  retryDelays: [],
  storeFingerprintForResuming: false,
  metadata: { filename: 'catalogue.pdf', filetype: 'application/pdf' },
  ...more,
});

const idOf = (upload: Upload) => upload.url?.split('/').at(-1) ?? '';

/** Sends all of it. @returns the id of the upload */
async function send(user: SeededUser, bytes: Buffer, more: UploadOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(bytes, {
      ...optionsOf(user, more),
      onError: reject,
      onSuccess: () => resolve(idOf(upload)),
    });
    upload.start();
  });
}

/** Sends the first part and leaves. @returns the address of the upload */
async function sendSome(user: SeededUser, bytes: Buffer, chunkSize: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(bytes, {
      ...optionsOf(user, { chunkSize }),
      onError: reject,
      onChunkComplete: () => {
        void upload.abort().then(() => resolve(upload.url ?? ''), reject);
      },
    });
    upload.start();
  });
}

const documentOf = (user: SeededUser, UploadId: string, ParentId = user.organizationId) => ({
  json: { Name: 'Catalogue', DefaultLanguage: 'en-US', ParentId, UploadId },
});

describe('a file that is uploaded in parts', () => {
  test('goes on where it broke off, also after the server was started again, and becomes a document', async () => {
    const user = await newUser();
    const pdf = await newPdf([1, 2]);
    const address = await sendSome(user, pdf, Math.ceil(pdf.length / 3));
    const begun = address.split('/').at(-1) ?? '';
    const early = await user.request('POST', '/api/documents', documentOf(user, begun));
    expect(early.status).toBe(400);
    expect(await early.text()).toMatch(/\d+ of \d+ bytes have arrived/);
    const path = new URL(address).pathname;
    loupe = await loupe.restart();
    const again = new SeededUser(loupe, user);
    const id = await send(again, pdf, { uploadUrl: `${loupe.url}${path}` });
    expect(id).toBe(begun);
    const made = await again.send('POST', '/api/documents?async=false', documentOf(again, id));
    expect(made).toMatchObject({ Name: 'Catalogue', Pages: 2 });
    expect((await again.request('POST', '/api/documents', documentOf(again, id))).status).toBe(404);
  });

  test('replaces the file of a document', async () => {
    const user = await newUser();
    const document = await (await user.folder()).document(await jpegPicture(9));
    const json = { UploadId: await send(user, await newPdf([3, 4])) };
    await user.send('PUT', `/api/documents/${document.id}?async=false`, { json });
    expect(await user.send('GET', `/api/documents/${document.id}`)).toMatchObject({ Pages: 2 });
  });

  test('serves for the plan of a replacement, and then for the replacement', async () => {
    const user = await newUser();
    const document = await (await user.folder()).document(await jpegPicture(10));
    const UploadId = await send(user, await newPdf([3, 4]));
    const plan = `/api/documents/${document.id}/Plan`;
    expect(await user.send('POST', plan, { json: { UploadId } })).toMatchObject({ Pages: expect.any(Array) });
    const client = new GraphqlClient(loupe.url, { Authorization: `Bearer ${user.token}` });
    const { data } = await client.run(
      `query ($id: ID!, $uploadId: ID) { planReplacement(input: { id: $id, uploadId: $uploadId }) {
         ... on ReplacementPlan { pages { fate } } ... on Problem { message } } }`,
      { id: document.id, uploadId: UploadId },
    );
    expect(data).toMatchObject({ planReplacement: { pages: [{}, {}] } });
    await user.send('PUT', `/api/documents/${document.id}?async=false`, { json: { UploadId } });
    expect((await user.request('POST', plan, { json: { UploadId } })).status).toBe(404);
  });

  test('is named over GraphQL instead of a file, and never beside one', async () => {
    const user = await newUser();
    const client = new GraphqlClient(loupe.url, { Authorization: `Bearer ${user.token}` });
    const create = `mutation ($parentId: ID!, $uploadId: ID) { createDocument(
  input: {
        parentId: $parentId, name: "C", defaultLanguage: "en-US", uploadId: $uploadId, waitForImages: true
  }
) { ... on Document { pages files { originalName } } ... on Problem { message } } }`;
    const uploadId = await send(user, await newPdf([5]));
    const { data } = await client.run(create, { parentId: user.organizationId, uploadId });
    expect(data).toMatchObject({ createDocument: { pages: 1 } });
    const without = await client.run(create, { parentId: user.organizationId });
    expect(without.data).toMatchObject({
      createDocument: { message: expect.stringMatching(/either file or uploadId/) },
    });
  });

  test('waits on after a refusal, so that it need not be sent again', async () => {
    const user = await newUser();
    const id = await send(user, await newPdf([6]));
    const folder = await user.folder();
    expect((await user.request('POST', '/api/documents', documentOf(user, id, id.slice(0, 36)))).status).toBe(
      404,
    );
    expect((await user.request('POST', '/api/documents', documentOf(user, id, folder.id))).status).toBe(201);
  });

  test('brings references of the engine as a ZIP', async () => {
    const organization = await seed(loupe).organization();
    const [user, application] = [await organization.user(), await organization.application()];
    const zip = await zipOf({ 'a.jpg': await jpegPicture(7) });
    const form = new FormData();
    form.append('uploadId', await send(user, zip, { metadata: { filename: 'a.zip' } }));
    const path = `/api/v3/engine/applications/${application.id}/imports`;
    const started = await user.request('POST', path, { form });
    expect(started.status).toBe(202);
    expect(textMember(await started.json(), 'fileName')).toBe('a.zip');
  });
});

describe('refusals of uploads', () => {
  test('nobody else sees an upload, continues, uses or deletes it', async () => {
    const [owner, stranger] = [await newUser(), await newUser()];
    const id = await send(owner, await newPdf([8]));
    const headers = { 'Tus-Resumable': '1.0.0' };
    for (const method of ['HEAD', 'DELETE', 'PATCH']) {
      const { status } = await stranger.request(method, `/api/uploads/${id}`, { headers });
      expect([method, status]).toEqual([method, 404]);
    }
    expect((await stranger.request('POST', '/api/documents', documentOf(stranger, id))).status).toBe(404);
    expect((await owner.request('HEAD', `/api/uploads/${id}`, { headers })).status).toBe(200);
    expect((await owner.request('DELETE', `/api/uploads/${id}`, { headers })).status).toBe(204);
  });

  test('a login and the right to change content are needed', async () => {
    const viewer = await (await seed(loupe).organization()).user({ roles: ['Viewer'] });
    const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '10' };
    const anonymous = await fetch(`${loupe.url}/api/uploads`, { method: 'POST', headers });
    expect(anonymous.status).toBe(401);
    expect((await viewer.request('POST', '/api/uploads', { headers })).status).toBe(403);
  });

  test('what is too large is refused before it is sent, or where it is used', async () => {
    const user = await newUser();
    const begin = (bytes: number) =>
      user.request('POST', '/api/uploads', {
        headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(bytes) },
      });
    expect((await begin(4 * 1024 * 1024 + 1)).status).toBe(413);
    const id = await send(user, Buffer.alloc(3 * 1024 * 1024 + 1));
    expect((await user.request('POST', '/api/documents', documentOf(user, id))).status).toBe(413);
  });

  test('a document may be larger than a photo, by form too', async () => {
    const user = await newUser();
    const folder = await user.folder();
    const pdf = Buffer.concat([await newPdf([9]), Buffer.alloc(2 * 1024 * 1024, '\n')]);
    const document = await folder.document(pdf, { contentType: 'application/pdf' });
    expect(document.imageIds).toHaveLength(1);
  });

  test('a limited number may wait at a time', async () => {
    const user = await newUser();
    const begin = () =>
      user.request('POST', '/api/uploads', { headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '10' } });
    for (let count = 0; count < 20; count += 1) expect((await begin()).status).toBe(201);
    const refused = await begin();
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('DELETE');
  });
});

test('an upload that nobody goes on with is removed after a day', async () => {
  const day = 24 * 60 * 60 * 1000;
  const later = await startTestApp({ clock: { now: () => new Date(Date.now() + day + 60_000) } });
  try {
    const user = await (await seed(later).organization()).user();
    const headers = { Authorization: `Bearer ${user.token}`, 'Tus-Resumable': '1.0.0' };
    const begun = await fetch(`${later.url}/api/uploads`, {
      method: 'POST',
      headers: { ...headers, 'Upload-Length': '10' },
    });
    const address = new URL(begun.headers.get('Location') ?? '', later.url);
    expect((await fetch(address, { method: 'HEAD', headers })).status).toBe(200);
    expect(await later.app.services.resumableUploads.sweep()).toBe(1);
    expect((await fetch(address, { method: 'HEAD', headers })).status).toBe(404);
  } finally {
    await later.close();
  }
});

describe('a client that cannot send every method', () => {
  const send = async (user: SeededUser, path: string, headers: Record<string, string>, body?: Buffer) =>
    fetch(`${loupe.url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${user.token}`, 'Tus-Resumable': '1.0.0', ...headers },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });

  test('names them in a header of POST', async () => {
    const user = await newUser();
    const pdf = await newPdf([1]);
    const begun = await send(user, '/api/uploads', {
      'Upload-Length': String(pdf.length),
      'Upload-Metadata': '',
    });
    expect(begun.status).toBe(201);
    const path = begun.headers.get('location') ?? '';
    const part = {
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
      'X-HTTP-Method-Override': 'patch',
    };
    const taken = await send(user, path, part, pdf);
    expect(taken.status).toBe(204);
    expect(taken.headers.get('upload-offset')).toBe(String(pdf.length));
    const asked = await send(user, path, { 'X-HTTP-Method-Override': 'HEAD' });
    expect([asked.status, asked.headers.get('upload-offset')]).toEqual([200, String(pdf.length)]);
    const made = await user.send(
      'POST',
      '/api/documents?async=false',
      documentOf(user, path.split('/').at(-1)!),
    );
    expect(made).toMatchObject({ Pages: 1 });
    const other = await send(user, '/api/uploads', { 'Upload-Length': '5' });
    const otherPath = other.headers.get('location') ?? '';
    expect((await send(user, otherPath, { 'X-HTTP-Method-Override': 'Delete' })).status).toBe(204);
    expect((await send(user, otherPath, { 'X-HTTP-Method-Override': 'HEAD' })).status).not.toBe(200);
  });

  test('learns which methods there are where it names another one or none', async () => {
    const user = await newUser();
    const begun = await send(user, '/api/uploads', { 'Upload-Length': '5' });
    const path = begun.headers.get('location') ?? '';
    const wrong = await send(user, path, { 'X-HTTP-Method-Override': 'PUT' });
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringMatching(/PATCH, HEAD, DELETE.*not PUT/),
    ]);
    const none = await send(user, path, {});
    expect([none.status, await none.text()]).toEqual([405, expect.stringMatching(/X-HTTP-Method-Override/)]);
    expect((await send(user, '/api/uploads', { 'X-HTTP-Method-Override': 'PATCH' })).status).toBe(400);
  });
});
