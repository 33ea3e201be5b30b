import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../kit/accessibility.js';
import { keepScreenshot } from '../kit/browser.js';
import { useTestBrowser } from '../kit/use-browser.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';

/** As somebody does: again if nothing happened, because a screen shows its buttons a moment before it hears keys. */
async function openSearch(page: Page): Promise<void> {
  const field = page.getByRole('dialog').locator('input:focus');
  const press = async () => {
    await page.keyboard.press('Control+k');
    return field.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(press).toBe(true);
}

describe('the search of the console', () => {
  const browser = useTestBrowser();

  test('names, titles and what actions open are found from everywhere', async () => {
    const user = await (await seed(browser.loupe).organization({ credit: 10 })).user({ roles: ['Editor'] });
    const folder = await user.folder({ name: 'Books' });
    const document = await folder.document(await jpegPicture(3), { name: 'Cookery' });
    await document.title('Tarte aux pommes', { nodeId: document.imageIds[0]! });
    await document.action({ name: `Order pommes for ${'everybody and '.repeat(12)}the neighbours` });
    const page = await browser.open('/library', { as: user });
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await openSearch(page);
    await page.keyboard.type('pommes');
    await page.getByText('Title: Tarte aux pommes').waitFor();
    const long = page.getByText(/^Action: Order pommes/);
    await long.waitFor();
    const [line, list] = await Promise.all([long.boundingBox(), page.getByRole('dialog').boundingBox()]);
    expect(line!.x + line!.width).toBeLessThan(list!.x + list!.width);
    await page.getByRole('dialog').getByRole('textbox').fill('Organization');
    const own = page
      .getByRole('dialog')
      .locator('[data-action]')
      .filter({ hasText: /Organization$/ });
    await own.first().waitFor();
    await page.getByRole('dialog').getByRole('textbox').fill('Tarte aux');
    await page.getByText('Title: Tarte aux pommes').waitFor();
    await keepScreenshot(page, 'search');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === `/documents/${document.id}`);
    expect(new URL(page.url()).searchParams.get('page')).toBe(document.imageIds[0]);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await openSearch(page);
    await page.keyboard.type('pommes');
    await page.getByText('Title: Tarte aux pommes').waitFor();
    const chosen = page.getByRole('dialog').locator('[data-action][data-selected]');
    await chosen.filter({ hasText: 'pommes' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // The arrow keys go around among the hits, and Enter opens the chosen one.
    await page.getByRole('dialog').getByRole('textbox').fill('ook');
    const hits = page.getByRole('dialog').locator('[data-action]');
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

  test('opens while a field has the focus, and shows a failure instead of no results', async () => {
    const user = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
    await user.folder({ name: 'Atlases' });
    const page = await browser.open('/library', { as: user, expects: /503/ });
    let isFailing = true;
    await page.route('**/graphql', async (route) => {
      const isSearch = (route.request().postData() ?? '').includes('SearchEverywhere');
      if (!isSearch || !isFailing) return route.fallback();
      const problem = { message: 'Too much to do.', extensions: { code: 'OVERLOADED' } };
      await route.fulfill({ status: 503, json: { errors: [problem] } });
    });
    await page.getByRole('textbox').first().focus();
    await openSearch(page);
    const asked = page.waitForResponse((response) =>
      (response.request().postData() ?? '').includes('"text":"atlas"'),
    );
    await page.keyboard.type('atlas');
    await asked;
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.textContent()).not.toContain('atlas');
    isFailing = false;
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('Atlases').first().waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
  });
});

describe('commands by Ctrl-K', () => {
  const browser = useTestBrowser();

  test('run what the screen offers, by keys alone, and go with the screen', async () => {
    const user = await (await seed(browser.loupe).organization({ credit: 10 })).user({ roles: ['Editor'] });
    const folder = await user.folder({ name: 'Books' });
    const document = await folder.document(await jpegPicture(3), { name: 'Cookery' });
    await document.action({});
    const page = await browser.open('/library', { as: user });
    const type = async (text: string) => {
      await openSearch(page);
      await page.keyboard.type(text);
    };
    await type('new fol');
    await page
      .getByRole('dialog')
      .locator('[data-action][data-selected]')
      .filter({ hasText: 'New folder' })
      .waitFor();
    await keepScreenshot(page, 'search-commands');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New folder' }).locator('input:focus').waitFor();
    await page.keyboard.type('Magazines');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Magazines' }).first().waitFor();

    await page.goto(`${browser.loupe.url}/documents/${document.id}`);
    await page.getByRole('button', { name: 'Deactivate' }).waitFor();
    await type('new fol');
    await expect.poll(() => page.getByRole('dialog').locator('[data-action]').count()).toBe(0);
    await page.keyboard.press('Escape');
    await type('deactiv');
    await page
      .getByRole('dialog')
      .locator('[data-action][data-selected]')
      .filter({ hasText: 'Deactivate' })
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Activate', exact: true }).waitFor();
    await type('rename');
    await page
      .getByRole('dialog')
      .locator('[data-action][data-selected]')
      .filter({ hasText: 'Rename' })
      .waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: /rename/i })
      .locator('input:focus')
      .waitFor();
  });

  test('are none that a viewer may not run', async () => {
    const organization = await seed(browser.loupe).organization({ credit: 10 });
    await (await organization.user()).folder({ name: 'Books' });
    const page = await browser.open('/library', { as: await organization.user({ roles: ['Viewer'] }) });
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await openSearch(page);
    await page.keyboard.type('o');
    expect(
      await page.getByRole('dialog').locator('[data-action]').filter({ hasText: 'New folder' }).count(),
    ).toBe(0);
  });
});
