import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { multipartBody, rawRequest } from './support/raw.js';
import { Tenant } from './support/tenant.js';

const loupe = useTestApp();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await Tenant.create(loupe);
});

const scanHeaders = {
  ApplicationInstanceId: '123',
  ApplicationName: 'Test',
  ApplicationVersion: '1.0.0',
  DeviceName: 'PC',
  DeviceSystemVersion: '10.0.0',
  SdkName: 'Sdk',
  SdkVersion: '1.0.0',
};

describe('a scan', () => {
  const boundary = 'XXX1234567890123XXX';
  const scan = async (headers: Readonly<Record<string, string>>, file: Buffer | string) =>
    rawRequest(loupe.url, {
      method: 'POST',
      path: '/api/EnrichedImages',
      headers: { ...headers, 'Content-Type': `multipart/form-data; boundary="${boundary}"` },
      body: multipartBody(boundary, [
        {
          headers: [
            'Content-Type: application/json; charset=utf-8',
            'Content-Disposition: form-data; name=query',
          ],
          body: '{"Language":"fr-FR"}',
        },
        {
          headers: [
            'Content-Disposition: attachment; name=file; filename="scan.jpg"',
            'Content-Type: image/jpeg',
          ],
          body: file,
        },
      ]),
    });

  test('of something unknown answers exactly 204, whatever token is sent along', async () => {
    const photo = await jpegPicture(1);
    for (const Authorization of ['bearer stale', '']) {
      const answer = await scan({ ...scanHeaders, ApiKey: tenant.apiKey, Authorization }, photo);
      expect([answer.status, answer.text]).toEqual([204, '']);
    }
  });

  test('without an ApiKey or with an unknown one is refused with 401', async () => {
    const photo = await jpegPicture(1);
    expect((await scan(scanHeaders, photo)).status).toBe(401);
    expect((await scan({ ...scanHeaders, ApiKey: 'unknown' }, photo)).status).toBe(401);
  });

  test('without a mandatory header is refused with 400 and its name', async () => {
    const photo = await jpegPicture(1);
    for (const name of [
      'ApplicationName',
      'ApplicationVersion',
      'DeviceName',
      'DeviceSystemVersion',
      'SdkVersion',
    ]) {
      const headers = Object.fromEntries(Object.entries(scanHeaders).filter(([header]) => header !== name));
      const answer = await scan({ ...headers, ApiKey: tenant.apiKey }, photo);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.text).ModelState).toHaveProperty(name);
    }
  });

  test('of a file that is no image, is cut off or too large is refused, and the next one works', async () => {
    const photo = await jpegPicture(1);
    const headers = { ...scanHeaders, ApiKey: tenant.apiKey };
    expect((await scan(headers, 'no image at all')).status).toBe(415);
    expect((await scan(headers, photo.subarray(0, photo.length / 3))).status).toBe(400);
    expect((await scan(headers, Buffer.alloc(21 * 1024 * 1024, 1))).status).toBe(413);
    expect((await scan(headers, photo)).status).toBe(204);
  });

  test('that is not multipart is refused with 415, and without a file with 400', async () => {
    const headers = { ...scanHeaders, ApiKey: tenant.apiKey };
    const json = await rawRequest(loupe.url, {
      method: 'POST',
      path: '/api/EnrichedImages',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
    const empty = await rawRequest(loupe.url, {
      method: 'POST',
      path: '/api/EnrichedImages',
      headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=b' },
      body: multipartBody('b', [{ headers: ['Content-Disposition: form-data; name=query'], body: '{}' }]),
    });
    expect(empty.status).toBe(400);
    expect(JSON.parse(empty.text).ModelState).toHaveProperty('File');
  });

  test('by an id that is unknown, and a click on an unknown action, answer 404', async () => {
    const headers = { ...scanHeaders, ApiKey: tenant.apiKey };
    expect(
      (await tenant.send('GET', `/api/EnrichedImages?id=${newId()}&languageCode=fr-FR`, { headers })).status,
    ).toBe(404);
    expect((await tenant.send('PUT', `/api/Clicks?actionId=${newId()}`, { headers })).status).toBe(404);
  });
});
