/** Organizations below the own one: made, filled with people, given keys and credits, and deleted in the console. */
import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/kernel/ids.js';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';

describe('an organization below', () => {
  const browser = useTestBrowser();

  test('gets people, keys, a language and a log of its own, and is deleted again', async () => {
    const own = await seed(browser.loupe).organization({
      name: 'Lake Press',
      accountType: 'Prepaid',
      credit: 50,
    });
    const administrator = await own.user();
    const page = await browser.open('/administration?tab=organization', { as: administrator });
    await page.getByRole('button', { name: 'New organization' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Local <b>paper</b>');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Administer Local <b>paper</b>' }).click();
    await page.getByText('Local <b>paper</b>', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'New user' }).click();
    const mail = `${newId()}@local.example`;
    await page.getByLabel('E-mail').fill(mail);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('row', { name: mail }).waitFor();
    await keepScreenshot(page, 'organization-below');
    expect(await accessibilityProblems(page)).toEqual([]);
    // The address says which organization and which part of it: a reload shows the same.
    await page.reload();
    await page.getByRole('row', { name: mail }).waitFor();

    await page.getByRole('tab', { name: 'Keys and QR codes' }).click();
    await page.getByRole('button', { name: 'New code' }).click();
    await page.getByLabel('Name').fill('Local issue');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Show the code of Local issue large' }).waitFor();
    await page.getByRole('tab', { name: 'Operation log' }).click();
    await page.getByText(mail).first().waitFor();

    await page.getByRole('tab', { name: 'Organization and credits' }).click();
    await page.getByRole('combobox', { name: 'Language of our publications' }).fill('deutsch');
    await page.getByRole('option', { name: 'German (Germany)' }).click();
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved.').waitFor();
    const below = await own.user();
    const [local] = await browser.loupe.app.services.organizations.list(await below.viewer(), {
      parentId: own.id,
    });
    expect(local).toMatchObject({ name: 'Local <b>paper</b>', languageCode: 'de-DE' });

    await page.getByRole('button', { name: 'Delete this organization' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete this organization' }).click();
    await page.getByText('Local <b>paper</b> was deleted.').waitFor();
    await page.getByText('This organization', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete this organization' }).count()).toBe(0);
    expect(await page.getByRole('row', { name: 'Local' }).count()).toBe(0);
  });

  test('gives what is uploaded into it its own language', async () => {
    const own = await seed(browser.loupe).organization();
    const administrator = await own.user();
    const { organizations } = browser.loupe.app.services;
    const below = await organizations.create(await administrator.viewer(), {
      name: 'Feuille',
      parentId: own.id,
      languageCode: 'fr-FR',
    });
    const page = await browser.open(`/library/${below.id}`, { as: administrator });
    await page.getByRole('heading', { name: 'Feuille' }).waitFor();
    await page.locator('input[type=file]').setInputFiles({
      name: 'Printemps.jpg',
      mimeType: 'image/jpeg',
      buffer: await jpegPicture(81),
    });
    await page.getByRole('link', { name: 'Printemps' }).first().click();
    expect(await page.getByRole('tab', { name: 'French' }).textContent()).toContain('Default');
  });
});
