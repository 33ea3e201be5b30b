/** The operation log for auditors in the console: downloaded, kept for a number of days, and sent elsewhere. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import { firstOfStory } from '../../kit/seed/stories.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { useTestBrowser } from '../../kit/use-browser.js';

const WORDS = {
  'en-US': {
    title: 'For auditors',
    download: 'Download',
    address: 'To an address, signed',
    url: 'Address',
    save: 'Save',
  },
  'de-DE': {
    title: 'Für die Revision',
    download: 'Herunterladen',
    address: 'An eine Adresse, signiert',
    url: 'Adresse',
    save: 'Speichern',
  },
  'fr-FR': {
    title: 'Pour l’audit',
    download: 'Télécharger',
    address: 'À une adresse, avec signature',
    url: 'Adresse',
    save: 'Enregistrer',
  },
} as const;

describe('the operation log for auditors', () => {
  // Nobody answers at the addresses.
  const browser = useTestBrowser({ loupe: { mayFailBeside: true } });
  let organization: SeededOrganization;
  let administrator: SeededUser;
  beforeAll(async () => {
    organization = await seed(browser.loupe).organization({ name: 'Lake Press' });
    administrator = await organization.user();
    await administrator.folder({ name: 'Spring' });
  });

  test.each(firstOfStory(Object.entries(WORDS)))(
    'is sent to an address in the language %s',
    async (locale, words) => {
      const page = await browser.open('/administration?tab=log', { as: administrator, locale });
      await page.getByRole('heading', { name: words.title }).waitFor();
      await page.getByRole('radio', { name: words.address }).click();
      await page
        .getByRole('textbox', { name: words.url })
        .fill(`https://${locale.toLowerCase()}.log.example/loupe`);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('button', { name: words.save }).click();
      await expect
        .poll(
          async () =>
            (await browser.loupe.app.services.auditDeliveries.get(operator, organization.id)).delivery?.url,
        )
        .toContain(locale.toLowerCase());
      await page.getByRole('button', { name: words.download }).click();
      await page.getByRole('menuitem').first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await keepScreenshot(page, `audit-log-${locale}`);
    },
  );

  test('is downloaded whole, kept for some days, and sent nowhere again', async () => {
    const page = await browser.open('/administration?tab=log', { as: administrator });
    await page.getByRole('button', { name: 'Download' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Lines of JSON' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
    const last = JSON.parse(lines.at(-1) ?? '{}') as { number: number; operation: string };
    expect(last).toMatchObject({ number: lines.length, operation: 'audit:export' });
    await page.getByRole('switch', { name: 'Remove old entries' }).click();
    await page.getByLabel('Days that entries are kept').fill('400');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(
        async () => (await browser.loupe.app.services.recordKeeping.get(operator, organization.id)).auditDays,
      )
      .toBe(400);
    await page.getByRole('radio', { name: 'Nowhere' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(
        async () =>
          (await browser.loupe.app.services.auditDeliveries.get(operator, organization.id)).delivery,
      )
      .toBeNull();
  });
});
