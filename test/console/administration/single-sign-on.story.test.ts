/** Single sign-on in the console: added, tried, switched on, and logged in with. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import { type RealProvider, startRealProvider } from '../../kit/sign-in-provider.js';
import { useTestBrowser } from '../../kit/use-browser.js';

describe('single sign-on in the console', () => {
  const browser = useTestBrowser({ loupe: { environment: { LOUPE_SIGN_IN_PRIVATE: 'true' } } });
  let organization: SeededOrganization;
  let real: RealProvider;
  beforeAll(async () => {
    real = await startRealProvider();
    organization = await seed(browser.loupe).organization({ name: 'Lake Press' });
  });
  afterAll(() => real.close());

  test('is added and tried by an administrator, then lets people in and out', async () => {
    const { signInProviders, madeRoles } = browser.loupe.app.services;
    const administrator = await organization.user();
    const { id: madeRoleId } = await madeRoles.create(operator, organization.id, {
      ...{ name: 'Statistics', operations: ['insight:read'] },
    });
    const atProvider = { expects: /foreign host: http:[/]{2}127\.0\.0\.1:/ };
    const page = await browser.open('/administration?tab=signIn', { as: administrator, ...atProvider });
    await page.getByRole('button', { name: 'New provider' }).click();
    await page.getByLabel('Name').fill('Lake account');
    await page.getByLabel('Issuer').fill('http://127.0.0.1:9');
    await page.getByLabel('Client ID').fill(real.clientId);
    await page.getByRole('textbox', { name: 'Client secret' }).fill(real.clientSecret);
    await page.getByRole('textbox', { name: 'Value' }).fill('editors');
    await page.getByRole('combobox', { name: 'With it, the role' }).click();
    await page.getByRole('option', { name: 'Statistics' }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Check the address').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'sign-in-new');
    await page.getByLabel('Issuer').fill(real.issuer);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Lake account' }).waitFor();
    const [provider] = await signInProviders.list(operator, organization.id);
    real.register({
      redirect_uris: [`${browser.loupe.url}/sign-in/${provider!.id}/return`],
      post_logout_redirect_uris: [`${browser.loupe.url}/`],
    });
    real.account = {
      sub: 'ada',
      email: 'ada@lake.example',
      email_verified: true,
      given_name: 'Ada',
      groups: ['editors'],
    };
    await page.getByRole('link', { name: 'Try it now' }).click();
    await page.getByText('Let in as Editor, Statistics by rule 1.').waitFor();
    expect(new URL(page.url()).search).not.toContain('code=');
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'sign-in-tried');
    await page.getByRole('button', { name: 'Change Lake account' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Lake accounts');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Lake accounts' }).waitFor();
    const [changed] = await signInProviders.list(operator, organization.id);
    expect(changed?.rules).toMatchObject([{ value: 'editors', role: 'Editor', madeRoleId }]);
    await page.getByRole('button', { name: 'Switch Lake accounts on or off' }).click();
    await page.getByRole('radio', { name: 'The only way to log in' }).click();
    await page.getByLabel('Administrator with a password').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'sign-in-mode');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('The only way to log in').waitFor();
    await signInProviders.offer(operator, provider!.id, true);
    const other = await browser.open('/', atProvider);
    await other.getByRole('button', { name: 'Log in with Lake accounts' }).click();
    await other.waitForURL(/\/library/);
    expect(await other.locator('body').textContent()).not.toContain('New provider');
    real.account = { sub: 'eve', email: 'eve@lake.example', groups: [] };
    const stranger = await browser.open(`/sign-in/${provider!.id}`, atProvider);
    await stranger.getByText('No rule of your organization lets you in.').waitFor();
    expect(await accessibilityProblems(stranger)).toEqual([]);
    await keepScreenshot(stranger, 'sign-in-refused');
  });
});
