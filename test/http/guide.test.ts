import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtSite } from '../../src/http/site-files.js';
import { startTestApp, type TestApp } from '../kit/app.js';

let loupe: TestApp;

beforeAll(async () => {
  loupe = await startTestApp({ guideFolder: builtSite('guide') });
});
afterAll(() => loupe.close());

const get = (path: string) => fetch(`${loupe.url}${path}`, { redirect: 'manual' });

test('the guide lies below /guide, its pages with a policy that allows its own files alone', async () => {
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
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(await page.text()).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=/);
    expect(page.headers.get('Cache-Control')).toBe('no-cache');
  }
});

test('files with a hash in their name are kept for a year', async () => {
  const html = await (await get('/guide/')).text();
  const [, script = ''] = /src="\.\/(assets\/[^"]+\.js)"/.exec(html) ?? [];
  expect((await get(`/guide/${script}`)).headers.get('Cache-Control')).toContain('immutable');
});

test("what is no page is not there, in the server's own words", async () => {
  for (const path of ['/guide/nowhere.html', '/guide/%2e%2e/console/index.html', '/guide/.stamp']) {
    const answer = await get(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.json()).toEqual({ Message: expect.any(String) });
  }
});

test('while it is being built a page says so, and the guide follows without a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-guide-'));
  const early = await startTestApp({ guideFolder: folder });
  try {
    for (const path of ['/guide/', '/guide/graphql.html']) {
      const answer = await fetch(`${early.url}${path}`);
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '3']);
      expect(await answer.text()).toContain('The guide is being prepared');
    }
    await writeFile(join(folder, 'index.html'), '<h1>Loupe</h1>');
    const answer = await fetch(`${early.url}/guide/`);
    expect([answer.status, await answer.text()]).toEqual([200, '<h1>Loupe</h1>']);
  } finally {
    await early.close();
    await rm(folder, { recursive: true });
  }
});
