/** Requests as the field really writes them: each is understood, or refused in the form of the surface it meets. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { elementsOf } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { multipartBody, type RawAnswer, type RawRequest, rawRequest } from './support/raw.js';

const loupe = useTestApp({ isAlone: true });
let organization: SeededOrganization;
let admin: SeededUser;
let document: SeededDocument;
let engineKey = '';

beforeAll(async () => {
  organization = await seed(loupe).organization();
  admin = await organization.user();
  document = await (await admin.folder()).document(await jpegPicture(51));
  engineKey = (await organization.application()).key;
});

async function raw(request: RawRequest): Promise<RawAnswer> {
  const headers = { Authorization: `Bearer ${admin.token}`, ...request.headers };
  return rawRequest(loupe.url, { ...request, headers });
}
const status = () => `/api/v2.0/ltuquery/json/GetApplicationStatus?application_key=${engineKey}`;
const folderJson = (Name: string) => JSON.stringify({ ParentId: organization.id, Name });

describe('an empty or malformed Content-Type', () => {
  test.each(['', 'json', 'text', '/', 'application/', ';charset=utf-8', 'application/json/x, y'])(
    '%j disturbs nobody',
    async (type) => {
      const headers = { 'Content-Type': type };
      expect(await raw({ method: 'GET', path: `/api/documents/${document.id}`, headers })).toMatchObject({
        status: 200,
      });
      const created = await raw({
        method: 'POST',
        path: '/api/folders',
        headers,
        body: folderJson(`T${type}`),
      });
      expect([created.status, JSON.parse(created.text)]).toEqual([
        201,
        expect.objectContaining({ Name: `T${type}` }),
      ]);
      const click = `/api/clicks?actionId=${newId()}`;
      const answer = await raw({
        method: 'PUT',
        path: click,
        headers: { ...headers, ApiKey: organization.apiKey },
      });
      expect([204, 404]).toContain(answer.status);
      for (const method of ['GET', 'POST']) {
        const { text } = await raw({ method, path: status(), headers });
        expect(JSON.parse(text)).toMatchObject({ status: { code: 0 } });
      }
      const login = await raw({
        method: 'POST',
        path: '/token',
        headers: { ...headers, ApiKey: organization.apiKey },
        body: new URLSearchParams({
          grant_type: 'password',
          username: admin.userName,
          password: admin.password,
        }).toString(),
      });
      expect(login.status).toBe(200);
      const graphql = await raw({
        method: 'POST',
        path: '/graphql',
        headers,
        body: '{"query":"{ __typename }"}',
      });
      expect(JSON.parse(graphql.text)).toMatchObject({
        errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA' } }],
      });
      const management = await raw({ method: 'GET', path: '/api/v3/engine/applications', headers });
      expect(management.status).toBe(200);
    },
  );
});

describe('an address that cannot be read', () => {
  test.each([
    ['/api/folders/%E9', 400, { Message: expect.stringMatching(/UTF-8/) }],
    [
      '/api/v2.0/ltuquery/json/%E9',
      200,
      { status: { code: -2004, message: expect.stringMatching(/UTF-8/) } },
    ],
    ['/api/v3/engine/applications/%E9', 400, { code: 'BAD_USER_INPUT' }],
    ['/graphql/%E9', 400, { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] }],
    [`/api/folders/${'x'.repeat(200)}`, 400, { Message: expect.stringMatching(/too long/) }],
  ])('%s is answered in the form of its surface', async (path, code, body) => {
    const answer = await raw({ method: 'GET', path });
    expect(answer.status).toBe(code);
    expect(JSON.parse(answer.text)).toMatchObject(body);
  });

  test.each([
    ['/services/Search?name=žluť', 400, { Message: expect.stringMatching(/must be escaped/) }],
    ['/api/v2.0/ltuquery/json/GetImageById?image_id=číslo', 200, { status: { code: -2004 } }],
    ['/api/v3/engine/applications?name=číslo', 400, { code: 'BAD_USER_INPUT' }],
    ['/graphql?query={č}', 400, { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] }],
  ])(
    '%s, with letters that were not escaped, is answered in the form of its surface',
    async (path, code, body) => {
      for (const url of [loupe.url, loupe.queryUrl]) {
        const answer = await rawRequest(url, { method: 'GET', path });
        expect(answer.status).toBe(code);
        expect(JSON.parse(answer.text)).toMatchObject(body);
      }
    },
  );
});

describe('a packed body', () => {
  test.each([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (bytes: Buffer) => bytes],
  ])('of %s is unpacked', async (encoding, pack) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
    const body = pack(Buffer.from(folderJson(`Packed ${encoding}`)));
    const created = await raw({ method: 'POST', path: '/api/folders', headers, body });
    expect([created.status, JSON.parse(created.text)]).toEqual([
      201,
      expect.objectContaining({ Name: `Packed ${encoding}` }),
    ]);
    const graphql = await raw({
      method: 'POST',
      path: '/graphql',
      headers,
      body: pack(Buffer.from('{"query":"{ __typename }"}')),
    });
    expect(JSON.parse(graphql.text)).toMatchObject({ data: { __typename: 'Query' } });
    const form = multipartBody('XyZ', [
      { headers: ['Content-Disposition: form-data; name="application_key"'], body: engineKey },
      { headers: ['Content-Disposition: form-data; name="image_content"'], body: await jpegPicture(53) },
    ]);
    const search = await raw({
      method: 'POST',
      path: '/api/v2.0/ltuquery/json/SearchImageByUpload',
      headers: { 'Content-Type': 'multipart/form-data; boundary=XyZ', 'Content-Encoding': encoding },
      body: pack(form),
    });
    expect(JSON.parse(search.text)).toMatchObject({ status: { code: 0 } });
  });

  const send = async (encoding: string, body: Buffer, path = '/api/folders') => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
    return (await raw({ method: 'POST', path, headers, body })).status;
  };

  test('that is packed otherwise, broken, cut short or too large when unpacked is refused', async () => {
    const body = Buffer.from(folderJson('Bad'));
    expect(await send('zstd', body)).toBe(415);
    expect(await send('gzip, gzip', gzipSync(gzipSync(body)))).toBe(415);
    expect(await send('gzip', body)).toBe(400);
    expect(await send('gzip', gzipSync(body).subarray(0, -9))).toBe(400);
    const bomb = gzipSync(Buffer.alloc(200_000_000, ' '));
    expect(bomb.length).toBeLessThan(250_000);
    for (const path of ['/api/folders', '/graphql', '/token'])
      expect(await send('gzip', bomb, path)).toBe(413);
    const folders = elementsOf(await admin.send('GET', `/api/nodes/${organization.id}/folders?name=Bad`));
    expect(folders).toEqual([]);
  });
});

test('HTTP/1.0 without a host gets addresses that can be used', async () => {
  const { port } = new URL(loupe.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  const path = `/api/documents/${document.id}`;
  socket.write(`GET ${path} HTTP/1.0\r\nAuthorization: Bearer ${admin.token}\r\n\r\n`);
  const answer = (await buffer(socket)).toString('utf8');
  const { Cover } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { Cover: string };
  expect(Cover).toMatch(`http://127.0.0.1:${port}/files/`);
  expect((await fetch(Cover)).status).toBe(200);
});
