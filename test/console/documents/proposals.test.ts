/** From a file to what readers get, by what the file itself says. */
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { elementsOf, textMember } from '../../kit/json.js';
import { leafletOf } from '../../kit/files/leaflets.js';
import { seed } from '../../kit/seed.js';
import { useTestBrowser } from '../../kit/use-browser.js';

const browser = useTestBrowser({ loupe: { environment: { LOUPE_PROPOSALS: 'true' } } });

async function arrange() {
  const organization = await seed(browser.loupe).organization({ credit: 20 });
  const user = await organization.user({ roles: ['Editor'] });
  const pdf = await leafletOf([
    {
      title: 'Summer on the lake',
      lines: ['Call +41 44 668 18 00 or write to crew@boats.ch'],
      links: [{ text: 'Timetable', target: 'https://boats.ch/timetable' }],
      picture: { seed: 5, target: 'https://boats.ch/gallery' },
    },
    { title: 'Winter in the harbor', lines: ['Tickets: https://boats.ch/winter'] },
  ]);
  const folder = await user.folder();
  const document = await folder.document(pdf, { name: 'Leaflet', contentType: 'application/pdf' });
  await expect.poll(async () => (await proposals()).length).toBeGreaterThanOrEqual(8);
  async function proposals() {
    return elementsOf(await user.send('GET', `/services/Proposals?documentId=${document.id}`));
  }
  const titles = async (pageId: string) =>
    elementsOf(await user.send('GET', `/api/nodes/${pageId}/titles`)).map((title) =>
      textMember(title, 'Value'),
    );
  return { user, document, proposals, titles };
}

test('an editor goes through the list by keys, refuses one, takes that back, and accepts the rest', async () => {
  const { user, document, proposals } = await arrange();
  const page = await browser.open(`/documents/${document.id}`, { as: user });
  const bar = page.getByRole('region', { name: 'Proposals' });
  await bar
    .getByText(
      'Found on your pages: 3 links, 1 mail address, 1 phone number, 2 titles, and 1 picture or frame.',
    )
    .waitFor();
  await keepScreenshot(page, 'proposal-bar');
  await bar.getByRole('link', { name: 'Look at them' }).click();

  const list = page.getByRole('listbox', { name: 'Proposals' });
  await list.getByRole('option', { name: /Summer on the lake/, selected: true }).waitFor();
  await keepScreenshot(page, 'proposals');
  expect(await accessibilityProblems(page)).toEqual([]);
  await list.focus();
  await page.keyboard.press('Enter');
  await page.getByText('1 proposal is in the draft').waitFor();
  await list.getByRole('option', { name: /\+41446681800/, selected: true }).waitFor();
  await page.keyboard.press('Delete');
  await page.getByText('1 proposal refused').waitFor();
  await expect.poll(async () => (await proposals()).length).toBe(6);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await proposals()).length).toBe(7);

  await page.getByRole('button', { name: '3 links', exact: true }).click();
  await page.getByRole('button', { name: 'Accept 3 links' }).click();
  await page.getByText('3 proposals are in the draft').waitFor();
  await expect.poll(async () => (await proposals()).length).toBe(4);
  await page.getByRole('button', { name: /^Accept 1 mail address/ }).click();
  await page.getByRole('heading', { name: 'Nothing is left to decide' }).waitFor();
  expect(await proposals()).toEqual([]);
  await keepScreenshot(page, 'proposals-done');
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a new file is live in few touches: all that it says is accepted and published at once', async () => {
  const { user, document, titles } = await arrange();
  const page = await browser.open(`/documents/${document.id}`, { as: user });
  await page.getByRole('link', { name: 'Look at them' }).click();
  await page.getByRole('button', { name: /^Accept 3 links/ }).click();
  await page.getByRole('heading', { name: 'Nothing is left to decide' }).waitFor();
  await page.getByRole('region', { name: 'Draft' }).getByRole('button', { name: 'Publish' }).click();
  await expect.poll(async () => titles(document.imageIds[0] ?? '')).toEqual(['Summer on the lake']);
  expect(await titles(document.imageIds[1] ?? '')).toEqual(['Winter in the harbor']);
});

test('words that are printed on a page are found from everywhere, with the page as a picture and their place', async () => {
  const { user, document } = await arrange();
  const page = await browser.open('/library', { as: user });
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('tickets: https');
  const hit = page
    .locator('[data-action]')
    .filter({ hasText: 'On the page: Tickets: https://boats.ch/winter' });
  await hit.waitFor();
  const [picture, mark] = await Promise.all([
    hit.locator('img').boundingBox(),
    hit.locator('.search-mark').boundingBox(),
  ]);
  // The line begins at a thirteenth of the width, and stands at less than a quarter of the height.
  expect(mark!.x).toBeGreaterThan(picture!.x);
  expect(mark!.x).toBeLessThan(picture!.x + picture!.width / 4);
  expect(mark!.y).toBeGreaterThan(picture!.y + picture!.height / 8);
  expect(mark!.y).toBeLessThan(picture!.y + picture!.height / 4);
  expect(await accessibilityProblems(page)).toEqual([]);
  await keepScreenshot(page, 'search-page-text');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === `/documents/${document.id}`);
  expect(new URL(page.url()).searchParams.get('page')).toBe(document.imageIds[1]);
});

test('a list of more than a hundred goes on by keys, in both directions, also while it is decided', async () => {
  const user = await (await seed(browser.loupe).organization({ credit: 20 })).user({ roles: ['Editor'] });
  const links = (of: number) =>
    Array.from({ length: 18 }, (_, at) => ({
      text: `Link ${of}.${at}`,
      target: `https://boats.ch/${of}/${at}`,
    }));
  const pdf = await leafletOf(
    [1, 2, 3, 4, 5, 6].map((of) => ({ title: `Part ${of} of all`, links: links(of) })),
  );
  const folder = await user.folder();
  const document = await folder.document(pdf, { contentType: 'application/pdf' });
  await expect
    .poll(
      async () => elementsOf(await user.send('GET', `/services/Proposals?documentId=${document.id}`)).length,
    )
    .toBe(114);
  const page = await browser.open(`/documents/${document.id}/proposals`, { as: user });
  const list = page.getByRole('listbox', { name: 'Proposals' });
  const chosen = (name: RegExp) => list.getByRole('option', { name, selected: true }).waitFor();
  await page.getByText('100 of 114 proposals are shown').waitFor();
  await list.focus();
  for (let at = 0; at < 99; at += 1) await page.keyboard.press('ArrowDown');
  await chosen(/Link 6\.3 /);
  await page.keyboard.press('ArrowDown');
  await chosen(/Link 6\.4 /);
  await page.keyboard.press('ArrowUp');
  await chosen(/Link 6\.3 /);
  // The last one of a part makes room for the next one.
  await page.keyboard.press('Enter');
  await page.getByText('1 proposal is in the draft').waitFor();
  await chosen(/Link 6\.4 /);
  await page.keyboard.press('Delete');
  await page.getByText('1 proposal refused').waitFor();
  await chosen(/Link 6\.5 /);
  for (let at = 0; at < 13; at += 1) await page.keyboard.press('ArrowDown');
  await chosen(/Link 6\.17 /);
  await keepScreenshot(page, 'proposals-second-part');
  expect(await accessibilityProblems(page)).toEqual([]);
});
