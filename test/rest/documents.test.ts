import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { drawPicture, jpegPicture } from '../kit/pictures.js';
import { multipartBody, type RawAnswer, rawRequest } from './support/raw.js';
import { Tenant } from './support/tenant.js';

const loupe = useTestApp({ environment: { LOUPE_MAX_DOCUMENT_MB: '5', LOUPE_MAX_FILE_MB: '5' } });
let tenant: Tenant;

beforeAll(async () => {
  tenant = await Tenant.create(loupe);
});

const boundary = 'XXX1234567890123XXX';
const jsonHeaders = (name: string) => [
  'Content-Type: application/json; charset=utf-8',
  `Content-Disposition: form-data; name=${name}`,
];
const fileHeaders = [
  'Content-Disposition: attachment; name=file; filename="page.jpg"',
  'Content-Type: image/jpeg',
];

/** Byte for byte as the field's browser library writes it. */
async function post(path: string, part: string, json: object, file: Buffer, headers: Record<string, string>) {
  const body = multipartBody(boundary, [
    { headers: jsonHeaders(part), body: JSON.stringify(json) },
    { headers: fileHeaders, body: file },
  ]);
  const type = `multipart/form-data; boundary="${boundary}"`;
  return rawRequest(loupe.url, { method: 'POST', path, headers: { ...headers, 'Content-Type': type }, body });
}

async function upload(parentId: string, file: Buffer, changes: object = {}): Promise<RawAnswer> {
  const json = {
    DefaultLanguage: 'en-US',
    Name: 'Print',
    ParentId: parentId,
    ContentType: 'image/jpeg',
    Status: 'Active',
    ...changes,
  };
  const headers = { Authorization: `bearer ${tenant.token}` };
  return post('/api/Documents?async=false', 'document', json, file, headers);
}

async function scan(photo: Buffer, language: string): Promise<RawAnswer> {
  const headers = {
    ApiKey: tenant.apiKey,
    ApplicationName: 'Test',
    ApplicationVersion: '1.0.0',
    DeviceName: 'PC',
    DeviceSystemVersion: '10.0.0',
    SdkVersion: '1.0.0',
    Authorization: 'bearer stale',
  };
  return post('/api/EnrichedImages', 'query', { Language: language }, photo, headers);
}

const photoOf = (seed: number) =>
  drawPicture(seed).rotate(5, { background: '#808080' }).resize(430).jpeg({ quality: 70 }).toBuffer();

const action = (nodeId: string, languageCode: string, name: string) => ({
  json: {
    NodeId: nodeId,
    LanguageCode: languageCode,
    Name: name,
    Type: 'URL',
    Content: JSON.stringify({ Url: 'https://loupe.example/', ContentType: 'text/html' }),
  },
});

describe('a document', () => {
  test('is uploaded, enriched, recognized in both languages, clicked, switched off and deleted', async () => {
    const folder = await tenant.newFolder();
    const created = await upload(folder, await jpegPicture(100));
    expect(created.status).toBe(201);
    const document = JSON.parse(created.text);
    expect(document).toMatchObject({ ParentId: folder, Name: 'Print', Pages: 1, Status: 'Active' });
    const images = (await tenant.send('GET', `/api/documents/${document.Id}/images`)).body;
    expect(images).toHaveLength(1);
    const imageId = images[0].Id as string;

    const language = { json: { DocumentId: document.Id, LanguageCode: 'fr-FR' } };
    expect(await tenant.send('PUT', '/api/DocumentLanguages', language)).toMatchObject({
      status: 204,
      answer: '',
    });
    for (const [code, title] of [
      ['en-US', 'Cover'],
      ['fr-FR', 'Couverture'],
    ] as const) {
      const put = { json: { LanguageCode: code, NodeId: imageId, Value: title } };
      expect(await tenant.send('PUT', '/api/titles', put)).toMatchObject({ status: 204, answer: '' });
      const made = await tenant.send('POST', '/api/actions', action(imageId, code, `Open ${code}`));
      expect(made).toMatchObject({ status: 201, body: { NodeId: imageId, IsValid: true, Type: 'URL' } });
    }

    const photo = await photoOf(100);
    const french = await scan(photo, 'fr-FR');
    expect(french.status).toBe(200);
    const enriched = JSON.parse(french.text);
    expect(enriched).toMatchObject({ Id: imageId, DocumentId: document.Id, Title: 'Couverture', Data: '' });
    expect(enriched.Actions).toMatchObject([{ Name: 'Open fr-FR', Type: 'URL' }]);
    expect(enriched.SessionId).toEqual(expect.any(String));
    expect(JSON.parse((await scan(photo, 'en-US')).text)).toMatchObject({ Title: 'Cover' });

    const headers = { ApiKey: tenant.apiKey, SessionId: enriched.SessionId as string };
    const click = await tenant.send('PUT', `/api/Clicks?actionId=${enriched.Actions[0].Id}`, { headers });
    expect(click).toMatchObject({ status: 204, answer: '' });
    const matches = (await tenant.send('GET', `/api/Matches?documentId=${document.Id}`)).body;
    expect(matches).toHaveLength(2);
    expect(matches[1]).toMatchObject({
      Language: 'fr-FR',
      ImageOrder: 1,
      Clicks: [{ ActionName: 'Open fr-FR' }],
    });

    const thumbnail = await fetch(enriched.BigThumbnailUrl as string);
    expect(thumbnail.status).toBe(200);
    expect(thumbnail.headers.get('x-content-type-options')).toBe('nosniff');
    expect(thumbnail.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(`${enriched.BigThumbnailUrl}x`)).status).toBe(404);

    const off = await tenant.send('PATCH', `/api/documents?id=${document.Id}`, {
      json: { Status: 'inactive' },
    });
    expect(off).toMatchObject({ status: 204, answer: '' });
    expect((await scan(photo, 'en-US')).status).toBe(204);
    await tenant.send('PATCH', `/api/documents?id=${document.Id}`, { json: { Status: 'Active' } });
    expect((await scan(photo, 'en-US')).status).toBe(200);
    expect((await tenant.send('DELETE', `/api/folders/${folder}?deletechildren=true`)).status).toBe(204);
    expect((await scan(photo, 'en-US')).status).toBe(204);
    expect((await tenant.send('GET', `/api/documents/${document.Id}`)).status).toBe(404);
  });

  test('that cannot be made is refused and leaves nothing behind', async () => {
    const folder = await tenant.newFolder();
    const good = await jpegPicture(101);
    const cases: readonly [Buffer, object, number][] = [
      [Buffer.from('no image'), {}, 415],
      [Buffer.alloc(6 * 1024 * 1024, 1), {}, 413],
      [good, { Name: null }, 400],
      [good, { DefaultLanguage: 'xx-unknown' }, 400],
      [good, { ParentId: 'unknown' }, 404],
    ];
    for (const [file, changes, status] of cases) {
      expect((await upload(folder, file, changes)).status).toBe(status);
    }
    expect((await tenant.send('GET', `/api/nodes/${folder}/documents?recursive=true`)).body).toEqual([]);
    expect((await upload(folder, good)).status).toBe(201);
  });
});
