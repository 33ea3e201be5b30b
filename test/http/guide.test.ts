import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtSite } from '../../src/http/built-sites.js';
import { startTestApp, type TestApp } from '../kit/app.js';

let loupe: TestApp;

beforeAll(async () => {
  loupe = await startTestApp({ guideFolder: builtSite('guide') });
});
afterAll(() => loupe.close());

const get = (path: string) => fetch(`${loupe.url}${path}`, { redirect: 'manual' });

test('the guide lies below /guide, its pages with a policy that allows its own scripts alone', async () => {
  const bare = await get('/guide');
  expect([bare.status, bare.headers.get('Location')]).toEqual([308, '/guide/']);
  for (const path of ['/guide/', '/guide/graphql.html', '/guide/decisions/README.html']) {
    const page = await get(path);
    expect([path, page.status, page.headers.get('Content-Type')]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
    ]);
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-/);
    expect(policy.split(';').find((part) => part.includes('script-src'))).not.toContain('unsafe');
    expect(page.headers.get('Cache-Control')).toBe('no-cache');
  }
});

test('files with a hash in their name are kept for a year', async () => {
  const html = await (await get('/guide/')).text();
  const [, script = ''] = /src="(\/guide\/assets\/[^"]+\.js)"/.exec(html) ?? [];
  expect((await get(script)).headers.get('Cache-Control')).toContain('immutable');
});

test("what is no page is not there, in the server's own words", async () => {
  for (const path of ['/guide/nowhere.html', '/guide/%2e%2e/console/index.html', '/guide/.stamp']) {
    const answer = await get(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.json()).toEqual({ Message: expect.any(String) });
  }
});
