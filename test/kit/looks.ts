/** How screens look: whether anything covers or cuts something else, and whether a picture of it is the one that was kept. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Widths of windows that screens are looked at in; their height is always the same. */
export const LOOK_WIDTHS = [390, 1280, 1920] as const;
const HEIGHT = 900;

/** A picture is compared in cells of this many pixels each way, whose mean color hardly depends on how letters are smoothed. */
const CELL = 10;
/** Of 255: a cell whose color differs by more in one channel is another one. */
const OTHER_COLOR = 40;

/** How long a screen may take to follow its window, and looks to become those that were kept. */
const SETTLED_MS = 3000;

/** Whether a picture shows the same as the one that was kept, up to a share of its cells (0 to 1). */
const MOST_OTHER = 0.012;

/** Waits until the screen shows what it has: no skeletons, all pictures, all letters. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { document } = globalThis;
    const isEmpty = document.querySelector('h1, h2, [role="heading"]') === null;
    const pictures = [...document.images].filter(({ loading, complete }) => loading !== 'lazy' && !complete);
    return !isEmpty && document.querySelector('.mantine-Skeleton-root') === null && pictures.length === 0;
  });
  await page.evaluate(async () => globalThis.document.fonts.ready);
}

export async function showAt(page: Page, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: HEIGHT });
  await page.waitForFunction(
    (wanted) => (globalThis.document.documentElement.dataset['mantineColorScheme'] ?? wanted) === wanted,
    colorScheme,
  );
  await settled(page);
  // A screen that does not come to fit is among the faults.
  await page
    .waitForFunction(
      () => globalThis.document.documentElement.scrollWidth <= globalThis.innerWidth,
      undefined,
      {
        timeout: SETTLED_MS,
      },
    )
    .catch(() => undefined);
}

/**
 * What lies on what it should not: buttons, links and fields that cover each other, words that a box cuts off below, and a page
 * that is wider than its window.
 */
export async function layoutFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { document } = globalThis;
    const faults: string[] = [];
    const needed = document.documentElement.scrollWidth;
    if (needed > globalThis.innerWidth) faults.push(`the page needs ${needed} px`);
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}”`;
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('[aria-hidden="true"], [inert]') === null;
    const layerOf = (element: Element) =>
      element.closest('header, nav, [role="dialog"], .upload-panel, .upload-pill, [role="menu"]');
    const controls = [
      ...document.querySelectorAll('button, a[href], input:not([type="hidden"]), select, textarea'),
    ].filter((element) => isSeen(element) && element.getBoundingClientRect().width > 2);
    const boxes = controls.map((element) => ({ element, box: element.getBoundingClientRect() }));
    for (const [at, { element, box }] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        if (element.contains(other.element) || other.element.contains(element)) continue;
        if (layerOf(element) !== layerOf(other.element)) continue;
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // What lies within another one on purpose, as a button in a field or a box on a card.
        const isWithin = [box, other.box].some(
          ({ width: own, height: tall }) => own * tall <= width * height * 1.02,
        );
        if (width > 2 && height > 2 && !isWithin)
          faults.push(`${nameOf(element)} and ${nameOf(other.element)} cover each other`);
      }
    }
    for (const element of document.querySelectorAll('h1, h2, h3, p, label, button, a, td, th, li, dt, dd')) {
      const style = getComputedStyle(element);
      const cuts = style.overflowY === 'hidden' || style.overflowY === 'clip';
      if (!isSeen(element) || !cuts || style.webkitLineClamp !== 'none' || element.clientHeight < 4) continue;
      if (element.scrollHeight > element.clientHeight + 4) faults.push(`${nameOf(element)} is cut off below`);
    }
    return faults;
  });
}

/** A small picture of what the window shows: one pixel for each cell. */
export async function smallPicture(page: Page): Promise<Buffer> {
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const { width = CELL } = await sharp(shot).metadata();
  const size = { width: Math.round(width / CELL), height: HEIGHT / CELL };
  return sharp(shot)
    .removeAlpha()
    .resize({ ...size, fit: 'fill', kernel: 'linear' })
    .png()
    .toBuffer();
}

interface Difference {
  /** Of the cells, from 0 to 1; 1 for another size. */
  readonly share: number;
  readonly isSame: boolean;
}

export async function differenceOf(a: Buffer, b: Buffer): Promise<Difference> {
  const [one, other] = await Promise.all(
    [a, b].map((each) => sharp(each).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (one === undefined || other?.data.length !== one.data.length || one.info.width !== other.info.width)
    return { share: 1, isSame: false };
  let cells = 0;
  for (let at = 0; at < one.data.length; at += 3) {
    const channels = [0, 1, 2].map((each) =>
      Math.abs((one.data[at + each] ?? 0) - (other.data[at + each] ?? 0)),
    );
    if (Math.max(...channels) > OTHER_COLOR) cells += 1;
  }
  const share = cells / (one.data.length / 3);
  return { share, isSame: share <= MOST_OTHER };
}

/**
 * Compares the window with the picture that was kept in a file. With LOUPE_LOOKS=keep it keeps this one instead, after somebody has
 * looked at the screen.
 *
 * @returns what is wrong; null for nothing
 */
export async function unlikeKept(file: string, page: Page): Promise<string | null> {
  if (process.env['LOUPE_LOOKS'] === 'keep') {
    mkdirSync(dirname(file), { recursive: true });
    const picture = sharp(await smallPicture(page));
    writeFileSync(file, await picture.png({ compressionLevel: 9, palette: true }).toBuffer());
    return null;
  }
  if (!existsSync(file)) return `there is no ${file}; look at the screen, then run with LOUPE_LOOKS=keep`;
  const kept = readFileSync(file);
  const end = performance.now() + SETTLED_MS;
  let { share, isSame } = await differenceOf(kept, await smallPicture(page));
  while (!isSame && performance.now() < end)
    ({ share, isSame } = await differenceOf(kept, await smallPicture(page)));
  return isSame ? null : `${(share * 100).toFixed(1)} % of it looks otherwise than in ${file}`;
}
