/** What similarity, color, brand and media applications answer beyond mobile matching. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { asSharp, makePoster, paint, plain } from '../../addon/color-pictures.js';
import { startTestApp } from '../../kit/app.js';
import { useTestApp } from '../../kit/use-app.js';
import { drawPicture, jpegPicture } from '../../kit/pictures.js';
import { type Answer, EngineClient, type Fields, form } from '../support/engine-client.js';

const QUERY = '/api/v2.0/enginequery/json';
const RED = [220, 20, 30] as const;
const BLUE = [20, 40, 200] as const;

const loupe = useTestApp();
let engine: EngineClient;

beforeAll(async () => {
  engine = new EngineClient(loupe);
});

const poster = (seed: number) => asSharp(makePoster(seed)).jpeg({ quality: 92 }).toBuffer();
const smaller = async (bytes: Buffer) => sharp(bytes).resize(300).jpeg({ quality: 60 }).toBuffer();
const flag = (share: number) =>
  asSharp(paint(plain(200, 100, RED), { x: 0, y: 0, width: 200 * share, height: 100 }, BLUE))
    .png()
    .toBuffer();

async function query(operation: string, fields: Fields): Promise<Answer> {
  const values = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((text) => [name, text]),
  );
  return engine.call(`${QUERY}/${operation}?${new URLSearchParams(values).toString()}`);
}

describe('a similarity application', () => {
  test('ranks near-duplicates first and mixes the scores by the stated formula', async () => {
    const key = await engine.newApplication('similarity');
    for (const seed of [11, 12, 13, 14])
      await engine.add(key, `poster-${seed}`, await poster(seed), ['poster']);
    const found = await engine.search(key, await smaller(await poster(12)));
    expect(found.nb_results_found).toBe(4);
    expect(found.images?.[0]?.id).toBe('poster-12');
    expect(found.images?.[0]?.score).toBeLessThan(0.15);
    expect(found.images?.[1]?.score).toBeGreaterThan(0.2);
    for (const colorWeight of [0, 30, 100]) {
      const { images = [] } = await engine.search(key, await poster(99), {
        color_weight: String(colorWeight),
      });
      const scores = images.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => a - b));
      for (const { result_info: text, score } of images) {
        const info = JSON.parse(text);
        expect(info).toMatchObject({ category: 'SIMILARITY', colorweight: colorWeight / 100 });
        const mixed = (1 - info.colorweight) * info.shapeScore + info.colorweight * info.colorScore;
        expect(score).toBeCloseTo(mixed, 3);
      }
    }
  });

  test('pages in one order, keeps to keywords and ids, and takes ids and DNAs', async () => {
    const key = await engine.newApplication('similarity');
    for (const seed of [21, 22, 23, 24]) {
      await engine.add(key, `p${seed}`, await poster(seed), [seed % 2 === 0 ? 'even' : 'odd']);
    }
    const picture = await poster(29);
    const ids = async (fields: Fields) =>
      (await engine.search(key, picture, fields)).images?.map(({ id }) => id) ?? [];
    const all = await ids({});
    const pages = await Promise.all(
      [0, 1, 2, 3].map((at) => ids({ nb_results: '1', starting_index: String(at) })),
    );
    expect(pages.flat()).toEqual(all);
    expect(await ids({ keywords: ['even'] })).toEqual(all.filter((id) => id === 'p22' || id === 'p24'));
    expect(await ids({ keywords: ['even'], ids_list: 'p24;p21' })).toEqual(['p24']);
    expect((await engine.search(key, picture, { keywords: ['odd'], nb_results: '1' })).nb_results_found).toBe(
      2,
    );
    const byId = await query('SearchImageById', { application_key: key, image_id: 'p23' });
    expect(byId.images?.[0]).toMatchObject({ id: 'p23', score: 0 });
  });

  test('takes pictures without corners, and the DNA of a mobile application as the picture itself', async () => {
    const [mobile, similarity] = [
      await engine.newApplication('mobile'),
      await engine.newApplication('similarity'),
    ];
    expect((await engine.add(similarity, 'plain', await flag(1))).status.code).toBe(0);
    const picture = await poster(31);
    await engine.add(mobile, 'a', picture);
    const read = await engine.call(`/v2/ltumodify/json/GetDnaById?application_key=${mobile}&image_id=a`);
    const { dna } = read['dna'] as { dna: string };
    const add = new URLSearchParams({ application_key: similarity, image_id: 'by-dna', dna });
    const added = await engine.call('/v2/ltumodify/json/AddImage', { method: 'POST', body: add });
    expect(added.status.code).toBe(0);
    const byPicture = await engine.search(similarity, picture);
    expect(byPicture.images?.[0]).toMatchObject({ id: 'by-dna' });
    expect(byPicture.images?.[0]?.score).toBeLessThan(0.01);
    const body = new URLSearchParams({ application_key: similarity, dna });
    const byDna = await engine.call(`${QUERY}/SearchImageByDna`, { method: 'POST', body });
    expect(byDna.images?.[0]).toMatchObject({ id: 'by-dna', score: 0 });
  });
});

describe('a color application', () => {
  test('finds pictures by their colors with and without percentages', async () => {
    const key = await engine.newApplication('color');
    for (const [id, share] of [
      ['red', 0],
      ['half', 0.5],
      ['blue', 1],
    ] as const) {
      await engine.add(key, id, await flag(share), ['flag', id]);
    }
    const order = async (colors: readonly string[], others: Fields = {}) =>
      (await query('SearchImageByColors', { application_key: key, colors, ...others })).images?.map(
        ({ id }) => id,
      );
    expect(await order(['DC141E@100'])).toEqual(['red', 'half', 'blue']);
    expect((await order(['DC141E@50', '1428C8@50']))?.[0]).toBe('half');
    expect((await order(['1428C8']))?.[0]).toBe('blue');
    expect(await order(['1428C8'], { keywords: ['red'] })).toEqual(['red']);
    expect(await order(['1428C8'], { ids_list: 'half;red' })).toEqual(['half', 'red']);
    const { images } = await query('SearchImageByColors', { application_key: key, colors: ['DC141E@100'] });
    expect(images?.[0]?.score).toBeLessThan(0.02);
    expect((await engine.search(key, await flag(0.5))).images?.[0]?.id).toBe('half');
  });

  test('finds the same picture at distance 0 by upload, DNA and id', async () => {
    const key = await engine.newApplication('color');
    const photo = await jpegPicture(21, 300, 200);
    await engine.add(key, 'same', photo);
    await engine.add(key, 'other', await poster(15));
    const found = await engine.search(key, photo);
    expect(found.images?.[0]).toMatchObject({ id: 'same', score: 0 });
    expect(found.images?.[1]?.score).toBeGreaterThan(0.02);
    const named = new URLSearchParams({ application_key: key, image_id: 'same' }).toString();
    const { dna } = (await engine.call(`/GetDnaById?${named}`))['dna'] as { dna: string };
    const byDna = await query('SearchImageByDna', { application_key: key, dna });
    const byId = await query('SearchImageById', { application_key: key, image_id: 'same' });
    expect(byDna.images).toEqual(found.images);
    expect(byId.images).toEqual(found.images);
  });

  test('returns the colors of references and uploads, and the palette of those that pass', async () => {
    const key = await engine.newApplication('color');
    await engine.add(key, 'red', await flag(0), ['warm']);
    await engine.add(key, 'half', await flag(0.5), ['mixed']);
    const byId = await query('GetImageColorsById', { application_key: key, image_id: 'half' });
    expect(byId['colors']).toEqual([
      expect.stringMatching(/^[0-9A-F]{6}@50$/),
      expect.stringMatching(/@50$/),
    ]);
    const body = form({ application_key: key }, await flag(0.25));
    const byUpload = await engine.call(`${QUERY}/GetImageColorsByUpload`, { method: 'POST', body });
    expect(byUpload['colors']).toEqual(['DC141E@75', '1428C8@25']);
    const palette = await query('GetPalette', { application_key: key });
    expect(palette).toMatchObject({ status: { code: 0 }, image_count: [2, 1] });
    expect(palette['colors']).toHaveLength(2);
    expect(await query('GetPalette', { application_key: key, nb_colors: '1' })).toMatchObject({
      image_count: [2],
    });
    const some = await query('GetPalette', { application_key: key, keywords: ['warm'] });
    expect(some['image_count']).toEqual([1]);
    const nobody = await query('GetPalette', { application_key: key, ids_list: 'nobody' });
    expect(nobody).toMatchObject({ status: { code: 0 }, colors: [], image_count: [] });
  });

  test('sees what is added, replaced and deleted at once, and keeps it over a restart', async () => {
    const other = await startTestApp();
    const there = new EngineClient(other);
    const key = await there.newApplication('color');
    await there.add(key, 'a', await flag(0));
    const search = `${QUERY}/SearchImageByColors?application_key=${key}&colors=DC141E@100`;
    expect((await there.call(search)).nb_results_found).toBe(1);
    await there.add(key, 'b', await flag(1));
    await there.add(key, 'a', await flag(1));
    const changed = await there.call(search);
    expect(changed.nb_results_found).toBe(2);
    expect(changed.images?.[0]?.score).toBeGreaterThan(0.3);
    await there.call(`/v2/ltumodify/json/DeleteImage?application_key=${key}&image_id=b`);
    expect((await there.call(search)).nb_results_found).toBe(1);
    const restarted = await other.restart();
    const again = await new EngineClient(restarted).call(search);
    await restarted.close();
    expect(again.images?.map(({ id }) => id)).toEqual(['a']);
  });
});

describe('a brand application', () => {
  test('finds several logos in one picture, each with its own box', async () => {
    const key = await engine.newApplication('brand');
    for (const seed of [41, 42, 43]) await engine.add(key, `logo-${seed}`, await jpegPicture(seed, 240, 180));
    const street = sharp({
      create: { width: 900, height: 640, channels: 3, background: '#8a9095' },
    }).composite([
      { input: await drawPicture(41, 240, 180).png().toBuffer(), left: 40, top: 60 },
      { input: await drawPicture(43, 240, 180).png().toBuffer(), left: 560, top: 380 },
    ]);
    const { images = [], nb_results_found: total } = await engine.search(key, await street.jpeg().toBuffer());
    expect(images.map(({ id }) => id).sort()).toEqual(['logo-41', 'logo-43']);
    expect(total).toBe(2);
    for (const { id, result_info: text } of images) {
      const { points, area } = JSON.parse(text).query.matchingBox;
      const [left, top] = points[0];
      expect(Math.abs(left - (id === 'logo-41' ? 40 : 560) / 900)).toBeLessThan(0.06);
      expect(Math.abs(top - (id === 'logo-41' ? 60 : 380) / 640)).toBeLessThan(0.06);
      expect(area).toBeLessThan(0.1);
    }
  });
});

describe('a fine comparison', () => {
  async function compare(
    key: string,
    reference: Buffer,
    changed: Buffer,
    firstName: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const body = new FormData();
    body.append('application_key', key);
    for (const [name, value] of Object.entries(settings)) body.append(name, value);
    body.append(firstName, new Blob([new Uint8Array(reference)]), 'a.jpg');
    body.append('query_image', new Blob([new Uint8Array(changed)]), 'b.jpg');
    return engine.call(`${QUERY}/FineComparison`, { method: 'POST', body });
  }

  test('scores 0 for two encodings and more the more differs, and draws on both pictures', async () => {
    const key = await engine.newApplication('media');
    const marks = [
      { x: 230, y: 170, width: 24, height: 20 },
      { x: 300, y: 220, width: 24, height: 20 },
    ];
    const original = await asSharp(makePoster(5)).png().toBuffer();
    const recompressed = await asSharp(makePoster(5)).jpeg({ quality: 70 }).toBuffer();
    const once = await asSharp(paint(makePoster(5), marks[0]!, [200, 0, 0]))
      .jpeg({ quality: 85 })
      .toBuffer();
    const twice = await asSharp(marks.reduce((p, mark) => paint(p, mark, [200, 0, 0]), makePoster(5)))
      .jpeg({ quality: 85 })
      .toBuffer();
    expect((await compare(key, original, recompressed, 'ref_image'))['score']).toBe(0);
    const one = await compare(key, original, once, 'reference_image');
    const two = await compare(key, original, twice, 'ref_image');
    expect(one['score']).toBeGreaterThan(0);
    expect(two['score']).toBeGreaterThan(one['score'] as number);
    for (const member of ['ref_image', 'query_image']) {
      const drawn = Buffer.from(one[member] as string, 'base64');
      expect(await sharp(drawn).metadata()).toMatchObject({ format: 'jpeg', width: 560, height: 420 });
    }
  });

  test('leaves out what is fainter than min_delta_e, shorter than min_size or to be ignored', async () => {
    const key = await engine.newApplication('media');
    const reference = await asSharp(makePoster(5)).png().toBuffer();
    // On the white field: a faint one, CIELAB 96 against 84, of 40 pixels.
    const faint = { x: 240, y: 180, width: 40, height: 30 };
    const query = await asSharp(paint(makePoster(5), faint, [210, 210, 210]))
      .png()
      .toBuffer();
    const scoreWith = async (settings: Record<string, string>) =>
      (await compare(key, reference, query, 'ref_image', settings))['score'];
    expect(await scoreWith({})).toBeGreaterThan(0);
    expect(await scoreWith({ min_delta_e: '8', min_size: '30' })).toBeGreaterThan(0);
    expect(await scoreWith({ min_delta_e: '25' })).toBe(0);
    expect(await scoreWith({ min_size: '70' })).toBe(0);
    expect(await scoreWith({ ignore: '0.35,0.35,0.25,0.25' })).toBe(0);
    expect(await scoreWith({ sensitivity: 'photo' })).toBeGreaterThan(0);
  });

  test('refuses settings that make no sense and names them, at score 100', async () => {
    const key = await engine.newApplication('media');
    const picture = await jpegPicture(1);
    for (const [name, value] of [
      ['min_delta_e', '101'],
      ['min_delta_e', 'much'],
      ['min_size', '-1'],
      ['sensitivity', 'eagle'],
      ['ignore', '0,0,2,2'],
      ['ignore', 'the logo'],
    ] as const) {
      const refused = await compare(key, picture, picture, 'ref_image', { [name]: value });
      expect(refused).toMatchObject({ status: { code: -2004 }, score: 100 });
      expect(JSON.stringify(refused)).toContain(name);
    }
  });
});
