/** The element `<loupe-scan>` and the module below it, in a page of another origin with a strict policy. */
import { execFile } from 'node:child_process';
import { readdir, readFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulatePhoto } from '../../packages/bench/simulation/photo-simulator.js';
import { makePage } from '../../packages/bench/simulation/synthetic-set.js';
import { inRoot } from '../../scripts/setup/paths.mjs';
import { operator } from '../../src/access/viewer.js';
import { accessibilityProblems } from '../kit/accessibility.js';
import { keepScreenshot } from '../kit/browser.js';
import { seed } from '../kit/seed.js';
import { useTestBrowser } from '../kit/use-browser.js';

const MOST_BYTES = 40_000;
const PROGRAMS = ['loupe-scan.js', 'worker.js', 'shared.js'];
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};
/** Pictures of the film with the page, and without it. */
const FRAMES = 60;

interface Told {
  readonly name: string;
  readonly detail: {
    readonly code?: string;
    readonly message?: string;
    readonly title?: string;
    readonly corners?: readonly (readonly [number, number])[];
  };
}

describe('the element for pages of others', () => {
  let folder: string;
  let printed: Buffer;
  let site: Server;
  let origin: string;
  let pack: Buffer;
  let packId: string;
  let key: string;
  let publicKey: string;
  const files = new Map<string, Buffer>();

  const browser = useTestBrowser(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-scan-element-'));
    printed = await makePage('magazine', 63);
    const { jpeg } = await simulatePhoto(printed, { strength: 'easy', seed: 8 });
    const shown = await sharp(jpeg).resize(640, 480, { fit: 'cover' }).jpeg().toBuffer();
    const table = { width: 640, height: 480, channels: 3, background: '#bbb' } as const;
    const empty = await sharp({ create: table }).jpeg().toBuffer();
    const film = [...Array<Buffer>(FRAMES).fill(shown), ...Array<Buffer>(FRAMES).fill(empty)];
    await writeFile(join(folder, 'camera.mjpeg'), Buffer.concat(film));
    return {
      args: [
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${join(folder, 'camera.mjpeg')}`,
      ],
    };
  });

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['scripts/packages/build-scan.mjs'], { cwd: inRoot() });
    site = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://site').pathname;
      const file = files.get(path);
      const policy = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self' ${browser.loupe.url}`;
      response.setHeader('Content-Security-Policy', policy);
      response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
      response.writeHead(file === undefined ? 404 : 200).end(file);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    for (const name of PROGRAMS) files.set(`/${name}`, await readFile(inRoot('packages/scan/dist', name)));
    const engine = inRoot('packages/scan/dist/engine');
    for (const name of await readdir(engine))
      files.set(`/engine/${name}`, await readFile(join(engine, name)));
    files.set('/events.js', await readFile(inRoot('examples/scan-element/events.js')));
    files.set('/favicon.ico', Buffer.alloc(0));

    const organization = await seed(browser.loupe).organization({ name: 'Museum' });
    const user = await organization.user();
    const document = await (await user.folder()).document(printed, { name: 'Room 4' });
    await document.title('The herbarium');
    await document.action({ name: 'Listen' });
    const { packs, jobs, publishableKeys } = browser.loupe.app.services;
    const options = { organizationId: organization.id, name: 'Guide', origins: [origin] };
    ({ key } = await publishableKeys.create(operator, options));
    const made = await packs.create(operator, { elementId: document.id });
    await jobs.waitFor(made.jobId);
    packId = made.id;
    ({ publicKey } = packs);
    const address = `${browser.loupe.url}/packs/${key}/${packId}`;
    pack = Buffer.from(await (await fetch(address, { headers: { origin } })).arrayBuffer());
    files.set('/museum.loupepack', pack);
  });
  afterAll(async () => {
    site.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
    await rm(folder, { recursive: true });
  });

  /** @param attributes of the element  @param before runs in the page before its programs */
  async function open(
    attributes: string,
    options: { before?: () => void; motion?: 'reduce' | 'no-preference'; lang?: string } = {},
  ): Promise<Page> {
    const html = await readFile(inRoot('examples/scan-element/index.html'), 'utf8');
    const element = /<loupe-scan[^>]*>/;
    const page = html
      .replace(element, `<loupe-scan ${attributes}>`)
      .replace('lang="en"', `lang="${options.lang ?? 'en'}"`);
    files.set('/index.html', Buffer.from(page));
    const opened = await browser.open('about:blank', {
      context: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        reducedMotion: options.motion ?? 'reduce',
      },
      isFirstVisit: true,
      // This page is of another origin, and some of its packs are not there.
      expects: new RegExp(`foreign host: ${origin}|40[34]`),
    });
    await opened.addInitScript(() => {
      const told: unknown[] = [];
      Object.assign(globalThis, { told });
      for (const name of ['ready', 'found', 'corners', 'lost', 'action', 'error'])
        globalThis.addEventListener(
          name,
          (event) => {
            const { detail } = event as CustomEvent<{ code?: string; message?: string } | undefined>;
            if (detail == null) return;
            const ofError = name === 'error' ? { code: detail.code, message: detail.message } : detail;
            told.push({ name, detail: ofError });
          },
          true,
        );
      globalThis.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
        told.push({ name: 'violation', detail: { message: violatedDirective } }),
      );
    });
    if (options.before !== undefined) await opened.addInitScript(options.before);
    await opened.goto(`${origin}/index.html`);
    return opened;
  }

  const told = async (page: Page) => page.evaluate(() => (globalThis as unknown as { told: Told[] }).told);
  const names = async (page: Page) => (await told(page)).map(({ name }) => name);
  const hasTold = async (page: Page, name: string) =>
    expect.poll(async () => names(page), { timeout: 30_000 }).toContain(name);
  const local = () => `pack="./museum.loupepack" public-key="${publicKey}"`;
  const refusal = async (page: Page) => {
    await hasTold(page, 'error');
    const [error] = (await told(page)).filter(({ name }) => name === 'error');
    expect((await page.getByRole('status').textContent())?.trim()).toBe(error?.detail.message);
    return error?.detail.code;
  };

  test('weighs at most 40 KB beside the engine, without eval', async () => {
    const sizes = await Promise.all(
      PROGRAMS.map(async (name) => (await stat(inRoot('packages/scan/dist', name))).size),
    );
    const sum = sizes.reduce((all, size) => all + size, 0);
    console.log(`${sum} bytes`);
    expect(sum).toBeLessThanOrEqual(MOST_BYTES);
    for (const name of PROGRAMS)
      expect(String(files.get(`/${name}`))).not.toMatch(/\beval\(|new Function\(|\bstyle=/);
  });

  test('finds a page without any server, draws its outline, offers its actions, and loses it', async () => {
    const page = await open(local());
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await hasTold(page, 'found');
    await page.getByRole('heading', { name: 'The herbarium' }).waitFor();
    const listen = page.getByRole('link', { name: 'Listen' });
    expect((await listen.boundingBox())!.height).toBeGreaterThanOrEqual(48);
    const offers = page.locator('[part=offers]');
    expect(await offers.getAttribute('aria-live')).toBe('polite');
    await expect
      .poll(async () => page.locator('polygon').getAttribute('points'), { interval: 20 })
      .toMatch(/^(-?\d+,-?\d+ ?){4}$/);
    await keepScreenshot(page, 'scan-element');
    await hasTold(page, 'lost');
    // The title and the actions stay to be touched.
    await listen.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.evaluate(() =>
      document.querySelector('loupe-scan')!.addEventListener('action', (event) => event.preventDefault()),
    );
    const before = page.context().pages().length;
    await listen.click();
    await hasTold(page, 'action');
    expect(page.context().pages()).toHaveLength(before);
    const found = (await told(page)).find(({ name }) => name === 'found');
    expect(found?.detail.title).toBe('The herbarium');
    expect(found?.detail.corners).toHaveLength(4);
    expect(await names(page)).not.toContain('violation');
    expect(asked.filter((address) => !address.startsWith(origin))).toEqual([]);
  });

  test('finds a page of a pack that a server of another origin has', async () => {
    const page = await open(`pack="${packId}" server="${browser.loupe.url}" key="${key}"`);
    await hasTold(page, 'found');
    expect(await names(page)).not.toContain('violation');
  });

  test('serves a plain module, which stops and begins again', async () => {
    const page = await open('hidden');
    files.set(
      '/plain.js',
      Buffer.from(`
      import { createScan } from './loupe-scan.js';
      const video = document.body.appendChild(document.createElement('video'));
      const scan = createScan({ video, pack: './museum.loupepack', publicKey: '${publicKey}' });
      globalThis.plain = [];
      for (const name of ['ready', 'found', 'corners', 'lost', 'error'])
        scan.on(name, () => globalThis.plain.push(name));
      globalThis.again = () => { scan.stop(); void scan.start(); };
      void scan.start();`),
    );
    await page.addScriptTag({ url: '/plain.js', type: 'module' });
    const plain = async () => page.evaluate(() => (globalThis as unknown as { plain: string[] }).plain ?? []);
    await expect.poll(plain, { timeout: 30_000 }).toContain('corners');
    await page.evaluate(() => (globalThis as unknown as { again: () => void }).again());
    await expect
      .poll(async () => (await plain()).filter((name) => name === 'found').length, { timeout: 30_000 })
      .toBeGreaterThan(1);
    expect(await plain()).not.toContain('error');
  });

  test('says in the reader’s language that there is no camera, or that it was refused', async () => {
    const refused = await open(local(), {
      lang: 'de',
      before: () => {
        navigator.mediaDevices.getUserMedia = async () =>
          Promise.reject(new DOMException('No.', 'NotAllowedError'));
      },
    });
    expect(await refusal(refused)).toBe('CAMERA_REFUSED');
    expect(await refused.getByRole('status').textContent()).toMatch(/Kamera/);
    const without = await open(local(), {
      lang: 'fr',
      before: () => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }),
    });
    expect(await refusal(without)).toBe('NO_CAMERA');
    expect(await without.getByRole('status').textContent()).toMatch(/téléphone/);
    expect(await accessibilityProblems(without)).toEqual([]);
  });

  test('says that a pack is damaged, of another server, away, or not named', async () => {
    const damaged = Buffer.from(pack);
    damaged[damaged.length - 3]! ^= 1;
    files.set('/damaged.loupepack', damaged);
    const other = Buffer.alloc(32, 7).toString('base64url');
    for (const [attributes, code] of [
      [`pack="./damaged.loupepack" public-key="${publicKey}"`, 'PACK_DAMAGED'],
      [`pack="./museum.loupepack" public-key="${other}"`, 'PACK_FOREIGN'],
      [`pack="./none.loupepack" public-key="${publicKey}"`, 'PACK_AWAY'],
      [`pack="${packId}" server="${browser.loupe.url}" key="pk_of_nobody"`, 'PACK_AWAY'],
      [`pack="./museum.loupepack"`, 'NO_PACK_NAMED'],
      [`${local()} worker="./none.js"`, 'WORKER_AWAY'],
    ] as const) {
      const page = await open(attributes);
      expect(await refusal(page)).toBe(code);
    }
  });

  test('moves nothing by itself for readers who want little motion', async () => {
    const animation = async (motion: 'reduce' | 'no-preference') => {
      const page = await open(local(), { motion });
      await hasTold(page, 'ready');
      return page.locator('polygon').evaluate((outline) => getComputedStyle(outline).animationName);
    };
    expect(await animation('reduce')).toBe('none');
    expect(await animation('no-preference')).toBe('breathe');
  });
});
