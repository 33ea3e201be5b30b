/** The page for phones with a pack: it recognizes what the camera shows without a network, and says when it cannot. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulatePhoto } from '../../../packages/bench/simulation/photo-simulator.js';
import { makePage } from '../../../packages/bench/simulation/synthetic-set.js';
import { operator } from '../../../src/access/viewer.js';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { elementsOf } from '../../kit/json.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import type { SeededDocument, SeededUser } from '../../kit/seed/seed-user.js';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface Recorded {
  readonly Clicks: readonly { readonly ClickTime: string }[];
}

/** How many uses of packs wait in the browser for a network. */
async function waiting(page: Page): Promise<number> {
  return page.evaluate(
    async () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('loupe-scan', 1);
        opening.onerror = () => reject(opening.error ?? new Error('The storage failed.'));
        opening.onsuccess = () => {
          const counting = opening.result.transaction('uses').objectStore('uses').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );
}

/** Puts uses of a pack that nobody has into the browser's storage. */
async function putUses(page: Page, howMany: number): Promise<void> {
  await page.evaluate(
    async (most) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('loupe-scan', 1);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('uses', 'readwrite');
          const elementId = crypto.randomUUID();
          const use = { elementId, actionId: null, languageCode: 'en-US', sessionId: 's' };
          for (let at = 0; at < most; at += 1) {
            transaction.objectStore('uses').add({
              use: { ...use, id: crypto.randomUUID(), at: new Date().toISOString() },
              key: localStorage.getItem('loupe.scan.key'),
              packId: elementId,
              tries: 0,
            });
          }
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    howMany,
  );
}

/** How many uses were lost, by the reason. */
async function losses(page: Page): Promise<Record<string, number>> {
  return page.evaluate(
    async () =>
      new Promise<Record<string, number>>((resolve) => {
        const opening = indexedDB.open('loupe-scan', 1);
        opening.onsuccess = () => {
          const store = opening.result.transaction('losses').objectStore('losses');
          const reasons = store.getAllKeys();
          const counts = store.getAll() as IDBRequest<number[]>;
          counts.onsuccess = () => {
            opening.result.close();
            resolve(Object.fromEntries(reasons.result.map((key, at) => [key, counts.result[at] ?? 0])));
          };
        };
      }),
  );
}

describe('the page for phones without a network', () => {
  let printed: Buffer;
  let folder: string;
  const browser = useTestBrowser(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-camera-'));
    printed = await makePage('magazine', 63);
    const { jpeg } = await simulatePhoto(printed, { strength: 'easy', seed: 8 });
    const film = join(folder, 'camera.mjpeg');
    await writeFile(film, Buffer.concat([jpeg, jpeg, jpeg]));
    return {
      args: [
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ],
    };
  });
  let organization: SeededOrganization;
  let administrator: SeededUser;
  let document: SeededDocument;

  beforeAll(async () => {
    organization = await seed(browser.loupe).organization({ name: 'Museum' });
    administrator = await organization.user();
    document = await (await administrator.folder()).document(printed, { name: 'Room 4' });
    await document.title('The herbarium');
    await document.action({ name: 'Listen' });
  });
  afterAll(async () => rm(folder, { recursive: true }));

  const matches = async () =>
    elementsOf(await administrator.send('GET', `/api/documents/${document.id}/matches`));

  async function packAddress(elementId: string): Promise<{ address: string; packId: string }> {
    const { packs, jobs, publishableKeys } = browser.loupe.app.services;
    const { key } = await publishableKeys.create(operator, {
      organizationId: organization.id,
      name: 'Guide',
    });
    const { id, jobId } = await packs.create(operator, { elementId, withThumbnails: true });
    await jobs.waitFor(jobId);
    return { address: `/scan#key=${key}&pack=${id}`, packId: id };
  }

  test('recognizes a page from the second visit on, by itself', async () => {
    const { address } = await packAddress(document.id);
    const page = await browser.open(address, {
      context: phone,
      isFirstVisit: true,
      expects: /ERR_INTERNET_DISCONNECTED|Failed to fetch/,
    });
    await page.getByText('Works without a network').waitFor();
    await page.evaluate(async () => navigator.serviceWorker.ready);
    // The second visit: the worker keeps the page's own files.
    await page.reload();
    await page.getByText('Works without a network').waitFor();
    await page.getByRole('region', { name: 'What this page offers' }).waitFor();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => waiting(page)).toBe(0);
    const before = (await matches()).length;

    await page.context().setOffline(true);
    await page.reload();
    await page.getByText('Works without a network').waitFor();
    const answer = page.getByRole('region', { name: 'What this page offers' });
    await answer.waitFor();
    await answer.getByRole('link', { name: /Listen/ }).waitFor();
    const widthOf = (img: HTMLImageElement) => img.naturalWidth;
    await expect.poll(async () => answer.locator('img').evaluate(widthOf)).toBeGreaterThan(100);
    await keepScreenshot(page, 'scan-without-network');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Scan another page' }).click();
    await page.getByText('Point the camera at another page').waitFor();
    await expect.poll(() => waiting(page)).toBe(1);
    await page.context().setOffline(false);
    await expect.poll(() => waiting(page)).toBe(0);
    expect((await matches()).length).toBe(before + 1);
  });

  test('reports what was recognized and opened without a network once, also of two tabs after a reload', async () => {
    const { address } = await packAddress(document.id);
    const page = await browser.open(address, {
      context: phone,
      isFirstVisit: true,
      expects: /ERR_INTERNET_DISCONNECTED|Failed to fetch/,
    });
    await page.getByText('Works without a network').waitFor();
    await page.evaluate(async () => navigator.serviceWorker.ready);
    await page.reload();
    await page.getByRole('region', { name: 'What this page offers' }).waitFor();
    await expect.poll(() => waiting(page)).toBe(0);
    const before = await matches();

    await page.context().setOffline(true);
    await page.reload();
    const answer = page.getByRole('region', { name: 'What this page offers' });
    await answer.waitFor();
    await expect.poll(() => waiting(page)).toBe(1);
    // The address of the action is on another host.
    await page.evaluate(() => window.addEventListener('click', (event) => event.preventDefault()));
    await answer.getByRole('link', { name: /Listen/ }).click();
    await expect.poll(() => waiting(page)).toBe(2);
    const happened = Date.now();
    await page.reload();
    await answer.waitFor();
    await expect.poll(() => waiting(page)).toBe(3);
    const other = await page.context().newPage();
    await other.goto('/scan');
    await other.getByRole('region', { name: 'What this page offers' }).waitFor();
    await expect.poll(() => waiting(page)).toBe(4);

    const reports: string[] = [];
    page.context().on('request', (request) => {
      const sent = request.postData() ?? '';
      if (sent.includes('recordPackUses')) reports.push(sent);
    });
    await page.context().setOffline(false);
    await expect.poll(() => waiting(page)).toBe(0);
    expect(reports).toHaveLength(1);
    const after = (await matches()) as readonly Recorded[];
    expect(after).toHaveLength(before.length + 3);
    const clicks = after.flatMap(({ Clicks }) => Clicks);
    expect(clicks).toHaveLength(1);
    expect(new Date(clicks[0]!.ClickTime).getTime()).toBeLessThanOrEqual(happened);
  });

  test('drops the oldest of more than 10,000, and what the server refuses, and counts them', async () => {
    const { address } = await packAddress(document.id);
    const page = await browser.open(address, {
      context: phone,
      isFirstVisit: true,
      expects: /ERR_INTERNET_DISCONNECTED|Failed to fetch/,
    });
    const answer = page.getByRole('region', { name: 'What this page offers' });
    await page.getByText('Works without a network').waitFor();
    await page.evaluate(async () => navigator.serviceWorker.ready);
    await page.reload();
    await answer.waitFor();
    await expect.poll(() => waiting(page)).toBe(0);
    await page.context().setOffline(true);
    await putUses(page, 10_000);
    await page.reload();
    await answer.waitFor();
    await expect.poll(() => losses(page)).toEqual({ dropped: 1 });
    expect(await waiting(page)).toBe(10_000);
    await page.context().setOffline(false);
    // The first report is of a pack that nobody has.
    await expect.poll(() => losses(page)).toEqual({ dropped: 1, refused: 20 });
    expect(await waiting(page)).toBe(9980);
  });

  test('says why it cannot, and goes on with the server', async () => {
    const { address, packId } = await packAddress(document.id);
    const { packs } = browser.loupe.app.services;
    await packs.revoke(operator, packId);
    const page = await browser.open(address, { context: phone, isFirstVisit: true, expects: /404/ });
    await page.getByText('Pages for use without a network could not be fetched').waitFor();
    await page.getByRole('region', { name: 'What this page offers' }).waitFor();
    await keepScreenshot(page, 'scan-pack-away');
    expect(await page.getByRole('link', { name: /Listen/ }).getAttribute('href')).toBe(
      'https://loupe.example/',
    );
  });

  test('fetches a copy that was damaged again, and says where it cannot or where nothing can be kept', async () => {
    const { address } = await packAddress(document.id);
    const page = await browser.open(address, {
      context: phone,
      isFirstVisit: true,
      expects: /ERR_INTERNET_DISCONNECTED|Failed to fetch|Quota/,
    });
    await page.getByText('Works without a network').waitFor();
    await page.evaluate(async () => navigator.serviceWorker.ready);
    await page.reload();
    await page.getByText('Works without a network').waitFor();
    const damage = async () =>
      page.evaluate(async () => {
        const cache = await caches.open('packs-of-loupe-1');
        for (const request of await cache.keys()) {
          if (!/\/packs\/pk_/.test(request.url)) continue;
          const kept = (await cache.match(request))!;
          const bytes = new Uint8Array(await kept.arrayBuffer());
          bytes[bytes.length - 3]! ^= 1;
          await cache.put(request, new Response(bytes, { headers: kept.headers }));
        }
      });
    await damage();
    const answers: number[] = [];
    page.on('response', (response) => {
      if (/\/packs\/pk_/.test(response.url())) answers.push(response.status());
    });
    await page.reload();
    await page.getByText('Works without a network').waitFor();
    // The kept one is the newest, and is no good.
    expect(answers).toEqual([304, 200]);
    await damage();
    await page.context().setOffline(true);
    await page.reload();
    await page
      .getByText('The pages on this phone cannot be used. Connect and open this page again.')
      .waitFor();
    await page.context().setOffline(false);
    await page.addInitScript(() => {
      Cache.prototype.put = async () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'));
    });
    await page.evaluate(async () => caches.delete('packs-of-loupe-1'));
    await page.reload();
    await page.getByText('This phone has no room to keep the pages').waitFor();
    await page.getByRole('region', { name: 'What this page offers' }).waitFor();
    await keepScreenshot(page, 'scan-pack-full');
  });
});
