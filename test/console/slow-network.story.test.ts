/** While an answer is on its way, no screen shows or lets anybody edit what belongs to something else. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestBrowser } from '../kit/use-browser.js';
import { newPdf } from '../kit/files/pdfs.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededFolder, SeededUser } from '../kit/seed/seed-user.js';

describe('on a slow network', () => {
  const browser = useTestBrowser();
  let user: SeededUser;
  let spring: SeededFolder;
  let summer: SeededFolder;
  let document: SeededDocument;
  let zoneId: string;
  let belowId: string;

  beforeAll(async () => {
    const organization = await seed(browser.loupe).organization();
    user = await organization.user();
    belowId = (await organization.organization({ name: 'Local paper' })).id;
    spring = await user.folder({ name: 'Spring' });
    summer = await user.folder({ name: 'Summer' });
    document = await spring.document(await newPdf([301, 302]), {
      name: 'Market flyer',
      contentType: 'application/pdf',
    });
    await summer.document(await jpegPicture(303), { name: 'Beach poster' });
    const [first = ''] = document.imageIds;
    zoneId = await document.zone({ imageId: first, x: 5, y: 5, width: 50, height: 50 });
    await document.title('Title of page one', { nodeId: first });
    await document.action({ nodeId: zoneId, name: 'Action of the zone' });
    await document.action({ name: 'Action of the document' });
  });

  /** Holds back every answer from now on. @returns lets them all through */
  async function hold(page: Page): Promise<() => void> {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/graphql', async (route) => {
      await held;
      await route.continue();
    });
    return release;
  }

  test.each([
    {
      what: 'the zones of another page',
      from: () => `/pages/${document.imageIds[0]}`,
      first: (page: Page) => page.getByRole('button', { name: /^Zone 1/ }),
      go: (page: Page) => page.keyboard.press('PageDown'),
      then: (page: Page) => page.getByText('The whole page answers'),
    },
    {
      what: 'the preview of another page',
      from: () => `/pages/${document.imageIds[0]}/preview`,
      first: (page: Page) => page.getByRole('link', { name: /Action of the zone/ }),
      go: (page: Page) => page.keyboard.press('PageDown'),
      then: (page: Page) => page.getByRole('heading', { name: 'Preview of Market flyer, page 2' }),
    },
    {
      what: 'another folder',
      from: () => `/library/${spring.id}`,
      first: (page: Page) => page.getByRole('listitem').filter({ hasText: 'Market flyer' }),
      go: (page: Page) => page.getByRole('button', { name: 'Summer', exact: true }).click(),
      then: (page: Page) => page.getByRole('listitem').filter({ hasText: 'Beach poster' }),
    },
    {
      what: 'the title of another page',
      from: () => `/documents/${document.id}?page=${document.imageIds[0]}`,
      first: (page: Page) => page.locator('textarea').filter({ hasText: 'Title of page one' }),
      go: (page: Page) => page.getByRole('button', { name: /^Page 2/ }).click(),
      then: (page: Page) => page.getByText('Title and actions of this page.'),
    },
    {
      what: 'the people of another organization',
      from: () => '/administration',
      first: (page: Page) => page.getByRole('row', { name: user.userName }),
      go: async (page: Page) => {
        await page.getByRole('combobox', { name: 'Organization' }).click();
        await page.getByRole('option', { name: 'Local paper' }).click();
      },
      then: (page: Page) => page.getByText('No user has this name or e-mail address.'),
    },
  ])('$what shows nothing of the one before', async ({ from, first, go, then }) => {
    const page = await browser.open(from(), { as: user });
    await first(page).first().waitFor();
    const before = page.url();
    const release = await hold(page);
    await go(page);
    await expect.poll(() => page.url()).not.toBe(before);
    await expect.poll(async () => first(page).count()).toBe(0);
    release();
    await then(page).first().waitFor();
    await page.context().close();
  });

  test('every screen says that something comes, and offers nothing before it is there', async () => {
    for (const path of [
      `/library/${spring.id}`,
      `/documents/${document.id}`,
      `/pages/${document.imageIds[0]}`,
      `/pages/${document.imageIds[0]}/preview`,
      `/administration?organization=${belowId}`,
      '/statistics',
      '/conflicts',
      '/pictures',
      '/trash',
      '/engine',
    ]) {
      const page = await browser.open('/compare', { as: user });
      await page.getByRole('heading', { name: 'Compare' }).waitFor();
      const release = await hold(page);
      await page.evaluate((to) => {
        globalThis.history.pushState({}, '', to);
        globalThis.dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await expect.poll(async () => page.getByRole('heading', { name: 'Compare' }).count()).toBe(0);
      expect(await page.getByRole('alert').count(), path).toBe(0);
      expect(await page.getByRole('heading', { name: 'There is nothing here' }).count(), path).toBe(0);
      expect(await page.getByText(/is empty|No .* yet|There is no/).count(), path).toBe(0);
      release();
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.context().close();
    }
  });
});
