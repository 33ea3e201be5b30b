/** What an editor sees of a page before anybody else can, and the way from there to readers. */
import { beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';

describe('a page that is not live yet', () => {
  const browser = useTestBrowser();
  let organization: SeededOrganization;
  let editor: SeededUser;
  beforeAll(async () => {
    organization = await seed(browser.loupe).organization({ accountType: 'Prepaid', credit: 20 });
    editor = await organization.user({ roles: ['Editor'] });
  });

  test('is previewed as readers will get it, activated from there, and has a way back', async () => {
    const folder = await editor.folder({ name: 'Spring' });
    const pdf = await newPdf([201, 202]);
    const document = await folder.document(pdf, {
      name: 'Market flyer',
      contentType: 'application/pdf',
      status: 'Inactive',
    });
    const [, second = ''] = document.imageIds;
    await document.title('What is ripe', { nodeId: second });
    await document.action({ nodeId: second, name: 'See the stalls' });
    const page = await browser.open(`/pages/${second}/preview`, { as: editor });
    const phone = page.getByRole('region', { name: 'The reader’s phone' });
    await phone.getByRole('heading', { name: 'What is ripe' }).waitFor();
    await phone.getByRole('link', { name: /See the stalls/ }).waitFor();
    const band = page.getByRole('status').filter({ hasText: 'Not live yet' });
    await band.getByText('The document is not active').waitFor();
    expect((await band.boundingBox())?.y).toBeLessThan(500);
    await page.getByText('Will be shown to this reader').waitFor();
    await keepScreenshot(page, 'preview-inactive');
    expect(await accessibilityProblems(page)).toEqual([]);

    await band.getByRole('button', { name: 'Activate …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activate Market flyer' });
    await dialog.getByText('Takes 2 page credits; 20 left').waitFor();
    await dialog.getByText('Page 1 has no action: readers get nothing there').waitFor();
    await dialog.getByText('actions on 1 of 2 pages').waitFor();
    await dialog.getByText('No look-alike pages').waitFor();
    await keepScreenshot(page, 'activation');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Activate' }).click();
    await expect.poll(() => band.count()).toBe(0);
    await page.getByText('Shown to this reader').waitFor();

    // The way back, the neighbours, and the other screens of the page.
    expect(await page.getByRole('link', { name: 'Library', exact: true }).getAttribute('aria-current')).toBe(
      'page',
    );
    await page.keyboard.press('PageUp');
    await page.getByRole('heading', { name: 'Preview of Market flyer, page 1' }).waitFor();
    await page.keyboard.press('PageDown');
    await page.getByRole('heading', { name: 'Preview of Market flyer, page 2' }).waitFor();
    await page.getByRole('link', { name: 'Zones', exact: true }).click();
    await page.getByRole('heading', { name: 'Market flyer, page 2' }).waitFor();
    await page.getByRole('navigation', { name: 'Location of this page' }).getByText('Spring').waitFor();
    await page.getByRole('link', { name: 'Market flyer', exact: true }).click();
    await page.getByRole('heading', { name: 'Market flyer' }).waitFor();
  });

  test('shows its first zone at once, since the page as a whole is no longer recognized', async () => {
    const document = await (await editor.folder()).document(await jpegPicture(211), { status: 'Inactive' });
    const [imageId = ''] = document.imageIds;
    const zoneId = await document.zone({ imageId, x: 5, y: 5, width: 60, height: 60 });
    await document.title('The stalls', { nodeId: zoneId });
    await document.action({ nodeId: zoneId, name: 'Reserve' });
    const page = await browser.open(`/pages/${imageId}/preview`, { as: editor });
    const phone = page.getByRole('region', { name: 'The reader’s phone' });
    await phone.getByRole('heading', { name: 'The stalls' }).waitFor();
    await phone.getByRole('link', { name: /Reserve/ }).waitFor();
    expect(await page.getByText('The zones answer instead').count()).toBe(0);
  });

  test('shows pages that look alike side by side with their documents before it is activated', async () => {
    const other = await organization.user({ roles: ['Editor'] });
    const folder = await other.folder();
    await folder.document(await jpegPicture(221), {
      name: 'A flyer with a name so long that it has to be cut in a card',
    });
    const second = await folder.document(await jpegPicture(221), { name: 'Second', status: 'Inactive' });
    const page = await browser.open(`/documents/${second.id}`, { as: other });
    await page.getByRole('button', { name: 'Activate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activate Second' });
    await dialog.getByText('1 page looks like another one').waitFor();
    expect(await dialog.locator('.look-alike img').count()).toBe(2);
    await dialog.getByRole('link', { name: 'Page 1' }).waitFor();
    await dialog.getByText('This document, page 1').waitFor();
    await keepScreenshot(page, 'activation-look-alike');
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
