import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { precompress } from '../../scripts/setup/precompress.mjs';
import { startTestApp, type TestApp } from '../kit/app.js';

const PAGE =
  '<!doctype html><title>Console</title><script type="module" src="/assets/index-Ab12_-xY.js"></script>';
const SCRIPT = `// ${'words of a program '.repeat(200)}`;

let folder: string;
let loupe: TestApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-console-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'sw.js'), 'self.skipWaiting();');
  await writeFile(join(folder, 'assets/index-Ab12_-xY.js'), SCRIPT);
  await writeFile(join(folder, 'assets/index-Ab12_-xY.js.map'), '{}');
  await precompress(folder);
  loupe = await startTestApp({ consoleFolder: folder });
});
afterAll(async () => {
  await loupe.close();
  await rm(folder, { recursive: true });
});

/** What a browser sends when a person opens an address. */
const PERSON = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${loupe.url}${path}`, { headers });

/** Of a request whose path and headers go out as they stand; `fetch` tidies the one and adds to the others. */
function statusOf(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ port: new URL(loupe.url).port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

test('the page comes at the root and at every address of the console, and is asked for each time', async () => {
  for (const path of ['/', '/library', '/documents/0193/pages/2?zone=1', '/scan/']) {
    const response = await get(path, PERSON);
    expect(response.status, path).toBe(200);
    expect(await response.text(), path).toBe(PAGE);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const etag = response.headers.get('etag') ?? '';
    expect(await statusOf(path, { ...PERSON, 'if-none-match': etag })).toBe(304);
  }
  expect((await fetch(`${loupe.url}/`, { method: 'HEAD', headers: PERSON })).status).toBe(200);
});

test('the page may run no script of another origin or within itself, and stands in no frame', async () => {
  const response = await get('/', PERSON);
  const policy = response.headers.get('content-security-policy') ?? '';
  const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule]));
  expect(rules.get('default-src')).toBe("default-src 'none'");
  expect(rules.get('script-src')).toBe("script-src 'self'");
  expect(rules.get('connect-src')).toBe("connect-src 'self'");
  expect(rules.get('frame-ancestors')).toBe("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('files with a hash in their name are kept for a year, and come compressed as the browser likes', async () => {
  const path = '/assets/index-Ab12_-xY.js';
  for (const encoding of ['br', 'gzip']) {
    const response = await get(path, { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/);
    expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
    expect(await response.text()).toBe(SCRIPT);
  }
  const plain = await get(path, { 'accept-encoding': 'identity' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const worker = await get('/sw.js');
  expect(worker.headers.get('cache-control')).toBe('no-cache');
});

test('what is no file of the console is answered as before', async () => {
  const others: [string, Record<string, string>][] = [
    ['/assets/index-unknown0.js', PERSON],
    ['/assets/index-Ab12_-xY.js.map', PERSON],
    ['/api/nothing', PERSON],
    ['/files/nothing', PERSON],
    ['/token', PERSON],
    ['/v2.0/nothing/at/all', PERSON],
    ['/library', { accept: 'application/json' }],
    ['/library', {}],
    ['/index.html.br', PERSON],
  ];
  for (const [path, headers] of others) {
    const response = await get(path, headers);
    expect(await response.text(), path).not.toContain('<title>Console');
    expect(response.headers.get('content-type'), path).toMatch(/json/);
    expect(response.status, path).toBeGreaterThanOrEqual(400);
  }
  const posted = await fetch(`${loupe.url}/library`, { method: 'POST', headers: PERSON });
  expect(posted.status).toBe(404);
});

test('no path leads out of the folder', async () => {
  for (const path of [
    '/../package.json',
    '/assets/../../package.json',
    '/..%2f..%2fetc%2fpasswd',
    '/%2e%2e/x.js',
  ]) {
    expect(await statusOf(path, { accept: '*/*' }), path).toBe(404);
  }
});

test('the listeners of the engine serve no console', async () => {
  for (const url of [loupe.modifyUrl, loupe.queryUrl]) {
    const response = await fetch(`${url}/`, { headers: PERSON });
    expect(await response.text()).not.toContain('<title>Console');
  }
});

test('the console is not there when it is switched off', async () => {
  const closed = await startTestApp({ consoleFolder: folder, environment: { LOUPE_CONSOLE: 'false' } });
  try {
    expect((await fetch(`${closed.url}/`, { headers: PERSON })).status).toBe(404);
  } finally {
    await closed.close();
  }
});
