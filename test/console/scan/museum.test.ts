/** The museum of the examples: three languages, and no network from the second visit on. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inRoot } from '../../../scripts/setup/paths.mjs';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { useScanSite } from './element-site.js';

const site = useScanSite();

test('a museum opens and recognizes its works without a network once it was there, in three languages', async () => {
  for (const name of ['museum.css', 'museum.js', 'keep.js'])
    site.files.set(`/${name}`, await readFile(inRoot('examples/museum', name)));
  const html = await readFile(inRoot('examples/museum/index.html'), 'utf8');
  site.files.set('/', Buffer.from(html.replace('PUBLIC KEY OF THE SERVER', site.publicKey)));
  const page = await site.browser.open('about:blank', {
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'fr-FR' },
    isFirstVisit: true,
    expects: new RegExp(`foreign host: ${site.origin}|ERR_INTERNET_DISCONNECTED|ERR_FAILED`),
  });
  await page.goto(`${site.origin}/`);
  await page.getByText('Cette page marche désormais sans réseau.').waitFor();
  await page.getByRole('heading', { name: 'The herbarium' }).waitFor();

  await page.context().setOffline(true);
  const answered: string[] = [];
  page.on('response', (response) => {
    if (!response.fromServiceWorker()) answered.push(response.url());
  });
  await page.reload();
  await page.getByRole('heading', { name: 'The herbarium' }).waitFor();
  await page.getByRole('link', { name: 'Listen' }).waitFor();
  await page.getByRole('heading', { name: 'Visez une œuvre' }).waitFor();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Halten Sie die Kamera auf ein Werk' }).waitFor();
  await page.getByRole('heading', { name: 'The herbarium' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(await accessibilityProblems(page)).toEqual([]);
  await keepScreenshot(page, 'museum-offline');
  expect(answered).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: 'Halten Sie die Kamera auf ein Werk' }).waitFor();
});
