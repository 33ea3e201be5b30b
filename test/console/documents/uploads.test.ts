/** Uploads to the library: their states in the user's language, and what a reload keeps. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { drawPicture, jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';

/** What the browser says of answers that the tests hold back. */
const FAILED = /Failed to load resource|net::ERR/;

describe('an upload', () => {
  const browser = useTestBrowser();

  const newEditor = async () => (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });

  test('folds to a pill when everything is done, which opens again', async () => {
    const page = await browser.open('/library', { as: await newEditor() });
    await page.getByRole('heading', { name: 'Your library is empty' }).waitFor();
    await page.locator('input[type=file]').setInputFiles([
      { name: 'Poster.tif', mimeType: 'image/tiff', buffer: await drawPicture(401).tiff().toBuffer() },
      { name: 'Photo.webp', mimeType: 'image/webp', buffer: await drawPicture(402).webp().toBuffer() },
    ]);
    const pill = page.getByRole('button', { name: '2 of 2 ready' });
    await pill.waitFor();
    expect((await pill.boundingBox())?.height).toBeLessThan(48);
    await keepScreenshot(page, 'uploads-pill');
    expect(await accessibilityProblems(page)).toEqual([]);
    await pill.click();
    await page.getByRole('link', { name: 'Poster.tif' }).waitFor();
    await page.getByRole('button', { name: 'Close finished uploads' }).click();
    expect(await page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
  });

  test('that is refused says why in German, with its numbers', async () => {
    const page = await browser.open('/library', { as: await newEditor(), locale: 'de-DE' });
    await page.getByRole('button', { name: 'Hochladen' }).first().waitFor();
    const text = (name: string, mimeType: string, bytes: string) => ({
      name,
      mimeType,
      buffer: Buffer.from(bytes, 'latin1'),
    });
    await page
      .locator('input[type=file]')
      .setInputFiles([
        text('Notiz.txt', 'text/plain', 'Das ist kein Bild.'),
        text('IMG_1.heic', 'image/heic', '\0\0\0\x18ftypheic\0\0\0\0'),
        { name: 'Gesperrt.pdf', mimeType: 'application/pdf', buffer: await newPdf([403], { password: 'x' }) },
      ]);
    await page.getByText('Diese Art von Datei wird nicht angenommen.').waitFor();
    await page.getByText('Das ist ein HEIC-Bild').waitFor();
    await page.getByText('Das PDF ist mit einem Passwort geschützt.').waitFor();
    await page.getByText('Keine der 3 Dateien konnte übernommen werden').waitFor();
    await keepScreenshot(page, 'uploads-refused-german');
    // Nothing is left behind by what was refused.
    await page.getByRole('heading', { name: /leer/ }).waitFor();
    expect(
      await page.getByRole('listitem').filter({ hasText: 'Gesperrt' }).locator('.item-card').count(),
    ).toBe(0);
  });

  test('whose pages are not counted yet is being read, instead of having none', async () => {
    const editor = await newEditor();
    await (await editor.folder()).document(await jpegPicture(404), { name: 'Uncounted' });
    const page = await browser.open('/try', { as: editor });
    await page.route('**/graphql', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text())
        .replaceAll('"processing":"READY"', '"processing":"PROCESSING"')
        .replaceAll('"pages":1', '"pages":0');
      await route.fulfill({ response: answer, body });
    });
    await page.getByRole('navigation').getByRole('link', { name: 'Library', exact: true }).click();
    await page
      .getByRole('link', { name: /^Folder/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Uncounted' }).first().waitFor();
    await page.getByText('Reading the file …').waitFor();
    expect(await page.getByText('0 pages').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('that a reload interrupts is remembered, and goes on when the file is chosen again', async () => {
    const editor = await newEditor();
    const page = await browser.open('/library', { as: editor, expects: FAILED });
    await page.getByRole('heading', { name: 'Your library is empty' }).waitFor();
    const folder = await mkdtemp(join(tmpdir(), 'loupe-upload-'));
    const catalogue = join(folder, 'Annual catalogue.jpg');
    // Larger than one part; what follows the end of a JPEG is not read.
    await writeFile(catalogue, Buffer.concat([await jpegPicture(404), Buffer.alloc(5 * 1024 * 1024)]));
    let parts = 0;
    let stop: () => void = () => undefined;
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    await page.route('**/api/uploads/**', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      parts += 1;
      if (parts > 2) {
        stop();
        return route.abort();
      }
      return route.continue();
    });
    await page.locator('input[type=file]').setInputFiles(catalogue);
    await stopped;
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText(/^Interrupted at \d+%\. Choose the file again/).waitFor();
    await keepScreenshot(page, 'uploads-interrupted');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.unroute('**/api/uploads/**');
    const sent: number[] = [];
    page.on('request', (request) => {
      const offset = request.headers()['upload-offset'];
      if (request.method() === 'PATCH' && offset !== undefined) sent.push(Number(offset));
    });
    await page.locator('input[type=file]').setInputFiles(catalogue);
    await page.getByRole('button', { name: '1 of 1 ready' }).waitFor();
    // What had arrived is not sent again.
    expect(Math.min(...sent)).toBeGreaterThan(0);
    await rm(folder, { recursive: true });
  });
});
