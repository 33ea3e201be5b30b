/** Every reading of every screen fails once: the screen says so, whatever it shows of the rest. */
import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { failReading, queryIn } from '../kit/failed-readings.js';
import { newPdf } from '../kit/files/pdfs.js';
import { settled } from '../kit/looks.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { useTestBrowser } from '../kit/use-browser.js';

const browser = useTestBrowser();
let user: SeededUser;
let document: SeededDocument;
let folderId: string;

beforeAll(async () => {
  user = await (await seed(browser.loupe).organization({ credit: 100 })).user();
  const folder = await user.folder({ name: 'Spring catalogue' });
  folderId = folder.id;
  await folder.document(await jpegPicture(60, 414, 585), { name: 'Flyer' });
  document = await folder.document(await newPdf([70, 71, 72]), {
    name: 'Programme',
    contentType: 'application/pdf',
  });
  const [first = '', second = ''] = document.imageIds;
  await document.title('What is on in spring');
  await document.action({ name: 'Buy tickets', nodeId: second });
  await document.zone({ imageId: first, x: 5, y: 5, width: 40, height: 30 });
  await document.zone({ imageId: first, x: 50, y: 50, width: 40, height: 40 });
});

const first = () => document.imageIds[0] ?? '';
const PATHS: readonly (() => string)[] = [
  () => `/library/${folderId}`,
  () => `/documents/${document.id}`,
  () => `/documents/${document.id}?page=${document.imageIds[1] ?? ''}`,
  () => `/documents/${document.id}?comment=`,
  () => `/documents/${document.id}/check`,
  () => `/documents/${document.id}/history`,
  () => `/documents/${document.id}/proposals`,
  () => `/texts/${document.id}`,
  () => `/pages/${first()}`,
  () => `/pages/${first()}/preview`,
  () => '/try',
  () => '/live',
  () => '/inbox',
  () => '/calendar',
  () => '/statistics',
  () => `/statistics?of=${document.id}`,
  () => '/conflicts',
  () => '/compare',
  () => `/compare?first=${first()}`,
  () => '/pictures',
  () => '/engine',
  () => '/trash',
  ...['users', 'roles', 'organization', 'keys', 'log', 'privacy', 'webhooks', 'own', 'operations'].map(
    (tab) => () => `/administration?tab=${tab}`,
  ),
];

const shown = async (page: Page) => page.locator('main').innerText();

/** The start page asks it for somebody who is logged out. */
const NOT_OF_SCREENS = new Set(['Me']);

test('no screen takes what could not be read for nothing', async () => {
  const page = await browser.open('/try', { as: user });
  const names = new Set<string>();
  const asked = new Set<Request>();
  page.on('request', (request) => {
    const name = request.url().endsWith('/graphql') ? queryIn(request.postData()) : undefined;
    if (name === undefined || NOT_OF_SCREENS.has(name)) return;
    names.add(name);
    asked.add(request);
  });
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  const mute: string[] = [];
  for (const path of PATHS) {
    names.clear();
    await page.goto(path());
    await settled(page);
    await expect.poll(() => asked.size).toBe(0);
    const whole = await shown(page);
    for (const name of [...names]) {
      const heal = await failReading(page, name);
      await page.goto(path());
      // Where the rest has read the same, nothing is missing.
      const isTold = page
        .getByRole('alert')
        .filter({ hasText: /The server failed to do this|could not be read/ });
      const end = performance.now() + 60_000;
      let isRight = false;
      while (!isRight && performance.now() < end)
        isRight = (await isTold.count()) > 0 || (await shown(page)) === whole;
      if (!isRight) mute.push(`${path()}: ${name}`);
      await heal();
    }
  }
  // The last screen is read whole: all readings work again.
  await page.goto('/library');
  await settled(page);
  expect(mute).toEqual([]);
}, 1_800_000);
