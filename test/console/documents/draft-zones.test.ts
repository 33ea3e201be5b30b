/** Zones in the draft of a live document, at the workplace of a page. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import { useTestBrowser } from '../../kit/use-browser.js';

const browser = useTestBrowser();

async function arrange() {
  const organization = await seed(browser.loupe).organization({ credit: 20 });
  const user = await organization.user({ roles: ['Editor'] });
  const document = await (await user.folder()).document(await jpegPicture(41), { name: 'Flyer' });
  const [pageId = ''] = document.imageIds;
  await document.title('Spring', { nodeId: pageId });
  const zones = async () => elementsOf(await user.send('GET', `/api/images/${pageId}/zones`));
  const names = async () => (await zones()).map((zone) => textMember(zone, 'Name'));
  return { user, document, pageId, zones, names };
}

const barOf = (page: Page) => page.getByRole('region', { name: 'Draft' });

async function startDraft(page: Page) {
  await page.getByRole('button', { name: 'Collect changes in a draft' }).click();
  await barOf(page).getByText('Draft: no changes yet').waitFor();
}

test('an editor adds a zone in the draft, writes for it, takes a removal back, publishes it and takes that back', async () => {
  const { user, pageId, names } = await arrange();
  const page = await browser.open(`/pages/${pageId}`, { as: user });
  await startDraft(page);
  await page.getByRole('button', { name: 'Add a zone' }).click();
  const list = page.getByRole('list', { name: 'Zones in reading order' });
  await list.getByText('New in the draft').waitFor();
  await list.getByLabel('Name').fill('Stalls');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Zone 1, Stalls' }).waitFor();
  await page.getByLabel('Title', { exact: true }).fill('The stalls');
  await page.keyboard.press('Enter');
  await barOf(page).getByText('Draft: 2 changes, not yet visible to readers').waitFor();
  const phone = page.getByRole('region', { name: 'The reader’s phone' });
  await phone.getByRole('heading', { name: 'The stalls' }).waitFor();
  expect(await names()).toEqual([]);
  await keepScreenshot(page, 'draft-zone');
  expect(await accessibilityProblems(page)).toEqual([]);

  await list.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Stalls is removed in the draft.').waitFor();
  await barOf(page).getByText('Draft: no changes yet').waitFor();
  const removed = page.getByRole('status').filter({ hasText: 'Stalls is removed in the draft.' });
  await removed.getByRole('button', { name: 'Undo' }).click();
  await barOf(page).getByText('Draft: 2 changes, not yet visible to readers').waitFor();
  await phone.getByRole('heading', { name: 'The stalls' }).waitFor();

  await barOf(page).getByRole('button', { name: 'Review', exact: true }).click();
  const review = page.getByRole('dialog', { name: 'Changes in the draft' });
  await review.getByText('New zone').waitFor();
  await review.getByText('Page 1 · Stalls').waitFor();
  await keepScreenshot(page, 'draft-zone-review');
  expect(await accessibilityProblems(page)).toEqual([]);
  await review.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published: 2 changes').waitFor();
  await expect.poll(names).toEqual(['Stalls']);
  await page.getByText('The zones answer, the page is no longer recognized').waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(names).toEqual([]);
  await page.getByText('The whole page answers').waitFor();
});

test('a live zone is moved and removed in the draft while readers go on getting it, and dropping the changes brings it back', async () => {
  const { user, document, pageId, zones } = await arrange();
  await document.zone({ x: 10, y: 10, width: 30, height: 30 });
  const page = await browser.open(`/pages/${pageId}`, { as: user });
  await startDraft(page);
  await page.getByRole('button', { name: 'Zone 1, Zone 1: 10 % from the left' }).press('ArrowRight');
  const list = page.getByRole('list', { name: 'Zones in reading order' });
  await list.getByText('Changed in the draft').waitFor();
  await barOf(page).getByText('Draft: 1 change, not yet visible to readers').waitFor();
  await page.keyboard.press('Control+z');
  await barOf(page).getByText('Draft: no changes yet').waitFor();
  await page.getByRole('button', { name: 'Zone 1, Zone 1: 10 % from the left' }).press('Delete');
  await page.getByText('The whole page answers').waitFor();
  expect(memberOf((await zones())[0], 'PositionX')).toBe(10);

  const preview = await browser.open(`/pages/${pageId}/preview`, { as: user, colorScheme: 'dark' });
  await preview.getByRole('radio', { name: 'With the draft' }).waitFor({ state: 'attached' });
  await expect.poll(() => preview.getByRole('button', { name: 'Zone 1' }).count()).toBe(0);
  await preview.getByText('What readers get now').click();
  await preview.getByRole('button', { name: 'Zone 1' }).waitFor();
  await keepScreenshot(preview, 'draft-zone-preview-dark');

  await barOf(page).getByRole('button', { name: 'Review', exact: true }).click();
  const review = page.getByRole('dialog', { name: 'Changes in the draft' });
  await review.getByText('Zone removed').waitFor();
  await review.getByRole('button', { name: 'Remove from the draft' }).click();
  await page.keyboard.press('Escape');
  await page.getByText('The zones answer, the page is no longer recognized').waitFor();
});
