/** Machine tokens in the administration: made, shown once, used, revoked. */
import { beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import { useTestBrowser } from '../../kit/use-browser.js';

describe('machine tokens in the administration', () => {
  const browser = useTestBrowser();
  let organization: SeededOrganization;
  beforeAll(async () => {
    organization = await seed(browser.loupe).organization({ name: 'Lake Press' });
  });

  test('are made for a program and shown once, then list its uses and are revoked', async () => {
    const administrator = await organization.user();
    const folder = await administrator.folder({ name: 'Spring issues' });
    const page = await browser.open('/administration?tab=keys', { as: administrator });
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Program').fill('Content system');
    await page.getByRole('combobox', { name: 'Where' }).click();
    await page.getByRole('option', { name: 'Spring issues' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'machine-token-new');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Show: The token' }).click();
    const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    expect(secret).toMatch(/^lmt_/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'machine-token-made');
    const headers = { authorization: `Bearer ${secret}` };
    const ask = () => fetch(`${browser.loupe.url}/api/folders/${folder.id}`, { headers });
    expect((await ask()).status).toBe(200);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.reload();
    await page.getByText('Last used').waitFor();
    expect(await page.locator('body').textContent()).not.toContain(secret);
    await page.getByRole('button', { name: 'Show the uses of Content system' }).click();
    await page.getByRole('cell', { name: '127.0.0.1' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await keepScreenshot(page, 'machine-tokens');
    await page.getByRole('button', { name: 'Revoke the token of Content system' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No program has a token yet.').waitFor();
    expect((await ask()).status).toBe(401);
  });
});
