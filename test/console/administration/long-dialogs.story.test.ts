/** Dialogs that are longer than the window: their buttons stay in view, and nothing lies under these. */
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { seed } from '../../kit/seed.js';
import { firstOfStory } from '../../kit/seed/stories.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { useTestBrowser } from '../../kit/use-browser.js';

/** Whether the middle of an element is shown, and nothing lies over it. */
const isInSight = async (element: Locator) =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return seen !== null && (node.contains(seen) || seen.contains(node));
  });

describe('long dialogs of the administration', () => {
  const browser = useTestBrowser();
  let administrator: SeededUser;
  const dialogOf = (page: Page) => page.getByRole('dialog');
  /** How much of the dialog is out of sight, down and to the side. */
  const hiddenOf = async (page: Page) =>
    dialogOf(page).evaluate((node) => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = node;
      return [scrollHeight - clientHeight, scrollWidth - clientWidth];
    });

  beforeEach(async () => {
    const organization = await seed(browser.loupe).organization({ name: 'Lake Press' });
    administrator = await organization.user();
    const { madeRoles } = browser.loupe.app.services;
    const input = { name: 'Translators', operations: ['content:write'], placeIds: null };
    await madeRoles.create(await administrator.viewer(), organization.id, input);
  });

  test.each(
    firstOfStory(
      [
        ['fr-FR', 'Nouvel utilisateur', 'Créer', /^Ce que cette personne/, /^Administrat/, 1280, 720],
        ['en-US', 'New user', 'Create', /^What this person/, /^Administrator/, 390, 844],
        ['en-US', 'New user', 'Create', /^What this person/, /^Administrator/, 1440, 900],
        ['de-DE', 'Neue Person', 'Anlegen', /^Was diese Person/, /^Administrat/, 1440, 900],
      ] as const,
      2,
    ),
  )(
    'a new user with all rights listed, %s, %s, fits where it can, and can be made at once where not',
    async (locale, open, create, could, role, width, height) => {
      const page = await browser.open('/administration?tab=users', { as: administrator, locale });
      await page.setViewportSize({ width, height });
      await page.getByRole('button', { name: open }).click();
      const dialog = dialogOf(page);
      await dialog.getByRole('checkbox', { name: role }).check();
      const button = dialog.getByRole('button', { name: create });
      expect(await isInSight(button)).toBe(true);
      await dialog.getByRole('button', { name: could }).click();
      const rights = dialog.getByRole('listitem');
      await expect.poll(() => rights.count()).toBeGreaterThan(15);
      await keepScreenshot(page, `long-dialog-${locale}-${width}`);
      const [down, aside] = await hiddenOf(page);
      expect(aside).toBe(0);
      if (height === 900) expect(down).toBe(0);
      for (const right of await rights.all()) {
        await right.scrollIntoViewIfNeeded();
        expect(await isInSight(right)).toBe(true);
        expect(await isInSight(button)).toBe(true);
      }
      expect(await accessibilityProblems(page)).toEqual([]);
      await keepScreenshot(page, `long-dialog-end-${locale}-${width}`);
    },
  );

  test('a field that the keyboard goes to lies under neither the title nor the buttons', async () => {
    const page = await browser.open('/administration?tab=roles', { as: administrator });
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'New role' }).click();
    const dialog = dialogOf(page);
    const boxes = dialog.getByRole('checkbox');
    const count = await boxes.count();
    expect(count).toBeGreaterThan(15);
    await keepScreenshot(page, 'long-dialog-role');
    const focused = dialog.locator(':focus');
    const walk = async (key: string) => {
      for (let at = 0; at < count; at += 1) {
        await page.keyboard.press(key);
        expect(await isInSight(focused)).toBe(true);
      }
    };
    await boxes.first().focus();
    await walk('Tab');
    await keepScreenshot(page, 'long-dialog-role-end');
    await walk('Shift+Tab');
  });
});
