/** When readers see something: set on a document, a page, a zone, a title and an action, and previewed at another time. */
import { beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import type { SeededDocument, SeededUser } from '../../kit/seed/seed-user.js';
import { useTestBrowser } from '../../kit/use-browser.js';

describe('times of showing', () => {
  const browser = useTestBrowser();
  let editor: SeededUser;
  let document: SeededDocument;
  let pageId: string;
  beforeAll(async () => {
    editor = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
    document = await (await editor.folder()).document(await jpegPicture(301), { name: 'Advent calendar' });
    [pageId = ''] = document.imageIds;
    await document.title('December', { nodeId: pageId });
    await document.action({ nodeId: pageId, name: 'Open the door' });
  });

  test('are set in words that say them back, and are refused where they contradict themselves', async () => {
    const page = await browser.open(`/documents/${document.id}?page=${pageId}`, { as: editor });
    await page.getByRole('heading', { name: 'Advent calendar' }).waitFor();
    const head = page.locator('.document-head');
    await head.getByRole('button', { name: 'Times …' }).click();
    const dialog = page.getByRole('dialog', { name: 'When readers see it' });
    await dialog.getByLabel('From').fill('2026-12-25T00:00');
    await dialog.getByLabel('Until').fill('2026-12-01T00:00');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'The end must be after the begin.' }).waitFor();
    await dialog.getByLabel('From').fill('2026-12-01T00:00');
    await dialog.getByLabel('Until').fill('2026-12-25T00:00');
    await dialog.getByText('Mon', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Add hours' }).click();
    await dialog.getByLabel('Begins').fill('22:00');
    await dialog.getByLabel('Ends').fill('02:00');
    await keepScreenshot(page, 'window-dialog');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await head
      .getByRole('button', { name: /from Dec 1, 2026.*until Dec 25, 2026.*Mon · 22:00–02:00/ })
      .waitFor();
    expect(await editor.send('GET', `/api/Documents/${document.id}`)).toMatchObject({
      TimeWindow: 'from 2026-12-01T00:00 until 2026-12-25T00:00 on Mon at 22:00-02:00',
    });
    await keepScreenshot(page, 'window-document');
    expect(await accessibilityProblems(page)).toEqual([]);
    // Back to always.
    await head.getByRole('button', { name: /from Dec 1/ }).click();
    await dialog.getByRole('button', { name: 'Show always' }).click();
    await head.getByRole('button', { name: 'Times …' }).waitFor();
  });

  test('are set on the page, its title and an action', async () => {
    const page = await browser.open(`/documents/${document.id}?page=${pageId}`, { as: editor });
    const onPage = page.getByRole('region', { name: 'Page 1' });
    await onPage.getByRole('button', { name: 'Times …' }).click();
    const dialog = page.getByRole('dialog', { name: 'When readers see it' });
    await dialog.getByText('Sun', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await onPage.getByRole('button', { name: 'Sun' }).waitFor();

    const titleButton = page.getByRole('button', { name: 'Times …' }).last();
    await titleButton.click();
    const ofTitle = page.getByRole('dialog', { name: 'When readers see this title' });
    await ofTitle.getByText('Tue', { exact: true }).click();
    await ofTitle.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Tue' }).waitFor();

    await page
      .getByRole('button', { name: /Open the door/ })
      .first()
      .click();
    const form = page.getByRole('dialog', { name: 'Change the action' });
    await form.getByRole('button', { name: 'When readers see it: Always' }).click();
    await form.getByLabel('Until').fill('2026-12-24T18:00');
    await keepScreenshot(page, 'window-action');
    expect(await accessibilityProblems(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('until Dec 24, 2026, 6:00 PM').waitFor();
    expect(await editor.send('GET', `/api/Actions?nodeId=${pageId}`)).toMatchObject([
      { TimeWindow: 'until 2026-12-24T18:00' },
    ]);
    expect(await editor.send('GET', `/api/Titles?nodeId=${pageId}`)).toMatchObject([
      { TimeWindow: 'on Tue' },
    ]);
  });

  test('are set on a zone, and the preview shows another time', async () => {
    const other = await (await editor.folder()).document(await jpegPicture(302), { name: 'Programme' });
    const [imageId = ''] = other.imageIds;
    await other.title('Tonight', { nodeId: imageId });
    const actionId = await other.action({ nodeId: imageId, name: 'Tickets' });
    await editor.send('PATCH', `/api/Actions/${actionId}`, { json: { TimeWindow: 'from 2099-12-24T07:00' } });
    const preview = await browser.open(`/pages/${imageId}/preview`, { as: editor });
    const phone = preview.getByRole('region', { name: 'The reader’s phone' });
    await preview.getByText('No action', { exact: true }).waitFor();
    await preview.getByText(/A time window changes next: Dec 24, 2099/).waitFor();
    await preview.getByLabel('As on').fill('2099-12-24T07:00');
    await phone.getByRole('link', { name: /Tickets/ }).waitFor();
    await keepScreenshot(preview, 'window-preview');
    expect(await accessibilityProblems(preview)).toEqual([]);

    const zoneId = await other.zone({ imageId, x: 5, y: 5, width: 60, height: 60 });
    const zones = await browser.open(`/pages/${imageId}?zone=${zoneId}`, { as: editor });
    await zones
      .getByRole('list', { name: 'Zones' })
      .getByRole('button', { name: /Zone 1/ })
      .first()
      .click();
    await zones
      .getByRole('list', { name: 'Zones in reading order' })
      .getByRole('button', { name: 'Times …' })
      .click();
    const dialog = zones.getByRole('dialog', { name: 'When readers see it' });
    await dialog.getByText('Sat', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await zones.getByRole('button', { name: 'Sat' }).waitFor();
    expect(await editor.send('GET', `/api/Zones/${zoneId}`)).toMatchObject({ TimeWindow: 'on Sat' });
  });
});
