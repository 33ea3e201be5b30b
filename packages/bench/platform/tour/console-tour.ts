/**
 * `npm run console:tour`: pictures of every screen of the console, filled with the demo's content, for docs/console.md:
 * light, dark, and as wide as a phone.
 *
 *   --review FOLDER   makes large pictures of more screens there instead, also on a wide screen and in German, to be looked at
 *   NAME…             only these screens
 */
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { startTestBrowser } from '../../../../test/kit/browser.js';
import { fillForTour } from './content.js';
import { STOPS } from './stops.js';

const FOLDER = fileURLToPath(new URL('../../../../docs/console/', import.meta.url));
const QUALITY = 62;
const LONGEST_READING_MS = 5000;

/** How a screen is taken, and how wide its picture in the documentation is; null: for a review alone. */
const VIEWS = [
  { suffix: '', viewport: 'desk', colorScheme: 'light', locale: 'en-US', widthPx: 1000 },
  { suffix: '-dark', viewport: 'desk', colorScheme: 'dark', locale: 'en-US', widthPx: null },
  { suffix: '-phone', viewport: 'phone', colorScheme: 'light', locale: 'en-US', widthPx: 280 },
  { suffix: '-wide', viewport: 'wide', colorScheme: 'light', locale: 'en-US', widthPx: null },
  { suffix: '-german', viewport: 'desk', colorScheme: 'dark', locale: 'de-DE', widthPx: null },
  { suffix: '-german-phone', viewport: 'phone', colorScheme: 'dark', locale: 'de-DE', widthPx: null },
] as const;

const { values, positionals: names } = parseArgs({
  options: { review: { type: 'string' } },
  allowPositionals: true,
});
const { review } = values;
const isWanted = (name: string) => names.length === 0 || names.includes(name);

/** Screens show something to wait for by their title; what they read comes within the quiet of the network, or this time. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // Screens that listen for changes keep a request open: the network of these is never quiet.
  await page.waitForLoadState('networkidle', { timeout: LONGEST_READING_MS }).catch(() => undefined);
}

async function take(page: Page, name: string, widthPx: number | null): Promise<void> {
  const picture = await page.screenshot({ animations: 'disabled' });
  if (review !== undefined) await sharp(picture).toFile(`${review}/${name}.png`);
  else
    await sharp(picture)
      .resize({ width: widthPx ?? undefined })
      .webp({ quality: QUALITY })
      .toFile(`${FOLDER}${name}.webp`);
}

if (review === undefined && names.length === 0) await rm(FOLDER, { recursive: true, force: true });
await mkdir(review ?? FOLDER, { recursive: true });
const browser = await startTestBrowser({ loupe: { environment: { LOUPE_LOG_LEVEL: 'error' } } });
try {
  const content = await fillForTour(browser.loupe);
  const views = VIEWS.filter(({ widthPx }) => review !== undefined || widthPx !== null);
  const stops = STOPS.filter(({ isForReview }) => review !== undefined || isForReview === undefined);
  for (const { suffix, widthPx, ...view } of views) {
    const isShown = (stop: (typeof STOPS)[number]) =>
      review !== undefined || view.viewport === 'desk' || stop.isShownOnPhone === true;
    for (const { name, path, isPublic, prepare } of stops.filter(
      (stop) => isWanted(stop.name) && isShown(stop),
    )) {
      const user = isPublic === true ? {} : { as: content.user };
      const page = await browser.open(path(content), { ...view, ...user });
      await settle(page);
      // A screen that cannot be prepared is still a picture worth looking at.
      await prepare?.(page, content).catch((error: unknown) => console.error(`${name}${suffix}`, error));
      await settle(page);
      await take(page, `${name}${suffix}`, widthPx);
      await page.context().close();
      console.log(`${name}${suffix}`);
    }
  }
} finally {
  await browser.close().catch((error: unknown) => console.error(error));
}
