import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { drawPicture, jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';

interface PictureBody {
  readonly Id: string;
  readonly _objectId: string;
  readonly Name: string;
  readonly Data: string | null;
  readonly OrganizationId: string;
  readonly BigThumbnailUrl: string;
  readonly SessionId: string | null;
  readonly RecognitionScore: string | null;
  readonly Keywords: readonly string[];
}

const scanHeaders = {
  ApplicationName: 'Test',
  ApplicationVersion: '1',
  DeviceName: 'PC',
  DeviceSystemVersion: '10',
  SdkVersion: '1',
};

describe('picture mode', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let editor: SeededUser;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    editor = await organization.user({ roles: ['Editor'] });
  });

  const formOf = (part: string, json: object | null, file: Buffer | null): FormData => {
    const form = new FormData();
    if (json !== null) form.append(part, JSON.stringify(json));
    if (file !== null) form.append('file', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'p.jpg');
    return form;
  };
  const add = async (file: Buffer, fields: object = {}, user = editor) => {
    const json = { Name: 'P', OrganizationId: user.organizationId, ...fields };
    return (await user.send('POST', '/api/Pictures', {
      form: formOf('picture', json, file),
    })) as PictureBody;
  };
  const post = async (file: Buffer | null, query: object | null, headers: object = scanHeaders, key = '') =>
    fetch(`${loupe.url}/api/Pictures/Search`, {
      method: 'POST',
      headers: { ...headers, ApiKey: key === '' ? organization.apiKey : key },
      body: formOf('query', query, file),
    });
  const search = async (file: Buffer | null, query: object | null = {}, key = '') => {
    const response = await post(file, query, scanHeaders, key);
    expect(response.status).toBe(200);
    return (await response.json()) as PictureBody[];
  };

  it('is found by a photo at once, with a session and a score, and no longer once deleted', async () => {
    const bytes = await jpegPicture(11);
    const made = await add(bytes, { Name: 'Ticket 11', Data: '{"seat":4}', Keywords: ['row', 'row'] });
    expect(made).toMatchObject({ Name: 'Ticket 11', Data: '{"seat":4}', Keywords: ['row'], SessionId: null });
    expect((await fetch(made.BigThumbnailUrl)).headers.get('content-type')).toBe('image/jpeg');
    const photo = await sharp(bytes).rotate(4).resize(400).jpeg({ quality: 60 }).toBuffer();
    const [found, ...others] = await search(photo, null);
    expect(others).toEqual([]);
    expect(found).toEqual({
      ...made,
      SessionId: expect.stringMatching(/./),
      RecognitionScore: expect.stringMatching(/^(0\.\d{4}|1\.0000)$/),
    });
    expect(Number(found?.RecognitionScore)).toBeGreaterThan(0.5);
    expect((await editor.request('DELETE', `/api/Pictures/${made.Id}`)).status).toBe(204);
    expect(await search(photo)).toEqual([]);
    expect((await editor.request('GET', `/api/Pictures?pictureId=${made.Id}`)).status).toBe(404);
    expect((await fetch(made.BigThumbnailUrl)).status).toBe(404);
  });

  it('is filtered by keywords, all of which it must hold, and they change with PUT and PATCH', async () => {
    const bytes = await jpegPicture(12);
    const { Id } = await add(bytes, { Keywords: ['rouge', 'été 2026'] });
    const ids = async (...keywords: string[]) =>
      (await search(bytes, { Keywords: keywords })).map((picture) => picture.Id);
    expect(await ids('rouge', 'été 2026')).toEqual([Id]);
    expect(await ids('rouge', 'hiver')).toEqual([]);
    const patched = await editor.request('PATCH', '/api/Pictures', { json: { Id, Keywords: ['hiver'] } });
    expect(patched.status).toBe(204);
    expect(await ids('hiver')).toEqual([Id]);
    expect(await ids('rouge')).toEqual([]);
    await editor.send('PATCH', `/api/Pictures?id=${Id}`, { json: { Data: 'kept', Keywords: null } });
    expect(await editor.send('GET', `/api/Pictures/${Id}`)).toMatchObject({
      Data: 'kept',
      Keywords: ['hiver'],
    });
    await editor.send('PUT', '/api/Pictures', { json: { Id, Name: 'Only a name' } });
    expect(await editor.send('GET', `/api/Pictures/${Id}`)).toMatchObject({
      Name: 'Only a name',
      Data: null,
      Keywords: [],
    });
    expect(await ids('hiver')).toEqual([]);
  });

  it('is listed by organization in pages cut by _objectId', async () => {
    const other = await seed(loupe).organization();
    const user = await other.user();
    const made = [];
    for (const name of ['a', 'b', 'c']) made.push(await add(await jpegPicture(13), { Name: name }, user));
    const list = async (query: string) =>
      (await user.send('GET', `/api/Pictures?organizationId=${other.id}${query}`)) as PictureBody[];
    const first = await list('&take=2');
    expect(first.map(({ Name }) => Name)).toEqual(['a', 'b']);
    const rest = await list(`&take=2&afterObjectId=${first[1]?._objectId}`);
    expect(rest.map(({ Name }) => Name)).toEqual(['c']);
    expect(await user.send('GET', `/api/organizations/${other.id}?GetPicturesCount=true`)).toMatchObject({
      PicturesCount: 3,
    });
    // All three are the same picture: the best come first, ties in order of creation.
    expect((await search(await jpegPicture(13), {}, other.apiKey)).map(({ Id }) => Id)).toEqual(
      made.map(({ Id }) => Id),
    );
  });

  it('is found by the colors of another picture', async () => {
    const other = await seed(loupe).organization();
    const user = await other.user();
    // Colored in a second pass: within one, sharp turns pictures gray after coloring them.
    const tinted = async (picture: number, r: number, g: number, b: number) =>
      sharp(await drawPicture(picture).png().toBuffer())
        .tint({ r, g, b })
        .jpeg()
        .toBuffer();
    const red = await add(await tinted(21, 230, 30, 30), { Name: 'red', Keywords: ['poster'] }, user);
    const alsoRed = await add(await tinted(22, 220, 40, 35), { Name: 'also red' }, user);
    const blue = await add(await tinted(23, 30, 40, 230), { Name: 'blue', Keywords: ['poster'] }, user);
    const names = async (file: Buffer | null, query: object) => {
      const found = await search(file, query, other.apiKey);
      const scores = found.map(({ RecognitionScore }) => Number(RecognitionScore));
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      return found.map(({ Name }) => Name);
    };
    const query = await tinted(24, 225, 35, 32);
    expect((await names(query, { SearchBy: 'color' })).slice(0, 2).sort()).toEqual(['also red', 'red']);
    expect(await names(query, { SearchBy: 'Color', Keywords: ['poster'] })).toEqual(['red', 'blue']);
    expect(await names(null, { ColorOf: red.Id })).toEqual(['also red', 'blue']);
    await user.send('DELETE', `/api/Pictures/${alsoRed.Id}`);
    expect(await names(null, { ColorOf: blue.Id, Take: 1 })).toEqual(['red']);
    expect((await post(null, { ColorOf: red.Id })).status).toBe(404);
  });

  it('is answered by a scan with its data, and without what only pages have', async () => {
    const bytes = await jpegPicture(14);
    const { Id } = await add(bytes, { Data: 'seat 14' });
    const response = await fetch(`${loupe.url}/api/EnrichedImages`, {
      method: 'POST',
      headers: { ...scanHeaders, ApiKey: organization.apiKey },
      body: formOf('query', { Language: 'fr-FR' }, bytes),
    });
    expect(await response.json()).toMatchObject({
      Id,
      Data: 'seat 14',
      Title: null,
      LanguageCode: null,
      TitleStyle: null,
      Actions: [],
      SessionId: expect.any(String),
    });
  });

  it('stays in its organization and below, and asks for the right roles', async () => {
    const bytes = await jpegPicture(15);
    const { Id } = await add(bytes);
    const stranger = await seed(loupe).organization();
    const spy = await stranger.user();
    for (const [method, path, json] of [
      ['GET', `/api/Pictures/${Id}`, undefined],
      ['PATCH', `/api/Pictures/${Id}`, { Name: 'x' }],
      ['DELETE', `/api/Pictures/${Id}`, undefined],
      ['GET', `/api/Pictures?organizationId=${organization.id}`, undefined],
    ] as const) {
      expect((await spy.request(method, path, { json })).status).toBe(404);
    }
    expect(await search(bytes, {}, stranger.apiKey)).toEqual([]);
    const reader = await organization.user({ roles: ['Viewer'] });
    expect((await reader.request('GET', `/api/Pictures/${Id}`)).status).toBe(200);
    expect((await reader.request('DELETE', `/api/Pictures/${Id}`)).status).toBe(403);
    const below = await organization.organization();
    const editorBelow = await below.user();
    const { Id: idBelow } = await add(await jpegPicture(16), {}, editorBelow);
    expect((await search(await jpegPicture(16))).map((picture) => picture.Id)).toEqual([idBelow]);
  });

  it('refuses what cannot be used, and leaves nothing of it', async () => {
    const picture = { Name: 'P', OrganizationId: organization.id };
    const bytes = await jpegPicture(17);
    for (const [json, file, status] of [
      [{ ...picture, Name: undefined }, bytes, 400],
      [{ ...picture, OrganizationId: undefined }, bytes, 400],
      [{ ...picture, OrganizationId: newId() }, bytes, 404],
      [{ ...picture, Keywords: 'red' }, bytes, 400],
      [{ ...picture, Keywords: [' '] }, bytes, 400],
      [picture, null, 400],
      [picture, Buffer.from('%PDF-1.4 no picture'), 415],
      [picture, bytes.subarray(0, bytes.length / 3), 400],
    ] as const) {
      const form = formOf('picture', json, file);
      expect((await editor.request('POST', '/api/Pictures', { form })).status).toBe(status);
    }
    expect(await search(bytes)).toEqual([]);
    for (const name of Object.keys(scanHeaders)) {
      const headers = Object.fromEntries(Object.entries(scanHeaders).filter(([key]) => key !== name));
      const response = await post(bytes, {}, headers);
      expect(response.status).toBe(400);
      expect(((await response.json()) as { ModelState: object }).ModelState).toHaveProperty(name);
    }
    expect((await post(bytes, {}, scanHeaders, 'unknown')).status).toBe(401);
    expect((await post(bytes, { Keywords: [''] })).status).toBe(400);
    expect((await editor.request('GET', '/api/Pictures')).status).toBe(400);
  });

  it('goes with its organization', async () => {
    const doomed = await organization.organization();
    const { BigThumbnailUrl } = await add(await jpegPicture(18), {}, await doomed.user());
    const admin = await organization.user();
    await admin.send('DELETE', `/api/organizations/${doomed.id}?deletechildren=true`);
    expect(await search(await jpegPicture(18))).toEqual([]);
    expect((await fetch(BigThumbnailUrl)).status).toBe(404);
  });
});
