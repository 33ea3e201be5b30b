import { beforeAll, describe, expect, it } from 'vitest';
import { GraphqlClient } from '../graphql/support.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededApplication } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';

const loupe = useTestApp();
let user: SeededUser;

beforeAll(async () => {
  user = await (await seed(loupe).organization()).user();
});

const picture = async (number: number) =>
  new Blob([new Uint8Array(await jpegPicture(number))], { type: 'image/jpeg' });

/** The management interface of one application. */
function engineOf({ id, key }: SeededApplication) {
  const send = async (method: string, path: string, body?: FormData | object) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${loupe.url}/api/v3/engine/applications/${id}/${path}`, {
      method,
      headers: { 'Application-Key': key, ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}) },
      body: isForm ? body : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const form = async (fields: Readonly<Record<string, string | number>>, image?: number) => {
    const parts = new FormData();
    for (const [name, value] of Object.entries(fields)) parts.append(name, String(value));
    if (image !== undefined) parts.append('image', await picture(image));
    return parts;
  };
  const idsIn = (items: unknown) => (items as readonly { id: string }[]).map((each) => each.id);
  return {
    send,
    add: async (imageId: string, image: number, more: Readonly<Record<string, string>> = {}) =>
      send('POST', 'references', await form({ imageId, ...more }, image)),
    found: async (fields: Readonly<Record<string, string | number>>, image?: number) => {
      const { body } = await send('POST', 'search', await form(fields, image));
      return { total: body['total'], ids: idsIn(body['hits']) };
    },
    listed: async (query: string) => idsIn((await send('GET', `references?${query}`)).body['items']),
  };
}

describe('a reference that is switched off', () => {
  it('is found by no search until it is switched on again, and stays off with a new picture', async () => {
    const application = await (await seed(loupe).organization()).application();
    const engine = engineOf(application);
    for (const number of [1, 2]) await engine.add(`p${number}`, number, { keywords: 'all' });
    expect((await engine.found({}, 1)).ids).toEqual(['p1']);
    const off = await engine.send('PATCH', 'references/p1', { isActive: false });
    expect(off).toMatchObject({ status: 200, body: { id: 'p1', isActive: false, keywords: ['all'] } });
    expect((await engine.found({}, 1)).ids).toEqual([]);
    expect(await engine.found({ keywords: 'all' })).toEqual({ total: 1, ids: ['p2'] });
    expect((await engine.found({ keywords: 'all' }, 1)).ids).toEqual([]);

    await engine.add('p1', 3, { keywords: 'all' });
    await engine.add('p1', 4, { additional: 'true' });
    for (const number of [3, 4]) expect((await engine.found({}, number)).ids).toEqual([]);
    const both = { isActive: true, keywords: ['new'] };
    expect((await engine.send('PATCH', 'references/p1', both)).body).toMatchObject(both);
    for (const number of [3, 4]) expect((await engine.found({}, number)).ids).toEqual(['p1']);
    expect((await engine.found({ keywords: 'new' }, 4)).ids).toEqual(['p1']);
  });

  it('is not counted by rankings by look', async () => {
    const engine = engineOf(await (await seed(loupe).organization()).application('similarity'));
    for (const number of [5, 6, 7]) await engine.add(`p${number}`, number);
    await engine.send('POST', 'activations', { imageIds: ['p6'], isActive: false });
    const { total, ids } = await engine.found({ limit: 10 }, 6);
    expect({ total, ids: [...ids].sort() }).toEqual({ total: 2, ids: ['p5', 'p7'] });
  });

  it('is listed as such, by the beginning of ids, too', async () => {
    const engine = engineOf(await (await seed(loupe).organization()).application());
    for (const [rank, id] of ['Été/a', 'Été/b', 'été/c', 'x%'].entries()) {
      await engine.add(id, 10 + rank, { keywords: rank % 2 === 0 ? 'even' : 'odd' });
    }
    const switched = await engine.send('POST', 'activations', {
      imageIds: ['Été/b', 'x%', 'absent', 'x%'],
      isActive: false,
    });
    expect(switched.body).toEqual({ known: ['Été/b', 'x%'], unknown: ['absent'] });
    expect(await engine.listed('active=false')).toEqual(['Été/b', 'x%']);
    expect(await engine.listed('active=true')).toEqual(['Été/a', 'été/c']);
    const beginning = `idPrefix=${encodeURIComponent('Été/')}`;
    expect(await engine.listed(beginning)).toEqual(['Été/a', 'Été/b']);
    expect(await engine.listed(`${beginning}&active=false&keyword=odd`)).toEqual(['Été/b']);
    expect(await engine.listed('keyword=even&active=false')).toEqual([]);
    expect(await engine.listed('idPrefix=%25')).toEqual([]);
    expect(await engine.listed('idPrefix=')).toHaveLength(4);
    expect((await engine.send('GET', 'references?active=perhaps')).status).toBe(400);
  });

  it('is refused by name where it is not there, and a change without content, too', async () => {
    const engine = engineOf(await (await seed(loupe).organization()).application());
    await engine.add('p', 20);
    const absent = await engine.send('PATCH', 'references/absent', { isActive: false });
    expect(absent).toMatchObject({ status: 404, body: { code: 'UNKNOWN_IMAGE_ID' } });
    for (const body of [{}, { isActive: 'no' }, { isActive: null }]) {
      const refused = await engine.send('PATCH', 'references/p', body);
      expect({ body, status: refused.status, code: refused.body['code'] }).toEqual({
        body,
        status: 400,
        code: 'BAD_USER_INPUT',
      });
    }
    const imageIds = Array.from({ length: 10_001 }, (_, rank) => String(rank));
    const tooMany = await engine.send('POST', 'activations', { imageIds, isActive: false });
    expect(tooMany.body).toMatchObject({ code: 'TOO_MANY_IDS' });
  });

  it('is switched over GraphQL, by administrators of its application', async () => {
    const organization = await seed(loupe).organization();
    const application = await organization.application();
    const engine = engineOf(application);
    await engine.add('p', 21);
    const change = `mutation ($id: ID!, $isActive: Boolean!) {
      setReferencesActive(input: { applicationId: $id, ids: ["p", "absent"], isActive: $isActive }) {
        ... on ReferenceActivation { known unknown } ... on Problem { code }
      } }`;
    const asUser = ({ token }: SeededUser) =>
      new GraphqlClient(loupe.url, { Authorization: `Bearer ${token}` });
    const off = { id: application.id, isActive: false };
    const refused = await asUser(user).run(change, off);
    expect(refused.data).toEqual({ setReferencesActive: { code: 'NOT_FOUND' } });
    expect((await engine.found({}, 21)).ids).toEqual(['p']);
    const administrator = asUser(await organization.user());
    const done = await administrator.run(change, off);
    expect(done.data).toEqual({ setReferencesActive: { known: ['p'], unknown: ['absent'] } });
    expect((await engine.found({}, 21)).ids).toEqual([]);
    const read = `query ($id: ID!) { application(id: $id) { references { nodes { id isActive } } } }`;
    const { data } = await administrator.run(read, { id: application.id });
    expect(data).toMatchObject({ application: { references: { nodes: [{ id: 'p', isActive: false }] } } });
  });
});
