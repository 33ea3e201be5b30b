/** What a screen shows stands in its address, and results lead to what they are about. */
import { describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../kit/accessibility.js';
import { useTestBrowser } from '../kit/use-browser.js';
import { changedPicture, jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';

describe('an address', () => {
  const browser = useTestBrowser();

  test('keeps the period of statistics through a reload', async () => {
    const viewer = await (await seed(browser.loupe).organization()).user({ roles: ['Viewer'] });
    const page = await browser.open('/statistics', { as: viewer });
    await page.getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: 'Last 7 days' }).click();
    await expect.poll(() => page.url()).toContain('days=');
    await page.reload();
    await expect.poll(() => page.getByRole('combobox', { name: 'Period' }).inputValue()).toBe('Last 7 days');
    await page.getByLabel('From').fill('2026-01-01');
    await page.getByLabel('To', { exact: true }).fill('2026-01-31');
    await expect.poll(() => page.url()).toContain('last=2026-01-31');
    await page.reload();
    await expect.poll(() => page.getByLabel('From').inputValue()).toBe('2026-01-01');
    expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('2026-01-31');
  });

  test('a tried photo says that no page is active, and a result leads to its page', async () => {
    const organization = await seed(browser.loupe).organization();
    const editor = await organization.user({ roles: ['Editor'] });
    const page = await browser.open('/try', { as: editor });
    const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await changedPicture(441) };
    await page.locator('input[type=file]').setInputFiles(photo);
    await page.getByText('None of your pages is active, so there is nothing to recognize.').waitFor();
    const document = await (await editor.folder()).document(await jpegPicture(441), { name: 'Poster' });
    await document.action({ name: 'Buy' });
    await page.locator('input[type=file]').setInputFiles({ ...photo, name: 'again.jpg' });
    await page.getByRole('heading', { name: 'Recognized: Poster, page 1' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the page', exact: true }).click();
    await expect.poll(() => page.url()).toContain(document.imageIds[0] ?? '-');
  });
});
