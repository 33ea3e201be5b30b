/** The first steps: a checklist that leads on, a list that sorts, screens by Ctrl-K, a code for each document. */
import { describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../kit/accessibility.js';
import { keepScreenshot } from '../kit/browser.js';
import { useTestBrowser } from '../kit/use-browser.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { scan } from '../rest/support/scans.js';

describe('somebody new', () => {
  const browser = useTestBrowser();

  test('is led from an empty library to a code for readers, step by step', async () => {
    const organization = await seed(browser.loupe).organization();
    const administrator = await organization.user();
    const page = await browser.open('/library', { as: administrator });
    const steps = page.getByRole('region', { name: 'Your first scan' });
    await steps.getByRole('button', { name: 'Upload a page or a PDF' }).waitFor();
    await keepScreenshot(page, 'first-run');
    expect(await accessibilityProblems(page)).toEqual([]);
    const document = await (
      await administrator.folder()
    ).document(await jpegPicture(451), {
      name: 'Flyer',
      status: 'Inactive',
    });
    await page.reload();
    await steps.getByRole('link', { name: 'Say what it offers: a title and an action' }).click();
    await page.getByRole('heading', { name: 'Flyer' }).waitFor();
    await document.action();
    await page.goto('/library');
    await steps.getByRole('link', { name: 'See what readers will get' }).click();
    await page.getByText('Not live yet').waitFor();
    await page.getByRole('button', { name: 'Activate …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
    await page.getByText('Not live yet').waitFor({ state: 'detached' });
    await page.goto('/library');
    await steps.getByRole('link', { name: 'Try it with a photo' }).waitFor();
    await steps.getByRole('link', { name: 'Make a QR code for readers and print it' }).click();
    await page.getByRole('button', { name: 'New code' }).waitFor();

    // The code of a document is made once, and is the same from then on.
    await page.goto(`/documents/${document.id}`);
    const open = async () => {
      await page.getByRole('button', { name: 'More actions for the document' }).click();
      await page.getByRole('menuitem', { name: 'QR code of this document' }).click();
      const dialog = page.getByRole('dialog', { name: 'Flyer' });
      const address = await dialog.getByLabel('Address', { exact: true }).inputValue();
      await page.keyboard.press('Escape');
      return address;
    };
    const first = await open();
    expect(first).toContain('/scan#key=pk_');
    expect(await open()).toBe(first);
    await page.goto('/library');
    await page.getByRole('listitem').filter({ hasText: 'Folder' }).first().waitFor();
    expect(await steps.count()).toBe(0);
  });

  test('puts the steps away for good', async () => {
    const editor = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
    const page = await browser.open('/library', { as: editor });
    await page.getByRole('button', { name: 'Hide these steps' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Your library is empty' }).waitFor();
    expect(await page.getByRole('region', { name: 'Your first scan' }).count()).toBe(0);
  });

  test('chooses the columns of the list, which stay chosen', async () => {
    const organization = await seed(browser.loupe).organization({ credit: 10 });
    const editor = await organization.user({ roles: ['Editor'] });
    const folder = await editor.folder({ name: 'Flyers' });
    const picture = await jpegPicture(471);
    const scanned = await folder.document(picture, { name: 'Scanned' });
    await folder.document(await jpegPicture(472), { name: 'Unseen' });
    await scanned.title('Summer');
    await scanned.title('Sommer', { languageCode: 'de-DE' });
    await scanned.action({});
    await scan(browser.loupe, organization.apiKey, picture);
    const page = await browser.open(`/library/${folder.id}`, { as: editor });
    await page.getByText('List', { exact: true }).click();
    await page.getByRole('button', { name: 'Choose columns' }).click();
    for (const name of ['Languages', 'Scans, 7 days']) {
      await page.getByRole('menuitemcheckbox', { name }).click();
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.reload();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('Scanned').getByText('German, English').waitFor();
    await expect.poll(() => row('Scanned').locator('[data-column="scans"]').textContent()).toBe('1');
    expect(await row('Unseen').locator('[data-column="scans"]').textContent()).toBe('0');
    await keepScreenshot(page, 'library-columns');
  });

  test('sees the library as a list, which its heads sort', async () => {
    const editor = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
    const folder = await editor.folder({ name: 'Flyers' });
    for (const [at, name] of ['Beta', 'Alpha', 'Gamma'].entries()) {
      await folder.document(await jpegPicture(460 + at), { name });
    }
    const page = await browser.open(`/library/${folder.id}`, { as: editor });
    await page.getByText('List', { exact: true }).click();
    const names = async () => page.getByRole('row').getByRole('link').allTextContents();
    await expect.poll(names).toEqual(['Alpha', 'Beta', 'Gamma']);
    await page.getByRole('button', { name: 'Last changed' }).click();
    await expect.poll(names).toEqual(['Gamma', 'Alpha', 'Beta']);
    expect(await page.getByRole('columnheader', { name: 'Last changed' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    await page.getByRole('checkbox', { name: 'Select Beta' }).check();
    await page.getByRole('region', { name: 'Selection' }).waitFor();
    await keepScreenshot(page, 'library-list');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await expect.poll(names).toEqual(['Alpha', 'Beta', 'Gamma']);
  });

  test('finds screens by Ctrl-K', async () => {
    const viewer = await (await seed(browser.loupe).organization()).user({ roles: ['Viewer'] });
    const page = await browser.open('/library', { as: viewer });
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByPlaceholder(/^Names, titles/);
    await field.fill('statis');
    await page.getByRole('button', { name: /^Statistics/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Statistics' }).waitFor();
    await page.keyboard.press('Control+k');
    // A viewer is not led to what would be refused.
    await field.fill('users');
    await page.getByText('Nothing was found for “users”.').waitFor();
    expect(await page.getByRole('button', { name: /^Users/ }).count()).toBe(0);
  });
});
