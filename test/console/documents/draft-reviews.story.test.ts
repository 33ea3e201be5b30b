/** Two pairs of eyes: an editor asks for a review, a colleague refuses and approves, and what is published says so. */
import { expect, test } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import { firstOfStory } from '../../kit/seed/stories.js';
import { useTestBrowser } from '../../kit/use-browser.js';

const browser = useTestBrowser();

async function arrange() {
  const organization = await seed(browser.loupe).organization({ credit: 20 });
  const user = await organization.user({ roles: ['Editor'] });
  const colleague = await organization.user({ roles: ['Editor'] });
  const document = await (await user.folder()).document(await jpegPicture(41), { name: 'Flyer' });
  const [pageId = ''] = document.imageIds;
  await document.title('Spring', { nodeId: pageId });
  const { drafts, publishingRules } = browser.loupe.app.services;
  await publishingRules.update(operator, organization.id, { needsApproval: true });
  const viewer = await user.viewer();
  const edit = async (value: string) => {
    const setTitle = { nodeId: pageId, languageCode: 'en-US', value };
    await drafts.edit(viewer, document.id, [{ change: { setTitle } }]);
  };
  return { organization, user, colleague, document, pageId, edit, viewer };
}

test('an editor asks for a review, a colleague refuses it and approves it later, and it is published', async () => {
  const { user, colleague, document, edit, viewer } = await arrange();
  const page = await browser.open(`/documents/${document.id}`, { as: user });
  await page.getByText('published from a draft that somebody else has approved').waitFor();
  await browser.loupe.app.services.drafts.start(viewer, document.id);
  await edit('Winter');
  const bar = page.getByRole('region', { name: 'Draft' });
  await bar.getByText('Draft: 1 change').waitFor();
  await bar.getByText('has to approve it before it is published').waitFor();
  expect(await bar.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
  await bar.getByRole('button', { name: 'Review', exact: true }).click();
  const changes = page.getByRole('dialog', { name: 'Changes in the draft' });
  await changes.getByText('has to approve it before it is published').waitFor();
  expect(await changes.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
  await changes.getByRole('button', { name: 'Close' }).last().click();
  await changes.waitFor({ state: 'detached' });
  await bar.getByRole('button', { name: 'Ask for review' }).click();
  await bar.getByText(`${user.userName} asked for a review`).waitFor();
  expect(await bar.getByRole('button', { name: 'Approve' }).count()).toBe(0);

  const other = await browser.open('/inbox', { as: colleague });
  await other.getByText(`The draft of Flyer waits for your approval: ${user.userName} asked on`).waitFor();
  await keepScreenshot(other, 'inbox-review');
  await other.getByRole('main').getByRole('link', { name: 'Flyer' }).click();
  const theirs = other.getByRole('region', { name: 'Draft' });
  await theirs.getByRole('button', { name: 'Approve' }).waitFor();
  await keepScreenshot(other, 'draft-to-approve');
  expect(await accessibilityProblems(other)).toEqual([]);
  await theirs.getByRole('button', { name: 'Refuse …' }).click();
  const dialog = other.getByRole('dialog', { name: 'Refuse the draft' });
  await dialog.getByLabel('Reason').fill('The season is wrong.');
  await keepScreenshot(other, 'draft-refusal');
  expect(await accessibilityProblems(other)).toEqual([]);
  await dialog.getByRole('button', { name: 'Refuse', exact: true }).click();

  await bar.getByText('The season is wrong.').waitFor();
  await keepScreenshot(page, 'draft-refused');
  expect(await accessibilityProblems(page)).toEqual([]);
  await edit('Summer');
  await bar.getByRole('button', { name: 'Ask for review' }).click();
  await theirs.getByRole('button', { name: 'Approve' }).click();
  await bar.getByText(`Approved by ${colleague.userName}`).waitFor();
  await edit('High summer');
  await bar.getByText('no longer holds').waitFor();
  await bar.getByRole('button', { name: 'Ask for review' }).click();
  await theirs.getByRole('button', { name: 'Approve' }).click();
  await bar.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published: 1 change').waitFor();

  const history = await browser.open(`/documents/${document.id}/history`, { as: user });
  await history.getByText(`Approved by ${colleague.userName}`).waitFor();
  await keepScreenshot(history, 'history-approved');
});

test('in German and French, on a phone, the bar says what became of the review', async () => {
  const { user, colleague, document, edit, viewer } = await arrange();
  const { drafts, draftReviews } = browser.loupe.app.services;
  await drafts.start(viewer, document.id);
  await edit('Winter');
  await draftReviews.ask(viewer, document.id);
  for (const [locale, asked] of firstOfStory([
    ['de-DE', `${user.userName} bittet um Prüfung`],
    ['fr-FR', `${user.userName} demande une relecture`],
  ] as const)) {
    const page = await browser.open(`/documents/${document.id}`, {
      as: colleague,
      locale,
      viewport: 'phone',
    });
    await page.getByText(asked).waitFor();
    await keepScreenshot(page, `draft-review-phone-${locale}`);
    expect(await accessibilityProblems(page)).toEqual([]);
  }
});

test('an administrator sets the rule, and learns where it would lock everybody out', async () => {
  const organization = await seed(browser.loupe).organization();
  const administrator = await organization.user();
  const page = await browser.open('/administration?tab=organization', { as: administrator });
  const rule = page.getByRole('switch', { name: 'Publishing needs an approval' });
  // The input of a switch lies under its track.
  await rule.click({ force: true });
  await page.getByText('fewer than two active users').waitFor();
  await keepScreenshot(page, 'publishing-rule-refused');
  expect(await rule.isChecked()).toBe(false);
  await organization.user({ roles: ['Editor'] });
  await rule.click({ force: true });
  await expect.poll(async () => rule.isChecked()).toBe(true);
  await keepScreenshot(page, 'publishing-rule');
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('an administrator sets the rule of a folder in the library, where folders in it say that they have it', async () => {
  const organization = await seed(browser.loupe).organization();
  const administrator = await organization.user();
  const menus = await administrator.folder({ name: 'Menus' });
  await administrator.folder({ name: 'Winter', parentId: menus.id });
  const page = await browser.open('/library', { as: administrator });
  const openRule = async (name: string) => {
    await page.getByRole('button', { name: `More actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Publishing …' }).click();
    return page.getByRole('dialog', { name: `Publishing in ${name}` });
  };
  const dialog = await openRule('Menus');
  const rule = dialog.getByRole('switch', { name: 'Publishing needs an approval' });
  await rule.click({ force: true });
  await dialog.getByText('fewer than two active users').waitFor();
  await organization.user({ roles: ['Editor'] });
  await rule.click({ force: true });
  await expect.poll(async () => rule.isChecked()).toBe(true);
  await keepScreenshot(page, 'folder-rule');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto(`${browser.loupe.url}/library/${menus.id}`);
  const inner = await openRule('Winter');
  await inner.getByText('It is needed already: Menus demands it.').waitFor();
});

test('a viewer with a role of the organization that allows it writes in the console', async () => {
  const organization = await seed(browser.loupe).organization();
  const user = await organization.user({ roles: ['Viewer'] });
  const page = await browser.open('/library', { as: user });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const button = page.getByRole('button', { name: 'New folder' });
  expect(await button.count()).toBe(0);
  const { madeRoles } = browser.loupe.app.services;
  const input = { name: 'Writers', operations: ['content:write'] };
  const role = await madeRoles.create(operator, organization.id, input);
  await madeRoles.assign(operator, user.id, role.id);
  await page.reload();
  await button.first().waitFor();
});
