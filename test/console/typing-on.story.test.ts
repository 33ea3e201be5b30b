/** Typing: behind a save that is on its way, and letters that are written in several steps. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPdf } from '../kit/files/pdfs.js';
import { seed } from '../kit/seed.js';
import { lengthOfStory } from '../kit/seed/stories.js';
import { useTestBrowser } from '../kit/use-browser.js';

/** Slower than an answer without delay, quicker than a person. */
const KEY_MS = 30;

/** Holds the answers of changes back, as a slow network does. */
async function delayChanges(page: Page, delayMs: number): Promise<void> {
  if (delayMs === 0) return;
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('"query":"mutation') !== true) return route.continue();
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.fulfill({ response }).catch(() => undefined);
  });
}

async function flyer() {
  const user = await (await seed(browser.loupe).organization({ credit: 100 })).user();
  const folder = await user.folder();
  const contentType = 'application/pdf';
  const document = await folder.document(await newPdf([21, 22]), { contentType });
  const [pageId = ''] = document.imageIds;
  const ask = async (query: string): Promise<string> =>
    JSON.stringify(await user.send('POST', '/graphql', { json: { query } }));
  return { user, document, pageId, ask };
}

interface Field {
  readonly path: string;
  readonly find: (page: Page) => Locator;
  /** Leads to the field. */
  readonly open?: (page: Page) => Promise<void>;
  /** What the server has of it. */
  readonly read: () => Promise<string>;
}

const fields: Record<string, (tenant: Awaited<ReturnType<typeof flyer>>) => Promise<Field>> = {
  'the title of a page': async ({ document, pageId, ask }) => ({
    path: `/documents/${document.id}?page=${pageId}`,
    find: (page) => page.getByLabel('Title', { exact: true }).and(page.locator('textarea')),
    read: async () => ask(`{ node(id: "${pageId}") { ... on Image { titles { value } } } }`),
  }),
  'a title in a draft': async ({ document, pageId, ask }) => {
    await ask(`mutation { startDraft(input: { documentId: "${document.id}" }) { __typename } }`);
    return {
      path: `/documents/${document.id}?page=${pageId}`,
      find: (page) => page.getByLabel('Title', { exact: true }).and(page.locator('textarea')),
      read: async () => ask(`{ node(id: "${pageId}") { ... on Image { drafted { titles { value } } } } }`),
    };
  },
  'the name of a zone': async ({ document, pageId, ask }) => {
    const zoneId = await document.zone();
    return {
      path: `/pages/${pageId}`,
      find: (page) => page.getByLabel('Name', { exact: true }),
      open: async (page) =>
        page
          .getByRole('button', { name: /^Zone 1/ })
          .first()
          .click(),
      read: async () => ask(`{ node(id: "${zoneId}") { ... on Zone { name } } }`),
    };
  },
  'a cell of the table': async ({ document, pageId, ask }) => ({
    path: `/texts/${document.id}`,
    find: (page) => page.getByRole('textbox', { name: /^Title of .*Page 1, English/ }),
    read: async () => ask(`{ node(id: "${pageId}") { ... on Image { titles { value } } } }`),
  }),
};

const browser = useTestBrowser();

/** Of answers: at once, as on a usual line, and on a bad one. */
const DELAYS_MS = lengthOfStory({ short: [200], long: [0, 200, 2000] });

describe.each(Object.keys(fields))('what is typed behind %s that is being saved', (what) => {
  test.each(DELAYS_MS)('stays, with answers after %i ms', async (delayMs) => {
    const tenant = await flyer();
    const { path, find, open, read } = await fields[what]!(tenant);
    const page = await browser.open(path, { as: tenant.user });
    await open?.(page);
    const field = find(page);
    await field.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await delayChanges(page, delayMs);
    const words = ['Market', ' of the town', ', open on Sundays too'];
    let typed = '';
    for (const word of words) {
      typed += word;
      await page.keyboard.type(word, { delay: KEY_MS });
      expect(await field.inputValue()).toBe(typed);
      await page.keyboard.press('Enter');
    }
    await expect.poll(read).toContain(`"${typed}"`);
    expect(await field.inputValue()).toBe(typed);
    // Everything is saved, on what the one before had made.
    await page.keyboard.type('.', { delay: KEY_MS });
    await page.keyboard.press('Enter');
    await expect.poll(read).toContain(`"${typed}."`);
    expect(await page.getByText('Somebody else changed this').count()).toBe(0);
  });
});

test.each(Object.keys(fields))('Enter and Escape that end a letter do nothing else in %s', async (what) => {
  const tenant = await flyer();
  const { path, find, open, read } = await fields[what]!(tenant);
  const page = await browser.open(path, { as: tenant.user });
  await open?.(page);
  const field = find(page);
  await field.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('駅前');
  const keyboard = await page.context().newCDPSession(page);
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.postData()?.includes('"query":"mutation') === true) changes.push(request.url());
  });
  await keyboard.send('Input.imeSetComposition', { text: 'いち', selectionStart: 2, selectionEnd: 2 });
  // Without a character: the input method takes it.
  for (const key of ['Enter', 'Escape'])
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key });
  await keyboard.send('Input.insertText', { text: '市' });
  expect(await field.inputValue()).toBe('駅前市');
  expect(changes).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(read).toContain('"駅前市"');
});
