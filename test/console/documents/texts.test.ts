import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { seed } from '../../kit/seed.js';
import { useTestBrowser } from '../../kit/use-browser.js';

const browser = useTestBrowser({ loupe: { environment: { LOUPE_WEBHOOKS_PRIVATE: 'true' } } });
let shop: Server;
let site: string;
beforeAll(async () => {
  shop = createServer((request, response) => {
    response.writeHead(request.url === '/offers' ? 200 : 404).end();
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
afterAll(async () => {
  shop.close();
});

async function flyer() {
  const user = await (await seed(browser.loupe).organization({ credit: 100 })).user({ roles: ['Editor'] });
  const folder = await user.folder({ name: 'Spring' });
  const document = await folder.document(await newPdf([11, 12]), {
    name: 'Flyer',
    contentType: 'application/pdf',
    status: 'Inactive',
  });
  for (const [at, nodeId] of document.imageIds.entries()) {
    await document.title(`Old shop ${at + 1}`, { nodeId });
    const json = {
      NodeId: nodeId,
      LanguageCode: 'en-US',
      Name: 'To the shop',
      Type: 'URL',
      Content: JSON.stringify({ Url: `${site}/${at === 0 ? 'offers' : 'gone'}`, ContentType: 'text/html' }),
    };
    await user.send('POST', '/api/Actions', { json });
  }
  await document.title('Alter Laden', { nodeId: document.imageIds[0] ?? '', languageCode: 'de-DE' });
  return { user, folder, document };
}

test('rows of a large table are found by text, by missing translation and by document', async () => {
  const { user, folder } = await flyer();
  const inner = await user.folder({ name: 'Fairs', parentId: folder.id });
  const poster = await inner.document(await newPdf([13]), { name: 'Poster', contentType: 'application/pdf' });
  await poster.title('Come and see', { nodeId: poster.imageIds[0] ?? '' });
  const page = await browser.open(`/texts/${folder.id}`, { as: user });
  const rows = page.getByRole('table', { name: 'Titles and actions' }).locator('tbody th');
  await expect.poll(() => rows.allInnerTexts()).toHaveLength(5);
  await page.getByText('Fairs', { exact: true }).waitFor();
  await page.getByLabel('Show rows with').fill('come');
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Poster / Page 1')]);
  await page.getByLabel('Show rows with').fill('nowhere');
  await page.getByText('No row fits.').waitFor();
  await page.getByLabel('Show rows with').fill('');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Only untranslated in' }).click();
  await page.getByRole('option', { name: 'German' }).click();
  await expect.poll(() => rows.allInnerTexts()).toHaveLength(3);
  await keepScreenshot(page, 'texts-untranslated');
  await page.getByRole('combobox', { name: 'Go to document' }).click();
  await page.getByRole('option', { name: 'Flyer' }).click();
  await expect.poll(() => rows.allInnerTexts()).toHaveLength(2);
});

test('titles and actions of a folder are edited in a table, replaced with a preview, imported, and all is taken back', async () => {
  const { user, folder, document } = await flyer();
  const page = await browser.open(`/library/${folder.id}`, { as: user });
  await page.getByRole('link', { name: 'All titles and actions' }).click();
  const table = page.getByRole('table', { name: 'Titles and actions' });
  const first = table.getByRole('textbox', { name: 'Title of Flyer / Page 1, English' });
  await first.fill('New shop 1');
  await first.press('Enter');
  await page.getByText('1 text changed').first().waitFor();
  await keepScreenshot(page, 'texts');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(() => first.inputValue()).toBe('Old shop 1');

  await page.getByRole('button', { name: 'Find and replace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find and replace' });
  await dialog.getByLabel('Find').fill('shop');
  await dialog.getByLabel('Replace with').fill('market');
  await dialog.getByRole('button', { name: 'Show the changes' }).click();
  await dialog.getByText('Found in 4 texts.').waitFor();
  await dialog.getByRole('checkbox', { name: /Page 2 · Titles/ }).uncheck();
  await keepScreenshot(page, 'texts-replace');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Replace in 3 texts' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => first.inputValue()).toBe('Old market 1');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Control+z');
  await expect.poll(() => first.inputValue()).toBe('Old shop 1');

  const send = async (...rows: readonly string[]) => {
    const buffer = Buffer.from(['ElementId,LanguageCode,Value', ...rows].join('\n'));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'titles.csv', mimeType: 'text/csv', buffer });
  };
  await page.getByRole('button', { name: 'Import' }).click();
  const sheet = page.getByRole('dialog', { name: 'Import' });
  expect(await sheet.getByRole('button', { name: /^Import \d/ }).count()).toBe(0);
  await send(`${document.imageIds[0]},en-US,Offers`, 'nowhere,en-US,x');
  await sheet.getByRole('row', { name: /Titles, row 3 ElementId/ }).waitFor();
  await keepScreenshot(page, 'texts-import');
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await sheet.getByRole('button', { name: 'Import 1 change' }).isDisabled()).toBe(true);
  await send(`${document.imageIds[0]},en-US,Offers`);
  await sheet.getByText('1 row would change something.').waitFor();
  await sheet.getByRole('button', { name: 'Import 1 change' }).click();
  await expect.poll(() => first.inputValue()).toBe('Offers');
});

test('the check before a document goes live names links that do not answer, and fits on paper', async () => {
  const { user, document } = await flyer();
  const page = await browser.open(`/documents/${document.id}/check`, { as: user });
  await page.getByText('1 link does not answer').waitFor();
  await page.getByRole('row', { name: /Not found \(404\).*gone.*Page 2/ }).waitFor();
  await page.getByText('All 2 pages will be recognized').waitFor();
  await keepScreenshot(page, 'preflight');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByRole('navigation', { name: 'Screens' }).isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  const ink = await page
    .getByRole('heading', { level: 1 })
    .evaluate((title) => getComputedStyle(title).color);
  expect(ink).toBe('rgb(0, 0, 0)');
  await keepScreenshot(page, 'preflight-print');
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByText('This document is live').waitFor();
});
