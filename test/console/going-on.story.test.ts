/** A user who goes on while an answer is on its way: the focus stays where they are. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdBack, holdChanges } from '../kit/held-requests.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { useTestBrowser } from '../kit/use-browser.js';

const browser = useTestBrowser();

async function flyer() {
  const user = await (await seed(browser.loupe).organization({ credit: 20 })).user({ roles: ['Editor'] });
  const document = await (await user.folder()).document(await jpegPicture(51), { name: 'Flyer' });
  const [imageId = ''] = document.imageIds;
  const zone = async (y: number) => document.zone({ imageId, x: 10, y, width: 40, height: 20 });
  return { user, document, imageId, zone };
}

const titleOf = (page: Page) => page.getByLabel('Title', { exact: true }).and(page.locator('textarea'));

async function typeTitle(page: Page, text: string): Promise<void> {
  await titleOf(page).click();
  await page.keyboard.type(text);
}

const isTypingTitle = async (page: Page) =>
  titleOf(page).evaluate((element) => element === globalThis.document.activeElement);

const zoneOf = (page: Page, number: number) =>
  page.locator('.zone').and(page.getByRole('button', { name: new RegExp(`^Zone ${number}`) }));

test('a new action does not take the focus', async () => {
  const { user, document } = await flyer();
  const page = await browser.open(`/documents/${document.id}`, { as: user });
  await page.getByRole('button', { name: 'New action' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel(/^Name/).first().fill('Tickets');
  await drawer
    .getByLabel(/^Address/)
    .first()
    .fill('https://loupe.example/');
  const list = await holdBack(page, '**/graphql', (body) => body.includes('query ElementContent'));
  await page.keyboard.press('Enter');
  await drawer.waitFor({ state: 'detached' });
  await typeTitle(page, 'Spring');
  list.release();
  await page.getByRole('list', { name: 'Actions' }).getByText('Tickets').waitFor();
  expect(await isTypingTitle(page)).toBe(true);
});

test('a new zone does not take the focus', async () => {
  const { user, imageId } = await flyer();
  const page = await browser.open(`/pages/${imageId}`, { as: user });
  await titleOf(page).waitFor();
  const changes = await holdChanges(page);
  await page.getByRole('button', { name: 'Add a zone' }).click();
  await typeTitle(page, 'Spring');
  changes.release();
  await zoneOf(page, 1).waitFor();
  expect(await isTypingTitle(page)).toBe(true);
});

test('a zone that is brought back does not take the focus', async () => {
  const { user, imageId, zone } = await flyer();
  await zone(10);
  const page = await browser.open(`/pages/${imageId}`, { as: user });
  await zoneOf(page, 1).focus();
  await page.keyboard.press('Delete');
  const removed = page.getByRole('status').filter({ hasText: 'Zone 1 was moved to the trash.' }).first();
  const changes = await holdChanges(page);
  await removed.getByRole('button', { name: 'Undo' }).click();
  await typeTitle(page, 'Spring');
  changes.release();
  await zoneOf(page, 1).waitFor();
  expect(await isTypingTitle(page)).toBe(true);
  expect(await titleOf(page).inputValue()).toBe('Spring');
});

test('the zone behind a deleted one does not take the focus from the one that is worked on', async () => {
  const { user, imageId, zone } = await flyer();
  for (const y of [10, 40, 70]) await zone(y);
  const page = await browser.open(`/pages/${imageId}`, { as: user });
  await zoneOf(page, 1).focus();
  const changes = await holdChanges(page);
  await page.keyboard.press('Delete');
  await zoneOf(page, 3).click();
  changes.release();
  await expect.poll(() => page.locator('.zone').count()).toBe(2);
  const focused = () =>
    page.evaluate(() => globalThis.document.activeElement?.getAttribute('aria-label') ?? '');
  expect(await focused()).toContain('70 % from the top');
});
