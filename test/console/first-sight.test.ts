/** What an editor sees first, with pages of the usual size and on the usual screens. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from '../kit/accessibility.js';
import { useTestBrowser } from '../kit/use-browser.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { newPdf } from '../kit/files/pdfs.js';

/** A4 at 50 dpi: tall. */
const portrait = (seedOfPicture: number) => jpegPicture(seedOfPicture, 414, 585);

const browser = useTestBrowser();
let user: SeededUser;
let document: SeededDocument;
let folderId: string;

beforeAll(async () => {
  user = await (await seed(browser.loupe).organization({ credit: 100 })).user({ roles: ['Editor'] });
  const folder = await user.folder({ name: 'Flyers' });
  folderId = folder.id;
  for (let at = 0; at < 5; at += 1) await folder.document(await portrait(60 + at), { name: `Flyer ${at}` });
  const pdf = await newPdf([70, 71]);
  document = await folder.document(pdf, { name: 'Programme', contentType: 'application/pdf' });
  await document.action({ name: 'Of the whole document' });
  await document.action({ name: 'Of page two', nodeId: document.imageIds[1]! });
});

/** Pairs of cards that cover each other by more than a pixel. */
const overlaps = async (page: Page) =>
  page.locator('.item-card').evaluateAll((cards) => {
    const boxes = cards.map((card) => card.getBoundingClientRect());
    return boxes.flatMap((a, i) =>
      boxes.slice(i + 1).flatMap((b, j) => {
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        return width > 1 && height > 1 ? [`${i} and ${i + 1 + j} by ${Math.round(height)} px`] : [];
      }),
    );
  });

test.each([390, 1280, 1440, 1920])('cards of tall pages do not cover each other at %d px', async (width) => {
  const page = await browser.open(`/library/${folderId}`, {
    as: user,
    context: { viewport: { width, height: 900 } },
  });
  await page.getByText('Flyer 4').first().waitFor();
  await expect.poll(() => page.locator('.item-picture img').count()).toBeGreaterThan(4);
  expect(await page.locator('.item-card').count()).toBeGreaterThan(4);
  expect(await overlaps(page)).toEqual([]);
  await page.context().close();
});

test('nothing of the document is shown or deleted while the answer about a page is on its way', async () => {
  const page = await browser.open(`/documents/${document.id}`, { as: user });
  await page.getByText('Of the whole document').first().waitFor();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/graphql', async (route) => {
    await held;
    await route.continue();
  });
  await page
    .getByRole('button', { name: /Page 2/ })
    .first()
    .click();
  await expect.poll(() => page.url()).toContain(document.imageIds[1]!);
  expect(await page.getByRole('button', { name: /Of the whole document/ }).count()).toBe(0);
  expect(await page.locator('.action-row', { hasText: 'Of the whole document' }).count()).toBe(0);
  release();
  await page.getByText('Of page two').first().waitFor();
  await page.context().close();
});

test('the rule of zones can be read where two zones are drawn and one is chosen', async () => {
  const imageId = document.imageIds[0]!;
  await document.zone({ imageId, x: 5, y: 5, width: 40, height: 40 });
  await document.zone({ imageId, x: 50, y: 50, width: 40, height: 40 });
  const page = await browser.open(`/pages/${imageId}`, {
    as: user,
    context: { viewport: { width: 1440, height: 900 } },
  });
  const notice = page.getByText('The zones answer, the page is no longer recognized').first();
  await notice.waitFor();
  await page
    .getByRole('button', { name: /^Zone 1/ })
    .first()
    .click();
  const cut = await page
    .locator('.page-side > *')
    .evaluateAll((parts) =>
      parts
        .filter((part) => part.scrollHeight > part.clientHeight + 1)
        .map((part) => part.textContent.slice(0, 60)),
    );
  expect(cut).toEqual([]);
  await page.context().close();
});

test('the checks of accessibility see planted faults', async () => {
  const page = await browser.open('/library', { as: user });
  await page.getByText('Flyers').first().waitFor();
  await page.evaluate(() => {
    globalThis.document.body.insertAdjacentHTML(
      'beforeend',
      '<main><input id="nameless"><p style="color: #777; background: #888">Faint</p></main><div style="width: 3000px">.</div>',
    );
  });
  const problems = (await accessibilityProblems(page, 'all')).join('\n');
  for (const fault of ['light label', 'light color-contrast', 'dark color-contrast', 'the page needs']) {
    expect(problems).toContain(fault);
  }
  await page.context().close();
});
