/** The library as a list: columns, filters that are kept, and keys. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../kit/accessibility.js';
import { keepScreenshot } from '../kit/browser.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { useTestBrowser } from '../kit/use-browser.js';

const browser = useTestBrowser();

async function arrange() {
  const organization = await seed(browser.loupe).organization({ credit: 100 });
  const user = await organization.user({ roles: ['Editor'] });
  const weekly = await user.folder({ name: 'Weekly' });
  await weekly.document(await jpegPicture(1), { name: 'Harbour 1', status: 'Inactive' });
  const document = await weekly.document(await jpegPicture(2), { name: 'Harbour 2' });
  await user.folder({ name: 'Archive' });
  const colleague = await organization.user({ roles: ['Editor'] });
  return { user, weekly, document, colleague };
}

/** Names in the list, from the top. */
const namesOf = (page: Page) => page.getByRole('table').locator('.item-name').allInnerTexts();

const asList = async (page: Page) => {
  await page.getByText('List', { exact: true }).click();
  await page.getByRole('table').waitFor();
};

test('columns are chosen, in low rows; one says who changed a document last', async () => {
  const { user, colleague, weekly, document } = await arrange();
  const page = await browser.open(`/library/${weekly.id}`, { as: user });
  await asList(page);
  const row = page.getByRole('row').filter({ hasText: 'Harbour 2' });
  expect((await row.boundingBox())?.height).toBe(24);
  await page.getByRole('button', { name: 'Choose columns' }).click();
  for (const name of ['Editor', 'Languages', 'Scans, 7 days'])
    await page.getByRole('menuitemcheckbox', { name }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await row.getByText(user.userName).waitFor();
  await row.getByText('English').waitFor();
  expect(await row.locator('[data-column=scans]').innerText()).toBe('0');
  await colleague.send('PATCH', `/api/documents/${document.id}`, { json: { Name: 'Harbour 3' } });
  await keepScreenshot(page, 'library-list');
  await page.reload();
  await page.getByRole('row').filter({ hasText: 'Harbour 3' }).getByText(colleague.userName).waitFor();
});

test('a filter is kept under a name, found by Ctrl-K on another device, and removed', async () => {
  const { user } = await arrange();
  const page = await browser.open('/library', { as: user });
  await asList(page);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Inactive' }).click();
  await page.getByRole('menuitemradio', { name: 'Within 7 days' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Also in the folders below' }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await keepScreenshot(page, 'library-filter-menu');
  await page.getByRole('menuitem', { name: 'Keep this filter …' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('To be done');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'To be done' }).waitFor();
  await expect.poll(() => namesOf(page)).toEqual(['Harbour 1']);
  // Where it lies stands beside it.
  await page.getByRole('row').filter({ hasText: 'Harbour 1' }).getByText('Weekly').waitFor();

  const elsewhere = await browser.open('/library', { as: user });
  await asList(elsewhere);
  await expect.poll(() => namesOf(elsewhere)).toEqual(['Archive', 'Weekly']);
  await elsewhere.keyboard.press('Control+k');
  await elsewhere.getByRole('dialog').getByRole('textbox').fill('to be done');
  await elsewhere.locator('[data-action]').filter({ hasText: 'Filter: To be done' }).waitFor();
  await elsewhere.keyboard.press('Enter');
  await expect.poll(() => namesOf(elsewhere)).toEqual(['Harbour 1']);
  await elsewhere.getByRole('button', { name: 'To be done' }).click();
  await elsewhere.getByRole('menuitem', { name: 'Remove “To be done”' }).click();
  await elsewhere.getByText('“To be done” is kept no more').waitFor();
  await elsewhere.getByRole('button', { name: 'Undo' }).click();
  await elsewhere.getByRole('button', { name: 'To be done' }).click();
  await elsewhere.getByRole('menuitem', { name: 'No filter' }).click();
  await expect.poll(() => namesOf(elsewhere)).toEqual(['Archive', 'Weekly']);
});

test('keys alone go through the list, select, and open', async () => {
  const { user, weekly } = await arrange();
  const page = await browser.open(`/library/${weekly.id}`, { as: user });
  await asList(page);
  await page.getByRole('region', { name: 'Content' }).focus();
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Harbour 1');
  await page.keyboard.press('End');
  await expect.poll(focused).toBe('Harbour 2');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+Space');
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('2 selected').waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Harbour 1');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Harbour 1' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/documents\//);
});
