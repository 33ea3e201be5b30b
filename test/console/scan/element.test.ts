/** The element `<loupe-scan>` and the module below it, in a page of another origin with a strict policy. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { describe, expect, test } from 'vitest';
import { inRoot } from '../../../scripts/setup/paths.mjs';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { PROGRAMS, useScanSite } from './element-site.js';

const MOST_BYTES = 40_000;
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
  const site = useScanSite();
  const { browser, files } = site;

  /** @param attributes of the element  @param before runs in the page before its programs */
  async function open(
    attributes: string,
    options: {
      before?: () => void;
      motion?: 'reduce' | 'no-preference';
      lang?: string;
    } = {},
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
      // This page is of another site.origin, and some of its packs are not there.
      expects: new RegExp(`foreign host: ${site.origin}|40[34]`),
    });
    await opened.addInitScript(() => {
      const told: unknown[] = [];
      Object.assign(globalThis, { told });
      for (const name of ['ready', 'found', 'corners', 'zone', 'lost', 'action', 'error'])
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
    await opened.goto(`${site.origin}/index.html`);
    return opened;
  }

  const told = async (page: Page) => page.evaluate(() => (globalThis as unknown as { told: Told[] }).told);
  const names = async (page: Page) => (await told(page)).map(({ name }) => name);
  const hasTold = async (page: Page, name: string) => expect.poll(async () => names(page)).toContain(name);
  /** Waits for the server as long as a busy machine needs; readers do for a few seconds. */
  const patient = () => void (AbortSignal.timeout = () => new AbortController().signal);
  const local = () => `pack="./museum.loupepack" public-key="${site.publicKey}"`;
  const refusal = async (page: Page) => {
    await hasTold(page, 'error');
    const error = (await told(page)).find(({ name }) => name === 'error');
    expect((await page.getByRole('status').textContent())?.trim()).toBe(error?.detail.message);
    return error?.detail.code;
  };

  test('weighs at most 40 KB beside the engine, without eval', async () => {
    const sizeOf = async (name: string) => (await stat(inRoot('packages/scan/dist', name))).size;
    const sum = (await Promise.all(PROGRAMS.map(sizeOf))).reduce((all, size) => all + size, 0);
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
      .poll(async () => page.locator('[part=outline]').getAttribute('points'), { interval: 20 })
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
    expect(asked.filter((address) => !address.startsWith(site.origin))).toEqual([]);
  });

  test('outlines the zones of a page, which can be touched in the picture and by a button', async () => {
    const page = await open(local());
    await hasTold(page, 'found');
    const zone = page.locator('[part=zone]');
    await expect
      .poll(async () => zone.getAttribute('points'), { interval: 20 })
      .toMatch(/^(-?\d+,-?\d+ ?){4}$/);
    await zone.dispatchEvent('click');
    await page.getByRole('heading', { name: 'The drawer of ferns' }).waitFor();
    await page.getByRole('link', { name: 'See the ferns' }).waitFor();
    expect((await told(page)).find(({ name }) => name === 'zone')?.detail.title).toBe('The drawer of ferns');
    await keepScreenshot(page, 'scan-element-zone');
    const again = await open(local());
    await again.getByRole('button', { name: 'The drawer of ferns' }).click();
    await again.getByRole('link', { name: 'See the ferns' }).waitFor();
    expect(await accessibilityProblems(again)).toEqual([]);
    expect(await names(again)).not.toContain('violation');
  });

  test('works in the example with React, whose bundler finds the worker and the engine by itself', async () => {
    const outDir = join(site.folder, 'bundled');
    const root = inRoot('examples/scan-react');
    await build({ root, configFile: false, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
    for (const name of await readdir(join(outDir, 'assets')))
      files.set(`/assets/${name}`, await readFile(join(outDir, 'assets', name)));
    const html = await readFile(join(outDir, 'index.html'));
    files.set('/react/index.html', html);
    const page = await browser.open('about:blank', {
      isFirstVisit: true,
      expects: new RegExp(`foreign host: ${site.origin}`),
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${site.origin}/react/index.html?pack=/museum.loupepack&publicKey=${site.publicKey}`);
    await page.getByRole('heading', { name: 'The herbarium' }).waitFor();
    await page.getByRole('link', { name: 'Listen' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(
      asked.filter((path) => /worker|\.wasm|\.bin/.test(path)).every((path) => path.startsWith('/assets/')),
    ).toBe(true);
  });

  test('can be imported where pages are written, which have no elements yet', async () => {
    const module = (await import(inRoot('packages/scan/dist/loupe-scan.js'))) as Record<string, unknown>;
    expect(Object.keys(module).toSorted()).toEqual([
      'LoupeScanElement',
      'Scan',
      'ScanError',
      'createScan',
      'targetOf',
    ]);
  });

  test('finds a page of a pack that a server of another origin has', async () => {
    const page = await open(`pack="${site.packId}" server="${browser.loupe.url}" key="${site.key}"`);
    await hasTold(page, 'found');
    expect(await names(page)).not.toContain('violation');
  });

  test('asks the server, where that is wished, about a page that the pack does not hold', async () => {
    const named = `pack="${site.otherPackId}" server="${browser.loupe.url}" key="${site.key}"`;
    const page = await open(`${named} ask`, { before: patient });
    await hasTold(page, 'lost');
    await page.getByRole('heading', { name: 'The herbarium' }).waitFor();
    expect((await told(page)).find(({ name }) => name === 'found')?.detail.corners).toHaveLength(4);
    expect(await names(page)).not.toContain('violation');
    const silent = await open(named);
    const asked: string[] = [];
    silent.on('request', (request) => asked.push(request.url()));
    await hasTold(silent, 'ready');
    await silent.waitForFunction(
      () => (document.querySelector('loupe-scan')?.shadowRoot?.querySelector('video')?.currentTime ?? 0) > 3,
    );
    expect(asked.filter((address) => address.endsWith('/graphql'))).toEqual([]);
    expect(await names(silent)).not.toContain('found');
  });

  test('asks the server which one of two pages that look alike it is', async () => {
    const named = `pack="${site.alikePackId}" server="${browser.loupe.url}" key="${site.key}"`;
    const page = await open(`${named} ask`, { before: patient });
    await hasTold(page, 'found');
    const foundIn = async (of: Page) => (await told(of)).find(({ name }) => name === 'found')?.detail;
    expect(await foundIn(page)).toMatchObject({ title: 'The herbarium', looksLike: false });
    const alone = await open(named);
    await hasTold(alone, 'found');
    expect(await foundIn(alone)).toMatchObject({ looksLike: true });
    // Where the server fails, which it says beside an empty answer, the pack's own is shown.
    const refused = await open(`${named} ask`, {
      before: () => {
        const { fetch } = globalThis;
        globalThis.fetch = async (...given) =>
          String(given[0] instanceof Request ? given[0].url : given[0]).endsWith('/graphql')
            ? Response.json({ data: { result: null }, errors: [{ message: 'It broke.' }] })
            : fetch(...given);
      },
    });
    await hasTold(refused, 'found');
    expect(await foundIn(refused)).toMatchObject({ looksLike: true });
  });

  test('serves a plain module, which stops and begins again', async () => {
    const page = await open('hidden');
    files.set(
      '/plain.js',
      Buffer.from(`
      import { createScan } from './loupe-scan.js';
      const video = document.body.appendChild(document.createElement('video'));
      const scan = createScan({ video, pack: './museum.loupepack', publicKey: '${site.publicKey}' });
      globalThis.plain = [];
      for (const name of ['ready', 'found', 'corners', 'lost', 'error'])
        scan.on(name, () => globalThis.plain.push(name));
      globalThis.again = () => { scan.stop(); void scan.start(); };
      void scan.start();`),
    );
    await page.addScriptTag({ url: '/plain.js', type: 'module' });
    const plain = async () => page.evaluate(() => (globalThis as unknown as { plain: string[] }).plain ?? []);
    await expect.poll(plain).toContain('corners');
    await page.evaluate(() => (globalThis as unknown as { again: () => void }).again());
    const found = async () => (await plain()).filter((name) => name === 'found').length;
    await expect.poll(found).toBeGreaterThan(1);
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
    const damaged = Buffer.from(site.pack);
    damaged[damaged.length - 3]! ^= 1;
    files.set('/damaged.loupepack', damaged);
    const other = Buffer.alloc(32, 7).toString('base64url');
    for (const [attributes, code] of [
      [`pack="./damaged.loupepack" public-key="${site.publicKey}"`, 'PACK_DAMAGED'],
      [`pack="./museum.loupepack" public-key="${other}"`, 'PACK_FOREIGN'],
      [`pack="./none.loupepack" public-key="${site.publicKey}"`, 'PACK_AWAY'],
      [`pack="${site.packId}" server="${browser.loupe.url}" key="pk_of_nobody"`, 'PACK_AWAY'],
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
      return page.locator('[part=outline]').evaluate((outline) => getComputedStyle(outline).animationName);
    };
    expect(await animation('reduce')).toBe('none');
    expect(await animation('no-preference')).toBe('breathe');
  });
});
