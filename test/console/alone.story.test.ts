/** An editor who is alone is never told that somebody else changed something: whatever is written, every button works. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPdf } from '../kit/files/pdfs.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { lengthOfStory } from '../kit/seed/stories.js';
import { useTestBrowser } from '../kit/use-browser.js';

const browser = useTestBrowser();

/** What is done on a screen; resolves when the server took it. */
type Deed = (page: Page) => Promise<unknown>;

const answered = async (page: Page, operation: string, deed: () => Promise<unknown>) => {
  const answer = page.waitForResponse((response) =>
    (response.request().postData() ?? '').includes(`mutation ${operation}`),
  );
  await deed();
  const text = await (await answer).text();
  expect(text, operation).not.toMatch(/CHANGED_MEANWHILE|"code"/);
};

let written = 0;
const writeTitle: Deed = async (page) => {
  const field = page.getByLabel('Title', { exact: true }).and(page.locator('textarea'));
  await field.fill(`Title ${(written += 1)}`);
  await answered(page, 'SetContentTitle', async () => field.press('Enter'));
};
const writeAction: Deed = async (page) => {
  await page.getByRole('button', { name: 'New action' }).click();
  const drawer = page.getByRole('dialog');
  await drawer
    .getByLabel(/^Name/)
    .first()
    .fill(`Action ${(written += 1)}`);
  await drawer
    .getByLabel(/^Address/)
    .first()
    .fill('https://loupe.example/a');
  await answered(page, 'CreateContentAction', async () => page.keyboard.press('Enter'));
  await drawer.waitFor({ state: 'detached' });
};
const changeAction: Deed = async (page) => {
  await page.getByRole('list', { name: 'Actions' }).getByRole('button').first().click();
  const drawer = page.getByRole('dialog');
  await drawer
    .getByLabel(/^Name/)
    .first()
    .fill(`Action ${(written += 1)}`);
  await answered(page, 'UpdateContentAction', async () => page.keyboard.press('Enter'));
  await drawer.waitFor({ state: 'detached' });
};

const item = async (page: Page, menu: string | RegExp, name: string) => {
  await page.getByRole('button', { name: menu, exact: typeof menu === 'string' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const rename = async (page: Page, operation: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(`Name ${(written += 1)}`);
  await answered(page, operation, async () => page.keyboard.press('Enter'));
  await dialog.waitFor({ state: 'detached' });
};

const buttons: Record<string, Deed> = {
  Activate: async (page) => {
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    const yes = page.getByRole('dialog').getByRole('button', { name: 'Activate' });
    await answered(page, 'UpdateDocumentHead', async () => yes.click());
    await page.getByRole('button', { name: 'Deactivate', exact: true }).waitFor();
  },
  Deactivate: async (page) => {
    const button = page.getByRole('button', { name: 'Deactivate', exact: true });
    await answered(page, 'UpdateDocumentHead', async () => button.click());
    await page.getByRole('button', { name: 'Activate', exact: true }).waitFor();
  },
  Rename: async (page) => {
    await item(page, 'More actions for the document', 'Rename');
    await rename(page, 'UpdateDocumentHead');
  },
  'Rename the page': async (page) => {
    await item(page, 'More', 'Rename the page');
    await rename(page, 'UpdatePage');
  },
  'the switch of the page, twice in a row': async (page) => {
    const own = page.getByRole('switch', { name: 'Active', exact: true });
    await answered(page, 'UpdatePage', async () => {
      await own.click({ force: true });
      await own.click({ force: true });
    });
  },
  'the place of the page': async (page) => {
    const place = page.getByRole('combobox', { name: 'Place of the page' });
    const other = (await place.inputValue()) === 'Page 1' ? 'Page 2' : 'Page 1';
    await place.click();
    await answered(page, 'UpdatePage', async () => page.getByRole('option', { name: other }).click());
  },
  'Make it the default': async (page) => {
    await answered(page, 'UpdateDocumentHead', async () =>
      item(page, /^More actions for (German|English)/, 'Make it the default'),
    );
    await page.getByRole('tab', { selected: false }).click();
  },
  'Replace the file': async (page) => {
    await item(page, 'More actions for the document', 'Replace the file');
    const dialog = page.getByRole('dialog');
    const buffer = await newPdf([31, 32]);
    const file = { name: 'Next.pdf', mimeType: 'application/pdf', buffer };
    await dialog.locator('input[type=file]').setInputFiles(file);
    const go = dialog.getByRole('button', { name: 'Replace the file' });
    await answered(page, 'ReplaceDocumentFile', async () => go.click());
    await page.getByText('The file is replaced').first().waitFor();
    await page.getByText(/^Processing pages/).waitFor({ state: 'detached' });
  },
};

const WRITINGS: readonly [string, Deed, string][] = [
  ['a new action of a page', writeAction, 'page'],
  ['the title of the document', writeTitle, ''],
  ['the title of a page', writeTitle, 'page'],
];

test.each(lengthOfStory({ short: WRITINGS.slice(0, 1), long: WRITINGS }))(
  'every button of a document works after %s is saved',
  { timeout: 180_000 },
  async (_what, write, of) => {
    const organization = await seed(browser.loupe).organization({ credit: 100 });
    const user = await organization.user({ roles: ['Editor'] });
    const folder = await user.folder();
    const options = { contentType: 'application/pdf', status: 'Inactive' } as const;
    const document = await folder.document(await newPdf([31, 32]), options);
    const json = { DocumentId: document.id, LanguageCode: 'de-DE' };
    await user.send('PUT', '/api/documentLanguages', { json });
    const address = `/documents/${document.id}?page=${document.imageIds[0]}&language=de-DE`;
    const page = await browser.open(address, { as: user });
    const strip = page.getByRole('navigation', { name: 'Pages' });
    for (const [name, press] of Object.entries(buttons)) {
      await strip
        .getByRole('button')
        .nth(of === 'page' ? 1 : 0)
        .click();
      if (of === 'page') await page.getByRole('button', { name: 'More', exact: true }).waitFor();
      else await page.getByText('These actions are offered with every page').waitFor();
      await write(page);
      await strip.getByRole('button').nth(1).click();
      await page.getByRole('button', { name: 'More', exact: true }).waitFor();
      await press(page);
      expect(await page.getByText('Somebody else changed this').count(), name).toBe(0);
    }
  },
);

test('every button of a zone works after its title and actions are saved', { timeout: 120_000 }, async () => {
  const organization = await seed(browser.loupe).organization({ credit: 100 });
  const user = await organization.user({ roles: ['Editor'] });
  const document = await (await user.folder()).document(await jpegPicture(33));
  const [pageId = ''] = document.imageIds;
  await document.zone({ x: 0, width: 40 });
  await document.zone({ x: 50, width: 40 });
  const page = await browser.open(`/pages/${pageId}`, { as: user });
  await page
    .getByRole('button', { name: /^Zone 1/ })
    .first()
    .click();
  // Until then the title on the screen is that of the page.
  await page.getByLabel('Name', { exact: true }).waitFor();
  const presses: Record<string, Deed> = {
    rename: async () => {
      await page.getByLabel('Name', { exact: true }).fill(`Zone ${(written += 1)}`);
      await answered(page, 'UpdateZone', async () => page.keyboard.press('Enter'));
    },
    place: async () => {
      await page.getByRole('button', { name: 'Position and size', expanded: false }).click();
      const left = page.getByLabel('Left', { exact: true });
      await answered(page, 'UpdateZone', async () => left.fill('3'));
    },
    remove: async () =>
      answered(page, 'DeleteZone', async () => page.getByRole('button', { name: 'Remove' }).click()),
  };
  await writeAction(page);
  for (const [name, press] of Object.entries(presses)) {
    await writeTitle(page);
    await changeAction(page);
    await press(page);
    expect(await page.getByText('Somebody else changed this').count(), name).toBe(0);
  }
});

test('what is typed in one form of the organization is saved after another form of it was', async () => {
  const user = await (await seed(browser.loupe).organization()).user();
  const page = await browser.open('/administration?tab=organization', { as: user });
  await page.getByLabel('Imprint').fill('https://loupe.example/imprint');
  await page.getByLabel('Name', { exact: true }).fill('Another name');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await answered(page, 'UpdateOrganization', async () => save.first().click());
  await answered(page, 'UpdateOrganization', async () => save.nth(1).click());
  expect(await page.getByText('Somebody else changed this').count()).toBe(0);
});

test('the message of a failure goes when the same is tried again and works', async () => {
  const user = await (await seed(browser.loupe).organization({ credit: 100 })).user({ roles: ['Editor'] });
  const document = await (await user.folder()).document(await jpegPicture(34));
  const page = await browser.open(`/documents/${document.id}`, { as: user, expects: /500/ });
  await page.route('**/graphql', async (route) =>
    (route.request().postData() ?? '').includes('UpdateDocumentHead')
      ? route.fulfill({ status: 500, body: 'Internal Server Error' })
      : route.fallback(),
  );
  const failure = page.getByRole('alert').filter({ hasText: 'The server failed to do this' });
  const button = page.getByRole('button', { name: 'Deactivate', exact: true });
  await button.click();
  await failure.waitFor();
  await button.click();
  await expect.poll(() => failure.count()).toBe(1);
  await page.unroute('**/graphql');
  await button.click();
  await page.getByRole('button', { name: 'Activate', exact: true }).waitFor();
  await failure.waitFor({ state: 'detached' });
});
