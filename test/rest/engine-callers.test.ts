/** Callers that go away, ask for very much, or write addresses that nobody knows. */
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { type TestApp, startTestApp } from '../kit/app.js';
import { drawPicture, jpegPicture } from '../kit/pictures.js';
import { makePicture } from '../kit/rasters.js';
import { EngineClient, form } from './support/engine-client.js';

let loupe: TestApp;
let engine: EngineClient;

beforeAll(async () => {
  loupe = await startTestApp({ environment: { LOUPE_VISION_THREADS: '1' } });
  engine = new EngineClient(loupe);
});
afterAll(() => loupe.close());

const QUERY = '/api/v2.0/ltuquery/json';

async function newApplication(kind: 'mobile' | 'media' | 'color') {
  const { applications } = loupe.app.services;
  const { id, modifyKey } = await applications.create(operator, { kind });
  return { id, key: modifyKey ?? '' };
}

/**
 * Keeps the only thread of recognition at work while calls are made, and lets go of it once `count` of them wait and
 * their callers have gone.
 */
async function goneWhileWaiting(
  count: number,
  calls: (signal: AbortSignal) => readonly Promise<unknown>[],
): Promise<void> {
  const { vision } = loupe.app.services;
  const picture = makePicture(9, 1200, 900);
  const end = new AbortController();
  const gone = new AbortController();
  setMaxListeners(0, end.signal, gone.signal);
  let unfinished = 60;
  const work = Array.from({ length: unfinished }, () =>
    vision
      .compareFinely(picture, picture, end.signal)
      .catch(() => null)
      .finally(() => (unfinished -= 1)),
  );
  const made = calls(gone.signal);
  while (vision.waitingCount < unfinished + count - 1) await wait(1);
  gone.abort();
  await Promise.all(made);
  // Connections close before later ones are answered.
  for (let i = 0; i < 3; i += 1) await engine.call(`${QUERY}/GetApplicationStatus?application_key=none`);
  expect(unfinished).toBeGreaterThan(0);
  end.abort();
  await Promise.all(work);
  while (vision.waitingCount > 0) await wait(1);
}

test('the work of callers who are gone is given up', async () => {
  const { id, key } = await newApplication('media');
  await engine.add(key, 'a', await jpegPicture(1, 240, 180));
  const large = await jpegPicture(2, 1200, 900);
  const pair = () => {
    const body = form({ application_key: key });
    for (const name of ['ref_image', 'query_image'])
      body.append(name, new Blob([new Uint8Array(large)]), 'a.jpg');
    return body;
  };
  const requests = [
    ...Array.from({ length: 2 }, () => ['FineComparison', pair()] as const),
    ...Array.from(
      { length: 20 },
      () => ['SearchImageByUpload', form({ application_key: key }, large)] as const,
    ),
  ];
  await goneWhileWaiting(requests.length, (signal) =>
    requests.map(([name, body]) =>
      fetch(`${loupe.url}${QUERY}/${name}`, { method: 'POST', body, signal }).catch(() => null),
    ),
  );
  // Recognition serves the next caller, and none of those searches was done.
  expect((await engine.search(key, await jpegPicture(1, 240, 180))).nb_results_found).toBe(1);
  const [month] = await loupe.app.services.applicationCounters.read(id);
  expect(month?.counts.searches).toBe(1);
});

test('an image whose sender went away before it was stored is not added', async () => {
  const { key } = await newApplication('mobile');
  const large = await jpegPicture(3, 1200, 900);
  await goneWhileWaiting(12, (signal) =>
    Array.from({ length: 12 }, (_, at) =>
      fetch(`${loupe.url}/AddImage`, {
        method: 'POST',
        body: form({ application_key: key, image_id: String(at) }, large),
        signal,
      }).catch(() => null),
    ),
  );
  const status = await engine.call(`${QUERY}/GetApplicationStatus?application_key=${key}`);
  expect(status['nb_loaded_images']).toBe(0);
});

test('10,000 ids and whole signatures fit into an address, on every listener', async () => {
  const { key } = await newApplication('mobile');
  await engine.add(key, 'there', await jpegPicture(4), ['tag']);
  const ids = [...Array.from({ length: 9_999 }, (_, at) => `image-of-a-catalog-${at}`), 'there'].join(';');
  const read = await engine.call(`/v2/ltumodify/json/GetDnaById?application_key=${key}&image_id=there`);
  const { dna } = read['dna'] as { dna: string };
  for (const base of [loupe.url, loupe.modifyUrl, loupe.queryUrl]) {
    const byKeywords = new URLSearchParams({ application_key: key, keywords: 'tag', ids_list: ids });
    const listed = await engine.call(`${QUERY}/SearchImageByKeywords?${byKeywords.toString()}`, {}, base);
    expect(listed).toMatchObject({ status: { code: 0 }, nb_results_found: 1 });
    const byDna = new URLSearchParams({ application_key: key, dna });
    const found = await engine.call(`${QUERY}/SearchImageByDna?${byDna.toString()}`, {}, base);
    expect(found.images?.map(({ id }) => id)).toEqual(['there']);
  }
});

test('addresses below the engine that nobody knows are told in a status', async () => {
  for (const path of ['ltuquery/soap/GetImageById', 'enginemodify/json/a/b', 'ltuquery', 'ltumodify/json/']) {
    expect((await engine.call(`/api/v2.0/${path}`)).status.code).toBe(-2005);
  }
});

test('a refused keyword is told in the words that clients know, or what else is wrong with it', async () => {
  const { key } = await newApplication('mobile');
  const picture = await jpegPicture(8);
  const messageFor = async (keyword: string) => (await engine.add(key, 'a', picture, [keyword])).status;
  expect(await messageFor('a;b')).toEqual({ code: -1404, message: 'Invalid chars in keyword' });
  expect(await messageFor('a'.repeat(256))).toEqual({
    code: -1404,
    message: 'A keyword is refused: a keyword has at most 255 characters.',
  });
});

test('methods other than GET and POST are refused in a status, and do nothing', async () => {
  const { key } = await newApplication('mobile');
  await engine.add(key, 'stays', await jpegPicture(6));
  const about = `application_key=${key}&image_id=stays`;
  const addresses = [
    '/api/v2.0/ltumodify/json/DeleteImage',
    '/v2/DeleteImage',
    '/DeleteImage',
    '/v2/ltuquery/a',
  ];
  for (const base of [loupe.url, loupe.modifyUrl, loupe.queryUrl]) {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'HEAD']) {
      for (const address of addresses) {
        const response = await fetch(`${base}${address}?${about}`, { method });
        expect([response.status, response.headers.get('content-type')]).toEqual([
          200,
          'application/json; charset=utf-8',
        ]);
        const text = await response.text();
        if (method !== 'HEAD') expect(JSON.parse(text)).toMatchObject({ status: { code: -2015 } });
      }
    }
  }
  expect((await engine.call(`/GetImageById?${about}`)).status.code).toBe(0);
});

test('the total is the true one where very many references show the same, and every page can be read', async () => {
  const { id, key } = await newApplication('mobile');
  const { services } = loupe.app;
  const picture = await jpegPicture(5, 160, 120);
  const extraction = await services.signatures.extract(picture, 'reference');
  const ids = Array.from({ length: 70 }, (_, at) => `copy-${100 + at}`);
  await services.database.transaction(async (transaction) => {
    const put = { kind: 'put', signature: extraction, keywords: [], isPresent: true } as const;
    await services.referenceStore.write(
      transaction,
      id,
      ids.map((externalId) => ({ ...put, externalId })),
    );
  });
  const all: string[] = [];
  for (const at of [0, 60]) {
    const found = await engine.search(key, picture, { nb_results: '60', starting_index: String(at) });
    expect(found.nb_results_found).toBe(70);
    all.push(...(found.images ?? []).map((image) => image.id));
  }
  expect(all).toEqual(ids);
  const some = { ids_list: ids.slice(7, 67).join(';'), nb_results: '1' };
  expect((await engine.search(key, picture, some)).nb_results_found).toBe(60);
});

test('callers who add or delete the same id at once are all answered, and one image is left or none', async () => {
  const { id, key } = await newApplication('mobile');
  const picture = await jpegPicture(7, 240, 180);
  const added = await Promise.all(Array.from({ length: 6 }, () => engine.add(key, 'same', picture, ['a'])));
  expect(added.map(({ status }) => status.code)).toEqual([0, 0, 0, 0, 0, 0]);
  const found = await engine.search(key, picture);
  expect(found.nb_results_found).toBe(1);
  expect(await loupe.app.services.references.count({ id })).toBe(1);
  const remove = `/v2/ltumodify/json/DeleteImage?application_key=${key}&image_id=same`;
  const deleted = await Promise.all(Array.from({ length: 4 }, () => engine.call(remove)));
  expect(deleted.map(({ status }) => status.code).sort((a, b) => b - a)).toEqual([0, -2802, -2802, -2802]);
  const [month] = await loupe.app.services.applicationCounters.read(id);
  expect(month?.counts).toMatchObject({ imagesAdded: 6, imagesDeleted: 1, searches: 1 });
});

test('mirror images are recognized when they are asked for', async () => {
  const { key } = await newApplication('mobile');
  await engine.add(key, 'page', await jpegPicture(6));
  const mirrored = await drawPicture(6).flop().jpeg().toBuffer();
  expect((await engine.search(key, mirrored)).images).toEqual([]);
  const found = await engine.search(key, mirrored, { mirrored: 'true' });
  expect(found.images?.map(({ id }) => id)).toEqual(['page']);
  const [a] = JSON.parse(found.images?.[0]?.result_info ?? '').homography.coefficients;
  expect(a).toBeLessThan(0);
  expect((await engine.search(key, mirrored, { mirrored: 'perhaps' })).status.code).toBe(-2004);
});
