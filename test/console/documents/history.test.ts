import { expect, test } from 'vitest';
import { Document } from '../../../src/documents/document.entity.js';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import { elementsOf, textMember } from '../../kit/json.js';
import { jpegPicture } from '../../kit/pictures.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { seed } from '../../kit/seed.js';

const browser = useTestBrowser();

test('an editor sees who changed what, goes back to a version and to an earlier file, and takes that back', async () => {
  const user = await (await seed(browser.loupe).organization({ credit: 20 })).user({ roles: ['Editor'] });
  const folder = await user.folder({ name: 'Spring' });
  const document = await folder.document(await newPdf([11, 12]), {
    name: 'Flyer',
    contentType: 'application/pdf',
  });
  const [pageId = ''] = document.imageIds;
  const title = async () => {
    const titles = elementsOf(await user.send('GET', `/api/nodes/${pageId}/titles`));
    return textMember(titles[0], 'Value');
  };
  await document.title('Open from 9', { nodeId: pageId });
  await document.title('Open from 10', { nodeId: pageId });
  const form = new FormData();
  form.append('document', '{}');
  form.append('file', new Blob([new Uint8Array(await jpegPicture(21))]), 'x.jpg');
  await user.request('PUT', `/api/images/${pageId}/file`, { form });

  const page = await browser.open(`/documents/${document.id}`, { as: user });
  await page.getByRole('button', { name: 'More actions for the document' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  const entries = page.getByRole('list', { name: 'History of Flyer' }).locator('> li');
  await expect.poll(() => entries.count()).toBe(3);
  await expect.poll(() => entries.nth(1).textContent()).toContain('Open from 9 → Open from 10');
  expect(await entries.nth(1).textContent()).toContain('Now');
  expect(await entries.nth(1).textContent()).toMatch(/^Title changed: Page 1/);
  expect(await entries.nth(2).textContent()).toMatch(/^Title created: Page 1/);
  expect(await entries.nth(2).textContent()).toContain('Title · text · English (United States): Open from 9');
  await keepScreenshot(page, 'history');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('img', { name: 'The page before' }).scrollIntoViewIfNeeded();
  await keepScreenshot(page, 'history-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await accessibilityProblems(page)).toEqual([]);

  await entries.nth(2).getByRole('button', { name: 'Back to this version' }).click();
  const texts = page.getByRole('dialog', { name: 'Back to this version' });
  await texts.getByText('Open from 10 → Open from 9').waitFor();
  await keepScreenshot(page, 'history-texts');
  expect(await accessibilityProblems(page)).toEqual([]);
  await texts.getByRole('button', { name: 'Back to this version' }).click();
  await page.getByText('1 title, action, zone or language is as it was').waitFor();
  expect(await title()).toBe('Open from 9');
  await expect.poll(() => entries.count()).toBe(4);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(title).toBe('Open from 10');
  await expect.poll(() => entries.count()).toBe(5);

  await page.getByRole('button', { name: 'Back to before this change' }).click();
  const before = page.getByRole('dialog', { name: 'Back to before this change' });
  await before.getByRole('button', { name: 'Back to before this change' }).click();
  await expect.poll(title).toBe('');
  await page.getByRole('img', { name: 'The page before' }).waitFor();
  await page.getByRole('button', { name: 'Bring the earlier file back' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bring the earlier file back' });
  await expect.poll(() => dialog.locator('img').count()).toBe(2);
  await keepScreenshot(page, 'history-restore');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Bring the earlier file back' }).click();
  await page.getByText('The earlier file of the page is back').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Bring the earlier file back' }).count()).toBe(2);
});

test('the history says in French what was done, in words of one gender', async () => {
  const user = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
  const document = await (await user.folder()).document(await jpegPicture(13));
  await document.title('Ouvert dès 9 h');
  const page = await browser.open(`/documents/${document.id}/history`, { as: user, locale: 'fr-FR' });
  const entries = page.getByRole('list', { name: /^Historique/ }).locator('> li');
  await expect.poll(() => entries.first().textContent()).toMatch(/^Titre, création : /);
});

test('the history says what changed of zones and languages, and leads back to them', async () => {
  const user = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
  const document = await (await user.folder()).document(await jpegPicture(14), { name: 'Flyer' });
  const [pageId = ''] = document.imageIds;
  const zoneId = await document.zone({ imageId: pageId });
  await user.send('PATCH', `/api/zones/${zoneId}`, { json: { Name: 'Box office', PositionX: 5 } });
  await user.send('DELETE', `/api/zones/${zoneId}`);
  const json = { DocumentId: document.id, LanguageCode: 'de-DE' };
  await user.send('PUT', '/api/DocumentLanguages', { json });
  const zones = async () =>
    elementsOf(await user.send('GET', `/api/zones?imageId=${pageId}`)).map((zone) =>
      textMember(zone, 'Name'),
    );

  const page = await browser.open(`/documents/${document.id}/history`, { as: user });
  const entries = page.getByRole('list', { name: 'History of Flyer' }).locator('> li');
  await expect.poll(() => entries.count()).toBe(4);
  expect(await entries.nth(0).textContent()).toMatch(/^Language created: German \(Germany\)/);
  expect(await entries.nth(1).textContent()).toMatch(/^Zone deleted: Page 1 \/ Box office/);
  expect(await entries.nth(1).textContent()).toContain('Zone · name: Box office → –');
  expect(await entries.nth(2).textContent()).toMatch(/^Zone changed: Page 1 \/ Box office/);
  expect(await entries.nth(2).textContent()).toContain('Zone · name: Zone 1 → Box office');
  expect(await entries.nth(2).textContent()).toContain('left edge in percent: 0 → 5');
  expect(await entries.nth(3).textContent()).toMatch(/^Zone created: Page 1 \/ /);
  await keepScreenshot(page, 'history-zones');

  await entries.nth(2).getByRole('button', { name: 'Back to this version' }).click();
  const dialog = page.getByRole('dialog', { name: 'Back to this version' });
  await dialog.getByText('2 changes:').waitFor();
  await dialog.getByText('Page 1 / Box office · Zone · name: Box office').waitFor();
  await dialog.getByText('Language: German (Germany) → –').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await keepScreenshot(page, 'history-zones-back');
  await dialog.getByRole('button', { name: 'Back to this version' }).click();
  await page.getByText('2 titles, actions, zones and languages are as they were').waitFor();
  expect(await zones()).toEqual(['Box office']);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(zones).toEqual([]);
});

test('the history of a document that is older than it says where it begins, with a way to the log', async () => {
  const organization = await seed(browser.loupe).organization();
  const user = await organization.user({ roles: ['Administrator'] });
  const document = await (await user.folder()).document(await jpegPicture(15), { name: 'Flyer' });
  await document.title('Open from 9');
  const page = await browser.open(`/documents/${document.id}/history`, { as: user });
  await page.getByText('Open from 9').waitFor();
  expect(await page.getByText('The history begins on').count()).toBe(0);
  const historyBegins = new Date('2026-03-04T12:00:00Z');
  await browser.loupe.app.services.database.transaction(async ({ em }) =>
    em.nativeUpdate(Document, { id: document.id }, { historyBegins }),
  );
  await page.reload();
  await page.getByText('The history begins on').waitFor();
  await page.getByRole('link', { name: 'To the operation log' }).click();
  await page.waitForURL(/tab=log/);
});
