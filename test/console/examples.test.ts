/** Runs every example against one Loupe: programs as processes, pages in the browser. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, createWebhook } from '../../packages/client/src/index.js';
import { inRoot } from '../../scripts/setup/paths.mjs';
import { freePort } from '../kit/servers/free-port.js';
import { changedPicture, jpegPicture } from '../kit/pictures.js';
import { seed, type SeededApplication, type SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { useTestBrowser } from '../kit/use-browser.js';

const browser = useTestBrowser({ loupe: { environment: { LOUPE_WEBHOOKS_PRIVATE: 'true' } } });
let organization: SeededOrganization;
let user: SeededUser;
let folder: string;
let environment: NodeJS.ProcessEnv;
const running: ChildProcess[] = [];
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  organization = await seed(browser.loupe).organization();
  user = await organization.user();
  folder = await mkdtemp(join(tmpdir(), 'loupe-examples-'));
  await writeFile(file('leaflet.jpg'), await jpegPicture(71));
  await writeFile(file('photo.jpg'), await changedPicture(71));
  environment = {
    ...process.env,
    LOUPE_URL: browser.loupe.url,
    LOUPE_USER: user.userName,
    LOUPE_PASSWORD: user.password,
    LOUPE_API_KEY: organization.apiKey,
  };
  await ended(start(process.execPath, ['scripts/packages/build-client.mjs'], process.env));
});
afterAll(async () => {
  for (const child of running) child.kill();
  await rm(folder, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  /** What it wrote so far, to both streams. */
  readonly written: () => string;
}

function start(command: string, words: readonly string[], env: NodeJS.ProcessEnv = environment): Started {
  const child = spawn(command, [...words], { cwd: inRoot(), env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  }
  return { child, written: () => text };
}

/** What an example wrote when it has ended well. @throws Error with what it wrote when it has not, or is not there */
async function ended({ child, written }: Started): Promise<string> {
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The example ended with ${String(code)}:\n${written()}`);
  return written();
}

const runNode = (example: string, ...words: readonly string[]) =>
  ended(start(process.execPath, [`examples/${example}`, ...words]));

describe('programs of the platform', () => {
  test('in Node: a file is uploaded, followed and published', async () => {
    const said = await runNode('node/publish.ts', file('leaflet.jpg'));
    expect(said).toMatch(/100 % sent[^]*READY 1\nACTIVE: /);
    const wrong = start(process.execPath, ['examples/node/publish.ts', file('leaflet.jpg')], {
      ...environment,
      LOUPE_PASSWORD: 'wrong',
    });
    await expect(ended(wrong)).rejects.toThrow(/ended with 1:\nINVALID_GRANT/);
  });

  test('a museum: works get titles and guides in three languages, and a pack is written', async () => {
    const { services } = browser.loupe.app;
    const options = { organizationId: organization.id, name: 'Museum' };
    const { key } = await services.publishableKeys.create(await user.viewer(), options);
    const titles = { 'en-US': 'The hedge', 'de-DE': 'Die Hecke', 'fr-FR': 'La haie' };
    const guides = Object.fromEntries(
      Object.keys(titles).map((code) => [code, `https://guide.example/${code}`]),
    );
    await writeFile(file('hedge.jpg'), await jpegPicture(75));
    await writeFile(file('works.json'), JSON.stringify([{ file: 'hedge.jpg', titles, guides }]));
    const words = ['examples/museum/fill.ts', file('works.json'), file('museum.loupepack')];
    const keyed = { ...environment, LOUPE_PUBLISHABLE_KEY: key };
    const said = await ended(start(process.execPath, words, keyed));
    expect(said).toMatch(/^1 of 1: hedge\.jpg\n.*museum\.loupepack: \d+ bytes, public key [\w-]{43}\n$/);
    const bytes = await readFile(file('museum.loupepack'));
    for (const text of [...Object.values(titles), 'Écouter']) expect(bytes.includes(text), text).toBe(true);
    const other = start(process.execPath, words, { ...keyed, LOUPE_PUBLISHABLE_KEY: 'pk_of_nobody' });
    await expect(ended(other)).rejects.toThrow('answered with 404');
  });

  test('with Apollo and with urql: documents are listed', async () => {
    const [apollo, urql] = await Promise.all([runNode('apollo/documents.ts'), runNode('urql/documents.ts')]);
    expect(apollo).toBe('leaflet.jpg 1 ACTIVE\n');
    expect(urql).toBe(apollo);
  });

  test('a receiver of webhooks takes what Loupe signed, and nothing else', async () => {
    const loupe = createClient({ url: browser.loupe.url, token: user.token });
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const input = { organizationId: organization.id, url, events: ['DOCUMENT_READY'] } as const;
    const { secret } = await loupe.run(createWebhook, { input });
    const receiver = start(process.execPath, ['examples/webhooks/receiver.mjs'], {
      ...environment,
      WEBHOOK_SECRET: secret,
      PORT: String(port),
    });
    await expect.poll(receiver.written).toBe(`listening on ${port}\n`);
    const body = JSON.stringify({ type: 'document.ready', data: { name: 'Forged' } });
    const now = String(Math.floor(Date.now() / 1000));
    const headers = { 'webhook-id': 'x', 'webhook-timestamp': now, 'webhook-signature': 'v1,Zm9yZ2Vk' };
    expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(401);
    expect((await fetch(url, { method: 'POST', body })).status).toBe(401);
    await (await user.folder()).document(await jpegPicture(72), { name: 'Signed' });
    await expect.poll(receiver.written).toMatch(/document\.ready .*"Signed"/);
    expect(receiver.written()).not.toContain('Forged');
  });
});

describe('programs of the engine', () => {
  let applications: readonly SeededApplication[];
  beforeAll(async () => {
    applications = [await organization.application(), await organization.application()];
  });

  test.each([
    ['python3', 'examples/python/engine.py', 0],
    ['sh', 'examples/curl/engine.sh', 1],
  ] as const)('%s: a picture is added and found by a photo', async (command, program, which) => {
    const keyed = { ...environment, APPLICATION_KEY: applications[which]?.key ?? '' };
    const words = [program, file('leaflet.jpg'), file('photo.jpg')];
    const said = await ended(start(command, words, keyed));
    expect(said).toMatch(/grade"?:? ?[0-5][^]*leaflet[^]*(Match|Clone)/);
    const refused = start(command, words, { ...environment, APPLICATION_KEY: 'of-nobody' });
    await expect(ended(refused)).rejects.toThrow('UNKNOWN_APPLICATION');
  });
});

describe('pages', () => {
  /** Opens a built example at the server's own address. */
  async function open(example: string, parameters: Readonly<Record<string, string>>): Promise<Page> {
    const outDir = file(example);
    const root = inRoot('examples', example);
    await build({ configFile: false, logLevel: 'silent', root, base: './', build: { outDir } });
    const page = await browser.open('about:blank', { locale: 'en-US' });
    await page.route('**/example/**', (route) => {
      const name = new URL(route.request().url()).pathname.replace('/example/', '');
      return route.fulfill({ path: join(outDir, name) });
    });
    await page.goto(`/example/index.html?${new URLSearchParams(parameters).toString()}`);
    return page;
  }

  test('for readers: the outline of a recognized page is drawn into the photo', async () => {
    const document = await (await user.folder()).document(await jpegPicture(73));
    await document.action({ name: 'To the shop' });
    await document.title('Spring leaflet');
    await writeFile(file('of-page.jpg'), await changedPicture(73));
    const page = await open('reader', { key: organization.apiKey });
    await page.getByLabel('A photo of a page').setInputFiles(file('of-page.jpg'));
    await page.getByText('Spring leaflet').waitFor();
    const points = (await page.locator('polygon').getAttribute('points'))?.split(/[ ,]/).map(Number) ?? [];
    expect(points).toHaveLength(8);
    expect(Math.max(...points) - Math.min(...points)).toBeGreaterThan(0.5);
    expect(await page.getByRole('link', { name: 'To the shop' }).getAttribute('href')).toBe(
      'https://loupe.example/',
    );
    await writeFile(file('of-nothing.jpg'), await jpegPicture(98));
    await page.getByLabel('A photo of a page').setInputFiles(file('of-nothing.jpg'));
    await page.getByText('Nothing was recognized.').waitFor();
    expect(await page.locator('polygon').getAttribute('points')).toBe('');
  });

  test('with React: a file goes up with progress and its pages appear', async () => {
    const page = await open('react', { token: user.token, parent: organization.id });
    await page.getByLabel('A document').setInputFiles(file('leaflet.jpg'));
    await page.getByText('leaflet.jpg: Ready, 1 of 1 pages').waitFor();
    expect(await page.getByLabel('Sent').getAttribute('value')).toBe('1');
    await page.getByRole('img').waitFor();
    await writeFile(file('notes.txt'), 'no document');
    await page.getByLabel('A document').setInputFiles(file('notes.txt'));
    expect(await page.getByRole('alert').textContent()).toMatch(/\w+/);
  });
});
