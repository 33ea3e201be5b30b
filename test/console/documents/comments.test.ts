/** Comments beside the picture: pins, threads, answers, and who else is there; by keyboard alone, in three languages, on a phone. */
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { holdChanges } from '../../kit/held-requests.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import { firstOfStory } from '../../kit/seed/stories.js';
import { useTestBrowser } from '../../kit/use-browser.js';

const browser = useTestBrowser();

async function arrange() {
  const organization = await seed(browser.loupe).organization({ credit: 20 });
  const user = await organization.user({ roles: ['Editor'] });
  const colleague = await organization.user({ roles: ['Viewer'] });
  const document = await (await user.folder()).document(await jpegPicture(43), { name: 'Flyer' });
  const [pageId = ''] = document.imageIds;
  const zoneId = await document.zone({ imageId: pageId, x: 10, y: 10, width: 50, height: 40 });
  return { organization, user, colleague, document, pageId, zoneId };
}

const HOSTILE = '<img src=x onerror="document.title=1"> & "quotes"';

test('two people talk about a page: pinned by keys, answered, resolved, opened again, and both see it at once', async () => {
  const { user, colleague, document, pageId } = await arrange();
  const page = await browser.open(`/documents/${document.id}?page=${pageId}`, { as: user });
  const other = await browser.open(`/documents/${document.id}?page=${pageId}`, { as: colleague });
  await page.getByText(`Also here: ${colleague.userName}`).waitFor();
  await other.getByText(`Also here: ${user.userName}`).waitFor();

  const toggle = page.getByRole('button', { name: /^Comments/ });
  await toggle.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Comments' });
  await panel.getByText('No open comments.').waitFor();
  await panel.getByRole('button', { name: 'Pin it' }).focus();
  await page.keyboard.press('Enter');
  const pin = page.getByRole('button', { name: 'New pin, 50 % from the left, 50 % from the top' });
  await pin.waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowUp');
  await page.getByRole('button', { name: 'New pin, 51 % from the left, 45 % from the top' }).waitFor();
  await panel.getByLabel('New comment').fill(HOSTILE);
  await keepScreenshot(page, 'comment-pin');
  expect(await accessibilityProblems(page)).toEqual([]);
  await panel.getByRole('combobox', { name: 'Mention people' }).fill(colleague.userName.slice(0, 24));
  await page.getByRole('option', { name: colleague.userName }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await panel.getByLabel('New comment').focus();
  await page.keyboard.press('Control+Enter');
  await panel.getByText(HOSTILE).waitFor();
  await panel.getByText(`Mentioned: ${colleague.userName}`).waitFor();
  await page.getByRole('button', { name: 'Comments (1 open)' }).waitFor();
  expect(await page.title()).not.toBe('1');

  await other.getByRole('button', { name: 'Comments (1 open)' }).click();
  const theirs = other.getByRole('region', { name: 'Comments' });
  await theirs.getByText(HOSTILE).waitFor();
  await other.getByRole('button', { name: `Comment 1 by ${user.userName}` }).click();
  await theirs.getByRole('button', { name: 'Reply' }).click();
  await theirs.getByLabel('Your reply').fill('It is a picture.');
  await theirs.getByRole('button', { name: 'Reply' }).click();
  await panel.getByText('It is a picture.').waitFor();
  await keepScreenshot(page, 'comments');
  expect(await accessibilityProblems(page)).toEqual([]);

  await panel.getByRole('button', { name: 'Resolve' }).click();
  await panel.getByText('No open comments.').waitFor();
  await theirs.getByText('No open comments.').waitFor();
  await other.getByText('Resolved', { exact: true }).click();
  await theirs.getByText(`Resolved by ${user.userName}`).waitFor();
  expect(await accessibilityProblems(other)).toEqual([]);
  await theirs.getByRole('button', { name: 'Open again' }).click();
  await panel.getByText('It is a picture.').waitFor();
  await other.close();
  await page.getByText('Also here').waitFor({ state: 'detached' });
});

test('a comment is changed and deleted by its author, and says when its zone is gone', async () => {
  const { user, colleague, document, pageId, zoneId } = await arrange();
  const { comments } = browser.loupe.app.services;
  await document.title('Spring', { nodeId: zoneId });
  await comments.create(await colleague.viewer(), document.id, { elementId: zoneId }, { text: 'Too small' });
  const page = await browser.open(`/documents/${document.id}?page=${pageId}&comment=all`, { as: user });
  const panel = page.getByRole('region', { name: 'Comments' });
  await panel.getByText('Too small').waitFor();
  expect(await panel.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  await panel.getByLabel('About').click();
  await page.getByRole('option', { name: /^Zone/ }).click();
  await panel.getByLabel('New comment').fill('I agree');
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  await panel.getByText('I agree').waitFor();
  await panel.getByRole('button', { name: 'Edit' }).click();
  await panel.getByLabel('Your comment').fill('I do not agree');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('I do not agree').waitFor();
  await panel.getByRole('button', { name: 'Delete' }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await panel.getByText('I do not agree').waitFor({ state: 'detached' });
  await user.send('DELETE', `/api/zones/${zoneId}`);
  await page.reload();
  await panel.getByText('No longer exists').waitFor();
  await panel.getByText('Too small').waitFor();
  await keepScreenshot(page, 'comment-of-gone-zone');
});

test('what is typed while a comment is on its way is the next one, and outlives a reload', async () => {
  const { user, document, pageId } = await arrange();
  const path = `/documents/${document.id}?page=${pageId}&comment=all`;
  const page = await browser.open(path, { as: user });
  const panel = page.getByRole('region', { name: 'Comments' });
  const field = panel.getByLabel('New comment');
  const threads = panel.locator('.comment-thread');
  await field.fill('Too small');
  const changes = await holdChanges(page);
  await field.press('Control+Enter');
  await field.press('Control+Enter');
  await page.keyboard.type(' The date is wrong');
  changes.release();
  await threads.getByText('Too small', { exact: true }).waitFor();
  await expect.poll(() => field.inputValue()).toBe('The date is wrong');
  expect(await field.evaluate((element) => element === globalThis.document.activeElement)).toBe(true);
  expect(await threads.count()).toBe(1);
  await page.reload();
  await threads.first().waitFor();
  expect(await field.inputValue()).toBe('The date is wrong');
  await field.press('Control+Enter');
  await expect.poll(() => threads.count()).toBe(2);
  expect(await field.inputValue()).toBe('');
});

test('what is typed while a changed comment or a reply is on its way stays', async () => {
  const { user, document, pageId } = await arrange();
  const { comments } = browser.loupe.app.services;
  await comments.create(await user.viewer(), document.id, { elementId: pageId }, { text: 'Too small' });
  const path = `/documents/${document.id}?page=${pageId}&comment=all`;
  const page = await browser.open(path, { as: user });
  const panel = page.getByRole('region', { name: 'Comments' });
  for (const [button, label, first, left, saved] of [
    ['Edit', 'Your comment', 'Too large', 'Too large, I think', 'Too large'],
    ['Reply', 'Your reply', 'Larger', ', I think', 'Larger'],
  ] as const) {
    await panel.getByRole('button', { name: button }).click();
    const field = panel.getByLabel(label);
    await field.fill(first);
    const changes = await holdChanges(page);
    await field.press('Control+Enter');
    await page.keyboard.type(', I think');
    const answer = page.waitForResponse(
      (response) => response.request().postData()?.includes('"query":"mutation') === true,
    );
    changes.release();
    await answer;
    await expect.poll(() => field.inputValue()).toBe(left);
    await expect.poll(() => panel.locator('form:focus-within [type=submit]').isEnabled()).toBe(true);
    await field.press('Control+Enter');
    await field.waitFor({ state: 'detached' });
    await panel.locator('.comment-text').getByText(left.trim(), { exact: true }).waitFor();
    expect(await panel.locator('.comment-text').getByText(saved, { exact: true }).count()).toBe(
      button === 'Reply' ? 1 : 0,
    );
  }
});

test('in German and French, on a phone, the comments stand below the picture', async () => {
  const { user, document, pageId } = await arrange();
  const { comments } = browser.loupe.app.services;
  const place = { elementId: pageId, positionXPercent: 30, positionYPercent: 60 };
  await comments.create(await user.viewer(), document.id, place, { text: 'Hier?' });
  for (const [locale, name, mails] of firstOfStory([
    ['de-DE', 'Kommentare', 'Meine Mails'],
    ['fr-FR', 'Commentaires', 'Mes messages'],
  ] as const)) {
    const options = { as: user, locale, viewport: 'phone' } as const;
    const page = await browser.open(`/documents/${document.id}?page=${pageId}&comment=all`, options);
    await page.getByRole('region', { name }).getByText('Hier?').waitFor();
    await keepScreenshot(page, `comments-phone-${locale}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    const account = await browser.open('/administration', options);
    await account.getByRole('heading', { name: mails }).waitFor();
    await keepScreenshot(account, `own-mails-${locale}`);
    expect(await accessibilityProblems(account)).toEqual([]);
  }
});
