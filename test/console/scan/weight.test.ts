/** What a phone has to load before it can scan: few bytes, few requests, and words before any program. */
import { describe, expect, test } from 'vitest';
import { makePage } from '../../../packages/bench/simulation/synthetic-set.js';
import { operator } from '../../../src/access/viewer.js';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import { drawPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';

const MOST_BYTES = 60_000;
const MOST_REQUESTS = 8;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('the page for readers', () => {
  const browser = useTestBrowser({
    args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  });

  const newKey = async (organizationId: string) =>
    (
      await browser.loupe.app.services.publishableKeys.create(operator, {
        organizationId,
        name: 'Weight',
      })
    ).key;

  test('needs at most 60 KB and 8 requests until the camera runs', async () => {
    const organization = await seed(browser.loupe).organization();
    const page = await browser.open('about:blank', { context: phone, isFirstVisit: true });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const asked: string[] = [];
    let bytes = 0;
    session.on('Network.requestWillBeSent', ({ request }) => {
      if (request.url.startsWith('http')) asked.push(request.url);
    });
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(`/scan#key=${await newKey(organization.id)}`);
    await page.locator('button:not([disabled])', { hasText: 'Take a photo' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(bytes).toBeGreaterThan(5000);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    console.log(`${asked.length} requests, ${bytes} bytes`);
  });

  test('says in the reader’s language what it does before any program runs', async () => {
    for (const [locale, words] of [
      ['en-GB', 'The camera is starting'],
      ['de-CH', 'Die Kamera startet'],
      ['fr-FR', 'Démarrage de l’appareil photo'],
      ['frr', 'The camera is starting'],
    ] as const) {
      const page = await browser.open('/scan', { locale, context: { ...phone, javaScriptEnabled: false } });
      expect(await page.locator('main').textContent()).toContain(words);
      await page.context().close();
    }
  });

  test('shows the publisher’s logo, color, imprint and privacy notice on the answer', async () => {
    const organization = await seed(browser.loupe).organization({ name: 'Lisière' });
    const administrator = await organization.user();
    const printed = await makePage('magazine', 61);
    const document = await (await administrator.folder()).document(printed, { name: 'Autumn' });
    await administrator.send('POST', '/api/Actions', {
      json: {
        NodeId: document.id,
        LanguageCode: 'en-US',
        Name: 'Read on',
        Type: 'URL',
        Content: JSON.stringify({ Url: 'https://loupe.example/' }),
      },
    });
    const settings = await browser.open('/administration?tab=organization', { as: administrator });
    const brand = settings.getByRole('region', { name: 'What readers see of you' });
    await brand.getByLabel('Address of the imprint').fill('lisiere.example/imprint');
    await brand.getByLabel('Address of the privacy notice').fill('https://lisiere.example/privacy');
    await brand.getByLabel('Color', { exact: true }).fill('#1f6feb');
    await brand.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => brand.getByLabel('Address of the imprint').inputValue())
      .toBe('https://lisiere.example/imprint');
    const logo = await drawPicture(62, 120, 40).png().toBuffer();
    await brand
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
    await settings.getByRole('button', { name: 'Remove the logo' }).waitFor();
    await keepScreenshot(settings, 'administration-brand');
    expect(await accessibilityProblems(settings)).toEqual([]);

    const page = await browser.open(`/scan#key=${await newKey(organization.id)}`, {
      context: phone,
      isFirstVisit: true,
    });
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: printed });
    const sheet = page.getByRole('region', { name: 'What this page offers' });
    await sheet.getByRole('img', { name: organization.name }).waitFor();
    expect(await sheet.getByRole('link', { name: 'Imprint' }).getAttribute('href')).toBe(
      'https://lisiere.example/imprint',
    );
    expect(await sheet.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe(
      'https://lisiere.example/privacy',
    );
    expect(await sheet.evaluate((element) => getComputedStyle(element).borderTopColor)).toBe(
      'rgb(31, 111, 235)',
    );
    await keepScreenshot(page, 'scan-brand');
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
