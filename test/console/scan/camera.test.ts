/** The page for readers with a phone: a fake camera sees a simulated photo of a printed page. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulatePhoto } from '../../../packages/bench/simulation/photo-simulator.js';
import { makePage } from '../../../packages/bench/simulation/synthetic-set.js';
import { operator } from '../../../src/access/viewer.js';
import { SteadyWatch } from '../../../console/src/scan/steady.js';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { elementsOf } from '../../kit/json.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import type { SeededDocument, SeededUser } from '../../kit/seed/seed-user.js';

/** Cameras begin with a black picture; nobody takes a photo of that. */
async function seesSomething(viewfinder: Locator): Promise<void> {
  await expect
    .poll(async () =>
      viewfinder.evaluate((video: HTMLVideoElement) => {
        const canvas = document.createElement('canvas');
        const context = canvas.getContext('2d');
        context?.drawImage(video, 0, 0, canvas.width, canvas.height);
        const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        return data.some((level, at) => at % 4 !== 3 && level > 60);
      }),
    )
    .toBe(true);
}

describe('the page for phones', () => {
  let printed: Buffer;
  let folder: string;
  const browser = useTestBrowser(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-camera-'));
    printed = await makePage('magazine', 51);
    const { jpeg } = await simulatePhoto(printed, { strength: 'easy', seed: 8 });
    // A film of one picture: Chromium shows it again and again.
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
    organization = await seed(browser.loupe).organization();
    administrator = await organization.user();
    document = await (await administrator.folder()).document(printed, { name: 'Lisière 12' });
    await action('URL', 'Read on', { Url: 'https://loupe.example/' });
    await action('VCARD', 'Our editor', { FirstName: 'Ada', LastName: 'Lovelace' });
    await action('VCALENDAR', 'The evening', {
      Start: '2027-10-09T18:00:00Z',
      End: '2027-10-09T20:00:00Z',
      Summary: 'Evening',
    });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  async function action(type: string, name: string, content: object): Promise<void> {
    const json = { NodeId: document.id, LanguageCode: 'en-US', Name: name, Type: type };
    await administrator.send('POST', '/api/Actions', { json: { ...json, Content: JSON.stringify(content) } });
  }

  async function newKey(scansPerMinute = 120) {
    const { publishableKeys } = browser.loupe.app.services;
    return publishableKeys.create(operator, {
      organizationId: organization.id,
      name: 'Test',
      scansPerMinute,
    });
  }

  test('is reached by a QR code that an administrator makes', async () => {
    const page = await browser.open('/administration', { as: administrator });
    await page.getByRole('tab', { name: 'Keys and QR codes' }).click();
    await page.getByRole('button', { name: 'New code' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Autumn issue');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Show the code of Autumn issue large' }).click();
    const address = await page.getByLabel('Address', { exact: true }).inputValue();
    expect(address).toMatch(/\/scan#key=pk_[\w-]{24}$/);

    const reader = await browser.open(address, { context: phone });
    // Nobody touches anything: the picture stands still.
    await reader.getByRole('region', { name: 'What this page offers' }).waitFor();
    await reader.getByRole('heading', { name: 'Lisière 12' }).waitFor();
    expect(new URL(reader.url()).hash).toBe('');
    expect(await reader.getByRole('link', { name: /Read on/ }).getAttribute('href')).toBe(
      'https://loupe.example/',
    );
    await keepScreenshot(reader, 'scan-answer');
    expect(await accessibilityProblems(reader)).toEqual([]);

    const files: [RegExp, string, string][] = [
      [/Our editor/, 'Our editor.vcf', 'BEGIN:VCARD'],
      [/The evening/, 'The evening.ics', 'BEGIN:VCALENDAR'],
    ];
    for (const [name, fileName, beginning] of files) {
      const [download] = await Promise.all([
        reader.waitForEvent('download'),
        reader.getByRole('button', { name }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(fileName);
      expect(await readFile(await download.path(), 'utf8')).toMatch(new RegExp(`^${beginning}`));
    }
    const clicks = async () =>
      elementsOf(await administrator.send('GET', `/api/documents/${document.id}/clicks`));
    await expect.poll(async () => (await clicks()).length).toBe(2);
    const matches = elementsOf(await administrator.send('GET', `/api/documents/${document.id}/matches`));
    expect(matches).toHaveLength(1);

    await reader.getByRole('button', { name: 'Scan another page' }).click();
    await reader.getByText('Point the camera at another page').waitFor();
    await keepScreenshot(reader, 'scan');
    // What was looked at is not sent again until something else is seen, or somebody asks.
    expect(elementsOf(await administrator.send('GET', `/api/documents/${document.id}/matches`))).toHaveLength(
      1,
    );
    await reader.reload();
    await reader.getByRole('region', { name: 'What this page offers' }).waitFor();
  });

  test('offers the other zones of a page that is photographed as a whole', async () => {
    const own = await seed(browser.loupe).organization();
    const editor = await own.user();
    const printed = await makePage('magazine', 57);
    const { imageIds } = await (await editor.folder()).document(printed, { name: 'Spring' });
    const [imageId = ''] = imageIds;
    for (const [title, y] of [
      ['The upper half', 0],
      ['The lower half', 50],
    ] as const) {
      const json = { ImageId: imageId, PositionX: 0, PositionY: y, Width: 100, Height: 50 };
      const { Id: nodeId } = (await editor.send('POST', '/api/Zones', { json })) as { Id: string };
      await editor.send('PUT', '/api/Titles', {
        json: { NodeId: nodeId, LanguageCode: 'en-US', Value: title },
      });
      const action = { NodeId: nodeId, LanguageCode: 'en-US', Name: `Open ${title}`, Type: 'URL' };
      const Content = JSON.stringify({ Url: 'https://loupe.example/' });
      await editor.send('POST', '/api/Actions', { json: { ...action, Content } });
    }
    const { key } = await browser.loupe.app.services.publishableKeys.create(operator, {
      organizationId: own.id,
      name: 'Zones',
    });
    const reader = await browser.open(`/scan#key=${key}`, { context: phone });
    await reader.locator('input[type=file]').setInputFiles({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: printed,
    });
    const sheet = reader.getByRole('region', { name: 'What this page offers' });
    await sheet.getByText('Also on this page').waitFor();
    const other = sheet.getByRole('navigation', { name: 'Also on this page' }).getByRole('button');
    const name = (await other.textContent()) ?? '';
    await other.click();
    await sheet.getByRole('heading', { name }).waitFor();
    await sheet.getByRole('link', { name: `Open ${name}` }).waitFor();
    expect(await other.textContent()).not.toBe(name);
    await keepScreenshot(reader, 'scan-other-zones');
    expect(await accessibilityProblems(reader)).toEqual([]);
  });

  test('answers the photo that a reader chooses while the camera asks', async () => {
    const { key } = await newKey();
    const reader = await browser.open('/scan', { context: phone });
    const isPhoto = (request: Request) => (request.headers()['content-type'] ?? '').startsWith('multipart/');
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    let answered = 0;
    await reader.route('**/graphql', async (route) => {
      if (!isPhoto(route.request())) return route.continue();
      answered += 1;
      if (answered > 1) return route.continue();
      asked.resolve();
      await held.promise;
      await route.continue();
    });
    await reader.goto(`/scan#key=${key}`);
    await reader.reload();
    await asked.promise;
    const nothingKnown = await makePage('magazine', 58);
    await reader
      .locator('input[type=file]')
      .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: nothingKnown });
    await reader.getByRole('status').and(reader.locator('[data-state=nothing]')).waitFor();
    const late = reader.waitForResponse((answer) => isPhoto(answer.request()));
    held.resolve();
    await late;
    expect(await reader.getByRole('region', { name: 'What this page offers' }).count()).toBe(0);
  });

  test('has a sister for editors: a photo by the webcam is tried out', async () => {
    const page = await browser.open('/try', { as: administrator });
    await page.getByRole('button', { name: 'Take a photo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take a photo' });
    await dialog.getByLabel('What the camera sees').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Take the photo' }).click();
    await page.getByRole('heading', { name: 'Lisière 12' }).first().waitFor();
    expect(await dialog.count()).toBe(0);
    // A moment of its own, once; who asks for less motion gets it without.
    const outline = page.locator('.try-photo svg[data-first=true] polygon');
    await page.getByText('Your first recognized photo').waitFor();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await outline.evaluate((shape) => getComputedStyle(shape).animationName)).toBe('try-draw');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await outline.evaluate((shape) => getComputedStyle(shape).animationName)).toBe('none');
    await keepScreenshot(page, 'first-recognized');
    await page.getByRole('button', { name: 'Take a photo' }).click();
    await seesSomething(dialog.getByLabel('What the camera sees'));
    await dialog.getByRole('button', { name: 'Take the photo' }).click();
    await page.locator('.try-photo svg[data-first=false]').waitFor();
    expect(await page.getByText('Your first recognized photo').count()).toBe(0);
  });

  test('says what to do without a QR code, with a revoked one, and when too much is sent', async () => {
    const page = await browser.open('/scan', { context: phone, locale: 'de-DE' });
    await page.getByRole('heading', { name: 'Scannen Sie zuerst einen QR-Code' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    const { id, key } = await newKey();
    await browser.loupe.app.services.publishableKeys.revoke(operator, id);
    const revoked = await browser.open(`/scan#key=${key}`, { context: phone });
    await revoked.getByText('This QR code is no longer valid').waitFor();

    const bounded = await newKey(1);
    const reader = await browser.open(`/scan#key=${bounded.key}`, { context: phone });
    await reader.getByRole('button', { name: 'Scan another page' }).click();
    await reader.getByRole('button', { name: 'Take a photo' }).click();
    await reader.getByText('A lot is going on right now').waitFor();
  });

  test('can be installed, and opens without a connection', async () => {
    const { key } = await newKey();
    const page = await browser.open(`/scan#key=${key}`, {
      context: phone,
      expects: /ERR_INTERNET_DISCONNECTED.*\/graphql/,
    });
    await page.getByRole('region', { name: 'What this page offers' }).waitFor();
    const manifest = await page.evaluate(async () => {
      const link = globalThis.document.querySelector<HTMLLinkElement>('link[rel=manifest]');
      const address = link?.href ?? '';
      const read = (await (await fetch(address)).json()) as { start_url: string; icons: { src: string }[] };
      return { ...read, address };
    });
    // Its addresses are relative to its own.
    expect(new URL(manifest.start_url, manifest.address).pathname).toBe('/scan');
    for (const { src } of manifest.icons) {
      const icon = await page.request.get(new URL(src, manifest.address).href);
      expect(icon.headers()['content-type']).toBe('image/png');
    }
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.reload();
    await page.getByRole('region', { name: 'What this page offers' }).waitFor();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText('No connection').waitFor();
    await page.context().setOffline(false);
  });
});

describe('a photo takes itself', () => {
  const frame = (value: (i: number) => number) => Uint8Array.from({ length: 64 }, (_, i) => value(i));
  const page = frame((i) => (i % 8) * 30);
  const other = frame((i) => 255 - (i % 8) * 30);
  const table = frame(() => 120);

  test('when the picture stands still, shows something, and is another one than before', () => {
    const watch = new SteadyWatch();
    const looks = (...frames: Uint8Array[]) => frames.map((each) => watch.look(each));
    expect(looks(table, table)).toEqual(['empty', 'empty']);
    expect(looks(page, page, page, page)).toEqual(['moving', 'moving', 'moving', 'steady']);
    watch.taken(page);
    expect(looks(page, page, page, page)).toEqual(['seen', 'seen', 'seen', 'seen']);
    expect(looks(other, page, other)).toEqual(['moving', 'moving', 'moving']);
    expect(looks(other, other, other)).toEqual(['moving', 'moving', 'steady']);
    watch.forget();
  });
});
