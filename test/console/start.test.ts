import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { accessibilityProblems } from '../kit/accessibility.js';
import { keepScreenshot } from '../kit/browser.js';
import { useTestBrowser } from '../kit/use-browser.js';
import { seed } from '../kit/seed.js';

describe('the start of the console', () => {
  const browser = useTestBrowser();

  test('somebody logs in with name and password and sees the library, also after a reload', async () => {
    const user = await (await seed(browser.loupe).organization()).user();
    const page = await browser.open('/');
    await page.getByLabel('User name or e-mail').fill(user.userName);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Your library is empty' }).waitFor();
    await page.reload();
    expect(await page.getByRole('heading', { name: 'Your library is empty' }).textContent()).not.toBe('');
    expect(await page.evaluate(() => document.cookie)).toBe('');
    await keepScreenshot(page, 'library-empty');
  });

  test('a wrong password shows below the form, and typed text stays', async () => {
    const user = await (await seed(browser.loupe).organization()).user();
    const page = await browser.open('/');
    await page.getByLabel('User name or e-mail').fill(user.userName);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Log in' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('Name or password is wrong');
    expect(await page.getByLabel('User name or e-mail').inputValue()).toBe(user.userName);
  });

  test('who asks for a screen logs in first and comes to it', async () => {
    const user = await (await seed(browser.loupe).organization()).user();
    const page = await browser.open('/library');
    await page.getByLabel('User name or e-mail').fill(user.userName);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your library is empty' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/library');
  });

  test('a link logs in once, and says so the second time', async () => {
    const user = await (await seed(browser.loupe).organization()).user();
    const { code } = await browser.loupe.app.services.sessions.newLink(operator, user.userName);
    const page = await browser.open(`/login#code=${code}`);
    await page.getByRole('heading', { name: 'Your library is empty' }).waitFor();
    expect(page.url()).not.toContain(code);
    const other = await browser.open(`/login#code=${code}`);
    await other.getByRole('heading', { name: 'This link has expired' }).waitFor();
    expect(await accessibilityProblems(other)).toEqual([]);
    await other.getByRole('link', { name: 'To the log-in' }).click();
    await other.getByRole('button', { name: 'Log in' }).waitFor();
  });

  test('a user with a code from a mail sets a password once, and is logged in', async () => {
    const organization = await seed(browser.loupe).organization();
    const user = await organization.user();
    const query =
      'mutation ($mail: EmailAddress!) { requestPasswordRecovery(input: { mail: $mail }) { __typename } }';
    const asked = await fetch(`${browser.loupe.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', apikey: organization.apiKey },
      body: JSON.stringify({ query, variables: { mail: user.userName } }),
    });
    expect(asked.status).toBe(200);
    await browser.loupe.app.services.passwordRecovery.settled();
    const folder = browser.loupe.config.mailFolder;
    const mails = (await readdir(folder)).map(async (name) => readFile(join(folder, name), 'utf8'));
    const mail = (await Promise.all(mails)).find((text) => text.includes(user.userName)) ?? '';
    const code = mail.trim().split('\n').at(-1) ?? '';
    const page = await browser.open('/');
    await page.getByRole('link', { name: 'I have a code' }).click();
    await page.getByRole('heading', { name: 'Choose your password' }).waitFor();
    await keepScreenshot(page, 'password');
    expect(await accessibilityProblems(page)).toEqual([]);
    const set = async (sent: string, password: string) => {
      await page.getByLabel('Code from the e-mail').fill(sent);
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Set the password' }).click();
    };
    await set('no-such-code', 'a long new password');
    await page.getByRole('alert').getByText('has expired').waitFor();
    await set(code, 'short');
    await page
      .getByRole('alert')
      .getByText(/characters/)
      .waitFor();
    await set(` ${code} `, 'a long new password');
    await page.getByRole('heading', { name: 'Your library is empty' }).waitFor();
  });

  test('the browser chooses the language, the user another one', async () => {
    const page = await browser.open('/', { locale: 'de-CH' });
    await page.getByRole('heading', { name: 'Gedrucktes, das antwortet.' }).waitFor();
    await page.getByRole('button', { name: 'Sprache' }).click();
    await page.getByRole('menuitem', { name: 'Français' }).click();
    await page.getByRole('heading', { name: 'L’imprimé qui répond.' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('fr');
  });

  test('the guide is one step away, and can be searched without asking anybody else', async () => {
    const page = await browser.open('/');
    await page.getByRole('link', { name: 'Guide' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/guide/');
    await page.getByRole('combobox', { name: 'Search the guide' }).fill('publishable');
    await page.getByRole('option').first().waitFor();
  });

  test('everybody can use it, in light and dark, on a phone, and find the interfaces', async () => {
    const page = await browser.open('/', { viewport: 'phone' });
    await page.getByRole('heading', { name: 'Print that answers.' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const addresses = await page
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual(['/guide', '/docs', '/graphql', '/health/ready']);
    await keepScreenshot(page, 'start-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await keepScreenshot(page, 'start');
    await page.emulateMedia({ colorScheme: 'dark' });
    await keepScreenshot(page, 'start-dark');
  });
});
