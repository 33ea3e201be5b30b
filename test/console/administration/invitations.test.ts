/** How somebody gets in who has no password: invited, or having forgotten it, with mails and without. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/kernel/ids.js';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { seed } from '../../kit/seed.js';
import { useTestBrowser } from '../../kit/use-browser.js';

describe('where no mails are sent', () => {
  const browser = useTestBrowser();

  test('an administrator copies a link, by which the invited person sets a password and is logged in', async () => {
    const administrator = await (await seed(browser.loupe).organization()).user();
    const page = await browser.open('/administration', { as: administrator });
    await page.getByRole('button', { name: 'New user' }).click();
    const mail = `${newId()}@lake.example`;
    await page.getByLabel('E-mail').fill(mail);
    await page.getByLabel('First name').fill('Ines');
    await page.getByRole('button', { name: 'Create' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invitation for Ines' });
    await dialog.getByText('Nothing was sent.').waitFor();
    const link = await dialog.getByLabel('Link').inputValue();
    await keepScreenshot(page, 'invitation');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const row = page.getByRole('row', { name: mail });
    expect(await row.textContent()).toContain('Invited');

    const guest = await browser.open('/');
    await guest.goto(link);
    await guest.getByRole('heading', { name: 'Choose your password' }).waitFor();
    expect(guest.url()).not.toContain('code=');
    expect(await guest.getByLabel('Code from the e-mail').count()).toBe(0);
    await guest.getByLabel('New password').fill('short');
    await guest.getByRole('button', { name: 'Set the password' }).click();
    await guest.getByRole('alert').waitFor();
    await guest.getByLabel('New password').fill('my very own password');
    await guest.getByRole('button', { name: 'Set the password' }).click();
    await guest.getByRole('heading', { name: 'Your library is empty' }).waitFor();

    await page.reload();
    await expect.poll(async () => row.textContent()).toContain('Active');
    await row.getByRole('button', { name: /More actions for Ines/ }).click();
    await page.getByRole('menuitem', { name: 'Copy link for a new password' }).click();
    await page.getByRole('dialog', { name: 'New password for Ines' }).getByLabel('Link').waitFor();
    expect(await page.getByRole('menuitem', { name: 'Send link for a new password' }).count()).toBe(0);
  });

  test('a user who forgot the password learns whom to ask', async () => {
    const page = await browser.open('/');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByText('This server sends no e-mails').waitFor();
    expect(await page.getByRole('button', { name: 'Send the link' }).count()).toBe(0);
    await keepScreenshot(page, 'forgot-without-mails');
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe('where mails are sent', () => {
  // Nobody listens there: the mails wait in the folder.
  const browser = useTestBrowser({ loupe: { environment: { LOUPE_SMTP_URL: 'smtp://127.0.0.1:9' } } });

  /** The codes of the mails that wait for this address. */
  const codesTo = async (address: string) => {
    const folder = join(browser.loupe.config.mailFolder, 'outgoing');
    const names = (await readdir(folder).catch(() => [] as string[])).filter((name) =>
      name.endsWith('.json'),
    );
    const mails = await Promise.all(
      names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Mail),
    );
    return mails.filter(({ to }) => to === address).map(({ text }) => text.split('\n').at(-1) ?? '');
  };

  test('a user who forgot the password requests a mail at the log-in, and every name gets the same answer', async () => {
    const user = await (await seed(browser.loupe).organization()).user();
    for (const mail of [user.userName, 'nobody@lake.example']) {
      const page = await browser.open('/forgot');
      await page.getByLabel('E-mail address of your account').fill(mail);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByText(`If an account has the address ${mail}`).waitFor();
      await keepScreenshot(page, 'forgot');
    }
    await browser.loupe.app.services.passwordRecovery.settled();
    expect(await codesTo('nobody@lake.example')).toEqual([]);
    const [code = ''] = await codesTo(user.userName);
    const page = await browser.open(`/password#code=${code}`);
    await page.getByLabel('New password').fill('another good password');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('heading', { name: 'Your library is empty' }).waitFor();
    const again = await browser.open(`/password#code=${code}`);
    await again.getByLabel('New password').fill('another good password');
    await again.getByRole('button', { name: 'Set the password' }).click();
    expect(await again.getByRole('alert').textContent()).toContain('has expired');
  });

  test('an invitation goes out by itself, and can be sent again a minute later', async () => {
    const administrator = await (await seed(browser.loupe).organization()).user();
    const page = await browser.open('/administration', { as: administrator });
    await page.getByRole('button', { name: 'New user' }).click();
    const mail = `${newId()}@lake.example`;
    await page.getByLabel('E-mail').fill(mail);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText(`An invitation is on its way to ${mail}.`).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => codesTo(mail)).toHaveLength(1);
    await page.getByRole('row', { name: mail }).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Send the invitation again' }).click();
    await page.getByRole('alert').waitFor();
    expect(await codesTo(mail)).toHaveLength(1);
  });
});

interface Mail {
  readonly to: string;
  readonly text: string;
}
