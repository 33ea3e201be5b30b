/** Changes of a live document that are collected in a draft, seen by others, and published together. */
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { elementsOf, textMember } from '../../kit/json.js';
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
  await document.action({ nodeId: pageId, name: 'Shop' });
  const titles = async () => {
    const found = elementsOf(await user.send('GET', `/api/nodes/${pageId}/titles`));
    return found.map((title) => textMember(title, 'Value'));
  };
  const actions = async () => {
    const found = elementsOf(await user.send('GET', `/api/nodes/${pageId}/actions`));
    return found.map((action) => textMember(action, 'Name'));
  };
  return { organization, user, document, pageId, titles, actions };
}

test('an editor collects changes, sees them on the phone, looks at them, publishes them together and takes that back', async () => {
  const { user, pageId, titles, actions } = await arrange();
  const page = await browser.open(`/pages/${pageId}`, { as: user });
  await page.getByRole('button', { name: 'Collect changes in a draft' }).click();
  const bar = page.getByRole('region', { name: 'Draft' });
  await bar.getByText('Draft: no changes yet').waitFor();

  await page.getByLabel('Title', { exact: true }).fill('Summer');
  await page.keyboard.press('Enter');
  await page.getByText('Title saved in the draft').waitFor();
  await page.getByRole('button', { name: 'More actions for Shop' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await bar.getByText('Draft: 2 changes, not yet visible to readers').waitFor();
  const phone = page.getByRole('region', { name: 'The reader’s phone' });
  await phone.getByRole('heading', { name: 'Summer' }).waitFor();
  expect(await titles()).toEqual(['Spring']);
  expect(await actions()).toEqual(['Shop']);
  await keepScreenshot(page, 'draft');
  expect(await accessibilityProblems(page)).toEqual([]);

  await bar.getByRole('button', { name: 'Review', exact: true }).click();
  const review = page.getByRole('dialog', { name: 'Changes in the draft' });
  await review.getByText('Spring → Summer').waitFor();
  await review.getByText('Deleted action “Shop”').waitFor();
  await keepScreenshot(page, 'draft-review');
  expect(await accessibilityProblems(page)).toEqual([]);
  await review.getByRole('button', { name: 'Remove from the draft' }).nth(1).click();
  await expect.poll(() => review.getByText('Deleted action').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions for Shop' }).waitFor();

  await bar.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published: 1 change').waitFor();
  await expect.poll(titles).toEqual(['Summer']);
  await page.getByRole('button', { name: 'Collect changes in a draft' }).waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(titles).toEqual(['Spring']);
});

test('a colleague sees whose draft it is, and what was changed past it is decided before it is published', async () => {
  const { organization, user, document, pageId, titles } = await arrange();
  const page = await browser.open(`/documents/${document.id}?page=${pageId}`, { as: user });
  const colleague = await organization.user({ roles: ['Editor'] });
  const beside = await browser.open(`/documents/${document.id}?page=${pageId}`, { as: colleague });
  await beside.getByRole('button', { name: 'Collect changes in a draft' }).waitFor();
  await page.getByRole('button', { name: 'Collect changes in a draft' }).click();
  await page.getByText('Draft: no changes yet').waitFor();
  await page.getByLabel('Title', { exact: true }).fill('Summer');
  await page.keyboard.press('Enter');
  await page.getByText('Draft: 1 change, not yet visible to readers').waitFor();
  await beside.getByText('Draft: 1 change, not yet visible to readers').waitFor();
  await expect.poll(() => beside.getByLabel('Title', { exact: true }).inputValue()).toBe('Summer');
  await page.getByLabel('Title', { exact: true }).fill('High summer');
  await page.keyboard.press('Enter');
  await expect.poll(() => beside.getByLabel('Title', { exact: true }).inputValue()).toBe('High summer');
  await document.title('Autumn', { nodeId: pageId });

  const other = await browser.open(`/documents/${document.id}?page=${pageId}`, {
    as: colleague,
    viewport: 'phone',
    colorScheme: 'dark',
    expects: /412/,
  });
  await other.getByText(`Started by ${user.userName}`).waitFor();
  await expect.poll(() => other.getByLabel('Title', { exact: true }).inputValue()).toBe('High summer');
  await keepScreenshot(other, 'draft-phone-dark');
  await other.getByRole('button', { name: 'Publish' }).click();
  const review = other.getByRole('dialog', { name: 'Changes in the draft' });
  await review.getByText('Changed for readers in the meantime').waitFor();
  await review.getByText('Spring → Autumn').waitFor();
  expect(await titles()).toEqual(['Autumn']);
  await keepScreenshot(other, 'draft-conflict-phone-dark');
  expect(await accessibilityProblems(other)).toEqual([]);
  await review.getByRole('button', { name: 'Use the draft’s version' }).click();
  await expect.poll(() => review.getByText('Changed for readers in the meantime').count()).toBe(0);
  await review.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(titles).toEqual(['High summer']);
});

test('a draft gets a date, loses it, and says why it could not be published at it', async () => {
  const { user, document, pageId } = await arrange();
  const { drafts, draftSchedule } = browser.loupe.app.services;
  const viewer = await user.viewer();
  await drafts.start(viewer, document.id);
  const setTitle = { nodeId: pageId, languageCode: 'en-US', value: 'Winter' };
  await drafts.edit(viewer, document.id, [{ change: { setTitle } }]);
  const page = await browser.open(`/documents/${document.id}`, { as: user });
  const bar = page.getByRole('region', { name: 'Draft' });
  await bar.getByRole('button', { name: 'By date …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish by date' });
  await dialog.getByLabel('Publish at').fill('2001-01-01T00:00');
  await dialog.getByRole('button', { name: 'Set the date' }).click();
  await dialog.getByText('A time that is still to come.').waitFor();
  await dialog.getByLabel('Publish at').fill('2099-12-24T00:00');
  await keepScreenshot(page, 'draft-date');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Set the date' }).click();
  await bar.getByText(`Will be published on Dec 24, 2099, 12:00 AM for ${user.userName}`).waitFor();
  await bar.getByRole('button', { name: 'By date …' }).click();
  await dialog.getByRole('button', { name: 'Take the date away' }).click();
  await expect.poll(() => bar.getByText('Will be published').count()).toBe(0);

  // A change past the draft stops it at its date.
  await draftSchedule.set(viewer, document.id, new Date(Date.now() + 2000).toISOString());
  await document.title('By hand', { nodeId: pageId });
  await expect
    .poll(async () => {
      await draftSchedule.publishDue();
      return (await drafts.get(viewer, document.id))?.publishStopped ?? null;
    })
    .not.toBeNull();
  await bar.getByRole('alert').filter({ hasText: 'Not published on' }).waitFor();
  await keepScreenshot(page, 'draft-stopped');
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a draft that is discarded is gone, and viewers only look', async () => {
  const { organization, user, document, pageId, titles } = await arrange();
  const address = `/documents/${document.id}?page=${pageId}`;
  const page = await browser.open(address, { as: user });
  await page.getByRole('button', { name: 'Collect changes in a draft' }).click();
  await page.getByText('Draft: no changes yet').waitFor();
  await page.getByLabel('Title', { exact: true }).fill('Summer');
  await page.keyboard.press('Enter');
  await page.getByText('Draft: 1 change, not yet visible to readers').waitFor();

  const viewer = await organization.user({ roles: ['Viewer'] });
  const looking = await browser.open(address, { as: viewer });
  const bar = looking.getByRole('region', { name: 'Draft' });
  await bar.getByText('Draft: 1 change, not yet visible to readers').waitFor();
  expect(await bar.getByRole('button').allTextContents()).toEqual(['Review']);

  // The table writes past the draft, and says so.
  const table = await browser.open(`/texts/${document.id}`, { as: user });
  await table.getByText('What you change in this table reaches readers at once').waitFor();
  await keepScreenshot(table, 'draft-table');
  expect(await accessibilityProblems(table)).toEqual([]);

  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByRole('alertdialog').getByText('1 change will be lost.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByText('Draft discarded').waitFor();
  await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Spring');
  expect(await titles()).toEqual(['Spring']);
});

test('the preview shows the draft or what readers get, and a shared link shows the draft', async () => {
  const { user, document, pageId } = await arrange();
  const { drafts, previewLinks } = browser.loupe.app.services;
  const viewer = await user.viewer();
  await drafts.start(viewer, document.id);
  await drafts.edit(viewer, document.id, [
    { change: { setTitle: { nodeId: pageId, languageCode: 'en-US', value: 'Summer' } } },
  ]);
  const page = await browser.open(`/pages/${pageId}/preview`, {
    as: user,
    locale: 'de-DE',
    colorScheme: 'dark',
  });
  const phone = page.getByRole('region', { name: 'Das Telefon des Lesers' });
  await phone.getByRole('heading', { name: 'Summer' }).waitFor();
  await keepScreenshot(page, 'draft-preview-german-dark');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByText('Was Leser jetzt bekommen').click();
  await phone.getByRole('heading', { name: 'Spring' }).waitFor();

  const { code } = await previewLinks.create(viewer, document.id);
  const guest = await browser.open(`/preview#code=${code}`, { viewport: 'phone' });
  await guest.getByText('once the draft is published').waitFor();
  await guest.getByRole('heading', { name: 'Summer' }).waitFor();
  await keepScreenshot(guest, 'draft-shared-phone');
});
