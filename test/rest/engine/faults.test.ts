/** Every operation of the engine with every fault that its parameters can have. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../../kit/use-app.js';
import { operator } from '../../../src/access/viewer.js';
import type { ApplicationKind } from '../../../src/engine/application.entity.js';
import { flatPicture, jpegPicture } from '../../kit/pictures.js';
import { EngineClient, type Fields } from '../support/engine-client.js';
import { notOffered, type Operation, operations, type Parameter } from '../support/engine-operations.js';
import { multipartBody, rawRequest } from '../support/raw.js';

const MAX_FILE_MB = 1;
/** Operations of the modify family that change nothing. */
const readingBothFamilies = new Set(['GetImageById', 'GetApplicationStatus']);
const INACTIVE = -2002;
const OVERSIZED_BYTES = 1.1 * MAX_FILE_MB * 1024 * 1024;

interface Request {
  readonly fields: Fields;
  readonly files: Readonly<Record<string, Buffer>>;
}

const tooManyIds = Array.from({ length: 10_001 }, (_, i) => i).join(';');
type Change = (request: Request) => Request;
const set =
  (fields: Fields): Change =>
  (r) => ({ ...r, fields: { ...r.fields, ...fields } });
const drop =
  (name: string): Change =>
  ({ fields, files }) => ({
    fields: Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name)),
    files: Object.fromEntries(Object.entries(files).filter(([key]) => key !== name)),
  });
const attach =
  (name: string, bytes: Buffer): Change =>
  (r) => ({ ...r, files: { ...r.files, [name]: bytes } });

const loupe = useTestApp({ environment: { LOUPE_MAX_FILE_MB: String(MAX_FILE_MB) } });
let engine: EngineClient;
let good: Buffer;
let dna: string;
const keys = new Map<ApplicationKind, string>();

beforeAll(async () => {
  engine = new EngineClient(loupe);
  good = await jpegPicture(50);
  for (const kind of ['mobile', 'media', 'brand', 'similarity', 'color'] as const) {
    const key = await engine.newApplication(kind);
    keys.set(kind, key);
    await engine.add(key, 'there', good, ['tag']);
  }
  const read = await engine.call(
    `/v2/ltumodify/json/GetDnaById?application_key=${keys.get('mobile')}&image_id=there`,
  );
  dna = (read['dna'] as { dna: string }).dna;
});

const values = (): Readonly<Record<Parameter, Fields>> => ({
  image_id: { image_id: 'there' },
  image_content: {},
  ref_image: {},
  query_image: {},
  dna: { dna },
  keywords: { keywords: ['tag'] },
  colors: { colors: ['FF6633@40', '336699'] },
  task_id: { task_id: '0' },
  nb_colors: { nb_colors: '5' },
  color_weight: { color_weight: '40' },
  paging: { nb_results: '5', starting_index: '0' },
  ids_list: { ids_list: 'there;elsewhere' },
});

function goodRequest({ kind, takes }: Operation): Request {
  const fields = Object.assign(
    { application_key: keys.get(kind) ?? '' },
    ...takes.map((name) => values()[name]),
  );
  const files = takes.filter((name) => ['image_content', 'ref_image', 'query_image'].includes(name));
  return { fields: fields as Fields, files: Object.fromEntries(files.map((name) => [name, good])) };
}

async function send(operation: Pick<Operation, 'name' | 'family'>, { fields, files }: Request) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const text of [value].flat()) body.append(name, text);
  for (const [name, bytes] of Object.entries(files))
    body.append(name, new Blob([new Uint8Array(bytes)]), 'a.jpg');
  const path = `/api/v2.0/engine${operation.family}/json/${operation.name}`;
  return engine.call(path, { method: 'POST', body });
}

async function faultsOf({ name, takes }: Operation): Promise<readonly [string, Change, number][]> {
  const has = (parameter: Parameter) => takes.includes(parameter);
  const faults: [string, Change, number][] = [
    ['no application_key', drop('application_key'), -2003],
    ['an unknown application_key', set({ application_key: 'unknown' }), -2001],
  ];
  if (has('image_id')) faults.push(['no image_id', drop('image_id'), -2003]);
  if (has('image_id') && name === 'DeleteImage')
    faults.push(['an unknown id', set({ image_id: 'x' }), -2802]);
  else if (has('image_id') && name !== 'AddImage')
    faults.push(['an unknown id', set({ image_id: 'x' }), -2601]);
  if (name === 'AddImage') {
    faults.push(['an id with a semicolon', set({ image_id: 'a;b' }), -2004]);
    faults.push(['an id that is too long', set({ image_id: 'x'.repeat(501) }), -2004]);
    faults.push(['neither image nor DNA', (r) => drop('dna')(drop('image_content')(r)), -2012]);
    faults.push(['image and DNA', (r) => set({ dna })(attach('image_content', good)(r)), -2011]);
  }
  if (name === 'SearchImageByUpload' || name === 'SearchImageByDna') {
    faults.push(['neither image nor DNA', (r) => drop('dna')(drop('image_content')(r)), -2003]);
    faults.push(['image and DNA', (r) => set({ dna })(attach('image_content', good)(r)), -2011]);
  }
  for (const part of ['image_content', 'ref_image', 'query_image'] as const) {
    if (!has(part)) continue;
    faults.push([`no image in ${part}`, attach(part, Buffer.from('no image')), -1001]);
    faults.push([`half an image in ${part}`, attach(part, good.subarray(0, good.length / 2)), -1004]);
    faults.push([`too large an image in ${part}`, attach(part, Buffer.alloc(OVERSIZED_BYTES, 7)), -1003]);
    if (part !== 'image_content') faults.push([`no ${part}`, drop(part), -2003]);
  }
  if (name === 'AddImage' && has('image_content')) {
    faults.push(['an image without detail', attach('image_content', await flatPicture()), -1002]);
  }
  if (name === 'FineComparison')
    faults.push(['other pictures', attach('query_image', await jpegPicture(77)), -2620]);
  if (has('dna')) {
    faults.push(['a DNA that is none', set({ dna: 'bm8gZG5h' }), -2610]);
    faults.push(['a damaged DNA', set({ dna: `${dna.slice(0, 400)}AAAA${dna.slice(404)}` }), -2610]);
    const later = Buffer.from(dna, 'base64');
    later.writeUInt16LE(later.readUInt16LE(8) + 1, 8);
    faults.push(['a DNA of a later version', set({ dna: later.toString('base64') }), -2610]);
  }
  if (has('keywords')) {
    for (const sign of [';', '*', '(', ')', '[', ']', '\n']) {
      faults.push([`a keyword with ${JSON.stringify(sign)}`, set({ keywords: [`a${sign}b`] }), -1404]);
    }
  }
  if (name === 'SearchImageByKeywords') faults.push(['no keywords', drop('keywords'), -2003]);
  if (has('colors')) {
    faults.push(['no colors', drop('colors'), -2003]);
    for (const bad of ['FF99', 'GG0000', 'FF6633@101', 'FF6633@-1', 'red', 'FF6633@x']) {
      faults.push([`the color ${bad}`, set({ colors: ['336699', bad] }), -2014]);
    }
  }
  if (has('paging')) {
    for (const [field, bad] of [
      ['nb_results', '0'],
      ['nb_results', '1001'],
      ['nb_results', '-1'],
      ['nb_results', 'ten'],
      ['nb_results', '1.5'],
      ['starting_index', '-1'],
      ['starting_index', 'x'],
      ['starting_index', '99999999999'],
    ] as const) {
      faults.push([`${field} ${bad}`, set({ [field]: bad }), -2004]);
    }
  }
  if (has('color_weight')) {
    for (const bad of ['-1', '101', '0.5', 'much'])
      faults.push([`color_weight ${bad}`, set({ color_weight: bad }), -2004]);
    for (const bad of ['-0.1', '1.01', 'strict', 'NaN', 'Infinity'])
      faults.push([`threshold ${bad}`, set({ threshold: bad }), -2004]);
  }
  if (has('nb_colors')) {
    for (const bad of ['0', '101', 'all']) faults.push([`nb_colors ${bad}`, set({ nb_colors: bad }), -2004]);
  }
  if (has('ids_list')) faults.push(['10,001 ids', set({ ids_list: tooManyIds }), -2013]);
  if (has('task_id')) faults.push(['no task_id', drop('task_id'), -2003]);
  return faults;
}

describe('every fault of every operation has its code and its message, and changes nothing', () => {
  test.each(operations.map((operation) => [`${operation.name} (${operation.kind})`, operation] as const))(
    '%s',
    async (_name, operation) => {
      for (const [fault, change, code] of await faultsOf(operation)) {
        const answer = await send(operation, change(goodRequest(operation)));
        expect({ fault, code: answer.status.code }).toEqual({ fault, code });
        expect(answer.status.message.length).toBeGreaterThan(10);
        expect(answer).toMatchObject(operation.refusal);
      }
      const key = keys.get(operation.kind) ?? '';
      const status = await engine.call(`/v2/ltuquery/json/GetApplicationStatus?application_key=${key}`);
      expect(status['nb_loaded_images']).toBe(1);
      if (operation.name !== 'DeleteImage') {
        expect((await send(operation, goodRequest(operation))).status).toMatchObject({ code: 0 });
      }
    },
  );

  test.each(notOffered)('%s answers %i in the kinds that do not offer it', async (name, code, kinds) => {
    const operation = operations.find((one) => one.name === name && one.family === 'query')!;
    for (const kind of kinds) {
      const answer = await send(operation, goodRequest({ ...operation, kind }));
      expect({ kind, code: answer.status.code }).toEqual({ kind, code });
      expect(answer).toMatchObject(operation.refusal);
    }
  });

  test('a body that breaks off before its end', async () => {
    const boundary = 'cut';
    for (const { name, family, kind, takes } of operations) {
      const pictures = takes.filter((one) => ['image_content', 'ref_image', 'query_image'].includes(one));
      if (pictures.length === 0) continue;
      const parts = pictures.map((part) => ({
        headers: [`Content-Disposition: form-data; name="${part}"; filename="a.jpg"`],
        body: good,
      }));
      const body = multipartBody(boundary, parts);
      // Inside the last picture, in the headers of its part, and inside the first picture.
      const lastPart = body.lastIndexOf('Content-Disposition');
      for (const end of [body.length - 40, lastPart + 30, Math.floor(good.length / 2)]) {
        const answer = await rawRequest(loupe.url, {
          method: 'POST',
          path: `/v2/ltu${family}/json/${name}?application_key=${keys.get(kind)}&image_id=cut`,
          headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
          body: body.subarray(0, end),
        });
        expect(answer.status).toBe(200);
        expect({ name, end, ...(JSON.parse(answer.text) as object) }).toMatchObject({
          name,
          end,
          status: { code: -1005 },
        });
      }
    }
  });

  test('a key that may only query serves every query operation and no operation that changes', async () => {
    const { applications } = loupe.app.services;
    for (const kind of keys.keys()) {
      const [key, queryKey] = [`all-of-${kind}`, `queries-of-${kind}`];
      await applications.create(operator, { kind, key, queryKey });
      await engine.add(key, 'there', good, ['tag']);
      for (const operation of operations.filter((one) => one.kind === kind)) {
        const { name, family } = operation;
        const isReading = family === 'query' || readingBothFamilies.has(name);
        const answer = await send(operation, set({ application_key: queryKey })(goodRequest(operation)));
        const expected = { name, family, code: isReading ? 0 : -2010 };
        expect({ name, family, code: answer.status.code }).toEqual(expected);
        if (!isReading) expect(answer).toMatchObject(operation.refusal);
      }
      const status = await engine.call(`/v2/ltuquery/json/GetApplicationStatus?application_key=${queryKey}`);
      expect(status['nb_loaded_images']).toBe(1);
    }
  });

  test('a disabled application refuses every operation by both keys, and serves again once it is active', async () => {
    const { applications } = loupe.app.services;
    const disabled = new Map<ApplicationKind, { readonly id: string; readonly allKeys: readonly string[] }>();
    for (const kind of keys.keys()) {
      const allKeys = [`disabled-${kind}`, `disabled-queries-${kind}`] as const;
      const { id } = await applications.create(operator, { kind, key: allKeys[0], queryKey: allKeys[1] });
      await engine.add(allKeys[0], 'there', good, ['tag']);
      await applications.disable(operator, id);
      disabled.set(kind, { id, allKeys });
    }
    for (const operation of operations) {
      const { name, family, kind } = operation;
      for (const key of disabled.get(kind)!.allKeys) {
        const answer = await send(operation, set({ application_key: key })(goodRequest(operation)));
        expect({ name, family, key, code: answer.status.code }).toEqual({
          name,
          family,
          key,
          code: INACTIVE,
        });
        expect(answer).toMatchObject(operation.refusal);
      }
    }
    for (const { id, allKeys } of disabled.values()) {
      await applications.setActive(operator, id, true);
      const path = `/v2/ltuquery/json/GetApplicationStatus?application_key=${allKeys[1]}`;
      expect(await engine.call(path)).toMatchObject({ status: { code: 0 }, nb_loaded_images: 1 });
    }
  });

  test('the same code for the same fault by GET as by POST', async () => {
    const key = keys.get('color');
    for (const [path, code] of [
      [`SearchImageByColors?application_key=${key}&colors=zz`, -2014],
      [`SearchImageByKeywords?application_key=${key}&keywords=a%5Bb`, -1404],
      [`GetPalette?application_key=${key}&nb_colors=0`, -2004],
      ['GetPalette?nb_colors=3', -2003],
    ] as const) {
      expect((await engine.call(`/v2/ltuquery/json/${path}`)).status.code).toBe(code);
    }
  });

  test('a picture of too many pixels', async () => {
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const request = attach('image_content', bomb)(goodRequest(operations[0]!));
    const { status } = await send(operations[0]!, request);
    expect(`${status.code} ${status.message}`).toMatch(/^-1003 .*50 million pixels/);
  });
});
