import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems, keepScreenshot, startTestBrowser, type TestBrowser } from '../kit/browser.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';

describe('single pictures', () => {
  let browser: TestBrowser;
  let organization: SeededOrganization;

  beforeAll(async () => {
    browser = await startTestBrowser();
    organization = await seed(browser.loupe).organization();
  });
  afterAll(async () => browser.close());

  test('are added, described and thrown away by an editor, and only looked at by a viewer', async () => {
    const page = await browser.open('/pictures', { as: await organization.user({ roles: ['Editor'] }) });
    await page.getByRole('heading', { name: 'No pictures yet' }).waitFor();
    const files = [67, 68].map(async (number) => ({
      name: `label-${number}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await jpegPicture(number),
    }));
    await page.locator('input[type=file]').setInputFiles(await Promise.all(files));
    await page.getByRole('button', { name: 'Change label-68' }).click();
    await page.getByLabel('Name').fill('Étiquette <i>');
    await page.getByRole('combobox', { name: 'Keywords' }).fill('wine');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('article', { name: 'Étiquette <i>' }).getByText('wine').waitFor();
    await keepScreenshot(page, 'pictures');
    expect(await accessibilityProblems(page)).toEqual([]);

    const watching = await browser.open('/pictures', { as: await organization.user({ roles: ['Viewer'] }) });
    await watching.getByRole('article', { name: 'label-67' }).waitFor();
    expect(await watching.getByRole('button', { name: /Change|Delete|Add/ }).count()).toBe(0);

    await page.getByRole('button', { name: 'Delete label-67' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('label-67 is in the trash.').waitFor();
    expect(await page.getByRole('article', { name: 'label-67' }).count()).toBe(0);
  });
});
