import { beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../kit/accessibility.js';
import { keepScreenshot } from '../kit/browser.js';
import { useTestBrowser } from '../kit/use-browser.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';

describe('single pictures', () => {
  const browser = useTestBrowser();
  let organization: SeededOrganization;

  beforeAll(async () => {
    organization = await seed(browser.loupe).organization();
  });

  test('are added, described and thrown away by an editor, and only looked at by a viewer', async () => {
    const page = await browser.open('/pictures', { as: await organization.user({ roles: ['Editor'] }) });
    await page.getByRole('heading', { name: 'No pictures yet' }).waitFor();
    const files = [67, 68].map(async (number) => ({
      name: `label-${number}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await jpegPicture(number),
    }));
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await Promise.all(files));
    await page.getByRole('button', { name: 'Change label-68' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Étiquette <i>');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Keywords' }).fill('wine');
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
    await expect.poll(async () => page.getByRole('article', { name: 'label-67' }).count()).toBe(0);
  });

  test('are narrowed by name and keywords, and found by a photo, by its colors and by chosen ones', async () => {
    const folder = await seed(browser.loupe).organization();
    const editor = await folder.user({ roles: ['Editor'] });
    const page = await browser.open('/pictures', { as: editor });
    const photo = async (number: number) => ({
      name: `wine-${number}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await jpegPicture(number),
    });
    const inputs = page.locator('input[type=file]');
    await inputs.first().setInputFiles([await photo(71), await photo(72)]);
    await page.getByRole('article', { name: 'wine-72' }).waitFor();
    await page.getByLabel('Name contains').fill('-71');
    await page.getByRole('article', { name: 'wine-72' }).waitFor({ state: 'detached' });
    await page.getByLabel('Name contains').fill('beer');
    await page.getByRole('heading', { name: 'No picture fits' }).waitFor();
    await page.getByLabel('Name contains').fill('');
    await page.getByLabel('Search by photo').setInputFiles(await photo(72));
    await page.getByText('1 picture, best first').waitFor();
    const hit = page.getByRole('article', { name: 'wine-72' });
    expect(await hit.getByLabel('Similarity').textContent()).toMatch(/^(9\d|100)%$/);
    await page.getByRole('button', { name: 'End the search' }).click();
    await page.getByRole('button', { name: 'Pictures with colors like those of wine-71' }).click();
    await page.getByText('2 pictures, best first').waitFor();
    expect(await page.getByRole('article').first().getAttribute('aria-label')).toBe('wine-71');
    await page.getByRole('button', { name: 'Add a color' }).click();
    await keepScreenshot(page, 'pictures-colors');
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
