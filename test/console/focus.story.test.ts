/** Where the keyboard goes on, and that what is open stays as it is while answers arrive. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../kit/accessibility.js';
import { newPdf } from '../kit/files/pdfs.js';
import { holdBack } from '../kit/held-requests.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { useTestBrowser } from '../kit/use-browser.js';

const browser = useTestBrowser();

/** What the keyboard is at: its label, else its text. */
const focused = (page: Page) => async () =>
  page.evaluate(() => {
    const { activeElement: at } = globalThis.document;
    return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
  });

async function openDocument() {
  const user = await (await seed(browser.loupe).organization({ credit: 20 })).user({ roles: ['Editor'] });
  const document = await (await user.folder()).document(await jpegPicture(51), { name: 'Flyer' });
  const page = await browser.open(`/documents/${document.id}`, { as: user });
  await page.getByRole('button', { name: 'New action' }).waitFor();
  return { page, user, document };
}

test('after a new action the keyboard is at it, after a deletion at the next, at last at “New action”', async () => {
  const { page } = await openDocument();
  const at = focused(page);
  await page.getByRole('button', { name: 'New action' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(at).toBe('New action');
  for (const name of ['One', 'Two']) {
    await page.getByRole('button', { name: 'New action' }).focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel(/^Name/).first().fill(name);
    await drawer
      .getByLabel(/^Address/)
      .first()
      .fill('https://loupe.example/');
    await page.keyboard.press('Enter');
    await drawer.waitFor({ state: 'detached' });
    await expect.poll(at).toContain(`${name}Open a web page`);
  }
  for (const [name, next] of [
    ['One', 'TwoOpen a web page'],
    ['Two', 'New action'],
  ] as const) {
    await page.getByRole('list', { name: 'Actions' }).getByRole('button', { name: /^More/ }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('list', { name: 'Actions' })
      .getByText(name, { exact: true })
      .waitFor({ state: 'detached' });
    await expect.poll(at).toContain(next);
  }
});

test('a dialog that a menu opened gives the keyboard back to the menu’s button', async () => {
  const { page } = await openDocument();
  await page.getByRole('button', { name: 'More actions for the document' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Rename' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(focused(page)).toBe('More actions for the document');
});

test('axe-core finds nothing while menus are open', async () => {
  const { page } = await openDocument();
  for (const menu of ['More actions for the document', 'More actions for you', 'Language']) {
    const button = page.getByRole('button', { name: new RegExp(`^${menu}`) }).first();
    if ((await button.count()) === 0) continue;
    await button.click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await accessibilityProblems(page), menu).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  }
});

test('an open list of languages stays as it is when a newer answer arrives', async () => {
  const user = await (await seed(browser.loupe).organization()).user();
  const page = await browser.open('/administration?tab=organization', { as: user });
  const languages = page.getByRole('combobox', { name: 'Language of our publications' });
  await languages.waitFor();
  await page.getByRole('tab', { name: 'Operation log' }).click();
  await languages.waitFor({ state: 'detached' });
  await user.send('PATCH', `/api/organizations/${user.organizationId}`, { json: { Name: 'Renamed' } });
  const answers = await holdBack(page, '**/graphql');
  await page.getByRole('tab', { name: 'Organization and credits' }).click();
  await languages.click();
  await languages.fill('deutsch');
  const option = await page.getByRole('option', { name: 'German (Germany)' }).elementHandle();
  answers.release();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Renamed');
  expect(await option?.evaluate((element) => element.isConnected)).toBe(true);
  expect(await languages.inputValue()).toBe('deutsch');
  await option?.click();
  await expect.poll(() => languages.inputValue()).toBe('German (Germany)');
});

test('the pages of a document are steps of the browser’s history', async () => {
  const user = await (await seed(browser.loupe).organization({ credit: 20 })).user({ roles: ['Editor'] });
  const options = { contentType: 'application/pdf' };
  const document = await (await user.folder()).document(await newPdf([52, 53]), options);
  const page = await browser.open(`/documents/${document.id}`, { as: user });
  const strip = page.getByRole('navigation', { name: 'Pages' }).getByRole('button');
  await strip.nth(1).click();
  await page.getByRole('region', { name: 'Page 1' }).waitFor();
  await strip.nth(2).click();
  await page.getByRole('region', { name: 'Page 2' }).waitFor();
  await page.goBack();
  await page.getByRole('region', { name: 'Page 1' }).waitFor();
  await page.goBack();
  await page.getByText('These actions are offered with every page').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/documents/${document.id}`);
});

test('a failed upload is a pill on every further screen, and opens again', async () => {
  const user = await (await seed(browser.loupe).organization({ credit: 20 })).user({ roles: ['Editor'] });
  const folder = await user.folder({ name: 'Spring' });
  const page = await browser.open(`/library/${folder.id}`, { as: user });
  const file = { name: 'Broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') };
  await page.locator('.library-drop input[type=file]').setInputFiles(file);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await uploads.getByText('Broken.pdf').waitFor();
  await uploads
    .getByRole('alert')
    .or(uploads.getByRole('button', { name: /again/i }))
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Statistics' }).first().click();
  await uploads.getByText('Broken.pdf').waitFor({ state: 'detached' });
  await uploads.getByRole('button').first().click();
  await expect.poll(() => uploads.getByText('Broken.pdf').count()).toBe(1);
});

test('a part that comes late takes nothing away: its words are there before the screen is', async () => {
  const user = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
  const document = await (await user.folder()).document(await jpegPicture(52), { name: 'Flyer' });
  const [imageId = ''] = document.imageIds;
  await document.zone({ imageId, x: 10, y: 10, width: 40, height: 40 });
  const page = await browser.open('about:blank', { as: user, isFirstVisit: true });
  const phone = await holdBack(page, '**/graphql', (body) => body.includes('readerPreview'));
  await page.goto(`/pages/${imageId}`);
  const zone = page.locator('.zone').first();
  await zone.waitFor();
  const programs = await holdBack(page, '**/assets/*.js');
  const answer = page.waitForResponse(
    (response) => response.request().postData()?.includes('readerPreview') === true,
  );
  phone.release();
  await answer;
  await zone.focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await focused(page)()).toMatch(/^Zone 1.*: 11 % from the left/);
  programs.release();
});
