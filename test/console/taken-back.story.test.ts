/** Ctrl-Z takes back what was done last, also while the server has not answered it yet. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdBack, holdChanges, isChange } from '../kit/held-requests.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { useTestBrowser } from '../kit/use-browser.js';

const browser = useTestBrowser();

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const REFUSAL = {
  data: { deleteDocument: { __typename: 'AccessProblem', code: 'FORBIDDEN', message: 'Not now.' } },
};

async function library() {
  const user = await (await seed(browser.loupe).organization({ credit: 20 })).user({ roles: ['Editor'] });
  const folder = await user.folder({ name: 'Spring' });
  for (const name of ['One', 'Two', 'Three']) await folder.document(await jpegPicture(name.length), { name });
  return { user, path: `/library/${folder.id}` };
}

const card = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

async function throwAway(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move to trash' }).click();
}

async function throwAwayWhole(page: Page, name: string): Promise<void> {
  await throwAway(page, name);
  await page.getByText(`“${name}” was moved to the trash`).waitFor();
  await card(page, name).waitFor({ state: 'detached' });
}

test('a change that is still on its way is taken back, and the one before it stays', async () => {
  const { user, path } = await library();
  const page = await browser.open(path, { as: user });
  await throwAwayWhole(page, 'One');
  const changes = await holdChanges(page);
  await throwAway(page, 'Two');
  await page.keyboard.press('Control+z');
  changes.release();
  await page.getByText('Undone: “Two” was moved to the trash').waitFor();
  await card(page, 'Two').waitFor();
  expect(await card(page, 'One').count()).toBe(0);
  await page.keyboard.press('Control+z');
  await card(page, 'One').waitFor();
});

test('a change that is refused takes none of the others with it', async () => {
  const { user, path } = await library();
  const page = await browser.open(path, { as: user });
  await throwAwayWhole(page, 'One');
  const answer = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (!isChange(route.request().postData() ?? '')) return route.continue();
    await answer.promise;
    return route.fulfill({ json: REFUSAL });
  });
  await throwAway(page, 'Two');
  await page.keyboard.press('Control+z');
  answer.resolve();
  await page.getByRole('alert').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  expect(await card(page, 'One').count()).toBe(0);
  await page.keyboard.press('Control+z');
  await card(page, 'One').waitFor();
});

test('of two changes the later one is taken back first, in whatever order they are answered', async () => {
  const { user, path } = await library();
  const page = await browser.open(path, { as: user });
  let changes = 0;
  const first = await holdBack(page, '**/graphql', (body) => isChange(body) && (changes += 1) === 1);
  await throwAway(page, 'One');
  await throwAwayWhole(page, 'Two');
  first.release();
  await page.getByText('“One” was moved to the trash').waitFor();
  await page.keyboard.press('Control+z');
  await card(page, 'Two').waitFor();
  expect(await card(page, 'One').count()).toBe(0);
});

test('a change without a way back is named before anything older is taken back', async () => {
  const { user, path } = await library();
  const page = await browser.open(path, { as: user });
  await throwAwayWhole(page, 'One');
  await page.getByRole('checkbox', { name: 'Select Two' }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('Deactivated: readers no longer find it').waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText('“Deactivated: readers no longer find it” has no Undo.').waitFor();
  expect(await card(page, 'One').count()).toBe(0);
  await page.keyboard.press('Control+z');
  await card(page, 'One').waitFor();
});

test('a zone whose move was not sent yet goes back, and the one added before stays', async () => {
  const user = await (await seed(browser.loupe).organization({ credit: 20 })).user({ roles: ['Editor'] });
  const document = await (await user.folder()).document(await jpegPicture(7));
  const [imageId = ''] = document.imageIds;
  await document.zone({ imageId, x: 10, y: 10, width: 40, height: 40 });
  const page = await browser.open(`/pages/${imageId}`, { as: user });
  await page.getByRole('button', { name: 'Add a zone' }).click();
  await expect.poll(() => page.locator('.zone').count()).toBe(2);
  const zone = page.getByRole('button', { name: /^Zone 1.*: 10 % from the left/ });
  await zone.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+z');
  await page.getByText(/^Undone: .*Zone 1/).waitFor();
  await zone.waitFor();
  await page.reload();
  await zone.waitFor();
  expect(await page.locator('.zone').count()).toBe(2);
});

test('the order of actions and a copied language are taken back', async () => {
  const user = await (await seed(browser.loupe).organization({ credit: 20 })).user({ roles: ['Editor'] });
  const document = await (await user.folder()).document(await jpegPicture(8), { name: 'Flyer' });
  const json = { DocumentId: document.id, LanguageCode: 'de-DE' };
  await user.send('PUT', '/api/documentLanguages', { json });
  await document.title('Spring');
  await document.action({ name: 'Tickets' });
  await document.action({ name: 'Timetable' });
  const page = await browser.open(`/documents/${document.id}?language=en-US`, { as: user });
  const actions = page.getByRole('list', { name: 'Actions' }).getByRole('listitem');
  await expect.poll(() => actions.allInnerTexts()).toEqual([/^Tickets/, /^Timetable/].map(matching));
  await page.getByRole('button', { name: 'More actions for Timetable' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect.poll(() => actions.allInnerTexts()).toEqual([/^Timetable/, /^Tickets/].map(matching));
  await page.keyboard.press('Control+z');
  await page.getByText('Undone: Order of the actions changed').waitFor();
  await expect.poll(() => actions.allInnerTexts()).toEqual([/^Tickets/, /^Timetable/].map(matching));
  await page.getByRole('tab', { name: 'German' }).click();
  await page.getByRole('button', { name: /^Copy from/ }).click();
  await page.getByText('2 actions copied').waitFor();
  await expect.poll(() => actions.count()).toBe(2);
  await page.keyboard.press('Control+z');
  await page.getByText('Undone: 2 actions copied').waitFor();
  await expect.poll(() => actions.count()).toBe(0);
  expect(await page.getByLabel('Title', { exact: true }).and(page.locator('textarea')).inputValue()).toBe('');
});
