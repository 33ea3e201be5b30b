/** The engine's management interface: applications and references. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { BASE } from '../../../src/rest/engine-v3/route.js';
import { startTestApp } from '../../kit/app.js';
import { useTestApp } from '../../kit/use-app.js';
import { elementsOf, memberOf } from '../../kit/json.js';
import { changedPicture, jpegPicture } from '../../kit/pictures.js';
import { EngineClient } from '../support/engine-client.js';
import { type MadeApplication, Management } from '../support/management.js';
import { Tenant } from '../support/tenant.js';

const loupe = useTestApp();
let engine: Management;

beforeAll(async () => {
  engine = await Management.open(loupe);
});

describe('applications', () => {
  test('are created, listed by pages, changed, switched off and deleted by administrators of their organization', async () => {
    const own = await Tenant.create(loupe);
    const make = async (name: string) =>
      (await own.send('POST', `${BASE}/applications`, { json: { kind: 'brand', name } })).body.id as string;
    const ids = [await make('a'), await make('b'), await make('c')];
    const first = await own.send('GET', `${BASE}/applications?first=2`);
    expect(first.body).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    const rest = await own.send('GET', `${BASE}/applications?first=2&after=${first.body.pageInfo.endCursor}`);
    expect([...first.body.items, ...rest.body.items].map(({ id }: MadeApplication) => id)).toEqual(ids);
    const path = `${BASE}/applications/${ids[0]}`;
    const settings = { resultCount: 3, threshold: 0.7 };
    const changed = await own.send('PATCH', path, { json: { name: 'Logos', isActive: false, settings } });
    expect(changed.body).toMatchObject({ name: 'Logos', isActive: false, settings });
    const back = await own.send('PATCH', path, { json: { settings: { threshold: null } } });
    expect(back.body.settings).toEqual({ resultCount: 3 });
    expect((await own.send('DELETE', path)).status).toBe(204);
    expect((await own.send('GET', path)).status).toBe(404);
    expect((await engine.tenant.send('GET', `${BASE}/applications/${ids[1]}`)).status).toBe(404);
  });

  test('have a key for changes and a key for queries, which can be replaced', async () => {
    const { id, modifyKey, queryKey } = await engine.newApplication();
    expect(
      (await engine.post(queryKey, 'references', { imageId: 'a', image: await jpegPicture(1) })).body,
    ).toMatchObject({
      status: 403,
      code: 'KEY_MAY_ONLY_QUERY',
    });
    expect(
      (await engine.post(modifyKey, 'references', { imageId: 'a', image: await jpegPicture(1) })).status,
    ).toBe(201);
    expect((await engine.post(queryKey, 'search', { image: await jpegPicture(1) })).body).toMatchObject({
      total: 1,
    });
    const json = { modify: false, query: true };
    const { body } = await engine.tenant.send('POST', `${BASE}/applications/${id}/keys`, { json });
    expect(body.modifyKey).toBe(modifyKey);
    expect((await engine.post(queryKey, 'search', { image: await jpegPicture(1) })).body).toMatchObject({
      code: 'UNKNOWN_APPLICATION',
    });
    expect((await engine.post(body.queryKey, 'search', { image: await jpegPicture(1) })).status).toBe(200);
  });

  test('count what is done with them, over a restart', async () => {
    const other = await startTestApp();
    const client = new EngineClient(other);
    const key = await client.newApplication();
    await client.add(key, 'a', await jpegPicture(2));
    await client.search(key, await jpegPicture(2));
    await client.search(key, await jpegPicture(3));
    const again = await other.restart();
    const { applications, applicationCounters } = again.app.services;
    await new EngineClient(again).search(key, await jpegPicture(2));
    const [month] = await applicationCounters.read((await applications.byKey(key, 'query')).id);
    await again.close();
    expect(month?.month).toMatch(/^\d{4}-\d{2}$/);
    expect(month?.counts).toMatchObject({
      searches: 3,
      searchesWithResult: 2,
      imagesAdded: 1,
      imagesDeleted: 0,
    });
  });
});

describe('references', () => {
  test('tell their grade, and warn of near-duplicates', async () => {
    const { modifyKey } = await engine.newApplication();
    const first = await engine.post(modifyKey, 'references', {
      imageId: 'original',
      image: await jpegPicture(4),
    });
    expect(first.body).toMatchObject({ grade: 5, gradeReason: 'good', imageCount: 1, nearDuplicates: [] });
    const copy = await sharp(await jpegPicture(4))
      .resize(400)
      .jpeg({ quality: 70 })
      .toBuffer();
    const second = await engine.post(modifyKey, 'references', { imageId: 'copy', image: copy });
    expect(second.body).toMatchObject({ nearDuplicates: [{ id: 'original' }] });
    const third = await engine.post(modifyKey, 'references', {
      imageId: 'other',
      image: await jpegPicture(5),
    });
    expect(third.body).toMatchObject({ nearDuplicates: [] });
    const blurred = await sharp(await jpegPicture(6))
      .blur(12)
      .jpeg()
      .toBuffer();
    const poor = await engine.post(modifyKey, 'references', { imageId: 'blurred', image: blurred });
    expect(memberOf(poor.body, 'grade') as number).toBeLessThan(4);
    expect(memberOf(poor.body, 'gradeReason')).not.toBe('good');
  });

  test('are listed by stable pages, counted, retagged and deleted in bulk', async () => {
    const { id, modifyKey } = await engine.newApplication();
    for (const [at, name] of ['a', 'b/with slash.jpg', 'C'].entries()) {
      await engine.post(modifyKey, 'references', {
        imageId: name,
        keywords: ['all', `n${at}`],
        image: await jpegPicture(10 + at),
      });
    }
    const first = await engine.get(id, 'references?first=2');
    expect(elementsOf(memberOf(first.body, 'items')).map((item) => memberOf(item, 'id'))).toEqual([
      'a',
      'b/with slash.jpg',
    ]);
    const rest = await engine.get(id, `references?first=2&after=${first.body.pageInfo.endCursor}`);
    expect(rest.body).toMatchObject({ items: [{ id: 'C' }], pageInfo: { hasNextPage: false } });
    expect((await engine.get(id, 'references?keyword=n1')).body.items).toMatchObject([
      { id: 'b/with slash.jpg' },
    ]);
    const path = `${BASE}/applications/${id}/references/${encodeURIComponent('b/with slash.jpg')}`;
    const tagged = await engine.tenant.send('PATCH', path, { json: { keywords: ['new'] } });
    expect(tagged.body).toMatchObject({ id: 'b/with slash.jpg', keywords: ['new'] });
    const found = await engine.post(modifyKey, 'search', { image: await jpegPicture(11), keywords: ['new'] });
    expect(found.body).toMatchObject({ total: 1, hits: [{ id: 'b/with slash.jpg' }] });
    expect(
      (await engine.post(modifyKey, 'search', { image: await jpegPicture(11), keywords: ['n1'] })).body,
    ).toMatchObject({ total: 0 });
    const json = { imageIds: ['a', 'nobody', 'a'] };
    const { body } = await engine.tenant.send('POST', `${BASE}/applications/${id}/deletions`, { json });
    expect(body).toEqual({ removed: ['a'], unknown: ['nobody'] });
    expect((await engine.tenant.send('GET', `${BASE}/applications/${id}/references/C`)).body).toMatchObject({
      id: 'C',
    });
    expect((await engine.tenant.send('DELETE', path)).status).toBe(204);
    expect((await engine.tenant.send('DELETE', path)).status).toBe(404);
    expect((await engine.get(id, 'counts')).body).toEqual({ references: 1, images: 1 });
  });

  test('can have several images, which are one result and go together', async () => {
    const { id, modifyKey } = await engine.newApplication();
    await engine.post(modifyKey, 'references', {
      imageId: 'box',
      keywords: 'tea',
      image: await jpegPicture(21),
    });
    const side = { imageId: 'box', additional: 'true', image: await jpegPicture(22) };
    expect((await engine.post(modifyKey, 'references', side)).body).toMatchObject({
      imageCount: 2,
      keywords: ['tea'],
    });
    for (const seed of [21, 22]) {
      const found = await engine.post(modifyKey, 'search', {
        image: await changedPicture(seed),
        keywords: 'tea',
      });
      expect(found.body).toMatchObject({ total: 1, hits: [{ id: 'box' }] });
    }
    expect((await engine.get(id, 'counts')).body).toEqual({ references: 1, images: 2 });
    await engine.post(modifyKey, 'references', { imageId: 'box', image: await jpegPicture(23) });
    expect((await engine.get(id, 'counts')).body).toEqual({ references: 1, images: 1 });
    expect((await engine.post(modifyKey, 'search', { image: await changedPicture(22) })).body).toMatchObject({
      total: 0,
    });
    await engine.post(modifyKey, 'references', side);
    const key = { headers: { 'Application-Key': modifyKey } };
    expect(
      (await engine.tenant.send('DELETE', `${BASE}/applications/current/references/box`, key)).status,
    ).toBe(204);
    expect((await engine.get(id, 'counts')).body).toEqual({ references: 0, images: 0 });
  });
});

describe('a similarity application with several images of an id', () => {
  test('finds it once, by the nearest image, and counts ids', async () => {
    const { modifyKey } = await engine.newApplication('similarity');
    for (const seed of [31, 32]) {
      await engine.post(modifyKey, 'references', {
        imageId: 'pair',
        additional: 'true',
        image: await jpegPicture(seed),
      });
    }
    await engine.post(modifyKey, 'references', { imageId: 'single', image: await jpegPicture(33) });
    const found = await engine.post(modifyKey, 'search', { image: await jpegPicture(32), limit: '5' });
    expect(memberOf(found.body, 'total')).toBe(2);
    const hits = elementsOf(memberOf(found.body, 'hits'));
    expect(hits.map((hit) => memberOf(hit, 'id'))).toEqual(['pair', 'single']);
    expect(memberOf(hits[0], 'distance') as number).toBeLessThan(0.01);
    const second = await engine.post(modifyKey, 'search', {
      image: await jpegPicture(32),
      limit: '1',
      offset: '1',
    });
    expect(second.body).toMatchObject({ total: 2, hits: [{ id: 'single' }] });
  });
});
