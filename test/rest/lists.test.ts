/** What every list takes, and what it says about its whole. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../src/kernel/clock.js';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';

let now = new Date('2026-03-01T12:00:00Z');
const clock: Clock = { now: () => now };
const loupe = useTestApp({ clock });
let organization: SeededOrganization;
let admin: SeededUser;
let documentId = '';
let imageId = '';

beforeAll(async () => {
  organization = await seed(loupe).organization();
  admin = await organization.user({ mail: `anna.${newId()}@loupe.example` });
  const names = ['Été 2', 'Ete 10', 'Winter', 'été 1'];
  for (const [at, name] of names.entries()) {
    now = new Date(Date.UTC(2026, 2, 1 + at, 12));
    await admin.folder({ name });
  }
  now = new Date('2026-03-10T12:00:00Z');
  const folder = await admin.folder({ name: 'Documents' });
  const document = await folder.document(await jpegPicture(5), { name: 'One' });
  const other = await folder.document(await jpegPicture(6), { name: 'Two' });
  await admin.send('PATCH', `/api/documents/${other.id}`, { json: { Status: 'Inactive' } });
  documentId = document.id;
  imageId = document.imageIds[0] ?? '';
  for (const [Order, Name] of [
    [3, 'c'],
    [1, 'a'],
    [2, 'b'],
  ] as const) {
    const json = { NodeId: document.id, LanguageCode: 'en-US', Type: 'RAW', Content: 'x', Name, Order };
    await admin.send('POST', '/api/actions', { json });
  }
});

async function list(path: string, member = 'Name') {
  const separator = path.includes('?') ? '&' : '?';
  const answer = await admin.request('GET', `${path}${separator}x=1`);
  expect(answer.status).toBe(200);
  const items = (await answer.json()) as Record<string, unknown>[];
  return {
    items: items.map((item) => item[member]),
    total: answer.headers.get('x-total-count'),
    links: answer.headers.get('link'),
  };
}
const folders = async (query: string) => list(`/api/nodes/${organization.id}/folders?${query}`);

async function refusal(path: string) {
  const answer = await admin.request('GET', path);
  expect(answer.status).toBe(400);
  return ((await answer.json()) as { Message: string }).Message;
}

describe('a list', () => {
  test('says how many items it has in all, and where the other parts are', async () => {
    expect(await folders('')).toMatchObject({ total: '5', links: null });
    const { items, total, links } = await folders('skip=2&take=2&orderBy=Name');
    expect([items, total]).toEqual([['Été 2', 'Ete 10'], '5']);
    const targets = Object.fromEntries(
      [...(links ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, address, rel]) => [rel, address ?? '']),
    );
    expect(Object.keys(targets).sort()).toEqual(['first', 'last', 'next', 'prev']);
    const walked: unknown[] = [];
    for (const rel of ['first', 'next', 'last']) {
      const next = await admin.request('GET', targets[rel] ?? '');
      walked.push(...((await next.json()) as { Name: string }[]).map(({ Name }) => Name));
    }
    // The part that was read lies between the first and the next one, which is the last one here.
    expect(walked).toEqual(['Documents', 'été 1', 'Winter', 'Winter']);
    expect((await folders('take=5')).links).not.toContain('next');
    expect((await folders('skip=9&take=2')).items).toEqual([]);
  });

  test('is filtered by a part of the name, without regard to case and accents', async () => {
    expect((await folders('name=ETE&orderBy=Name')).items).toEqual(['été 1', 'Été 2', 'Ete 10']);
    expect(await folders('name=nothing')).toMatchObject({ items: [], total: '0' });
    expect((await folders('name=%25')).items).toEqual([]);
  });

  test('is sorted by any plain member, names as people sort them', async () => {
    const byName = ['Documents', 'été 1', 'Été 2', 'Ete 10', 'Winter'];
    expect((await folders('orderBy=name')).items).toEqual(byName);
    expect((await folders('orderBy=-Name')).items).toEqual(byName.toReversed());
    expect((await folders('OrderBy=Name%20desc')).items).toEqual(byName.toReversed());
    const byAge = ['Été 2', 'Ete 10', 'Winter', 'été 1', 'Documents'];
    expect((await folders('orderBy=DateCreated')).items).toEqual(byAge);
    const actions = `/api/actions?nodeId=${documentId}`;
    expect((await list(`${actions}&orderBy=Order`)).items).toEqual(['a', 'b', 'c']);
    expect((await list(`${actions}&orderBy=Type,-Order`)).items).toEqual(['c', 'b', 'a']);
    expect(await refusal(`${actions}&orderBy=Size`)).toMatch(/OrderBy: must be one of .*Order.*Name/);
    expect(await refusal(`${actions}&orderBy=Name%20up`)).toMatch(/must be one of/);
  });

  test('is filtered by status, of which other words are refused', async () => {
    const documents = `/api/nodes/${organization.id}/documents?recursive=true`;
    expect((await list(`${documents}&status=active`)).items).toEqual(['One']);
    expect(await list(`${documents}&status=Inactive`)).toMatchObject({ items: ['Two'], total: '1' });
    expect(await refusal(`${documents}&status=ready`)).toBe('Status: must be one of Active, Inactive');
    expect((await list(`/api/images?documentId=${documentId}&status=Active`)).total).toBe('1');
    expect((await list(`/api/zones?imageId=${imageId}&status=Active`)).total).toBe('0');
    const users = `/api/Users?organizationId=${organization.id}`;
    expect((await list(`${users}&status=Pending`)).total).toBe('0');
    expect((await list(`${users}&status=Active&name=ANNA`, 'UserName')).items).toEqual([admin.userName]);
    expect(await refusal(`${users}&status=Asleep`)).toMatch(/must be one of Active, Inactive, Pending/);
  });

  test('is filtered by the day of the last change', async () => {
    expect((await folders('modifiedSince=2026-03-03')).items.sort()).toEqual([
      'Documents',
      'Winter',
      'été 1',
    ]);
    expect((await folders('modifiedSince=2026-03-10T13:00Z')).items).toEqual([]);
    expect(await refusal(`/api/nodes/${organization.id}/folders?modifiedSince=yesterday`)).toMatch(
      /ISO 8601/,
    );
  });

  test.each([
    [
      'a status of folders',
      () => `/api/nodes/${organization.id}/folders?status=Active`,
      /Status: does not work .*it takes name, modifiedSince, orderBy/,
    ],
    ['a status of titles', () => `/api/titles?nodeId=${documentId}&status=Active`, /Status: does not work/],
    [
      'a name of titles',
      () => `/api/titles?nodeId=${documentId}&name=x`,
      /Name: does not work .*it takes orderBy/,
    ],
    [
      'a change of users',
      () => `/api/Users?organizationId=${organization.id}&modifiedSince=2026-01-01`,
      /ModifiedSince: does not work/,
    ],
    [
      'an order of matches',
      () => `/api/matches?documentId=${documentId}&orderBy=RequestTime`,
      /OrderBy: does not work .*it takes documentId, from, to, skip, take/,
    ],
    [
      'a name of operations',
      () => `/api/Operations?organizationId=${organization.id}&name=x`,
      /Name: does not work/,
    ],
    [
      'an order of pictures',
      () => `/api/Pictures?organizationId=${organization.id}&orderBy=Name`,
      /OrderBy: does not work/,
    ],
  ])('refuses %s, and names what it takes', async (_, path, message) => {
    expect(await refusal(path())).toMatch(message);
  });

  test('that is long has its length, too', async () => {
    const operations = `/api/Operations?organizationId=${organization.id}`;
    const all = await list(operations, 'Operation');
    expect(Number(all.total)).toBe(all.items.length);
    const part = await list(`${operations}&take=2&skip=1`, 'Operation');
    expect(part).toMatchObject({ items: all.items.slice(1, 3), total: all.total });
    expect(part.links).toMatch(/skip=3>; rel="next"/);
    expect((await list(`/api/matches?documentId=${documentId}`)).total).toBe('0');
    expect((await list(`/api/documents/${documentId}/clicks`)).total).toBe('0');
  });

  test('of pictures is filtered by name and walked by their ids', async () => {
    for (const Name of ['Tür 1', 'Fenster', 'Tur 2', 'TÜR 3']) {
      const form = new FormData();
      form.set('picture', JSON.stringify({ Name, OrganizationId: organization.id }));
      form.set('file', new Blob([new Uint8Array(await jpegPicture(7))], { type: 'image/jpeg' }), 'a.jpg');
      await admin.send('POST', '/api/Pictures', { form });
    }
    const pictures = `/api/Pictures?organizationId=${organization.id}&name=tur&take=2`;
    const { items, total, links } = await list(pictures);
    expect([items, total]).toEqual([['Tür 1', 'Tur 2'], '3']);
    const next = /<([^>]+)>; rel="next"/.exec(links ?? '')?.[1] ?? '';
    expect(await list(next)).toMatchObject({ items: ['TÜR 3'], total: '3', links: null });
  });
});
