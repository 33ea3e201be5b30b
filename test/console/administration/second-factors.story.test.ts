/** Second factors in the console: set up, used at the log-in, asked for by a rule, reset. Passkeys are those of Chromium's own virtual device. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/kernel/clock.js';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { firstOfStory } from '../../kit/seed/stories.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import { codeOf } from '../../users/second-factor-person.js';

describe('second factors in the console', () => {
  const browser = useTestBrowser();
  let organization: SeededOrganization;
  beforeAll(async () => {
    organization = await seed(browser.loupe).organization({ name: 'Lake Press' });
    await organization.user();
  });

  /** Browsers make passkeys for hosts that have a name. */
  const named = () => browser.loupe.url.replace('127.0.0.1', 'localhost');
  const open = async (locale = 'en-US') => {
    const page = await browser.open('/', { expects: /foreign host: http:[/]{2}localhost:/, locale });
    await page.goto(named());
    return page;
  };
  const logIn = async (page: Page, { userName, password }: SeededUser) => {
    await page.getByLabel('User name or e-mail').fill(userName);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  const logOut = async (page: Page) => {
    await page.context().clearCookies();
    await page.goto(named());
  };
  const add = async (page: Page, password: string) => {
    await page.getByRole('button', { name: 'Add a second factor' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Your password' }).fill(password);
    await page.getByRole('button', { name: 'Go on' }).click();
  };
  const shownSecret = async (page: Page) =>
    ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '');

  test('are set up with an app and a passkey, and log in', async () => {
    const ada = await organization.user({ roles: ['Editor'] });
    const page = await open();
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true },
    });
    await logIn(page, ada);
    await page.waitForURL(/library/);
    await page.goto(`${named()}/administration?tab=own`);
    await page.getByText('You have no second factor yet.').waitFor();
    await add(page, 'not my password');
    await page.getByText('This is not your current password.').waitFor();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Your password' }).fill(ada.password);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'second-factor-app');
    const secret = await shownSecret(page);
    await page.getByLabel('The six digits that it shows now').fill('000000');
    await page.getByRole('button', { name: 'Add it' }).click();
    await page.getByText('This is not what the app shows now.').waitFor();
    await page.getByLabel('The six digits that it shows now').fill(codeOf(secret, systemClock));
    await page.getByRole('button', { name: 'Add it' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    const [recovery] = await codes.allTextContents();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'second-factor-codes');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await add(page, ada.password);
    await page.getByText('Passkey', { exact: true }).click();
    await page.getByLabel('Name of the device').fill('Ada’s laptop');
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'second-factor-passkey');
    await page.getByRole('button', { name: 'Make a passkey' }).click();
    await page.getByText('Passkey for localhost').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'second-factors');
    await logOut(page);
    await logIn(page, ada);
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'second-step');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL(/library/);
    await logOut(page);
    await logIn(page, ada);
    await page.getByLabel('Code').fill('abcde-fghij');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('This code is wrong').waitFor();
    await page.getByLabel('Code').fill(recovery!);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(/library/);
    await page.goto(`${named()}/administration?tab=own`);
    await page.getByText('9 are left').waitFor();
    await page.getByRole('heading', { name: 'Where I am logged in' }).scrollIntoViewIfNeeded();
    await page.getByText('here', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'logins');
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByText('Logged out there.').waitFor();
    await page.getByRole('button', { name: 'Remove: Ada’s laptop' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Your password' }).fill(ada.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Passkey for localhost').waitFor({ state: 'detached' });
  });

  test('are asked for by a rule, set up before the log-in, and reset by an administrator', async () => {
    const house = await seed(browser.loupe).organization({ name: 'Hill Press' });
    const administrator = await house.user();
    const bo = await house.user({ roles: ['Editor'] });
    const page = await browser.open('/administration?tab=signIn', { as: administrator });
    await page.getByRole('checkbox', { name: 'Editor' }).check();
    await page.getByRole('textbox', { name: 'Administrator without the rule' }).fill('nobody@hill.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(/administrator of this/i)
      .first()
      .waitFor();
    await page.getByRole('textbox', { name: 'Administrator without the rule' }).fill(administrator.userName);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rule is saved.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'second-factor-rule');
    const other = await open();
    await logIn(other, bo);
    await other.getByText('Your organization asks for a second factor.').waitFor();
    expect(await accessibilityProblems(other)).toEqual([]);
    await keepScreenshot(other, 'second-factor-first');
    await other
      .getByLabel('The six digits that it shows now')
      .fill(codeOf(await shownSecret(other), systemClock));
    await other.getByRole('button', { name: 'Add it' }).click();
    await other.getByRole('button', { name: 'I have kept them, log me in' }).click();
    await other.waitForURL(/library/);
    await page.goto('/administration?tab=users');
    await page.getByRole('button', { name: new RegExp(`for .*${bo.userName}|${bo.userName}`) }).click();
    await page.getByRole('menuitem', { name: 'Log-ins' }).click();
    await page.getByRole('dialog').getByText('Last used').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'logins-of-user');
    await page.getByRole('button', { name: 'End all' }).click();
    await page.getByText('Nobody is logged in with this account.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: new RegExp(`for .*${bo.userName}|${bo.userName}`) }).click();
    await page.getByRole('menuitem', { name: 'Reset the second factor' }).click();
    await page.getByText('loses authenticator, passkeys').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'second-factor-reset');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset the second factor' }).click();
    await page.getByText(/The second factor of .* was reset/).waitFor();
    await page.goto('/administration?tab=log');
    await page.getByText('Second factor').first().waitFor();
    await keepScreenshot(page, 'second-factor-log');
  });

  test.each(firstOfStory(['de-DE', 'fr-FR']))('say everything in the language %s', async (locale) => {
    const administrator = await organization.user();
    const page = await browser.open('/administration?tab=own', { as: administrator, locale });
    await page
      .getByText(locale === 'de-DE' ? 'Zweiter Faktor' : 'Second facteur')
      .first()
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, `second-factors-${locale}`);
  });
});
