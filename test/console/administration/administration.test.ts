import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import { newId } from '../../../src/kernel/ids.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';

describe('the administration', () => {
  const browser = useTestBrowser({ loupe: { environment: { LOUPE_WEBHOOKS_PRIVATE: 'true' } } });
  let organization: SeededOrganization;

  beforeAll(async () => {
    organization = await seed(browser.loupe).organization({
      name: 'Lake Press',
      accountType: 'Prepaid',
      credit: 500,
    });
  });

  test('creates a user, shows a mistake at its field, and lists the operation in the log', async () => {
    const administrator = await organization.user();
    const page = await browser.open('/administration', { as: administrator });
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByLabel('E-mail').fill('no address');
    await page.locator('form').evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await page.getByRole('button', { name: 'Create' }).click();
    await page.locator('input[aria-invalid="true"]').waitFor();
    const mail = `${newId()}@lake.example`;
    await page.getByLabel('E-mail').fill(mail);
    await page.getByLabel('First name').fill('Zoë <b>');
    await page.getByRole('checkbox', { name: 'Editor' }).check();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    const row = page.getByRole('row', { name: mail });
    await row.waitFor();
    expect(await row.textContent()).toContain('Zoë <b>');
    expect(await row.textContent()).toContain('Editor, Viewer');
    await keepScreenshot(page, 'administration');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await keepScreenshot(page, 'administration-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('tab', { name: 'Operation log' }).click();
    await page.getByText('created').first().waitFor();
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'User', exact: true }).click();
    await page.getByRole('button', { name: 'Details: User created' }).first().click();
    await page.getByText('Role · role').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'administration-log');
  });

  test('moves credits to a sub-organization and shows the history', async () => {
    const administrator = await organization.user();
    await organization.organization({ name: 'Local paper' });
    const page = await browser.open('/administration', { as: administrator });
    await page.getByRole('tab', { name: 'Organization and credits' }).click();
    await page.getByRole('button', { name: 'Move credits' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Pages').fill('120');
    await dialog.getByRole('button', { name: 'Move credits' }).click();
    await page.getByText('-120').waitFor();
    expect(await page.getByRole('row', { name: 'Local paper' }).last().textContent()).toContain('120');
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'administration-organization');
  });

  test('makes a code for readers, shows it large, and replaces the key', async () => {
    const administrator = await (await seed(browser.loupe).organization()).user();
    const page = await browser.open('/administration', { as: administrator });
    await page.getByRole('tab', { name: 'Keys and QR codes' }).click();
    await page.getByRole('button', { name: 'New code' }).click();
    await page.getByLabel('Name').fill('Spring issue');
    await page.reload();
    await page.getByRole('tab', { name: 'Keys and QR codes' }).click();
    await page.getByRole('button', { name: 'New code' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Spring issue');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Change the code of Spring issue' }).click();
    await page.getByLabel('Name').fill('Summer issue');
    await page.getByRole('combobox', { name: 'Other web pages' }).fill('print.example');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Addresses without a path, such as https://print.example.').waitFor();
    await page.getByRole('combobox', { name: 'Other web pages' }).press('Backspace');
    await page.getByRole('combobox', { name: 'Other web pages' }).fill('https://print.example');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('paragraph').getByText('https://print.example', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show the code of Summer issue large' }).click();
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toContain('/scan#key=');
    await keepScreenshot(page, 'administration-code');
    await page.keyboard.press('Escape');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: /^Show: The organization’s key/ }).click();
    const key = page.locator('code').first();
    const before = await key.textContent();
    await page.getByRole('button', { name: 'Replace the key' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace the key' }).click();
    await page.getByText('The key was replaced.').waitFor();
    expect(await key.textContent()).not.toBe(before);
    await page.getByRole('tab', { name: 'Readers’ data' }).click();
    await page.getByLabel('Remove old records').check({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Webhooks' }).click();
    await page.getByText('No webhooks yet.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('shows what a webhook was told and what it answered, and sends it again', async () => {
    const statuses = [500, 204];
    const receiver = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(statuses.shift() ?? 204).end());
    });
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    try {
      const own = await seed(browser.loupe).organization();
      const administrator = await own.user();
      const page = await browser.open('/administration', { as: administrator });
      await page.getByRole('tab', { name: 'Webhooks' }).click();
      await page.getByRole('button', { name: 'New webhook' }).click();
      await page.getByLabel('Address').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText('Secret', { exact: true }).waitFor();
      await (await administrator.folder()).document(await jpegPicture(75), { name: 'Summer <b>' });
      const show = page.getByRole('button', { name: /^Show: Document ready/ });
      const seen = async (text: string) => {
        await page.getByRole('tab', { name: 'Operation log' }).click();
        await page.getByRole('tab', { name: 'Webhooks' }).click();
        await show.click();
        const shown = await page.getByRole('dialog').textContent();
        if (shown?.includes(text) !== true) await page.keyboard.press('Escape');
        return shown;
      };
      await expect.poll(() => seen('status 500')).toContain('status 500');
      const dialog = page.getByRole('dialog');
      expect(await dialog.locator('pre').textContent()).toContain('Summer <b>');
      await keepScreenshot(page, 'administration-delivery');
      await dialog.getByRole('button', { name: 'Send once more' }).click();
      await page.keyboard.press('Escape');
      await expect.poll(() => seen('Delivered')).toContain('status 204');
      expect(statuses).toEqual([]);
    } finally {
      receiver.close();
    }
  });

  test('offers a viewer the own password alone, and refuses everything else', async () => {
    const viewer = await organization.user({ roles: ['Viewer'] });
    const page = await browser.open('/administration', { as: viewer, viewport: 'phone' });
    await page.getByRole('heading', { name: 'Change my password' }).waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['My account']);
    expect(await page.getByRole('button', { name: 'New user' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Engine' }).count()).toBe(0);
    const refused = await page.evaluate(async (organizationId) => {
      const ask = async (query: string) => {
        const response = await fetch('/graphql', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Loupe-Console': '1' },
          body: JSON.stringify({ query, variables: { id: organizationId } }),
        });
        return response.text();
      };
      return [
        await ask('query ($id: ID!) { organization(id: $id) { users { nodes { mail } } } }'),
        await ask('query ($id: ID!) { organization(id: $id) { operations { nodes { id } } } }'),
        await ask(`mutation ($id: ID!) { createUser(input: { organizationId: $id, mail: "a@b.example" }) {
          ... on Problem { code } } }`),
        await ask('mutation ($id: ID!) { rotateApiKey(input: { id: $id }) { ... on Problem { code } } }'),
      ];
    }, organization.id);
    for (const answer of refused) expect(answer).toContain('FORBIDDEN');

    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password', { exact: true }).fill('a new good password');
    await page.getByLabel('New password again').fill('a new good password');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('This is not your current password.').waitFor();
    await page.getByLabel('Current password').fill(viewer.password);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Your password was changed.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'administration-phone');
  });
});
