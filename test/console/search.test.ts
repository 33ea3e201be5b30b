import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems, keepScreenshot, startTestBrowser, type TestBrowser } from '../kit/browser.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';

describe('the search of the console', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await startTestBrowser();
  });
  afterAll(async () => browser.close());

  test('names, titles and what actions open are found from everywhere', async () => {
    const user = await (await seed(browser.loupe).organization({ credit: 10 })).user({ roles: ['Editor'] });
    const folder = await user.folder({ name: 'Books' });
    const document = await folder.document(await jpegPicture(3), { name: 'Cookery' });
    await document.title('Tarte aux pommes', { nodeId: document.imageIds[0]! });
    const page = await browser.open('/library', { as: user });
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await page.keyboard.type('pommes');
    await page.getByText('Title: Tarte aux pommes').waitFor();
    await keepScreenshot(page, 'search');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === `/documents/${document.id}`);
    expect(new URL(page.url()).searchParams.get('page')).toBe(document.imageIds[0]);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await page.keyboard.type('pommes');
    await page.getByText('Title: Tarte aux pommes').waitFor();
    const chosen = page.locator('[data-action][data-selected]');
    await chosen.filter({ hasText: 'pommes' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // The arrow keys go around among the hits, and Enter opens the chosen one.
    await page.getByRole('dialog').getByRole('textbox').fill('ook');
    const hits = page.locator('[data-action]');
    await hits
      .filter({ hasText: /^Cookery/ })
      .first()
      .waitFor();
    await hits
      .filter({ hasText: /^Books/ })
      .first()
      .waitFor();
    const first = await chosen.textContent();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen.textContent()).not.toBe(first);
    const count = await hits.count();
    for (let step = 1; step < count; step += 1) await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen.textContent()).toBe(first);
    for (let step = 0; step < count && !(await chosen.textContent())?.startsWith('Books'); step += 1) {
      await page.keyboard.press('ArrowUp');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === `/library/${folder.id}`);
  });
});
