/** Short addresses of a document: made, shown as codes, led elsewhere, printed and ended by the menu of the document. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';

const browser = useTestBrowser();

async function openDialog(viewport: 'desk' | 'phone' = 'desk') {
  const user = await (await seed(browser.loupe).organization({ credit: 100 })).user({ roles: ['Editor'] });
  const folder = await user.folder({ name: 'Summer' });
  const document = await folder.document(await jpegPicture(1), { name: 'Magazine' });
  const [pageId = ''] = document.imageIds;
  await document.action({ nodeId: pageId, name: 'Tickets' });
  await document.title('The hedge', { nodeId: pageId });
  const page = await browser.open(`/documents/${document.id}`, { as: user, viewport });
  return { user, document, pageId, page };
}

const openAddresses = async (
  page: Page,
  menu = 'More actions for the document',
  item = 'Short addresses',
) => {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('are made for every page, shown, led to an action, and ended', async () => {
  const { page } = await openDialog();
  await openAddresses(page);
  await page.getByText('No short address yet.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'One for each page' }).click();
  await page.getByText('1 short address made').waitFor();
  const link = page.getByRole('link', { name: /\/s\/[a-z0-9]{7}$/ });
  const address = (await link.getAttribute('href')) ?? '';
  expect((await fetch(address)).status).toBe(200);
  await page.getByRole('button', { name: /^Lead .* elsewhere$/ }).click();
  await page.getByRole('dialog').getByLabel('Leads to').first().click();
  await page.getByRole('option', { name: 'Page 1 → Tickets (en-US)' }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Page 1 → Tickets').waitFor();
  expect((await fetch(address, { redirect: 'manual' })).headers.get('location')).toBe(
    'https://loupe.example/',
  );
  await page.getByRole('button', { name: /^Show the code/ }).click();
  await page
    .getByRole('button', { name: 'Save as PNG' })
    .or(page.getByRole('button', { name: /PNG/ }))
    .first()
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByText('Opened 1 time').waitFor();
  await keepScreenshot(page, 'short-addresses');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Sheet to print (PDF)' }).click();
  expect((await download).suggestedFilename()).toBe('Magazine.pdf');
  await page.getByRole('button', { name: /^End / }).click();
  await page.getByRole('button', { name: 'End the address' }).click();
  await page.getByText('No short address yet.').waitFor();
  expect((await fetch(address)).status).toBe(404);
});

test('say in the field what is wrong with a code', async () => {
  const { page } = await openDialog('phone');
  await openAddresses(page);
  await page.getByRole('button', { name: 'New short address' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill('a--b');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByText('3 to 40 letters from a to z and digits').waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill('hedge-2027');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByRole('link', { name: /\/s\/hedge-2027$/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await keepScreenshot(page, 'short-addresses-phone');
});

test('show readers a page without a program', async () => {
  const { page, document, pageId, user } = await openDialog('phone');
  const { shortAddresses } = browser.loupe.app.services;
  const viewer = await user.viewer();
  for (const [elementId, name] of [
    [pageId, 'page'],
    [document.id, 'document'],
  ] as const) {
    const { code } = await shortAddresses.create(viewer, { elementId }, []);
    await page.goto(`${browser.loupe.url}/s/${code}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, `short-address-of-${name}`);
  }
});
