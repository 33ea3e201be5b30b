/** A course of many pages by keys alone: from its proposals to what readers get, without a mouse. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../kit/accessibility.js';
import { keepScreenshot } from '../kit/browser.js';
import { leafletOf } from '../kit/files/leaflets.js';
import { elementsOf, textMember } from '../kit/json.js';
import { seed } from '../kit/seed.js';
import { lengthOfStory } from '../kit/seed/stories.js';
import { useTestBrowser } from '../kit/use-browser.js';

const browser = useTestBrowser({ loupe: { environment: { LOUPE_PROPOSALS: 'true' } } });

/** `npm run proof -- stories` goes through a long one. */
const PAGES = lengthOfStory({ short: 20, long: 200 });
/** A title and two links on each page. */
const OF_A_PAGE = 3;
const FIRST_MS = 3000 * PAGES + 20_000;

async function course() {
  const user = await (
    await seed(browser.loupe).organization({ credit: 2 * PAGES })
  ).user({ roles: ['Editor'] });
  const pdf = await leafletOf(
    Array.from({ length: PAGES }, (_, at) => ({
      title: `Lesson ${at + 1} of many`,
      links: [
        { text: `Exercise ${at + 1}`, target: `https://lessons.ch/exercise/${at + 1}` },
        { text: `Old ${at + 1}`, target: `https://lessons.ch/old/${at + 1}` },
      ],
    })),
  );
  const folder = await user.folder({ name: 'Courses' });
  const document = await folder.document(pdf, { name: 'Course', contentType: 'application/pdf' });
  const query = `{ document(id: "${document.id}") { proposals(first: 1) { totalCount } } }`;
  const count = async () => {
    const answer = await user.send('POST', '/graphql', { json: { query } });
    return (answer as { data: { document: { proposals: { totalCount: number } } } }).data.document.proposals
      .totalCount;
  };
  await expect.poll(count, { timeout: FIRST_MS, interval: 500 }).toBe(OF_A_PAGE * PAGES);
  return { user, document, count };
}

/** Goes on by Tab until something of this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<number> {
  for (let presses = 1; presses <= 60; presses += 1) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    );
    if (typeof name === 'string' ? text.trim() === name : name.test(text)) return presses;
  }
  throw new Error(`Tab does not lead to ${String(name)}.`);
}

test(
  `${PAGES} pages of proposals are decided and published by keys alone`,
  async () => {
    const { user, document, count } = await course();
    const page = await browser.open(`/documents/${document.id}`, { as: user });
    await page.getByRole('link', { name: 'Look at them' }).waitFor();
    await tabTo(page, 'Look at them');
    await page.keyboard.press('Enter');
    const list = page.getByRole('listbox', { name: 'Proposals' });
    await list.waitFor();
    // The list has the focus at once: nothing has to be found first.
    await expect.poll(() => list.evaluate((shown) => shown === window.document.activeElement)).toBe(true);
    const chosen = (name: RegExp) => list.getByRole('option', { name, selected: true }).waitFor();

    // On each page: the title and the exercise in, the old address out, as fast as somebody types.
    await chosen(/Lesson 1 of many/);
    const begun = performance.now();
    for (let at = 1; at <= PAGES / 2; at += 1) {
      await chosen(new RegExp(`Lesson ${at} of many`));
      await page.keyboard.press('Enter');
      await chosen(new RegExp(`Exercise ${at}(?!\\d)`));
      await page.keyboard.press('Enter');
      await chosen(new RegExp(`Old ${at}(?!\\d)`));
      await page.keyboard.press('Delete');
    }
    const perKeyMs = (performance.now() - begun) / (OF_A_PAGE * (PAGES / 2));
    console.log(`${perKeyMs.toFixed(0)} ms from key to key`);
    // Messages of earlier decisions do not pile up in front of the page.
    expect(await page.getByText(/in the draft$|refused$/).count()).toBeLessThanOrEqual(2);
    await keepScreenshot(page, 'proposals-by-keys');
    await page.keyboard.press('Control+z');
    await list.getByRole('option', { name: new RegExp(`Old ${PAGES / 2}(?!\\d)`) }).waitFor();
    await page.keyboard.press('ArrowUp');
    await chosen(new RegExp(`Old ${PAGES / 2}(?!\\d)`));
    await page.keyboard.press('Delete');
    await expect.poll(count).toBe((OF_A_PAGE * PAGES) / 2);

    // A page is skipped and come back to, then accepted whole; the others all at once.
    await chosen(new RegExp(`Lesson ${PAGES / 2 + 1} of many`));
    await page.keyboard.press('PageDown');
    await chosen(new RegExp(`Lesson ${PAGES / 2 + 2} of many`));
    await page.keyboard.press('PageUp');
    await chosen(new RegExp(`Lesson ${PAGES / 2 + 1} of many`));
    await page.keyboard.press('Shift+Enter');
    await page.getByText('3 proposals are in the draft').waitFor();
    await expect.poll(count).toBe((OF_A_PAGE * PAGES) / 2 - OF_A_PAGE);
    const command = async (name: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').waitFor();
      await page.keyboard.type(name);
      await page.locator('[data-action]').filter({ hasText: name }).first().waitFor();
      await page.keyboard.press('Enter');
    };
    await command('Accept');
    await page.getByRole('heading', { name: 'Nothing is left to decide' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await command('Publish');
    await page.getByRole('region', { name: 'Draft' }).waitFor({ state: 'detached' });
    const titleOf = async (at: number) =>
      elementsOf(await user.send('GET', `/api/nodes/${document.imageIds[at - 1] ?? ''}/titles`)).map(
        (title) => textMember(title, 'Value'),
      );
    expect(await titleOf(1)).toEqual(['Lesson 1 of many']);
    expect(await titleOf(PAGES)).toEqual([`Lesson ${PAGES} of many`]);
  },
  FIRST_MS * 3,
);
