/** The engine's management interface: imports, explanations, comparisons and refusals. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { BASE } from '../../../src/rest/engine-v3/route.js';
import { engineV3Routes } from '../../../src/rest/engine-v3/register.js';
import { startTestApp } from '../../kit/app.js';
import { useTestApp } from '../../kit/use-app.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { changedPicture, flatPicture, jpegPicture, drawPicture } from '../../kit/pictures.js';
import { zipOf } from '../../kit/files/zips.js';
import { describedOperation } from '../../kit/rest-contract.js';
import { EngineClient } from '../support/engine-client.js';
import { Management, type Parts } from '../support/management.js';
import { Tenant } from '../support/tenant.js';
import { weakPhoto } from '../support/weak-photo.js';

const loupe = useTestApp();
let engine: Management;

beforeAll(async () => {
  engine = await Management.open(loupe);
});

describe('signatures and colors', () => {
  test('of references and of pictures that are not stored, and the palette of an application', async () => {
    const { id, modifyKey, queryKey } = await engine.newApplication('color');
    const image = await jpegPicture(61);
    const extracted = await engine.post(queryKey, 'extract', { image });
    expect(extracted.body).toMatchObject({ grade: 5, gradeReason: 'good', isRecognizable: true });
    const dna = textMember(extracted.body, 'dna');
    await engine.post(modifyKey, 'references', { imageId: 'a', dna, keywords: 'k' });
    expect((await engine.get(id, 'references/a/dna')).body).toEqual({ id: 'a', dna });
    const { colors } = (await engine.get(id, 'references/a/colors')).body;
    expect((await engine.post(queryKey, 'colors', { image })).body).toEqual({ colors });
    const shares = (colors as { percentage: number }[]).map(({ percentage }) => percentage);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
    const palette = async (json: object) =>
      engine.tenant.send('POST', `${BASE}/applications/${id}/palette`, { json });
    expect((await palette({ mostColors: 2, keywords: ['k'] })).body.colors).toHaveLength(2);
    expect((await palette({ ids: ['nobody'] })).body).toEqual({ colors: [] });
    expect(await palette({ mostColors: 101 })).toMatchObject({ status: 400 });
    const other = await engine.newApplication('mobile');
    expect((await engine.get(other.id, 'palette')).status).toBe(404);
    expect(await engine.post(other.queryKey, 'colors', { image })).toMatchObject({
      status: 400,
      body: { code: 'COLORS_BY_UPLOAD_NOT_AVAILABLE' },
    });
    expect(await engine.post(queryKey, 'search', { image, colors: 'FF0000' })).toMatchObject({ status: 400 });
  });
});

describe('an import from a ZIP', () => {
  test('adds every picture, reports every file, and leaves nothing behind', async () => {
    const { id, modifyKey } = await engine.newApplication();
    const zip = await zipOf({
      'shelf/one.jpg': await jpegPicture(41),
      'shelf/two.jpg': await jpegPicture(42),
      'shelf/copy.jpg': await jpegPicture(41),
      'notes.txt': Buffer.from('no picture'),
      'flat.png': await flatPicture(),
      '.hidden': Buffer.from('x'),
    });
    const started = await engine.post(modifyKey, 'imports', { zip, keywords: ['shelf'] });
    expect(started.status).toBe(202);
    expect(started.body).toMatchObject({ state: 'Waiting', total: 5, added: 0 });
    const importId = textMember(started.body, 'id');
    await loupe.app.services.referenceImports.ended({ id }, importId);
    const done = await engine.get(id, `imports/${importId}`);
    expect(done.body).toMatchObject({ state: 'Done', added: 3, refused: 2, progress: 1 });
    const lines = (await engine.get(id, `imports/${importId}/lines`)).body.items;
    expect(lines).toMatchObject([
      { imageId: 'shelf/one.jpg', code: null, grade: 5 },
      { imageId: 'shelf/two.jpg', code: null },
      { imageId: 'shelf/copy.jpg', code: null, nearDuplicates: ['shelf/one.jpg'] },
      { fileName: 'notes.txt', code: 'UNSUPPORTED_MEDIA' },
      { fileName: 'flat.png', code: 'IMAGE_TOO_SIMPLE' },
    ]);
    expect((await engine.get(id, `imports/${importId}/lines?refused=true&first=1`)).body.items).toMatchObject(
      [{ position: 3 }],
    );
    const found = await engine.post(modifyKey, 'search', {
      image: await changedPicture(42),
      keywords: 'shelf',
    });
    expect(found.body).toMatchObject({ hits: [{ id: 'shelf/two.jpg' }] });
    await expect(readFile(join(loupe.folder, 'imports', `${importId}.archive`))).rejects.toThrow('ENOENT');
  });

  test('goes on after the server was stopped', async () => {
    const other = await startTestApp();
    const { applications, referenceImports, uploads } = other.app.services;
    const key = await new EngineClient(other).newApplication();
    const files = Object.fromEntries(
      await Promise.all(
        [51, 52, 53, 54, 55, 56].map(async (seed) => [`${seed}.jpg`, await jpegPicture(seed)] as const),
      ),
    );
    const zip = await uploads.receiveBytes(await zipOf(files), { maxBytes: 2 ** 28 });
    const { id } = await referenceImports.start(await applications.byKey(key, 'modify'), zip);
    const again = await other.restart();
    const { services } = again.app;
    const view = await services.referenceImports.ended(await services.applications.byKey(key, 'modify'), id);
    expect(view).toMatchObject({ state: 'Done', total: 6, added: 6 });
    await again.close();
  });

  test('refuses what is no ZIP, or an empty one', async () => {
    const { id, modifyKey } = await engine.newApplication();
    for (const [zip, code] of [
      [Buffer.from('no zip at all'), 'UNSUPPORTED_MEDIA'],
      [(await zipOf({ a: await jpegPicture(1) })).subarray(0, 900), 'UNSUPPORTED_MEDIA'],
      [await zipOf({ '.DS_Store': Buffer.from('x') }), 'BAD_USER_INPUT'],
    ] as const) {
      expect((await engine.post(modifyKey, 'imports', { zip })).body).toMatchObject({ code });
    }
    expect((await engine.post(modifyKey, 'imports', {})).body).toMatchObject({ code: 'MISSING_PARAMETER' });
    expect((await engine.get(id, 'counts')).body).toEqual({ references: 0, images: 0 });
  });
});

describe('a match', () => {
  test('names the editions and copies that its reference may be taken for, and no others', async () => {
    const { modifyKey, queryKey } = await engine.newApplication();
    const edition = await drawPicture(63)
      .composite([{ input: await drawPicture(64, 120, 60).png().toBuffer(), left: 180, top: 30 }])
      .jpeg({ quality: 90 })
      .toBuffer();
    const photo = await changedPicture(63);
    const explain = async () => {
      const { body } = await engine.post(queryKey, 'explain', { imageId: 'first', image: photo });
      return elementsOf(memberOf(body, 'nearEquals'));
    };
    await engine.post(modifyKey, 'references', { imageId: 'first', image: await jpegPicture(63) });
    await engine.post(modifyKey, 'references', { imageId: 'other', image: await jpegPicture(65) });
    expect(await explain()).toEqual([]);
    await engine.post(modifyKey, 'references', { imageId: 'second', image: edition });
    const near = await explain();
    expect(near.map((each) => memberOf(each, 'id'))).toEqual(['second']);
    expect(memberOf(near[0], 'distance')).toBeLessThan(0.5);
    const { body } = await engine.post(queryKey, 'search', { image: photo, secondTry: 'maybe' });
    expect(body).toMatchObject({ status: 400 });
    const found = await engine.post(queryKey, 'search', { image: photo, secondTry: 'false' });
    expect(elementsOf(memberOf(found.body, 'hits')).length).toBeGreaterThan(0);
  });

  test('is explained by its points and a picture', async () => {
    const { modifyKey, queryKey } = await engine.newApplication();
    await engine.post(modifyKey, 'references', { imageId: 'a', image: await jpegPicture(61) });
    const { body } = await engine.post(queryKey, 'explain', {
      imageId: 'a',
      image: await changedPicture(61),
    });
    expect(body).toMatchObject({ match: { decision: 'Match' } });
    const points = elementsOf(memberOf(memberOf(body, 'match'), 'points'));
    expect(points.length).toBeGreaterThan(20);
    const overlay = Buffer.from(textMember(body, 'overlay'), 'base64');
    const shown = await sharp(await changedPicture(61)).metadata();
    expect(await sharp(overlay).metadata()).toMatchObject({
      format: 'jpeg',
      width: shown.width,
      height: shown.height,
    });
    const other = await engine.post(queryKey, 'explain', { imageId: 'a', image: await jpegPicture(62) });
    expect(memberOf(memberOf(other.body, 'match'), 'decision')).not.toMatch(/^(Match|Clone)$/);
    expect(
      (await engine.post(queryKey, 'explain', { imageId: 'b', image: await jpegPicture(62) })).body,
    ).toMatchObject({
      status: 404,
      code: 'UNKNOWN_IMAGE_ID',
    });
  });

  test('of two uploads is computed without storing them, in detail when asked for', async () => {
    const { id, queryKey } = await engine.newApplication();
    const pair = { reference: await jpegPicture(63), query: await jpegPicture(63) };
    const same = await engine.post(queryKey, 'compare', { ...pair, fine: 'true' });
    expect(same.body).toMatchObject({
      match: { decision: 'Clone' },
      similarity: { distance: 0 },
      fine: { score: 0, coverage: { comparedShare: 1, sensitivity: 'proof' } },
    });
    const different = await engine.post(queryKey, 'compare', { ...pair, query: await jpegPicture(64) });
    expect(different.body).toMatchObject({
      match: { decision: expect.not.stringMatching(/Clone|Match/) },
      fine: null,
    });
    expect((await engine.get(id, 'counts')).body).toEqual({ references: 0, images: 0 });
  });

  test('depends on the threshold of the request, else of the application', async () => {
    const { id, modifyKey } = await engine.newApplication();
    await engine.post(modifyKey, 'references', { imageId: 'a', image: await jpegPicture(65) });
    const weak = await weakPhoto(65);
    const total = async (parts: Parts = {}) =>
      memberOf((await engine.post(modifyKey, 'search', { image: weak, ...parts })).body, 'total');
    const [lenient, strict] = [await total({ threshold: '0' }), await total({ threshold: '1' })];
    expect([lenient, strict]).toEqual([1, 0]);
    await engine.tenant.send('PATCH', `${BASE}/applications/${id}`, { json: { settings: { threshold: 1 } } });
    expect(await total()).toBe(0);
    expect(await total({ threshold: '0' })).toBe(1);
  });
});

describe('bad input to the management interface', () => {
  test('is refused with a status, a code and the field, and nothing is stored', async () => {
    const { id, modifyKey } = await engine.newApplication();
    const image = await jpegPicture(70);
    const cases: readonly [string, Parts, number, string][] = [
      ['references', { image }, 400, 'MISSING_PARAMETER'],
      ['references', { imageId: 'a' }, 400, 'NEITHER_IMAGE_NOR_DNA'],
      ['references', { imageId: 'a', image, dna: 'AAAA' }, 400, 'IMAGE_AND_DNA'],
      ['references', { imageId: 'a', image, keywords: 'a;b' }, 400, 'INVALID_KEYWORD'],
      ['references', { imageId: 'a', image, additional: 'perhaps' }, 400, 'BAD_USER_INPUT'],
      ['references', { imageId: 'a', image: Buffer.from('no') }, 415, 'UNSUPPORTED_MEDIA'],
      ['search', { image, limit: '1001' }, 400, 'BAD_USER_INPUT'],
      ['search', { image, threshold: '2' }, 400, 'BAD_USER_INPUT'],
      ['search', { image, threshold: 'high' }, 400, 'BAD_USER_INPUT'],
      ['search', {}, 400, 'NEITHER_IMAGE_NOR_DNA'],
      ['search', { colors: 'FF0000' }, 400, 'COLOR_SEARCH_NOT_AVAILABLE'],
      ['compare', { reference: image }, 400, 'MISSING_PARAMETER'],
      ['compare', { reference: image, query: image, threshold: '-1' }, 400, 'BAD_USER_INPUT'],
    ];
    for (const [path, parts, status, code] of cases) {
      const answer = await engine.post(modifyKey, path, parts);
      expect({ path, parts: Object.keys(parts), ...(answer.body as object) }).toMatchObject({ status, code });
    }
    expect((await engine.get(id, 'counts')).body).toEqual({ references: 0, images: 0 });
    for (const [json, field] of [
      [{ kind: 'chess' }, 'kind'],
      [{}, 'kind'],
      [{ kind: 'media', key: 'short' }, 'key'],
      [{ kind: 'media', name: ' ' }, 'name'],
      [{ kind: 'media', settings: { threshold: 3 } }, 'settings.threshold'],
    ] as const) {
      const { status, body } = await engine.tenant.send('POST', `${BASE}/applications`, { json });
      expect(status).toBe(400);
      expect(body.fields).toHaveProperty([field]);
    }
    for (const path of [
      'references?first=0',
      'references?first=x',
      'references?after=nonsense',
      'references?keyword=a;b',
    ]) {
      expect((await engine.get(id, path)).status).toBe(400);
    }
  });

  test('strangers see nothing', async () => {
    const { id } = await engine.newApplication();
    const anonymous = await fetch(`${loupe.url}${BASE}/applications/${id}`);
    expect(anonymous.status).toBe(401);
    const other = await Tenant.create(loupe);
    for (const path of [`${id}`, `${id}/references`, `${id}/counters`, 'nonsense']) {
      expect((await other.send('GET', `${BASE}/applications/${path}`)).status).toBe(404);
    }
    const { modifyKey } = await engine.newApplication();
    const headers = { 'Application-Key': modifyKey };
    expect((await fetch(`${loupe.url}${BASE}/applications/${id}/references`, { headers })).status).toBe(404);
  });

  test('every route is described', () => {
    for (const { method, path } of engineV3Routes) {
      expect(describedOperation(method, `${BASE}${path.replace(/:\w+/g, 'x')}`), path).not.toBeNull();
    }
  });
});
