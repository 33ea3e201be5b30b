/** Values as the field really writes them: ids, numbers, content of actions, keys and mail addresses. */
import { beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { multipartBody, type RawRequest, rawRequest } from './support/raw.js';

const loupe = useTestApp();
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

async function raw(request: RawRequest) {
  const headers = { Authorization: `Bearer ${admin.token}`, ...request.headers };
  return rawRequest(loupe.url, { ...request, headers });
}
describe('ids', () => {
  test.each([
    ['braces', (id: string) => `{${id}}`],
    ['braces and capitals', (id: string) => `{${id.toUpperCase()}}`],
    ['no hyphens', (id: string) => id.replaceAll('-', '')],
  ])('may have %s', async (_, write) => {
    const id = encodeURIComponent(write(document.id));
    expect(await admin.send('GET', `/api/documents/${id}`)).toMatchObject({ Id: document.id });
    expect(await admin.send('GET', `/api/documents?id=${id}`)).toMatchObject({ Id: document.id });
    const json = { parentid: write(organization.id), Name: 'By braces' };
    expect(await admin.send('POST', '/api/folders', { json })).toMatchObject({ ParentId: organization.id });
    const zone = {
      ImageId: write(document.imageIds[0] ?? ''),
      PositionX: 1,
      PositionY: 1,
      Width: 60,
      Height: 60,
    };
    const { Id } = (await admin.send('POST', '/api/zones', { json: zone })) as { Id: string };
    await admin.send('PATCH', '/api/zones', { json: { Id: write(Id), Name: 'Z' } });
    await admin.send('DELETE', `/api/zones/${encodeURIComponent(write(Id))}`);
    const form = new FormData();
    form.set(
      'document',
      JSON.stringify({ Name: 'D', DefaultLanguage: 'en-US', ParentId: write(organization.id) }),
    );
    form.set('file', new Blob([new Uint8Array(await jpegPicture(54))], { type: 'image/jpeg' }), 'a.jpg');
    expect(await admin.send('POST', '/api/Documents?async=false', { form })).toMatchObject({
      ParentId: organization.id,
    });
  });

  test('of the engine stay as they were written', async () => {
    const id = newId().replaceAll('-', '');
    const query = `application_key=${engineKey}&image_id=`;
    const body = multipartBody('XyZ', [
      { headers: ['Content-Disposition: form-data; name="image_content"'], body: await jpegPicture(55) },
    ]);
    const headers = { 'Content-Type': 'multipart/form-data; boundary=XyZ' };
    await raw({ method: 'POST', path: `/api/v2.0/ltumodify/json/AddImage?${query}${id}`, headers, body });
    const read = await raw({ method: 'GET', path: `/api/v2.0/ltuquery/json/GetImageById?${query}${id}` });
    expect(JSON.parse(read.text)).toMatchObject({ image: { id } });
  });
});

test('numbers of a zone may be texts', async () => {
  const json = {
    ImageId: document.imageIds[0],
    PositionX: '10',
    PositionY: ' 5',
    Width: '60',
    Height: '+70',
  };
  const zone = await admin.send('POST', '/api/zones', { json });
  expect(zone).toMatchObject({ PositionX: 10, PositionY: 5, Width: 60, Height: 70 });
  const path = `/api/zones/${textMember(zone, 'Id')}`;
  for (const Width of ['wide', '', '1.5', '0x10', '1e1']) {
    expect((await admin.request('PATCH', path, { json: { Width } })).status, Width).toBe(400);
  }
  await admin.send('DELETE', path);
});

test('members of the content of an action may be in camel case, and readers get them as they know them', async () => {
  const action = { NodeId: document.id, LanguageCode: 'en-US', Name: 'Buy' };
  const make = async (Type: string, content: object) => {
    const json = { ...action, Type, Content: JSON.stringify(content) };
    const made = await admin.send('POST', '/api/actions', { json });
    return made as { Content: string; IsValid: boolean };
  };
  const web = await make('URL', { url: 'https://loupe.example/', contentType: 'text/html', campaign: 'a' });
  expect(JSON.parse(web.Content)).toEqual({
    Url: 'https://loupe.example/',
    ContentType: 'text/html',
    campaign: 'a',
  });
  expect(web.IsValid).toBe(true);
  const card = { firstName: 'Ada', telephones: [{ type: 'WORK', number: '1' }] };
  const contact = await make('VCARD', card);
  expect(JSON.parse(contact.Content)).toEqual({
    FirstName: 'Ada',
    Telephones: [{ Type: 'WORK', Number: '1' }],
  });
  expect(await admin.send('POST', '/api/actions/VCard', { json: card })).toEqual({
    VCard: expect.stringMatching(/TEL.*:1/),
  });
  const twice = await make('URL', { url: 'https://a.example/', URL: 'https://b.example/' });
  expect(twice).toMatchObject({
    IsValid: false,
    Content: '{"url":"https://a.example/","URL":"https://b.example/"}',
  });
  const exact = await make('URL', { Url: 'https://loupe.example/', ContentType: 'text/html' });
  expect(exact.Content).toBe('{"Url":"https://loupe.example/","ContentType":"text/html"}');
});

describe('keys and addresses of people', () => {
  test('an ApiKey may hold blanks', async () => {
    const apiKey = `the key of ${newId()}`;
    const { organizations, users } = loupe.app.services;
    const { id } = await organizations.create(operator, { name: 'Old', languageCode: 'en-US', apiKey });
    const mail = `${newId()}@loupe.example`;
    await users.create(operator, { organizationId: id, mail, password: 'correct horse battery' });
    const body = new URLSearchParams({
      grant_type: 'password',
      username: mail,
      password: 'correct horse battery',
    });
    const login = await fetch(`${loupe.url}/token`, { method: 'POST', headers: { ApiKey: apiKey }, body });
    expect(login.status).toBe(200);
    for (const wrong of [' leading', 'trailing ', 'täglich neu', 'short']) {
      const create = organizations.create(operator, { name: 'No', languageCode: 'en-US', apiKey: wrong });
      await expect(create).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    }
  });

  test('an application_key may have 6 characters, and no fewer', async () => {
    const { applications } = loupe.app.services;
    const key = newId().slice(-6);
    await applications.create(operator, { kind: 'mobile', key });
    const answer = await fetch(
      `${loupe.url}/api/v2.0/ltuquery/json/GetApplicationStatus?application_key=${key}`,
    );
    expect(await answer.json()).toMatchObject({ status: { code: 0 } });
    await expect(applications.create(operator, { kind: 'mobile', key: '12345' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });

  test('mail addresses may have letters beyond ASCII', async () => {
    for (const Mail of [`jürgen.${newId()}@bücher.example`, `δοκιμή${newId()}@παράδειγμα.example`]) {
      const json = { OrganizationId: organization.id, Mail };
      expect(await admin.send('POST', '/api/Users', { json })).toMatchObject({ Mail, UserName: Mail });
    }
    for (const Mail of [
      'jürgen',
      'jürgen@',
      '@bücher.example',
      'a b@c.example',
      'a@b@c.example',
      '"x"@c.example',
    ]) {
      const json = { OrganizationId: organization.id, Mail };
      expect((await admin.request('POST', '/api/Users', { json })).status, Mail).toBe(400);
    }
  });
});
