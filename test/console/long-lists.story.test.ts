import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { Document } from '../../src/documents/document.entity.js';
import { Node } from '../../src/tree/node.entity.js';
import { newId } from '../../src/kernel/ids.js';
import { foldText, sortKeyOf } from '../../src/kernel/text-fold.js';
import { type TestBrowser } from '../kit/browser.js';
import { useTestBrowser } from '../kit/use-browser.js';
import { seed } from '../kit/seed.js';
import type { SeededFolder } from '../kit/seed/seed-user.js';

const DOCUMENTS = 5000;
const BATCH = 250;

/** Writes documents as rows: their pages are not what is looked at. */
async function fill(browser: TestBrowser, folder: SeededFolder): Promise<void> {
  const { database } = browser.loupe.app.services;
  const { organizationId } = folder.user;
  const now = new Date();
  const ids = Array.from({ length: DOCUMENTS }, () => newId());
  await database.transaction(async ({ em }) => {
    for (let from = 0; from < DOCUMENTS; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      const nodes = batch.map((id, index) => {
        const name = `Page of the herbarium ${String(from + index + 1).padStart(4, '0')}`;
        const path = `${organizationId}/${folder.id}/${id}/`;
        const place = { parentId: folder.id, organizationId, path, order: 0 };
        const names = { name, nameFolded: foldText(name), nameSortKey: sortKeyOf(name) };
        return { id, type: 'Document' as const, ...names, ...place, dateCreated: now, dateModified: now };
      });
      const documents = batch.map((id) => ({
        id,
        defaultLanguage: 'en-US',
        contentType: 'image/jpeg',
        status: 'Inactive' as const,
        processing: 'Ready' as const,
        failureReason: null,
        replacement: null,
        pagesTotal: 0,
        pagesDone: 0,
      }));
      await em.insertMany(Node, nodes);
      await em.insertMany(Document, documents);
    }
  });
}

describe('a folder of five thousand documents', () => {
  const browser = useTestBrowser();

  test('is scrolled to its end, and only what is seen is drawn', async () => {
    const user = await (await seed(browser.loupe).organization()).user();
    const folder = await user.folder({ name: 'Herbarium' });
    await fill(browser, folder);
    const page = await browser.open(`/library/${folder.id}`, { as: user });
    await page.getByRole('link', { name: 'Page of the herbarium 0001' }).waitFor();
    const cards = page.getByRole('list', { name: 'Content' }).getByRole('listitem');
    const last = page.getByRole('link', { name: `Page of the herbarium ${DOCUMENTS}` });
    const list = page.getByRole('region', { name: 'Content' });
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await last.waitFor();
    expect(await cards.count()).toBeLessThan(100);
    await list.evaluate((element) => element.scrollTo({ top: 0 }));
    await page.getByRole('link', { name: 'Page of the herbarium 0001' }).waitFor();
    await page.getByLabel('Filter by name').fill('herbarium 4321');
    await page.getByRole('link', { name: 'Page of the herbarium 4321' }).waitFor();
    await expect.poll(() => cards.count()).toBe(1);
  });

  test('is gone through by keys; a field that the user is in when the last row comes keeps the focus', async () => {
    const user = await (await seed(browser.loupe).organization()).user();
    const folder = await user.folder({ name: 'Herbarium' });
    await fill(browser, folder);
    const page = await browser.open(`/library/${folder.id}`, { as: user });
    await page.getByText('List', { exact: true }).click();
    const last = page.getByRole('link', { name: `Page of the herbarium ${DOCUMENTS}` });
    const hasFocus = (place: Locator) => place.evaluate((element) => element === document.activeElement);
    await page.getByRole('link', { name: 'Page of the herbarium 0001' }).focus();
    await page.keyboard.press('End');
    await expect.poll(async () => (await last.count()) > 0 && hasFocus(last)).toBe(true);
    await page.reload();
    await page.getByRole('link', { name: 'Page of the herbarium 0001' }).focus();
    const gate = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.keyboard.press('End');
    const filter = page.getByLabel('Filter by name');
    await filter.click();
    gate.resolve();
    await last.waitFor();
    expect(await hasFocus(filter)).toBe(true);
  });
});
