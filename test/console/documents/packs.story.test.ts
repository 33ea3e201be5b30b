/** Packs for phones without a network, on the screens: made of a document or folder, shown as a QR code, revoked. */
import { beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import type { SeededDocument, SeededFolder, SeededUser } from '../../kit/seed/seed-user.js';
import { useTestBrowser } from '../../kit/use-browser.js';

describe('packs', () => {
  const browser = useTestBrowser();
  let organization: SeededOrganization;
  let administrator: SeededUser;
  let folder: SeededFolder;
  let document: SeededDocument;

  beforeAll(async () => {
    organization = await seed(browser.loupe).organization({ name: 'Lake Museum' });
    administrator = await organization.user();
    folder = await administrator.folder({ name: 'Hall 1' });
    document = await folder.document(await jpegPicture(421), { name: 'Leaflet' });
  });

  test('are made of a document, have a QR code, come again, and are revoked', async () => {
    const page = await browser.open(`/documents/${document.id}`, { as: administrator });
    await page.getByRole('button', { name: 'More actions for the document' }).click();
    await page.getByRole('menuitem', { name: 'Packs for phones without a network' }).click();
    const dialog = page.getByRole('dialog', { name: 'Packs of Leaflet' });
    await dialog.getByText('There is no pack yet.').waitFor();
    await dialog.getByRole('combobox', { name: 'Languages' }).click();
    await page.getByRole('option', { name: 'English (United States)' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Valid for days').fill('7');
    await dialog.getByRole('checkbox', { name: 'With thumbnails' }).check();
    await dialog.getByRole('checkbox', { name: 'Small' }).check();
    await dialog.getByRole('button', { name: 'Make a pack' }).click();
    await dialog.getByText(/^Version 1.* · pictures: .* · small$/).waitFor();
    await dialog.getByText('1 page,').waitFor();
    await dialog.getByText(/^Valid until/).waitFor();
    await keepScreenshot(page, 'packs');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Make the next version/ }).click();
    await dialog.getByText(/^Version 2/).waitFor();
    await dialog.getByRole('button', { name: /^Show the QR code/ }).click();
    const { packs } = browser.loupe.app.services;
    const [pack] = await packs.list(await administrator.viewer(), document.id);
    const address = page.getByRole('textbox', { name: 'Address', exact: true });
    expect(await address.inputValue()).toMatch(new RegExp(`/scan#key=pk_.*&pack=${pack!.id}$`));
    await keepScreenshot(page, 'pack-code');
    await page.getByRole('button', { name: 'Close' }).click();
    await dialog.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByText('There is no pack yet.').waitFor();
  });

  test('of a folder without active pages say why they could not be made', async () => {
    const empty = await administrator.folder({ name: 'Hall 2' });
    const page = await browser.open(`/library/${empty.id}`, { as: administrator });
    await page.getByRole('button', { name: 'Packs for phones without a network' }).click();
    const dialog = page.getByRole('dialog', { name: 'Packs of Hall 2' });
    await dialog.getByRole('button', { name: 'Make a pack' }).click();
    const failure = dialog.getByRole('alert').getByText(/It could not be made/);
    await failure.waitFor();
    expect(await failure.textContent()).toContain('There is no active page. Activate a document first.');
    await keepScreenshot(page, 'pack-failed');
  });

  test('are only looked at by who may not write', async () => {
    const viewer = await organization.user({ roles: ['Viewer'] });
    const page = await browser.open(`/library/${folder.id}`, { as: viewer });
    await page.getByRole('button', { name: 'Packs for phones without a network' }).click();
    const dialog = page.getByRole('dialog', { name: 'Packs of Hall 1' });
    await dialog.getByText('There is no pack yet.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Make a pack' }).count()).toBe(0);
  });
});
