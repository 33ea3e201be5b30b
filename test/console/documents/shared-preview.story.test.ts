/** A link for somebody without an account: made by an editor, opened on a phone, revoked. */
import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';

const browser = useTestBrowser();

beforeAll(async () => {
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasm)).buffer } });
});

test('a document that is not live is shown by a link, in its languages, until the link is revoked', async () => {
  const editor = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
  const folder = await editor.folder({ name: 'Clients' });
  const document = await folder.document(await jpegPicture(71), { name: 'Flyer', status: 'Inactive' });
  await document.title('The market');
  await document.action({ nodeId: document.id, name: 'Visit us' });
  const page = await browser.open(`/documents/${document.id}`, { as: editor });
  await page.getByRole('button', { name: 'More actions for the document' }).click();
  await page.getByRole('menuitem', { name: 'Share a preview' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const url = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await dialog.getByText(/^By .*, until /).waitFor();
  const code = dialog.getByRole('img', { name: 'Code for the camera of a phone' });
  const read = await readBarcodes(await code.screenshot());
  expect(read.map(({ text }) => text)).toEqual([url.replace('/preview#code=', '/scan#preview=')]);
  // A machine of tests has an address that no phone reaches.
  await dialog.getByRole('note').waitFor();
  await keepScreenshot(page, 'share');
  expect(await accessibilityProblems(page)).toEqual([]);

  const guest = await browser.open(url.replace(browser.loupe.url, ''), { viewport: 'phone' });
  await guest.getByRole('heading', { name: 'Flyer' }).waitFor();
  const phone = guest.getByRole('region', { name: 'The reader’s phone' });
  await phone.getByRole('heading', { name: 'The market' }).waitFor();
  await phone.getByText('Visit us').waitFor();
  await keepScreenshot(guest, 'shared-phone');
  expect(await accessibilityProblems(guest)).toEqual([]);
  await guest.setViewportSize({ width: 1440, height: 900 });
  await keepScreenshot(guest, 'shared');

  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: /^Revoke the link/ }).click();
  await page.getByText('The link stopped working.').waitFor();
  await guest.reload();
  await guest.getByRole('heading', { name: 'This preview is no longer there' }).waitFor();
  expect(await accessibilityProblems(guest)).toEqual([]);
});
