/** What administrators read and print: the log in a line an entry, secrets that stay hidden, codes that phones can use. */
import { beforeAll, describe, expect, test } from 'vitest';
import { phoneTroubleOf } from '../../../console/src/parts/phone-address.js';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';

describe('the administration', () => {
  const browser = useTestBrowser();
  let organization: SeededOrganization;
  beforeAll(async () => {
    organization = await seed(browser.loupe).organization({ name: 'Lake Press' });
  });

  test('logs an operation in a line, with folded details in words and a way to the element', async () => {
    const administrator = await organization.user();
    const document = await (await administrator.folder()).document(await jpegPicture(411), { name: 'Flyer' });
    await document.action({ name: 'Buy a ticket' });
    const { publishableKeys } = browser.loupe.app.services;
    await publishableKeys.create(await administrator.viewer(), {
      organizationId: organization.id,
      name: 'Summer issue',
    });
    const page = await browser.open('/administration?tab=log', { as: administrator });
    const entries = page.getByRole('list', { name: 'Operation log' }).locator('> li');
    await entries.first().waitFor();
    // A code is called by its own name, not by the organization's.
    expect(await entries.first().textContent()).toContain('Code for readerscreatedSummer issue');
    const heights = await entries.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect().height),
    );
    expect(Math.max(...heights)).toBeLessThan(48);
    const action = entries.filter({ hasText: 'Actioncreated' }).first();
    await action.getByRole('button', { name: /^Details/ }).click();
    await action.getByText(/what it opens.*: https:\/\/loupe\.example\//).waitFor();
    await action.getByText(/kind.*: Open a web page/).waitFor();
    expect(await page.locator('.log').textContent()).not.toMatch(/[{[]"|: \[\]|{}/);
    expect(await action.getByRole('link', { name: 'Flyer' }).getAttribute('href')).toContain(document.id);
    await keepScreenshot(page, 'log');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await entries.first().waitFor();
  });

  test('hides secrets until somebody asks for them', async () => {
    const administrator = await organization.user();
    const page = await browser.open('/administration?tab=keys', { as: administrator });
    await page.getByRole('button', { name: /^Show: The organization’s key/ }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain(organization.apiKey);
    await page.getByRole('button', { name: /^Show: The organization’s key/ }).click();
    expect(await page.locator('code').first().textContent()).toBe(organization.apiKey);
    await page.getByRole('button', { name: /^Hide: The organization’s key/ }).click();
    expect(await page.locator('code').first().textContent()).not.toBe(organization.apiKey);
  });

  test('warns of a code that no phone can use, and saves it as SVG and PNG', async () => {
    const administrator = await organization.user();
    const page = await browser.open('/administration?tab=keys', { as: administrator });
    await page.getByRole('button', { name: 'New code' }).click();
    await page.getByLabel('Name').fill('Poster');
    expect(await page.getByLabel('Scans and clicks a minute, all readers together').inputValue()).toBe('600');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Not usable by phones').first().waitFor();
    await page.getByRole('button', { name: 'Show the code of Poster large' }).click();
    await page.getByText('No phone can reach this address').waitFor();
    expect(await page.getByText('It opens the scanner in the browser of any phone.').count()).toBe(0);
    await keepScreenshot(page, 'code-for-no-phone');
    expect(await accessibilityProblems(page)).toEqual([]);
    for (const kind of ['SVG', 'PNG']) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: `Save as picture (${kind})` }).click();
      expect((await download).suggestedFilename()).toBe(`Poster.${kind.toLowerCase()}`);
    }
  });

  test('shows all of its tabs in German at the width of a laptop', async () => {
    const administrator = await organization.user();
    const page = await browser.open('/administration', {
      as: administrator,
      locale: 'de-DE',
      context: { viewport: { width: 1280, height: 800 } },
    });
    const last = page.getByRole('tab', { name: 'Mein Konto' });
    await last.waitFor();
    const cut = await page.getByRole('tablist').evaluate((list) => list.scrollWidth > list.clientWidth + 1);
    expect(cut).toBe(false);
    await page.getByRole('button', { name: 'Neue Person' }).click();
    await page.getByLabel('E-Mail', { exact: true }).fill('a@lake.example');
    await page.getByLabel('Passwort', { exact: true }).fill('abc');
    await page.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByText('Mindestens 8 Zeichen.').waitFor();
  });
});

test.each([
  ['https://loupe.press.example/scan#key=pk_1', null],
  ['https://scan.example', null],
  ['http://loupe.press.example/scan', 'insecure'],
  ['http://127.0.0.1:4000/scan', 'local'],
  ['https://localhost:4000/scan', 'local'],
  ['https://192.168.1.20/scan', 'local'],
  ['https://10.0.0.5/scan', 'local'],
  ['https://172.31.255.1/scan', 'local'],
  ['https://172.32.0.1/scan', null],
  ['https://[::1]/scan', 'local'],
  ['https://[fd12::1]/scan', 'local'],
  ['https://studio.local/scan', 'local'],
  ['https://studio/scan', 'local'],
  ['nonsense', 'local'],
] as const)('%s shows whether phones can use it', (address, trouble) => {
  expect(phoneTroubleOf(address)).toBe(trouble);
});
