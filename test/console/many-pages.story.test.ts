import { describe, expect, test } from 'vitest';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { copyDocuments } from '../kit/seed/many-documents.js';
import { useTestBrowser } from '../kit/use-browser.js';

const PAGES = 320;

describe('a document of hundreds of pages', () => {
  const browser = useTestBrowser();

  test('opens with its first pages, and its rail is gone through by keys to the last one', async () => {
    const user = await (await seed(browser.loupe).organization({ credit: 100 })).user({ roles: ['Editor'] });
    const folder = await user.folder({ name: 'Catalogues' });
    const model = await folder.document(await jpegPicture(1), { name: 'Tools', status: 'Active' });
    const [document] = await copyDocuments(browser.loupe, folder.id, model.imageIds[0] ?? '', {
      documents: 1,
      pages: PAGES,
    });
    const { id = '', imageIds = [] } = document ?? {};
    const page = await browser.open(`/documents/${id}`, { as: user });
    const parts: number[] = [];
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('DocumentPages') !== true) return route.fallback();
      // An address that is opened meanwhile ends the request.
      const response = await route.fetch().catch(() => null);
      if (response === null) return;
      parts.push((await response.body()).length);
      await route.fulfill({ response }).catch(() => undefined);
    });
    const rail = page.getByRole('navigation', { name: 'Pages' });
    await rail.getByRole('button', { name: /Page 1\b/ }).click();
    await page.goto(`${page.url().replace(/\?.*$/, '')}?page=${imageIds[PAGES - 2] ?? ''}`);
    const current = rail.locator('[aria-current=page]');
    await expect.poll(() => current.innerText()).toContain(`Page ${PAGES - 1}`);
    await current.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => current.innerText()).toContain(`Page ${PAGES}`);
    expect(page.url()).toContain(imageIds[PAGES - 1] ?? 'the last page');
    // Each part is an answer of its own, and none holds all pages.
    await expect.poll(() => parts.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...parts)).toBeLessThan(60_000);
  });

  test('offers all of them to a comparison', async () => {
    const user = await (await seed(browser.loupe).organization({ credit: 100 })).user({ roles: ['Editor'] });
    const folder = await user.folder();
    const model = await folder.document(await jpegPicture(1), { name: 'Model' });
    const [pageId = ''] = model.imageIds;
    const plan = { documents: 1, pages: 130 };
    await copyDocuments(browser.loupe, folder.id, pageId, plan);
    const page = await browser.open('/compare', { as: user });
    await page.getByRole('button', { name: 'A page of the library' }).first().click();
    await page.getByRole('button', { name: 'All 130 pages' }).click();
    // Beside them the one page of the other document.
    await expect.poll(() => page.locator('.picker-page').count()).toBe(131);
  });

  test('says where they cannot be read, and reads them on request', async () => {
    const user = await (await seed(browser.loupe).organization({ credit: 100 })).user({ roles: ['Editor'] });
    const folder = await user.folder();
    const model = await folder.document(await jpegPicture(1), { name: 'Model' });
    const [pageId = ''] = model.imageIds;
    await copyDocuments(browser.loupe, folder.id, pageId, { documents: 1, pages: 30 });
    const page = await browser.open('/compare', { as: user });
    const refuse = async (name: string) => {
      await page.route('**/graphql', async (route) => {
        if (route.request().postData()?.includes(`query ${name}`) !== true) return route.fallback();
        const errors = [{ message: 'Try again later.', extensions: { code: 'OVERLOADED' } }];
        return route.fulfill({ json: { data: null, errors } });
      });
    };
    const again = page.getByRole('dialog').getByRole('button', { name: 'Try again' });
    await refuse('PagesToChoose');
    await page.getByRole('button', { name: 'A page of the library' }).first().click();
    await again.waitFor();
    await page.unroute('**/graphql');
    await refuse('MorePagesToChoose');
    await again.click();
    await page.getByRole('button', { name: 'All 30 pages' }).click();
    await again.waitFor();
    await page.unroute('**/graphql');
    await again.click();
    await expect.poll(() => page.locator('.picker-page').count()).toBe(31);
  });
});
