import { beforeAll, describe, expect, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { designPage } from '../../../packages/bench/benchmark/designs/design.js';
import { designs } from '../../../packages/bench/benchmark/designs/designs.js';
import { toJpeg } from '../../../packages/bench/paint/rgb-image.js';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import { zipOf } from '../../kit/files/zips.js';

/** Waits until a picture is loaded, not only there. */
async function isShown(picture: Locator): Promise<void> {
  await expect
    .poll(async () => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
}

describe('conflicts and the engine', () => {
  const browser = useTestBrowser();
  let organization: SeededOrganization;

  beforeAll(async () => {
    organization = await seed(browser.loupe).organization({ name: 'Lake Press' });
  });

  test('shows pages that could be confused side by side, and leads to what differs', async () => {
    const folder = await (await organization.user()).folder();
    await folder.document(await jpegPicture(63), { name: 'Spring' });
    await folder.document(await jpegPicture(63), { name: 'Spring again' });
    await folder.document(await jpegPicture(64), { name: 'Winter' });
    const page = await browser.open('/conflicts', { as: await organization.user({ roles: ['Viewer'] }) });
    await page.getByRole('heading', { name: 'Check a document before it is printed' }).waitFor();
    await page.getByRole('combobox', { name: 'Document' }).click();
    await page.getByRole('option', { name: 'Winter' }).click();
    await page.getByText('No conflicts').waitFor();
    await page.getByRole('combobox', { name: 'Document' }).click();
    await page.getByRole('combobox', { name: 'Document' }).fill('Spring');
    await page.getByRole('option', { name: 'Spring again' }).click();
    await page.getByRole('link', { name: 'Spring, page 1', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Spring again, page 1', exact: true }).waitFor();
    // A viewer is offered nothing that would be refused.
    expect(await page.getByRole('button', { name: /^Deactivate/ }).count()).toBe(0);
    await keepScreenshot(page, 'conflicts');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Check everything' }).click();
    await page.getByText('1 page or zone could be confused').waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(await page.getByRole('figure').count()).toBe(2);
    await page.getByRole('link', { name: /^Compare with Spring( again)?, page 1$/ }).click();
    await page.getByText('No differences found').first().waitFor();
  });

  test('shows by which parts photos tell pages of one design apart, and counts them as no conflict', async () => {
    const own = await seed(browser.loupe).organization();
    const editor = await own.user({ roles: ['Editor'] });
    const folder = await editor.folder();
    const design = designs.find(({ name }) => name === 'table tent');
    if (design === undefined) throw new Error('There is no table tent.');
    for (const number of [1, 2])
      await folder.document(await toJpeg(await designPage(design, number), 90), { name: `Table ${number}` });
    const page = await browser.open('/conflicts', { as: editor });
    await page.getByRole('button', { name: 'Check everything' }).click();
    await page.getByText('No conflicts').waitFor();
    const section = page.getByRole('region', { name: 'Pages of one design' });
    await isShown(section.getByAltText('Table 2, page 1, with the parts that distinguish it'));
    expect(await section.getByText('Looks like 1 other page').count()).toBe(2);
    await keepScreenshot(page, 'alike-pages');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('deactivates one of two pages that could be confused', async () => {
    const own = await seed(browser.loupe).organization();
    const editor = await own.user({ roles: ['Editor'] });
    const folder = await editor.folder();
    const first = await folder.document(await jpegPicture(67), { name: 'Morning' });
    await folder.document(await jpegPicture(67), { name: 'Evening' });
    const page = await browser.open('/conflicts', { as: editor });
    await page.getByRole('button', { name: 'Check everything' }).click();
    await page.getByRole('button', { name: 'Deactivate this page: Morning, page 1' }).click();
    await page.getByText('Deactivated').waitFor();
    const [image] = (await editor.send('GET', `/api/documents/${first.id}/images`)) as { Status: string }[];
    expect(image?.Status).toBe('Inactive');
    await page.getByRole('button', { name: 'Deactivate this page: Evening, page 1' }).waitFor();
  });

  test('makes an application, adds pictures, and finds one of them by a photo with the reason', async () => {
    const page = await browser.open('/engine', { as: await organization.user() });
    await page.getByRole('heading', { name: 'No application yet' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'New application' }).click();
    await page.getByLabel('Name').fill('Covers');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('There is no picture in this application yet.').waitFor();
    await page.getByText(/^No picture is stored now/).waitFor();
    await page.getByRole('switch', { name: 'Keep small pictures' }).click({ force: true });
    await page.getByText(/^Small pictures are kept/).waitFor();
    const file = async (name: string, number: number) => ({
      name: `${name}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await jpegPicture(number),
    });
    await page
      .locator('input[type=file][multiple]')
      .setInputFiles([await file('cover-one', 65), await file('cover-two', 66)]);
    await page.getByRole('row', { name: 'cover-two' }).waitFor();
    await isShown(page.getByRole('img', { name: 'Picture of cover-two' }));
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles(await file('photo', 65));
    const row = page.getByRole('row', { name: /cover-one.*Recognized/ });
    await row.waitFor();
    await row.getByRole('button', { name: 'Why: cover-one' }).click();
    await page.getByAltText('The photo with the matching points').waitFor();
    await keepScreenshot(page, 'engine');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 740 });
    await keepScreenshot(page, 'engine-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page
      .locator('input[type=file][multiple]')
      .setInputFiles({ ...(await file('cover-one', 65)), name: 'cover-copy.jpg' });
    await page.getByRole('row', { name: 'cover-copy' }).waitFor();
    await page.getByRole('button', { name: 'Look for duplicates' }).click();
    const pairs = page.getByRole('region', { name: 'Nearly the same pictures' });
    await pairs.getByRole('listitem').filter({ hasText: 'cover-copy' }).waitFor();
    await pairs.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(await pairs.getByRole('listitem').count()).toBe(1);
    await isShown(pairs.getByRole('img', { name: 'Picture of cover-copy' }));
    await keepScreenshot(page, 'engine-duplicates');
    expect(await accessibilityProblems(page)).toEqual([]);
    await pairs.getByRole('button', { name: 'Delete cover-copy' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await pairs.getByText('No two pictures are nearly the same').waitFor();
    await page.getByRole('row', { name: 'cover-copy' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Keywords of cover-one' }).click();
    const dialog = page.getByRole('dialog');
    await isShown(dialog.getByRole('img', { name: 'Picture of cover-one' }));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: 'Keep small pictures' }).click({ force: true });
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Remove the small pictures' }).click();
    await page.getByText(/^No picture is stored now/).waitFor();
    await page.getByRole('img', { name: 'Picture of cover-one' }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: 'cover-one' }).first().waitFor();
  });

  test('fills an application from a ZIP with a report, and deletes it after telling what is lost', async () => {
    const administrator = await (await seed(browser.loupe).organization()).user();
    const page = await browser.open('/engine', { as: administrator });
    await page.getByRole('button', { name: 'New application' }).click();
    await page.getByLabel('Name').fill('Catalog <b>');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('There is no picture in this application yet.').waitFor();
    await page.getByRole('button', { name: 'Names and keywords for a ZIP' }).click();
    const hint = page.getByRole('dialog', { name: 'Names and keywords for a ZIP' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      hint.getByRole('button', { name: 'Download a sample' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('manifest.csv');
    expect(await accessibilityProblems(page)).toEqual([]);
    await hint.getByRole('button', { name: 'Download a sample' }).press('Escape');
    await hint.waitFor({ state: 'hidden' });
    const importZip = async (files: Readonly<Record<string, Buffer>>) => {
      const file = { name: 'catalog.zip', mimeType: 'application/zip', buffer: await zipOf(files) };
      await page.getByLabel('Import a ZIP').setInputFiles(file);
    };
    await importZip({ 'a.jpg': await jpegPicture(76), 'manifest.csv': Buffer.from('file,keyword\na.jpg,x') });
    await page.getByText(/line 1: the column “keyword” is not known/).waitFor();
    // The sample as it is, and a ZIP that holds one of its files.
    const sample = await readFile(await download.path());
    await importZip({ 'covers/0002.jpg': await jpegPicture(77), 'manifest.csv': sample });
    await page.getByText('1 of 3 added, 2 refused').waitFor();
    await page.getByText(/manifest\.csv, line 2: the archive does not hold this file/).waitFor();
    await page.getByRole('row', { name: /isbn-9780000000002.*novel/ }).waitFor();
    await importZip({ 'red/one.jpg': await jpegPicture(76), 'notes.txt': Buffer.from('no picture') });
    await page.getByText('1 of 2 added, 1 refused').waitFor();
    await page.getByText(/^notes\.txt: /).waitFor();
    await page.getByRole('button', { name: 'Keywords of red/one.jpg' }).click();
    await page.getByRole('dialog').getByRole('combobox').fill('spring');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /red\/one\.jpg.*spring/ }).waitFor();
    await keepScreenshot(page, 'engine-import');
    await page.getByRole('switch', { name: 'Active' }).click({ force: true });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('Its keys open nothing now.').waitFor();
    await page.getByRole('button', { name: 'Delete the application' }).click();
    const question = page.getByRole('alertdialog');
    expect(await question.textContent()).toContain(
      'Catalog <b> is deleted with everything in it (2 pictures)',
    );
    await question.getByRole('button', { name: 'Delete the application' }).click();
    await page.getByRole('heading', { name: 'No application yet' }).waitFor();
  });

  test('keeps the engine from editors', async () => {
    const page = await browser.open('/library', { as: await organization.user({ roles: ['Editor'] }) });
    await page.getByRole('link', { name: 'Statistics' }).waitFor();
    expect(await page.getByRole('link', { name: 'Engine' }).count()).toBe(0);
  });
});
