/** How every screen looks on a phone, on a desk and on a large screen, in light and in dark. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { keepScreenshot } from '../kit/browser.js';
import { useTestBrowser } from '../kit/use-browser.js';
import {
  differenceOf,
  layoutFaults,
  LOOK_WIDTHS,
  settled,
  showAt,
  smallPicture,
  unlikeKept,
} from '../kit/looks.js';
import { jpegPicture } from '../kit/pictures.js';
import { newPdf } from '../kit/files/pdfs.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';

const KEPT = fileURLToPath(new URL('looks', import.meta.url));
const COLORS = ['light', 'dark'] as const;
const SIGHTS = LOOK_WIDTHS.flatMap((width) => COLORS.map((colors) => [width, colors] as const));

const browser = useTestBrowser();
let user: SeededUser;
let document: SeededDocument;
let folderId: string;

beforeAll(async () => {
  const press = await seed(browser.loupe).organization({ name: 'Spring Press', credit: 100 });
  // A name of random letters would be cut into lines at another place each time.
  user = await press.user({ mail: 'anna.keller@loupe.example' });
  const folder = await user.folder({ name: 'Spring catalogue' });
  folderId = folder.id;
  for (let at = 0; at < 5; at += 1)
    await folder.document(await jpegPicture(60 + at, 414, 585), { name: `Flyer ${at + 1}` });
  document = await folder.document(await newPdf([70, 71, 72]), {
    name: 'Programme',
    contentType: 'application/pdf',
  });
  const [first = '', second = ''] = document.imageIds;
  await document.title('What is on in spring');
  await document.title('Was im Frühling läuft', { languageCode: 'de-DE' });
  await document.title('Tickets', { nodeId: second });
  await document.action({ name: 'All dates' });
  await document.action({ name: 'Buy tickets', nodeId: second });
  await document.zone({ imageId: first, x: 5, y: 5, width: 40, height: 30 });
  await document.zone({ imageId: first, x: 50, y: 50, width: 40, height: 40 });
  const trashed = await user.folder({ name: 'Last year' });
  await user.send('DELETE', `/api/Folders/${trashed.id}`);
});

interface Look {
  readonly name: string;
  readonly path: () => string;
  /** Its picture is compared with one that was kept. */
  readonly hasPicture?: boolean;
  readonly isForStrangers?: boolean;
}

const page1 = () => document.imageIds[0] ?? '';
const looks: readonly Look[] = [
  { name: 'start', path: () => '/', hasPicture: true, isForStrangers: true },
  { name: 'forgot', path: () => '/forgot', isForStrangers: true },
  { name: 'library', path: () => `/library/${folderId}`, hasPicture: true },
  { name: 'document', path: () => `/documents/${document.id}`, hasPicture: true },
  { name: 'document-page', path: () => `/documents/${document.id}?page=${document.imageIds[1] ?? ''}` },
  { name: 'check', path: () => `/documents/${document.id}/check`, hasPicture: true },
  { name: 'history', path: () => `/documents/${document.id}/history`, hasPicture: true },
  { name: 'proposals', path: () => `/documents/${document.id}/proposals` },
  { name: 'texts', path: () => `/texts/${document.id}`, hasPicture: true },
  { name: 'page', path: () => `/pages/${page1()}`, hasPicture: true },
  { name: 'preview', path: () => `/pages/${page1()}/preview`, hasPicture: true },
  { name: 'try', path: () => '/try' },
  { name: 'live', path: () => '/live' },
  { name: 'inbox', path: () => '/inbox' },
  { name: 'calendar', path: () => '/calendar' },
  { name: 'statistics', path: () => '/statistics', hasPicture: true },
  { name: 'conflicts', path: () => '/conflicts' },
  { name: 'compare', path: () => '/compare' },
  { name: 'pictures', path: () => '/pictures' },
  { name: 'engine', path: () => '/engine' },
  { name: 'administration', path: () => '/administration', hasPicture: true },
  { name: 'administration-roles', path: () => '/administration?tab=roles' },
  { name: 'administration-keys', path: () => '/administration?tab=keys' },
  { name: 'administration-log', path: () => '/administration?tab=log' },
  { name: 'trash', path: () => '/trash', hasPicture: true },
];

const open = async ({
  path,
  isForStrangers = false,
}: Pick<Look, 'path' | 'isForStrangers'>): Promise<Page> => {
  const page = await browser.open(path(), isForStrangers ? {} : { as: user });
  await settled(page);
  return page;
};

test.each(looks)('$name covers, cuts and stretches nothing, and looks as it was kept', async (look) => {
  const page = await open(look);
  const faults: string[] = [];
  for (const [width, colors] of SIGHTS) {
    await showAt(page, width, colors);
    await keepScreenshot(page, `look-${look.name}-${width}-${colors}`);
    faults.push(...(await layoutFaults(page)).map((fault) => `${width} px: ${fault}`));
    if (look.hasPicture !== true) continue;
    const file = `${KEPT}/${look.name}/${width}-${colors}.png`;
    const unlike = await unlikeKept(file, page);
    if (unlike !== null) faults.push(unlike);
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

/** They ask the server for nothing before something is chosen. */
const WITHOUT_ANSWERS = ['start', 'forgot', 'try', 'compare', 'conflicts'];

test('every screen shows the shape of what comes while its answers wait', async () => {
  const page = await open({ path: () => '/try' });
  await page.route('**/graphql', () => undefined);
  const shapes = page
    .locator('main')
    .getByRole('status', { name: 'Loading' })
    .locator('.mantine-Skeleton-root');
  for (const { name, path } of looks.filter((look) => !WITHOUT_ANSWERS.includes(look.name))) {
    await page.evaluate((to) => globalThis.history.pushState(null, '', to), path());
    await expect.poll(() => shapes.count(), { message: name }).toBeGreaterThan(0);
    // The shapes of one screen are gone before those of the next are looked for.
    await page.evaluate(() => globalThis.history.pushState(null, '', '/try'));
    await expect.poll(() => shapes.count(), { message: name }).toBe(0);
  }
  await page.context().close();
});

test('the letters are those that the console brings along, with figures of one width', async () => {
  const page = await open({ path: () => '/statistics' });
  expect(await page.evaluate(() => globalThis.document.fonts.check('16px "Inter Variable"'))).toBe(true);
  const widths = await page.evaluate(() => {
    const { document } = globalThis;
    const line = document.createElement('span');
    line.style.fontVariantNumeric = 'tabular-nums';
    document.body.append(line);
    const widthOf = (text: string) => {
      line.textContent = text;
      return line.getBoundingClientRect().width;
    };
    return [widthOf('1111'), widthOf('0000'), widthOf('8888')];
  });
  expect(new Set(widths).size).toBe(1);
  await page.context().close();
});

test('what is looked for is seen where it is planted', async () => {
  const page = await open({ path: () => '/trash' });
  await showAt(page, 1280, 'light');
  const before = await smallPicture(page);
  expect((await differenceOf(before, await smallPicture(page))).isSame).toBe(true);
  await page.evaluate(() => {
    globalThis.document.body.insertAdjacentHTML(
      'beforeend',
      `<button style="position: absolute; top: 300px; left: 400px; width: 200px; height: 60px">One</button>
       <button style="position: absolute; top: 330px; left: 500px; width: 200px; height: 60px">Two</button>
       <p style="height: 10px; overflow: hidden">Cut</p>
       <div style="position: absolute; top: 400px; left: 300px; width: 300px; height: 200px; background: #333"></div>`,
    );
  });
  const faults = (await layoutFaults(page)).join('\n');
  expect(faults).toContain('button “One” and button “Two” cover each other');
  expect(faults).toContain('p “Cut” is cut off below');
  expect((await differenceOf(before, await smallPicture(page))).isSame).toBe(false);
  await page.context().close();
});
