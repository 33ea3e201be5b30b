/** Writing titles and actions: names of pages and languages, addresses as people write them, what readers get meanwhile. */
import { beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { seed } from '../../kit/seed.js';
import type { SeededDocument, SeededUser } from '../../kit/seed/seed-user.js';

describe('the content of a document', () => {
  const browser = useTestBrowser();
  let editor: SeededUser;
  let document: SeededDocument;
  beforeAll(async () => {
    editor = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
    document = await (
      await editor.folder()
    ).document(await newPdf([421, 422, 423]), {
      name: 'Market flyer',
      contentType: 'application/pdf',
    });
    await document.action({ name: 'Of the document' });
    await document.title('Our market');
  });

  test('calls pages by their number, and by a name that an editor gave', async () => {
    const [first = '', second = ''] = document.imageIds;
    await editor.send('PATCH', `/api/Images/${second}`, { json: { Name: 'Centerfold' } });
    const page = await browser.open(`/documents/${document.id}`, { as: editor, locale: 'de-DE' });
    const strip = page.getByRole('navigation', { name: 'Seiten' });
    await strip.getByText('Seite 1').waitFor();
    expect(await strip.textContent()).not.toContain('Page');
    await strip.getByText('Centerfold').waitFor();
    // The number follows when a page before it goes.
    await editor.send('DELETE', `/api/Images/${first}`);
    await page.reload();
    await strip.getByText('Seite 2').waitFor();
    expect(await strip.textContent()).not.toContain('Page');
    expect(await page.locator('[aria-label*="Page "]').count()).toBe(0);
  });

  test('shows every language by a short name, however many there are', async () => {
    for (const code of ['de-DE', 'de-AT', 'fr-FR', 'it-IT']) {
      await editor.send('PUT', `/api/documents/${document.id}/languages/${code}`).catch(() => null);
      await document.title(`Title ${code}`, { languageCode: code });
    }
    const page = await browser.open(`/documents/${document.id}`, { as: editor, locale: 'de-DE' });
    const tabs = page.getByRole('tab');
    await tabs.filter({ hasText: 'Italienisch' }).waitFor();
    expect((await tabs.allTextContents()).sort()).toEqual([
      'Deutsch (Deutschland)',
      'Deutsch (Österreich)',
      'EnglischStandard',
      'Französisch',
      'Italienisch',
    ]);
    const list = page.getByRole('tablist', { name: 'Sprachen' });
    expect(await list.evaluate((each) => each.scrollWidth > each.clientWidth + 1)).toBe(false);
    await page.getByRole('button', { name: 'Sprache hinzufügen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').click();
    const offered = dialog.getByRole('option');
    await offered.nth(4).waitFor();
    // Below the edge of the dialog, and not cut off there.
    expect(
      await offered.nth(4).evaluate((option) => {
        const { left, top, height } = option.getBoundingClientRect();
        return option.contains(globalThis.document.elementFromPoint(left + 20, top + height / 2));
      }),
    ).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await keepScreenshot(page, 'languages-german');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('takes an address without https and completes it', async () => {
    const page = await browser.open(`/documents/${document.id}`, { as: editor });
    await page.getByRole('button', { name: 'New action' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Visit us');
    await form.getByRole('textbox', { name: 'Address' }).fill('www.greenmarket.example');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Open a web page · https://www.greenmarket.example').waitFor();
    await page.getByRole('button', { name: 'New action' }).click();
    await form.getByLabel('Name').fill('Nonsense');
    await form.getByRole('textbox', { name: 'Address' }).fill('no address');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText('Enter a web address').waitFor();
    expect(await page.locator('.action-row', { hasText: 'Nonsense' }).count()).toBe(0);
  });

  test('an Undo that would overwrite somebody else’s title says so, and overwrites nothing', async () => {
    const own = await (
      await editor.folder()
    ).document(await newPdf([424]), { contentType: 'application/pdf' });
    const page = await browser.open(`/documents/${own.id}`, { as: editor });
    const title = page.getByLabel('Title', { exact: true });
    await title.fill('Ours');
    await title.press('Enter');
    await page.getByText('Title saved').waitFor();
    await own.title('Theirs');
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'changed this meanwhile' });
    await refusal.waitFor();
    await expect.poll(() => title.inputValue()).toBe('Theirs');
    await refusal.getByRole('button', { name: 'Close' }).click();
    await refusal.waitFor({ state: 'detached' });

    await title.fill('Ours again');
    await title.press('Enter');
    await page.getByText('Title saved').waitFor();
    await own.title('Theirs again');
    await page.getByRole('heading', { level: 1 }).first().click();
    await page.keyboard.press('Control+z');
    await refusal.waitFor();
    expect(await page.getByText(/^Undone/).count()).toBe(0);
    await expect.poll(() => title.inputValue()).toBe('Theirs again');
  });

  test('a page says truly what its readers get, and a copied language brings its title', async () => {
    const pageId = document.imageIds.at(-1) ?? '';
    const page = await browser.open(`/documents/${document.id}?page=${pageId}`, { as: editor });
    await page.getByText('No actions of its own in this language. Readers get those below.').waitFor();
    expect(await page.getByText('Add one to give readers something to tap.').count()).toBe(0);
    await document.title('Page in English', { nodeId: pageId });
    await document.action({ nodeId: pageId, name: 'Of the page' });
    await page.goto(`/documents/${document.id}?page=${pageId}&language=pt-BR`);
    await page.getByRole('button', { name: 'Add a language' }).click();
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Language' }).fill('português');
    await page.getByRole('option', { name: 'Portuguese (Brazil)' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Meanwhile readers of this language get').waitFor();
    await page
      .getByRole('button', { name: /^Copy from/ })
      .first()
      .click();
    await page.getByText('Of the page').first().waitFor();
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Page in English');
  });
});
