import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../kit/accessibility.js';
import { keepScreenshot } from '../kit/browser.js';
import { useTestBrowser } from '../kit/use-browser.js';
import { textMember } from '../kit/json.js';
import { drawPicture, jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { deviceHeaders, scan } from '../rest/support/scans.js';

describe('the statistics', () => {
  const browser = useTestBrowser();
  let organization: SeededOrganization;
  let viewer: SeededUser;
  let document: SeededDocument;

  beforeAll(async () => {
    organization = await seed(browser.loupe).organization({ name: 'Lake Press' });
    viewer = await organization.user({ roles: ['Viewer'] });
    const folder = await (await organization.user()).folder({ name: 'Spring' });
    document = await folder.document(await jpegPicture(61), { name: 'Bikes & <i>lakes</i>' });
    await document.action({ name: 'Buy a bike' });
  });

  test('say what to do while there are none', async () => {
    const page = await browser.open('/statistics', { as: viewer });
    await page.getByRole('heading', { name: 'No scans in this period' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('count the scans and clicks just made, by day, document and action, and save them', async () => {
    const photo = await drawPicture(61).resize(430).jpeg({ quality: 80 }).toBuffer();
    const other = await jpegPicture(62);
    for (const bytes of [photo, photo, photo, other]) await scan(browser.loupe, organization.apiKey, bytes);
    const { image, body } = await scan(browser.loupe, organization.apiKey, photo);
    const click = await fetch(`${browser.loupe.url}/api/Clicks/${String(image?.Actions[0]?.Id)}`, {
      method: 'PUT',
      headers: { ApiKey: organization.apiKey, ...deviceHeaders, SessionId: textMember(body, 'SessionId') },
    });
    expect(click.status).toBe(204);

    const page = await browser.open('/statistics', { as: viewer });
    const countOf = (name: string) => page.locator(`[data-count="${name}"]`).textContent();
    await page.getByRole('heading', { name: 'Day by day' }).waitFor();
    expect(await countOf('Recognized scans')).toBe('4');
    expect(await countOf('Clicks')).toBe('1');
    expect(await countOf('Click rate')).toBe('25%');
    expect(await countOf('Scans without result')).toBe('1');
    const counted = page.getByRole('row', { name: 'Bikes & <i>lakes</i> 4 1' });
    await counted.waitFor();
    await counted.scrollIntoViewIfNeeded();
    const picture = counted.locator('img');
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((shown) => (shown as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await keepScreenshot(page, 'statistics');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await keepScreenshot(page, 'statistics-dark');

    const hours = page.getByRole('region', { name: 'By hour of the day' });
    await hours.getByRole('button', { name: 'Show as table' }).click();
    expect(await hours.getByRole('row').count()).toBe(1 + 24);
    const days = page.getByRole('region', { name: 'Day by day' });
    await days.getByRole('button', { name: 'Show as table' }).click();
    await days.getByRole('table').waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('region', { name: 'Breakdown' }).getByRole('button', { name: 'CSV' }).click();
    expect(await readFile(await (await saving).path(), 'utf8')).toContain('lakes');

    await page.getByRole('combobox', { name: 'Counted by' }).click();
    await page.getByRole('option', { name: 'Action' }).click();
    await page.getByRole('row', { name: 'Buy a bike' }).waitFor();
    await page.getByRole('combobox', { name: 'Counted by' }).click();
    await page.getByRole('option', { name: 'Document' }).click();
    await page.getByRole('link', { name: 'Bikes & <i>lakes</i>' }).click();
    await page.getByRole('region', { name: 'By place on the page' }).getByText('4 scans').waitFor();
    await page.getByText('Period before: 0').first().waitFor();
    const savingAll = page.waitForEvent('download');
    await page.getByRole('button', { name: 'All records (ZIP)' }).click();
    expect((await savingAll).suggestedFilename()).toContain('.zip');
    await page.setViewportSize({ width: 360, height: 740 });
    await keepScreenshot(page, 'statistics-phone');
  });

  test('refuse days in the wrong order at their field', async () => {
    const page = await browser.open('/statistics', { as: viewer });
    await page.getByLabel('From').fill('2031-01-01');
    expect(await page.getByText('The first day comes after the last').textContent()).not.toBe('');
  });
});
