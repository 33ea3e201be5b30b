import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { newId } from '../../src/ids.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { flatPicture, jpegPicture } from '../support/pictures.js';
import { EngineClient, form } from './support/engine-client.js';
import { multipartBody, rawRequest } from './support/raw.js';

let loupe: TestApp;
let engine: EngineClient;

beforeAll(async () => {
  loupe = await startTestApp();
  engine = new EngineClient(loupe);
});
afterAll(() => loupe.close());

describe('file parts of the clients in the field', () => {
  const boundary = 'Boundary-7f';
  const shapes: readonly {
    name: string;
    headers: readonly string[];
    lead?: string;
    type?: string;
    method?: string;
  }[] = [
    {
      name: 'a file name and no type',
      headers: ['Content-Disposition: form-data; name="image_content"; filename="phone.jpg"'],
    },
    {
      name: 'no file name, a binary type and an empty line ahead',
      headers: [
        'Content-Disposition: form-data; name="image_content"',
        'Content-Type: application/octet-stream',
      ],
      lead: '\r\n',
    },
    {
      name: 'an unquoted name and a quoted boundary',
      headers: ['Content-Disposition: form-data; name=image_content'],
      type: `multipart/form-data; boundary="${boundary}"`,
    },
    {
      name: 'the file name "blob"',
      headers: [
        'Content-Disposition: form-data; name="image_content"; filename="blob"',
        'Content-Type: image/jpeg',
      ],
    },
    {
      name: 'a body on a GET',
      headers: ['Content-Disposition: form-data; name="image_content"; filename="a.jpg"'],
      method: 'GET',
    },
  ];

  test.each(shapes)('are read: $name', async ({ headers, lead = '', type, method = 'POST' }) => {
    const key = await engine.newApplication();
    const picture = await jpegPicture(40);
    const body = Buffer.concat([
      Buffer.from(lead),
      multipartBody(boundary, [
        {
          headers: ['Content-Disposition: form-data; name="image_id"', 'Content-Type: text/plain'],
          body: 'x',
        },
        { headers, body: picture },
      ]),
    ]);
    const answer = await rawRequest(loupe.url, {
      method,
      path: `/api/v2.0/ltumodify/json/AddImage?application_key=${key}`,
      headers: { 'Content-Type': type ?? `multipart/form-data; boundary=${boundary}` },
      body,
    });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({ status: { code: 0 } });
  });
});

describe('bad input to the engine', () => {
  const modify = '/api/v2.0/ltumodify/json';
  const query = '/api/v2.0/ltuquery/json';

  test('is answered with HTTP 200, a code and the members that clients read', async () => {
    const key = await engine.newApplication();
    const good = await jpegPicture(50);
    const cases: readonly [string, FormData | URLSearchParams, object][] = [
      [`${modify}/AddImage`, form({ image_id: 'a' }, good), { status: { code: -2003 }, task_id: 0 }],
      [
        `${modify}/AddImage`,
        form({ application_key: 'wrong', image_id: 'a' }, good),
        { status: { code: -2001 } },
      ],
      [`${modify}/AddImage`, form({ application_key: key }, good), { status: { code: -2003 }, task_id: 0 }],
      [`${modify}/AddImage`, form({ application_key: key, image_id: 'a' }), { status: { code: -2003 } }],
      [
        `${modify}/AddImage`,
        form({ application_key: key, image_id: 'a', dna: 'AAAA' }, good),
        { status: { code: -2004 } },
      ],
      [
        `${modify}/AddImage`,
        form({ application_key: key, image_id: 'a', keywords: [';*()[]'] }, good),
        { status: { code: -1404, message: 'Invalid chars in keyword' } },
      ],
      [
        `${modify}/AddImage`,
        form({ application_key: key, image_id: 'a' }, Buffer.from('no image')),
        { status: { code: -1001 } },
      ],
      [
        `${modify}/AddImage`,
        form({ application_key: key, image_id: 'a' }, good.subarray(0, good.length / 3)),
        { status: { code: -1001 } },
      ],
      [
        `${modify}/AddImage`,
        form({ application_key: key, image_id: 'a' }, await flatPicture()),
        { status: { code: -1002 } },
      ],
      [
        `${modify}/AddImage`,
        form({ application_key: key, image_id: 'a' }, Buffer.alloc(21 * 1024 * 1024, 7)),
        { status: { code: -1003 } },
      ],
      [
        `${modify}/DeleteImage`,
        form({ application_key: key, image_id: 'none' }),
        { status: { code: -2802 }, task_id: 0 },
      ],
      [
        `${query}/GetImageById`,
        form({ application_key: key, image_id: 'none' }),
        { status: { code: -2601, message: 'Unknown image id' }, image: null },
      ],
      [
        `${query}/SearchImageById`,
        form({ application_key: key, image_id: 'none' }),
        { status: { code: -2609 }, images: [] },
      ],
      [
        `${query}/SearchImageByUpload`,
        form({ application_key: key }),
        { status: { code: -2003 }, images: [], nb_results_found: 0 },
      ],
      [
        `${query}/SearchImageByUpload`,
        form({ application_key: key, nb_results: '1001' }, good),
        { status: { code: -2004 }, images: [] },
      ],
      [
        `${query}/SearchImageByUpload`,
        form({ application_key: key, nb_results: 'ten' }, good),
        { status: { code: -2004 }, images: [] },
      ],
      [
        `${query}/SearchImageByUpload`,
        form({ application_key: key, color_weight: '101' }, good),
        { status: { code: -2004 }, images: [] },
      ],
    ];
    for (const [path, body, expected] of cases) {
      expect(await engine.call(path, { method: 'POST', body })).toMatchObject(expected);
    }
    const status = await engine.call(`${query}/GetApplicationStatus?application_key=${key}`);
    expect(status['nb_loaded_images']).toBe(0);
  });

  test('an application that was disabled answers with a code of its own', async () => {
    const key = newId();
    const { applications } = loupe.app.services;
    const { id } = await applications.create(operator, { kind: 'mobile', key });
    await applications.disable(operator, id);
    expect((await engine.call(`${query}/GetApplicationStatus?application_key=${key}`)).status.code).toBe(
      -2002,
    );
  });

  test('one application never sees the images of another', async () => {
    const [mine, theirs] = [await engine.newApplication(), await engine.newApplication()];
    await engine.add(theirs, 'secret', await jpegPicture(60));
    expect((await engine.search(mine, await jpegPicture(60))).images).toEqual([]);
    expect(
      (await engine.call(`${query}/GetImageById?application_key=${mine}&image_id=secret`)).status.code,
    ).toBe(-2601);
    expect(
      (await engine.call(`${modify}/DeleteImage?application_key=${mine}&image_id=secret`)).status.code,
    ).toBe(-2802);
  });
});
