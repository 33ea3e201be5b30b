/** The inbox: what somebody should look at, in each language, with the way to where it is mended. */
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import { firstOfStory } from '../../kit/seed/stories.js';
import { useTestBrowser } from '../../kit/use-browser.js';

const browser = useTestBrowser();

test('the inbox names what is to be mended, and leads there', async () => {
  const organization = await seed(browser.loupe).organization();
  const editor = await organization.user({ roles: ['Editor'] });
  const empty = await browser.open('/inbox', { as: editor });
  await empty.getByText('Nothing to mend').waitFor();
  const document = await (await editor.folder()).document(await jpegPicture(331), { name: 'Programme' });
  const [pageId = ''] = document.imageIds;
  await document.title('Tonight');
  const { services } = browser.loupe.app;
  const reader = await services.auth.viewerOfApiKey(organization.apiKey);
  if (reader === null) throw new Error('The ApiKey of the organization is not known.');
  for (let at = 0; at < 6; at += 1)
    await services.recognition.byId(reader, pageId, 'en-US', { sessionId: null, host: null, headers: {} });
  for (const [locale, words] of firstOfStory([
    ['en', 'Page 1 of Programme was scanned 6 times in a week, and offers nothing'],
    ['de', 'Seite 1 von Programme wurde in einer Woche 6-mal gescannt und bietet nichts'],
    ['fr', 'La page 1 de Programme a été scannée 6 fois en une semaine et n’offre rien'],
  ] as const)) {
    const page = await browser.open('/inbox', { as: editor, locale });
    await page.getByText(words).waitFor();
    await keepScreenshot(page, `inbox-${locale}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await keepScreenshot(page, `inbox-390-${locale}`);
    await page.getByRole('main').getByRole('link', { name: 'Programme' }).click();
    await page.getByRole('heading', { name: 'Programme' }).waitFor();
  }
  for (const [locale, dismiss, dismissed, by, restore] of firstOfStory([
    ['en', 'Dismiss: Programme', 'Dismissed', 'Dismissed by', 'Put back: Programme'],
    ['de', 'Ausblenden: Programme', 'Ausgeblendet', 'Ausgeblendet von', 'Zurückholen: Programme'],
    ['fr', 'Masquer : Programme', 'Masqués', 'Masqué par', 'Rétablir : Programme'],
  ] as const)) {
    const page = await browser.open('/inbox', { as: editor, locale });
    await page.getByRole('button', { name: dismiss }).click();
    await page.getByRole('heading', { name: dismissed, exact: true }).waitFor();
    await page.getByText(`${by} ${editor.userName}`).waitFor();
    await page.getByRole('button', { name: restore }).waitFor();
    await keepScreenshot(page, `inbox-dismissed-${locale}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: restore }).click();
    await page.getByRole('button', { name: dismiss }).waitFor();
    await page.getByRole('heading', { name: dismissed, exact: true }).waitFor({ state: 'detached' });
  }
});
