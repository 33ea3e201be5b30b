/** A reading that fails: shown where it happens, and never taken for “there is nothing”. */
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../kit/accessibility.js';
import { keepScreenshot } from '../kit/browser.js';
import { failReading, queryIn } from '../kit/failed-readings.js';
import { holdBack } from '../kit/held-requests.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { useTestBrowser } from '../kit/use-browser.js';

const browser = useTestBrowser();

async function arrange() {
  const user = await (await seed(browser.loupe).organization({ credit: 10 })).user({ roles: ['Editor'] });
  const folder = await user.folder({ name: 'Summer' });
  await user.folder({ name: 'Below', parentId: folder.id });
  const document = await folder.document(await jpegPicture(1), { name: 'Magazine' });
  return { user, folder, document };
}

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

test('parts of a screen that could not be read are named once for all, and read again', async () => {
  const { user, document } = await arrange();
  const page = await browser.open('/try', { as: user });
  const heals = [await failReading(page, 'DocumentDraft'), await failReading(page, 'ProposalCounts')];
  await page.goto(`/documents/${document.id}`);
  const unread = alert(page, 'Part of this screen could not be read');
  await unread.waitFor();
  expect(await unread.count()).toBe(1);
  await keepScreenshot(page, 'unread');
  expect(await accessibilityProblems(page)).toEqual([]);
  for (const heal of heals) await heal();
  await unread.getByRole('button', { name: 'Try again' }).click();
  await unread.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Collect changes in a draft' }).waitFor();
});

test('a reading that fails takes nothing from one of the same page that is answered after it', async () => {
  const { user, document } = await arrange();
  const path = `/documents/${document.id}?page=${document.imageIds[0] ?? ''}`;
  const page = await browser.open('/try', { as: user });
  const content = await holdBack(page, '**/graphql', (body) => queryIn(body) === 'ElementContent');
  const heal = await failReading(page, 'ZonesOfPage');
  const failed = page.waitForEvent('requestfinished', (each) => queryIn(each.postData()) === 'ZonesOfPage');
  await page.goto(path);
  await failed;
  await alert(page, 'Part of this screen could not be read').waitFor();
  content.release();
  await page.getByRole('button', { name: 'New action' }).waitFor();
  await heal();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('what a whole document does not have is not read: its title is saved and a draft begun without a word', async () => {
  const { user, document } = await arrange();
  const page = await browser.open(`/documents/${document.id}`, { as: user });
  const refused: string[] = [];
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    if (queryIn(request.postData()) !== undefined) underWay.add(request);
  });
  page.on('requestfailed', (request) => underWay.delete(request));
  page.on('response', async (response) => {
    const text = underWay.has(response.request()) ? await response.text().catch(() => '') : '';
    if (text.startsWith('{"errors"')) refused.push(text);
    underWay.delete(response.request());
  });
  const title = page.getByLabel('Title', { exact: true }).and(page.locator('textarea'));
  await title.fill('Spring');
  await title.press('Enter');
  await page.getByText('Title saved').waitFor();
  await page.getByRole('button', { name: 'Collect changes in a draft' }).click();
  await page.getByText('Draft: no changes yet').waitFor();
  await expect.poll(() => underWay.size).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(refused).toEqual([]);
});

test('a list of which a part could not be read says so beside the rest', async () => {
  const { user, folder } = await arrange();
  const page = await browser.open('/try', { as: user });
  const heal = await failReading(page, 'LibraryFolders');
  await page.goto(`/library/${folder.id}`);
  await alert(page, 'The server failed to do this').waitFor();
  await heal();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Below', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('a server that cannot say who is logged in shows no log-in to somebody who is', async () => {
  const { user, folder } = await arrange();
  const page = await browser.open('/try', { as: user, expects: /The server failed to do this/ });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const heal = await failReading(page, 'Me');
  await page.goto(`/library/${folder.id}`);
  await page.getByRole('button', { name: 'Reload' }).waitFor();
  await page.getByText('The server failed to do this').waitFor();
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
  await heal();
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('link', { name: 'Magazine', exact: true }).waitFor();
});

test('a shared link that could not be read is not called over', async () => {
  const { user, document } = await arrange();
  const { code } = await browser.loupe.app.services.previewLinks.create(await user.viewer(), document.id);
  const guest = await browser.open('/preview#code=none');
  await guest.getByText('This preview is no longer there').waitFor();
  const heal = await failReading(guest, 'SharedPreview');
  await guest.goto('about:blank');
  await guest.goto(`/preview#code=${code}`);
  await alert(guest, 'The server failed to do this').waitFor();
  expect(await guest.getByText('This preview is no longer there').count()).toBe(0);
  await heal();
  await guest.getByRole('button', { name: 'Try again' }).click();
  await guest.getByRole('heading', { name: 'Magazine', level: 1 }).waitFor();
});

test('ways to log in that could not be read are named, and read again', async () => {
  const page = await browser.open('/forgot');
  const heals = [await failReading(page, 'OfferedSignIns'), await failReading(page, 'SendsMails')];
  await page.goto('/forgot');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.getByText('This server sends no e-mails').count()).toBe(0);
  await page.goto('/');
  await alert(page, 'Other ways to log in could not be read').waitFor();
  for (const heal of heals) await heal();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('an export that the server fails to make says so', async () => {
  const { user, document } = await arrange();
  const page = await browser.open(`/texts/${document.id}`, { as: user });
  await failReading(page, 'ExportTexts');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV of the titles' }).click();
  await alert(page, 'The server failed to do this').waitFor();
  expect(await page.getByRole('button', { name: 'Export' }).isEnabled()).toBe(true);
});
