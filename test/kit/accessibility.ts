/** What axe-core and the width of a window find on a page. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { VIEWPORTS } from './browser-profiles.js';
import { lengthOfStory } from './seed/stories.js';

/** What dark colors can break; everything else is the same in light and dark. */
const RULES_OF_COLORS = ['color-contrast', 'link-in-text-block'];

/** Axe-core that answers violations alone and finishes in the page itself: its full answer takes four times as long. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/**
 * What axe-core finds against the rules of WCAG 2.2 AA and its own best practices, and what needs more room than a small phone has.
 * Long stories also look at the colors in dark, and at a large screen.
 *
 * @param sights which of both to look at
 */
export async function accessibilityProblems(
  page: Page,
  sights: 'usual' | 'all' = lengthOfStory({ short: 'usual', long: 'all' }),
): Promise<string[]> {
  const problems = [
    ...violations('light', await axe(page).analyze()),
    ...(await problemsOfWidth(page, VIEWPORTS.phone)),
  ];
  if (sights === 'usual') return problems;
  await showIn(page, 'dark');
  problems.push(...violations('dark', await axe(page).withRules(RULES_OF_COLORS).analyze()));
  await showIn(page, 'light');
  return [...problems, ...(await problemsOfWidth(page, VIEWPORTS.wide))];
}

/** Changes what the browser prefers and waits until the page follows, with colors that pass slowly to the next. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    // The page for readers follows the browser by itself.
    (wanted) => (globalThis.document.documentElement.dataset['mantineColorScheme'] ?? wanted) === wanted,
    colorScheme,
  );
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const passing = () =>
      globalThis.document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
    await nextFrame();
    await nextFrame();
    for (let running = passing(); running.length > 0; running = passing()) {
      await Promise.allSettled(running.map(({ finished }) => finished));
    }
  });
}

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;

const violations = (colorScheme: string, { violations }: AxeResults): string[] =>
  violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) =>
        `${colorScheme} ${id}: ${help}\n  ${html.slice(0, 300)}\n  ${failureSummary ?? ''}`,
    ),
  );

/** Whether the page as a whole has to be moved sideways in a window of this size, once it has settled there. */
async function problemsOfWidth(page: Page, size: { width: number; height: number }): Promise<string[]> {
  const before = page.viewportSize();
  await page.setViewportSize(size);
  const neededPx = async () => page.evaluate(() => globalThis.document.documentElement.scrollWidth);
  const fits = await page
    .waitForFunction((width) => globalThis.document.documentElement.scrollWidth <= width, size.width, {
      timeout: 2_000,
    })
    .then(
      () => true,
      () => false,
    );
  const problems = fits ? [] : [`At ${size.width} px the page needs ${await neededPx()} px.`];
  if (before !== null) await page.setViewportSize(before);
  return problems;
}
