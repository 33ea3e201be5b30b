/** Texts in other charsets are understood; what is no text is refused on every surface, and nothing of it is kept. */
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { EngineClient } from './support/engine-client.js';
import { multipartBody, rawRequest } from './support/raw.js';
import { Tenant } from './support/tenant.js';

const loupe = useTestApp();
let tenant: Tenant;
let engine: EngineClient;
let picture: Buffer;

beforeAll(async () => {
  tenant = await Tenant.create(loupe);
  engine = new EngineClient(loupe);
  picture = await jpegPicture(17);
});

const utf16 = (text: string, isBigEndian = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};
const latin1 = (text: string) => Buffer.from(text, 'latin1');

async function post(path: string, type: string, body: Buffer) {
  const headers = { Authorization: `Bearer ${tenant.token}`, 'Content-Type': type };
  const { status, text } = await rawRequest(loupe.url, { method: 'POST', path, headers, body });
  return { status, body: JSON.parse(text) };
}

const folderJson = (name: string) => `{"ParentId":"${tenant.organizationId}","Name":"${name}"}`;
interface Named {
  readonly Name: string;
}
const names = async () => {
  const { body } = await tenant.send('GET', `/api/nodes/${tenant.organizationId}/folders`);
  return (body as readonly Named[]).map((folder) => folder.Name);
};

describe('JSON', () => {
  test.each([
    ['iso-8859-1', 'Café', latin1],
    ['ISO-8859-1', 'Crème', latin1],
    [
      '"windows-1252"',
      '€ – “né”',
      (text: string) =>
        Buffer.from(
          [...text].map((character) =>
            '€–“”'.includes(character)
              ? [0x80, 0x96, 0x93, 0x94]['€–“”'.indexOf(character)]!
              : character.charCodeAt(0),
          ),
        ),
    ],
    ['utf-16', 'Καφές', (text: string) => utf16(text)],
    ['utf-16', 'Kaffee 😀', (text: string) => utf16(text, true)],
    ['utf-8', 'Kávé', (text: string) => Buffer.from(text)],
  ])('in %s keeps %s', async (charset, name, encode) => {
    const answer = await post(
      '/api/folders',
      `application/json; charset=${charset}`,
      encode(folderJson(name)),
    );
    expect(answer).toMatchObject({ status: 201, body: { Name: name } });
    expect(await names()).toContain(name);
  });

  test.each([
    [
      'bytes that are not UTF-8',
      'application/json',
      () => latin1(folderJson('caf\xe9')),
      400,
      /Body: is not valid UTF-8/,
    ],
    [
      'bytes that are not what was declared',
      'application/json; charset=utf-8',
      () => latin1(folderJson('caf\xe9')),
      400,
      /no text in utf-8/,
    ],
    [
      'half of a surrogate pair',
      'application/json',
      () => Buffer.from(folderJson('\\ud83d')),
      400,
      /Name: holds half of a surrogate pair/,
    ],
    [
      'NUL',
      'application/json',
      () => Buffer.from(folderJson('a\\u0000b')),
      400,
      /Name: holds the character NUL/,
    ],
    [
      'a charset that nobody knows',
      'application/json; charset=klingon',
      () => Buffer.from(folderJson('a')),
      415,
      /klingon/,
    ],
  ])('with %s is refused, and nothing is kept', async (_, type, body, status, message) => {
    const before = await names();
    const answer = await post('/api/folders', type, body());
    expect(answer).toMatchObject({ status, body: { Message: expect.stringMatching(message) } });
    expect(await names()).toEqual(before);
  });

  test('keeps the replacement character where it was really sent, and whole surrogate pairs', async () => {
    const name = 'a\uFFFDb 😀';
    const escaped = folderJson('a\uFFFDb \\ud83d\\ude00');
    expect(await post('/api/folders', 'application/json', Buffer.from(escaped))).toMatchObject({
      status: 201,
      body: { Name: name },
    });
  });
});

describe('parts of a form', () => {
  const upload = async (json: Buffer, type = 'application/json') =>
    post(
      '/api/documents?async=false',
      'multipart/form-data; boundary=XyZ',
      multipartBody('XyZ', [
        { headers: ['Content-Disposition: form-data; name="document"', `Content-Type: ${type}`], body: json },
        {
          headers: [
            'Content-Disposition: form-data; name="file"; filename="caf\u00e9.jpg"',
            'Content-Type: image/jpeg',
          ],
          body: picture,
        },
      ]),
    );
  const documentJson = (name: string) =>
    `{"ParentId":"${tenant.organizationId}","DefaultLanguage":"fr-FR","Name":"${name}"}`;

  test('are read in the charset of their own type', async () => {
    const json = latin1(documentJson('D\xe9jeuner'));
    expect(await upload(json, 'application/json; charset=iso-8859-1')).toMatchObject({
      status: 201,
      body: { Name: 'Déjeuner' },
    });
  });

  test('are refused where they are no UTF-8 and declare nothing', async () => {
    expect(await upload(latin1(documentJson('D\xe9jeuner')))).toMatchObject({
      status: 400,
      body: { Message: expect.stringMatching(/[dD]ocument: is not valid UTF-8/) },
    });
    const documents = await tenant.send('GET', `/api/nodes/${tenant.organizationId}/documents`);
    expect((documents.body as readonly Named[]).map((each) => each.Name)).not.toContain('D\uFFFDjeuner');
  });
});

describe('the log-in', () => {
  const logIn = async (type: string, userName: string) =>
    rawRequest(loupe.url, {
      method: 'POST',
      path: '/token',
      headers: { ApiKey: tenant.apiKey, 'Content-Type': type },
      body: `grant_type=password&username=${userName}&password=p%C3%A4sswort+9`,
    });

  test('reads its escapes in the charset that it declares', async () => {
    const mail = `${newId()}@loupe.example`;
    const json = {
      OrganizationId: tenant.organizationId,
      UserName: `ren\u00e9 ${newId()}`,
      Mail: mail,
      Password: 'pÃ¤sswort 9',
    };
    const { body } = await tenant.send('POST', '/api/Users', { json });
    const userName = (body.UserName as string).replace('é', '%E9').replace(' ', '+');
    expect((await logIn('application/x-www-form-urlencoded; charset=iso-8859-1', userName)).status).toBe(200);
    const refused = await logIn('application/x-www-form-urlencoded', userName);
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text)).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringMatching(/username: is not valid UTF-8/),
    });
  });
});

describe('addresses', () => {
  test.each(['/api/nodes?id=caf%E9', '/api/nodes?name=a%00b'])(
    'that are not UTF-8 are refused: %j',
    async (path) => {
      const headers = { Authorization: `Bearer ${tenant.token}` };
      const { status, text } = await rawRequest(loupe.url, { method: 'GET', path, headers });
      expect({ status, text }).toMatchObject({ status: 400, text: expect.stringMatching(/UTF-8|NUL/) });
    },
  );
});

describe('the engine', () => {
  const add = '/api/v2.0/ltumodify/json/AddImage';
  const imageOf = (key: string, id: string) =>
    engine.call(
      `/api/v2.0/ltuquery/json/GetImageById?application_key=${key}&image_id=${encodeURIComponent(id)}`,
    );

  async function addRaw(key: string, id: Buffer, type: string | null) {
    const typeLine = type === null ? [] : [`Content-Type: ${type}`];
    const body = multipartBody('XyZ', [
      { headers: ['Content-Disposition: form-data; name="application_key"'], body: key },
      { headers: ['Content-Disposition: form-data; name="image_id"', ...typeLine], body: id },
      { headers: ['Content-Disposition: form-data; name="image_content"'], body: picture },
    ]);
    return rawRequest(loupe.url, {
      method: 'POST',
      path: add,
      headers: { 'Content-Type': 'multipart/form-data; boundary=XyZ' },
      body,
    });
  }

  test('keeps images apart whose ids differ in one byte, and refuses ids that are no text', async () => {
    const key = await engine.newApplication();
    for (const id of ['caf\xe9', 'caf\xe8']) {
      const { text } = await addRaw(key, latin1(id), 'text/plain; charset=iso-8859-1');
      expect(JSON.parse(text).status.code).toBe(0);
      expect((await imageOf(key, id)).status.code).toBe(0);
    }
    for (const id of [latin1('caf\xe9'), Buffer.from('a\0b')]) {
      const { status, text } = await addRaw(key, id, null);
      expect({ status, code: JSON.parse(text).status.code, text }).toMatchObject({
        status: 200,
        code: -2004,
        text: expect.stringMatching(/image_id: (is not valid UTF-8|holds the character NUL)/),
      });
    }
    for (const query of ['%E9', '%00']) {
      const answer = await engine.call(`${add}?application_key=${key}&image_id=caf${query}`);
      expect(answer.status).toMatchObject({ code: -2004, message: expect.stringMatching(/^image_id: /) });
    }
    const escapes = await rawRequest(loupe.url, {
      method: 'POST',
      path: '/api/v2.0/ltumodify/json/DeleteImage',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=windows-1252' },
      body: `application_key=${key}&image_id=caf%E9`,
    });
    expect(JSON.parse(escapes.text).status.code).toBe(0);
    const status = await engine.call(`/api/v2.0/ltuquery/json/GetApplicationStatus?application_key=${key}`);
    expect(status).toMatchObject({ nb_loaded_images: 1 });
    expect(await imageOf(key, 'caf\xe8')).toMatchObject({ status: { code: 0 } });
  });

  test('is the same in its management', async () => {
    const json = Buffer.from('{"name":"caf\xe9","kind":"mobile"}', 'latin1');
    const made = await post('/api/v3/engine/applications', 'application/json; charset=iso-8859-1', json);
    expect(made).toMatchObject({ status: 201, body: { name: 'café' } });
    const path = `/api/v3/engine/applications/${made.body.id}/references`;
    expect(await post('/api/v3/engine/applications', 'application/json', json)).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT', title: expect.stringMatching(/UTF-8/) },
    });
    const body = multipartBody('XyZ', [
      { headers: ['Content-Disposition: form-data; name="id"'], body: latin1('caf\xe9') },
      { headers: ['Content-Disposition: form-data; name="image"; filename="a.jpg"'], body: picture },
    ]);
    expect(await post(path, 'multipart/form-data; boundary=XyZ', body)).toMatchObject({
      status: 400,
      body: { fields: { id: [expect.stringMatching(/UTF-8/)] } },
    });
  });
});
