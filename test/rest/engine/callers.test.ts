/** Callers that go away, ask for very much, or write addresses that nobody knows. */
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { useTestApp } from '../../kit/use-app.js';
import { drawPicture, jpegPicture } from '../../kit/pictures.js';
import { makePicture, withAnotherPixel } from '../../kit/files/rasters.js';
import { EngineClient, form } from '../support/engine-client.js';

const loupe = useTestApp({
  isAlone: true,
  environment: { LOUPE_VISION_THREADS: '1', LOUPE_REQUESTS_AT_LEAST: '64' },
});
let engine: EngineClient;

beforeAll(async () => {
  engine = new EngineClient(loupe);
});

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
      .compareFinely(picture, withAnotherPixel(picture), end.signal)
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

test('unknown addresses below the engine answer a status', async () => {
  for (const path of ['ltuquery/soap/GetImageById', 'enginemodify/json/a/b', 'ltuquery', 'ltumodify/json/']) {
    expect((await engine.call(`/api/v2.0/${path}`)).status.code).toBe(-2005);
  }
});

test('unserved addresses answer a status on the ports of the engine, on others as elsewhere', async () => {
  for (const base of [loupe.modifyUrl, loupe.queryUrl]) {
    for (const path of ['/', '/json/AddImage', '/api/v9/enginequery/json/AddImage', '/nothing?a=b']) {
      for (const method of ['GET', 'POST']) {
        const { status } = await engine.call(path, { method }, base);
        expect({ path, code: status.code }).toEqual({ path, code: -2005 });
        expect(status.message).toMatch(/\/api\/v2\.0\/engine(modify|query)\/json\//);
      }
    }
  }
  expect((await fetch(`${loupe.url}/nothing`)).status).toBe(404);
});

test('an operation asked of the wrong family names the place where it is served', async () => {
  const messageAt = async (path: string) => (await engine.call(`/api/v2.0/${path}`)).status;
  expect(await messageAt('enginemodify/json/searchimagebyupload')).toEqual({
    code: -2005,
    message:
      'There is no operation "searchimagebyupload" here. ' +
      'SearchImageByUpload is served at /api/v2.0/enginequery/json/SearchImageByUpload.',
  });
  expect((await messageAt('enginequery/json/AddImage')).message).toContain('/enginemodify/json/AddImage.');
});

test('a task has a number of its own, and its status is known to its application alone', async () => {
  const [{ key }, other] = [await newApplication('mobile'), await newApplication('mobile')];
  const added = await engine.add(key, 'a', await jpegPicture(41));
  const replaced = await engine.add(key, 'a', await jpegPicture(42));
  const deleted = await engine.call(`/v2/enginemodify/DeleteImage?application_key=${key}&image_id=a`);
  const numbers = [added, replaced, deleted].map((answer) => Number(answer['task_id']));
  expect(new Set(numbers).size).toBe(3);
  const statusOf = async (task: string, of = key) =>
    engine.call(`/v2/enginemodify/GetTaskStatus?application_key=${of}&task_id=${task}`);
  for (const number of numbers) {
    expect(number).toBeGreaterThan(0);
    expect(await statusOf(String(number))).toMatchObject({ status: { code: 0 }, task_status: 'Done' });
  }
  const unknown = String(Math.max(...numbers) + 1);
  expect((await statusOf(unknown)).status).toEqual({
    code: -2004,
    message: 'task_id: there is no such task in this application',
  });
  expect((await statusOf(String(numbers[0]), other.key)).status.code).toBe(-2004);
  for (const bad of ['-1', 'x', '1.5', '99999999999999'])
    expect((await statusOf(bad)).status.code).toBe(-2004);
  const refused = await engine.add(key, '', await jpegPicture(41));
  expect(refused).toMatchObject({ status: { code: -2003 }, task_id: 0 });
});

test('an image searched by its id is first, at no distance', async () => {
  const { key } = await newApplication('media');
  const picture = await jpegPicture(43);
  for (const id of ['copy', 'itself', 'other copy']) await engine.add(key, id, picture);
  const found = await engine.call(`${QUERY}/SearchImageById?application_key=${key}&image_id=itself`);
  expect(found.nb_results_found).toBe(3);
  expect(found.images?.[0]).toMatchObject({ id: 'itself', score: 0 });
  expect(JSON.parse(found.images?.[0]?.result_info ?? '')).toMatchObject({ distance: 0, decision: 'Clone' });
  const page = await engine.call(
    `${QUERY}/SearchImageById?application_key=${key}&image_id=itself&starting_index=1`,
  );
  expect(page.images?.map(({ id }) => id)).not.toContain('itself');
});

test('the sizes of a match never exceed those of the pictures', async () => {
  const { key } = await newApplication('mobile');
  const picture = await jpegPicture(44, 300, 220);
  await engine.add(key, 'small', picture);
  const [image] = (await engine.search(key, picture)).images ?? [];
  const size = { originalDimensions: [300, 220], resizedDimensions: [300, 220] };
  expect(JSON.parse(image?.result_info ?? '')).toMatchObject({ query: size, reference: size });
});

test('a refused fine comparison has the score of pictures that differ most', async () => {
  const { key } = await newApplication('media');
  const body = form({ application_key: key });
  for (const [name, seed] of [
    ['ref_image', 45],
    ['query_image', 46],
  ] as const)
    body.append(name, new Blob([new Uint8Array(await jpegPicture(seed))]), 'a.jpg');
  const refused = await engine.call(`${QUERY}/FineComparison`, { method: 'POST', body });
  expect(refused).toMatchObject({ status: { code: -2620 }, score: 100, ref_image: '', query_image: '' });
});

test('a refused keyword answers in the words that clients know, or with what else is wrong', async () => {
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
