/** Pictures that callers name by an address: off unless the operator allows it, and never from private networks. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../kit/app.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { openPictureSite, type PictureSite } from '../../kit/servers/picture-site.js';
import { jpegPicture } from '../../kit/pictures.js';
import { Management } from '../support/management.js';

let web: PictureSite;
let picture: Buffer;
const at = (path: string) => web.address(path);

beforeAll(async () => {
  picture = await jpegPicture(77);
  web = await openPictureSite(picture);
});
afterAll(() => web.close());

async function engineWith(environment: Readonly<Record<string, string>>) {
  const loupe: TestApp = await startTestApp({ environment });
  const engine = await Management.open(loupe);
  const { modifyKey } = await engine.newApplication();
  const add = async (imageUrl: string, more: Readonly<Record<string, Buffer>> = {}) =>
    (await engine.post(modifyKey, 'references', { imageId: 'p', imageUrl, ...more })).body;
  const search = async (imageUrl: string) => (await engine.post(modifyKey, 'search', { imageUrl })).body;
  const post = async (path: string, parts: Readonly<Record<string, string>>) =>
    (await engine.post(modifyKey, path, parts)).body;
  return { loupe, add, search, post };
}

describe('the address of a picture', () => {
  test('is refused where it is not allowed, and not asked', async () => {
    const { loupe, add, search } = await engineWith({});
    const before = web.asked.length;
    for (const body of [await add(at('/picture')), await search(at('/picture'))]) {
      expect(body).toMatchObject({ code: 'OPERATION_NOT_AVAILABLE' });
      expect(textMember(body, 'title')).toContain('LOUPE_PICTURE_URLS');
    }
    expect(web.asked).toHaveLength(before);
    await loupe.close();
  });

  test('never leads into private networks, by number or by name', async () => {
    const { loupe, add } = await engineWith({ LOUPE_PICTURE_URLS: 'true' });
    const { port, asked } = web;
    const before = asked.length;
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
    expect(asked).toHaveLength(before);
    await loupe.close();
  });

  test('is fetched for references and searches, also over a redirect; what is no picture is refused', async () => {
    const allowed = { LOUPE_PICTURE_URLS: 'true', LOUPE_WEBHOOKS_PRIVATE: 'true', LOUPE_MAX_FILE_MB: '1' };
    const { loupe, add, search, post } = await engineWith(allowed);
    expect(await add(at('/moved'))).toMatchObject({ id: 'p' });
    const imageUrl = at('/picture');
    expect(await post('explain', { imageId: 'p', imageUrl })).toMatchObject({ match: { decision: 'Clone' } });
    expect(await post('extract', { imageUrl })).toMatchObject({ grade: 5 });
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
    const before = web.asked.length;
    expect(await add(at('/picture'), { image: picture })).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await post('references', { imageUrl })).toMatchObject({ code: 'MISSING_PARAMETER' });
    expect(await post('extract', { imageUrl, role: 'both' })).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(web.asked).toHaveLength(before);
    await loupe.close();
  });
});
