/** The calendar: what is shown on which day, the drafts that are published, and what overlaps or leaves nothing. */
import { beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import { firstOfStory } from '../../kit/seed/stories.js';
import type { SeededDocument, SeededUser } from '../../kit/seed/seed-user.js';
import { useTestBrowser } from '../../kit/use-browser.js';

describe('the calendar', () => {
  const browser = useTestBrowser();
  let editor: SeededUser;
  let document: SeededDocument;
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
  beforeAll(async () => {
    editor = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
    document = await (await editor.folder()).document(await jpegPicture(321), { name: 'Advent calendar' });
    const [nodeId = ''] = document.imageIds;
    await document.title('December', { nodeId });
    const times = async (name: string, TimeWindow: string) => {
      const id = await document.action({ nodeId, name });
      await editor.send('PATCH', `/api/Actions/${id}`, { json: { TimeWindow } });
      return id;
    };
    const day = inDays(0);
    await times('Open the door', `from ${day}T06:00 until ${day}T20:00`);
    const other = await times('Win a prize', `from ${day}T18:00 until ${day}T22:00`);
    const viewer = await editor.viewer();
    const { drafts, draftSchedule } = browser.loupe.app.services;
    await drafts.start(viewer, document.id);
    await drafts.edit(viewer, document.id, [
      { change: { updateAction: { id: other, patch: { name: 'Win two' } } } },
    ]);
    await draftSchedule.set(viewer, document.id, `${inDays(1)}T07:30`);
  });

  test('shows what is on a day, names overlaps and gaps, and leads to the page', async () => {
    const page = await browser.open('/calendar', { as: editor });
    const days = page.getByRole('table', { name: 'Days' });
    const now = days.locator('td[aria-current="date"]');
    await now.getByRole('link', { name: /6:00 AM–8:00 PM Open the door/ }).waitFor();
    await now.getByText('Action · Advent calendar, page 1').first().waitFor();
    await page.getByText(/Open the door, Win a prize are shown together/).waitFor();
    await page
      .getByText(/readers get no action from/)
      .first()
      .waitFor();
    await keepScreenshot(page, 'calendar-month');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByText('Week', { exact: true }).click();
    await page.getByText(/^Week of/).waitFor();
    await keepScreenshot(page, 'calendar-week');
    expect(await accessibilityProblems(page)).toEqual([]);
    await now.getByRole('link', { name: /Open the door/ }).click();
    await page.getByRole('region', { name: 'Page 1' }).waitFor();
  });

  test('shows the draft of tomorrow, in each language and on a phone', async () => {
    for (const [language, words] of firstOfStory([
      ['en', 'Draft is published'],
      ['de', 'Entwurf wird veröffentlicht'],
      ['fr', 'Le brouillon est publié'],
    ] as const)) {
      const page = await browser.open('/calendar', { as: editor, locale: language });
      await page.getByText(words).first().waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      await keepScreenshot(page, `calendar-390-${language}`);
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  });
});
