/** The page for phones with a pack: it recognizes what the camera shows without a network, and says when it cannot. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulatePhoto } from '../../packages/bench/simulation/photo-simulator.js';
import { makePage } from '../../packages/bench/simulation/synthetic-set.js';
import { operator } from '../../src/access/viewer.js';
import { accessibilityProblems } from '../kit/accessibility.js';
import { keepScreenshot } from '../kit/browser.js';
import { elementsOf } from '../kit/json.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { useTestBrowser } from '../kit/use-browser.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

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
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  const matches = async () =>
    elementsOf(await administrator.send('GET', `/api/documents/${document.id}/matches`));

  async function packAddress(elementId: string): Promise<{ address: string; packId: string }> {
    const { packs, jobs, publishableKeys } = browser.loupe.app.services;
    const { key } = await publishableKeys.create(operator, {
      organizationId: organization.id,
      name: 'Guide',
    });
    const { id, jobId } = await packs.create(operator, { elementId });
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
    const before = (await matches()).length;

    await page.context().setOffline(true);
    await page.reload();
    await page.getByText('Works without a network').waitFor();
    const answer = page.getByRole('region', { name: 'What this page offers' });
    await answer.waitFor();
    await answer.getByRole('link', { name: /Listen/ }).waitFor();
    await keepScreenshot(page, 'scan-without-network');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Scan another page' }).click();
    await page.getByText('Point the camera at another page').waitFor();
    await page.context().setOffline(false);
    expect((await matches()).length).toBe(before);
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
});
