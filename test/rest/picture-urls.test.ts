/** Pictures that callers name by an address: off unless the operator allows it, and never from private networks. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../kit/app.js';
import { elementsOf, memberOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { Management } from './support/management.js';

let web: Server;
let picture: Buffer;
const asked: string[] = [];
const at = (path: string) => `http://127.0.0.1:${(web.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  picture = await jpegPicture(77);
  web = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/picture') return response.end(picture);
    if (path === '/moved') return response.writeHead(302, { Location: '/picture' }).end();
    if (path === '/to-a-file') return response.writeHead(302, { Location: 'file:///etc/passwd' }).end();
    if (path === '/circle') return response.writeHead(301, { Location: '/circle' }).end();
    if (path === '/text') return response.end('no picture');
    if (path === '/nothing') return response.end();
    if (path === '/large') return response.end(Buffer.alloc(1024 * 1024 + 1));
    return response.writeHead(404).end('not there');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
});
afterAll(() => web.close());

async function engineWith(environment: Readonly<Record<string, string>>) {
  const loupe: TestApp = await startTestApp({ environment });
  const engine = await Management.open(loupe);
  const { modifyKey } = await engine.newApplication();
  const add = async (imageUrl: string, more: Readonly<Record<string, Buffer>> = {}) =>
    (await engine.post(modifyKey, 'references', { imageId: 'p', imageUrl, ...more })).body;
  const search = async (imageUrl: string) => (await engine.post(modifyKey, 'search', { imageUrl })).body;
  return { loupe, add, search };
}

describe('the address of a picture', () => {
  test('is refused where it is not allowed, and not asked', async () => {
    const { loupe, add, search } = await engineWith({});
    asked.length = 0;
    for (const body of [await add(at('/picture')), await search(at('/picture'))]) {
      expect(body).toMatchObject({ code: 'OPERATION_NOT_AVAILABLE' });
      expect(textMember(body, 'title')).toContain('LOUPE_PICTURE_URLS');
    }
    expect(asked).toEqual([]);
    await loupe.close();
  });

  test('never leads into private networks, by number or by name', async () => {
    const { loupe, add } = await engineWith({ LOUPE_PICTURE_URLS: 'true' });
    asked.length = 0;
    const { port } = web.address() as AddressInfo;
    const addresses = [
      at('/picture'),
      `http://localhost:${port}/picture`,
      `http://[::1]:${port}/picture`,
      `http://[::ffff:127.0.0.1]:${port}/picture`,
      `http://2130706433:${port}/picture`,
      'http://169.254.169.254/latest/meta-data',
      'http://10.0.0.1/',
    ];
    for (const address of addresses) {
      const body = await add(address);
      expect({ address, code: memberOf(body, 'code') }).toEqual({ address, code: 'BAD_USER_INPUT' });
      expect(textMember(body, 'title')).toMatch(/private or reserved/);
    }
    expect(asked).toEqual([]);
    await loupe.close();
  });

  test('is fetched for references and searches, also over a redirect; what is no picture is refused', async () => {
    const allowed = { LOUPE_PICTURE_URLS: 'true', LOUPE_WEBHOOKS_PRIVATE: 'true', LOUPE_MAX_FILE_MB: '1' };
    const { loupe, add, search } = await engineWith(allowed);
    expect(await add(at('/moved'))).toMatchObject({ id: 'p' });
    const hits = elementsOf(memberOf(await search(at('/picture')), 'hits'));
    expect(hits.map((hit) => textMember(hit, 'id'))).toEqual(['p']);
    const cases: readonly [string, string, RegExp][] = [
      [at('/absent'), 'BAD_USER_INPUT', /HTTP 404/],
      [at('/circle'), 'BAD_USER_INPUT', /more than 3 times/],
      [at('/to-a-file'), 'BAD_USER_INPUT', /http or https/],
      [at('/text'), 'UNSUPPORTED_MEDIA', /not a picture/],
      [at('/nothing'), 'BAD_USER_INPUT', /nothing/],
      [at('/large'), 'PAYLOAD_TOO_LARGE', /./],
      ['http://127.0.0.1:9/', 'BAD_USER_INPUT', /does not answer/],
      ['ftp://127.0.0.1/a.jpg', 'BAD_USER_INPUT', /http or https/],
      ['http://me:secret@127.0.0.1/a.jpg', 'BAD_USER_INPUT', /without a user name/],
      ['no address', 'BAD_USER_INPUT', /http or https/],
    ];
    for (const [address, code, title] of cases) {
      const body = await add(address);
      expect({ address, code: memberOf(body, 'code') }).toEqual({ address, code });
      expect(textMember(body, 'title')).toMatch(title);
    }
    expect(await add(at('/picture'), { image: picture })).toMatchObject({ code: 'BAD_USER_INPUT' });
    await loupe.close();
  });
});
