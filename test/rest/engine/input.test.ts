import { beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { newId } from '../../../src/kernel/ids.js';
import { useTestApp } from '../../kit/use-app.js';
import { jpegPicture } from '../../kit/pictures.js';
import { EngineClient } from '../support/engine-client.js';
import { multipartBody, rawRequest } from '../support/raw.js';

const loupe = useTestApp();
let engine: EngineClient;

beforeAll(async () => {
  engine = new EngineClient(loupe);
});

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
