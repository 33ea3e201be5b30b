import { beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { newId } from '../../../src/kernel/ids.js';
import { startTestApp } from '../../kit/app.js';
import { useTestApp } from '../../kit/use-app.js';
import { changedPicture, jpegPicture } from '../../kit/pictures.js';
import { EngineClient, type Fields, form } from '../support/engine-client.js';

const loupe = useTestApp();
let engine: EngineClient;

beforeAll(async () => {
  engine = new EngineClient(loupe);
});

describe('the addresses of the engine', () => {
  const prefixes = ['/api/v2.0', '/api/v2', '/v2', ''];
  const modify = ['/enginemodify/json', '/ltumodify/json', '/enginemodify', '/ltumodify'];
  const query = ['/enginequery/json', '/ltuquery/json', '/enginequery', '/ltuquery'];
  const forms = prefixes.flatMap((prefix) => [
    ...modify.map((segment) => ['modify', `${prefix}${segment}`] as const),
    ...query.map((segment) => ['query', `${prefix}${segment}`] as const),
  ]);

  test('answer the status of their family by GET and POST, on every listener, whatever the case', async () => {
    const key = await engine.newApplication();
    await engine.add(key, 'one', await jpegPicture(1));
    for (const [family, path] of forms) {
      const expected =
        family === 'modify'
          ? { application_db_status: 'available', main_db_status: 'available' }
          : { nb_loaded_images: 1 };
      for (const base of [loupe.url, loupe.modifyUrl, loupe.queryUrl]) {
        const byGet = await engine.call(`${path}/GetApplicationStatus?application_key=${key}`, {}, base);
        expect(byGet).toEqual({ status: { code: 0, message: 'No error' }, ...expected });
      }
      const body = new URLSearchParams({ application_key: key });
      const byPost = await engine.call(`${path.toUpperCase()}/getapplicationSTATUS/`, {
        method: 'POST',
        body,
      });
      expect(byPost).toMatchObject(expected);
    }
  });

  test('are found by a client that knows the host alone', async () => {
    const key = await engine.newApplication();
    const body = new URLSearchParams({ application_key: key });
    const status = await engine.call('/GetApplicationStatus', { method: 'POST', body });
    expect(status).toMatchObject({ status: { code: 0 }, nb_loaded_images: 0, main_db_status: 'available' });
    const picture = await jpegPicture(2);
    const added = await engine.call('/AddImage', {
      method: 'POST',
      body: form({ application_key: key, image_id: 'root' }, picture),
    });
    expect(added.status.code).toBe(0);
    const found = await engine.call('/SearchImageByUpload', {
      method: 'POST',
      body: form({ application_key: key }, picture),
    });
    expect(found.images?.map(({ id }) => id)).toEqual(['root']);
  });

  test('say in a status object that there is no such operation', async () => {
    for (const path of [
      '/v2/ltumodify/json/SearchImageByUpload',
      '/api/v2.0/enginequery/json/Nonsense',
      '/v2/Nonsense',
    ]) {
      const answer = await engine.call(path, {
        method: 'POST',
        body: new URLSearchParams({ application_key: 'x' }),
      });
      expect(answer.status.code).toBe(-2005);
    }
  });
});

describe('the engine', () => {
  test('adds, finds and deletes an image', async () => {
    const key = await engine.newApplication();
    expect(await engine.add(key, 'first', await jpegPicture(10), ['spring', 'no5'])).toEqual({
      status: { code: 0, message: 'Image added to the reference database' },
      task_id: 1,
      grade: 5,
      grade_reason: 'good',
      near_duplicates: [],
    });
    await engine.add(key, 'second', await jpegPicture(11));
    const found = await engine.search(key, await changedPicture(10));
    expect(found.status).toEqual({ code: 0, message: 'No error' });
    expect(found.nb_results_found).toBe(1);
    expect(found.images?.[0]).toMatchObject({ id: 'first', keywords: ['spring', 'no5'] });
    expect(await engine.call(`/v2/ltumodify/json/DeleteImage?application_key=${key}&image_id=first`)).toEqual(
      {
        status: { code: 0, message: 'Image deleted from the reference database' },
        task_id: 3,
      },
    );
    const gone = await engine.search(key, await changedPicture(10));
    expect(gone).toEqual({ status: { code: 0, message: 'No error' }, nb_results_found: 0, images: [] });
  });

  test.each(['mobile', 'brand'] as const)(
    'explains a hit of a %s application with four points',
    async (kind) => {
      const key = await engine.newApplication(kind);
      await engine.add(key, 'a', await jpegPicture(20));
      const { images } = await engine.search(key, await changedPicture(20));
      const hit = images?.[0];
      const info = JSON.parse(hit?.result_info ?? '');
      expect(info).toMatchObject({ category: 'LOCALMATCHING', decision: 'Match', distance: hit?.score });
      expect(Object.keys(info['scores']).sort()).toEqual([
        'boxCoveredSurface',
        'boxPointsRatio',
        'boxPointsRatioHomography',
        'matchStrength',
      ]);
      expect(info['reference'].originalDimensions).toEqual([480, 360]);
      expect(info['reference'].matchingBox.points).toHaveLength(4);
      expect(info['query'].matchingBox.area).toBeGreaterThan(0.3);
      expect(info['homography']).toMatchObject({ source: 'reference', destination: 'query' });
      expect(info['homography'].coefficients).toHaveLength(9);
      expect(info['homography'].coefficients[8]).toBe(1);
      const [cx, cy] = project(info['homography'].coefficients, [0.5, 0.5]);
      expect(Math.hypot(cx - 0.5, cy - 0.5)).toBeLessThan(0.02);
    },
  );

  test('explains a hit of a media application with an upright box', async () => {
    const key = await engine.newApplication('media');
    await engine.add(key, 'a', await jpegPicture(21));
    const { images } = await engine.search(key, await changedPicture(21));
    const info = JSON.parse(images?.[0]?.result_info ?? '');
    expect(info).not.toHaveProperty('scores');
    for (const side of ['query', 'reference']) {
      const { topLeftPoint, bottomRightPoint } = info[side].matchingBox;
      expect(topLeftPoint[0]).toBeLessThan(bottomRightPoint[0]);
      expect(topLeftPoint[1]).toBeLessThan(bottomRightPoint[1]);
      expect(info[side].originalDimensions).toHaveLength(2);
    }
  });

  test('merges parameters of the query, of the form and of the parts', async () => {
    const key = await engine.newApplication();
    const picture = await jpegPicture(30);
    const inQuery = `application_key=${key}&image_id=q&keywords=a&keywords=b`;
    const added = await engine.call(`/v2/ltumodify/json/AddImage?${inQuery}`, {
      method: 'POST',
      body: form({}, picture),
    });
    expect(added.status.code).toBe(0);
    const body = new URLSearchParams({ image_id: 'q' });
    const read = await engine.call(`/v2/ltuquery/json/GetImageById?application_key=${key}`, {
      method: 'POST',
      body,
    });
    expect(read['image']).toEqual({ keywords: ['a', 'b'], score: 0, id: 'q', result_info: '' });
  });

  test('restricts a search to keywords and ids, and pages through it', async () => {
    const key = await engine.newApplication();
    const picture = await jpegPicture(31);
    for (const id of ['a', 'b', 'c'])
      await engine.add(key, id, picture, [id === 'b' ? 'odd' : 'even', 'all']);
    const ids = async (others: Fields) =>
      (await engine.search(key, picture, others)).images?.map(({ id }) => id);
    expect(await ids({})).toEqual(['a', 'b', 'c']);
    expect(await ids({ keywords: ['all', 'odd'] })).toEqual(['b']);
    expect(await ids({ ids_list: 'c;b;unknown' })).toEqual(['b', 'c']);
    expect(await ids({ nb_results: '1', starting_index: '1' })).toEqual(['b']);
    expect((await engine.search(key, picture, { nb_results: '1' })).nb_results_found).toBe(3);
  });

  test('takes a DNA instead of an image', async () => {
    const key = await engine.newApplication();
    await engine.add(key, 'a', await jpegPicture(32));
    const read = await engine.call(`/v2/ltumodify/json/GetDnaById?application_key=${key}&image_id=a`);
    const { dna } = read['dna'] as { dna: string };
    const body = new URLSearchParams({ application_key: key, dna });
    const found = await engine.call('/v2/ltuquery/json/SearchImageByDna', { method: 'POST', body });
    expect(found.images?.map(({ id }) => id)).toEqual(['a']);
    const bad = new URLSearchParams({ application_key: key, dna: 'bm8gZG5h' });
    const refused = await engine.call('/v2/ltuquery/json/SearchImageByDna', { method: 'POST', body: bad });
    expect(refused).toMatchObject({ status: { code: -2610 }, images: [] });
  });

  test('keeps its references over a restart', async () => {
    const other = await startTestApp();
    const key = newId();
    await other.app.services.applications.create(operator, { kind: 'mobile', key });
    const body = form({ application_key: key, image_id: 'kept' }, await jpegPicture(33));
    await engine.call('/v2/ltumodify/json/AddImage', { method: 'POST', body }, other.url);
    const restarted = await other.restart();
    try {
      const query = form({ application_key: key }, await changedPicture(33));
      const found = await engine.call(
        '/v2/ltuquery/json/SearchImageByUpload',
        { method: 'POST', body: query },
        restarted.url,
      );
      expect(found.images?.map(({ id }) => id)).toEqual(['kept']);
    } finally {
      await restarted.close();
    }
  });
});

function project(h: readonly number[], [x, y]: readonly [number, number]): readonly [number, number] {
  const at = (row: number) => h[row * 3]! * x + h[row * 3 + 1]! * y + h[row * 3 + 2]!;
  return [at(0) / at(2), at(1) / at(2)];
}
