/** The live wall: what readers recognize and touch shows by itself, can be paused, and says so when there is nothing yet. */
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../kit/accessibility.js';
import { keepScreenshot } from '../kit/browser.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { firstOfStory } from '../kit/seed/stories.js';
import { useTestBrowser } from '../kit/use-browser.js';

const browser = useTestBrowser();
const device = { sessionId: null, host: null, headers: { DeviceName: 'Phone' } };

test('the wall shows what readers do by itself, and stands still while it is paused', async () => {
  const organization = await seed(browser.loupe).organization();
  const editor = await organization.user({ roles: ['Editor'] });
  const document = await (await editor.folder()).document(await jpegPicture(351), { name: 'Poster' });
  const [pageId = ''] = document.imageIds;
  await document.title('Concert');
  const actionId = await document.action({ nodeId: pageId, name: 'Tickets' });
  const { auth, recognition, clicks, eventFeed } = browser.loupe.app.services;
  const reader = await auth.viewerOfApiKey(organization.apiKey);
  if (reader === null) throw new Error('The ApiKey of the organization is not known.');
  const look = () => recognition.byId(reader, pageId, 'en-US', device);
  const page = await browser.open('/statistics', { as: editor });
  await page.getByRole('link', { name: 'Live' }).click();
  await page.getByText('Nothing yet').waitFor();
  await keepScreenshot(page, 'live-empty');
  expect(await accessibilityProblems(page)).toEqual([]);
  await look();
  await eventFeed.feed();
  const cards = page.getByRole('list', { name: 'Live' }).getByRole('listitem');
  await cards.getByText('Opened by its address').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await clicks.record(reader, actionId, device);
  await eventFeed.feed();
  await page.getByText('Paused, 1 new').waitFor();
  expect(await cards.count()).toBe(1);
  await page.getByRole('button', { name: 'Go on' }).click();
  await cards.getByText('“Tickets” was touched').waitFor();
  for (const [locale, words] of firstOfStory([
    ['en', 'Opened by its address'],
    ['de', 'Über die Adresse geöffnet'],
    ['fr', 'Ouvert par son adresse'],
  ] as const)) {
    const wall = await browser.open('/live', { as: editor, locale });
    await wall.getByText(words).waitFor();
    await keepScreenshot(wall, `live-${locale}`);
    expect(await accessibilityProblems(wall)).toEqual([]);
    await wall.setViewportSize({ width: 390, height: 844 });
    await keepScreenshot(wall, `live-390-${locale}`);
  }
  await page.getByRole('link', { name: 'Poster, page 1' }).first().click();
  await page.getByRole('heading', { name: 'Poster' }).waitFor();
});
