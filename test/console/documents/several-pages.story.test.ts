/** One action for a selection of pages, as editors of a catalogue write it. */
import { describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { seed } from '../../kit/seed.js';
import { useTestBrowser } from '../../kit/use-browser.js';

describe('an action for several pages', () => {
  const browser = useTestBrowser();

  const catalogue = async () => {
    const user = await (await seed(browser.loupe).organization({ credit: 20 })).user({ roles: ['Editor'] });
    const pdf = await newPdf([501, 502, 503, 504, 505, 506]);
    const document = await (
      await user.folder()
    ).document(pdf, { name: 'Catalogue', contentType: 'application/pdf' });
    const query = `query ($id: ID!) { node(id: $id) { ... on Document { images { order actions { name } } } } }`;
    const pagesWith = async (name: string) => {
      const answer = await user.send('POST', '/graphql', { json: { query, variables: { id: document.id } } });
      const { images } = (
        answer as { data: { node: { images: { order: number; actions: { name: string }[] }[] } } }
      ).data.node;
      return images
        .filter(({ actions }) => actions.some((each) => each.name === name))
        .map(({ order }) => order);
    };
    const page = await browser.open(`/documents/${document.id}?page=${document.imageIds[1] ?? ''}`, {
      as: user,
    });
    const form = page.getByRole('dialog');
    const write = async (name: string, pages: string) => {
      await page.getByRole('button', { name: 'New action' }).click();
      await form.getByLabel(/^Name/).fill(name);
      await form.getByLabel(/^Address/).fill('www.example.com/order');
      await form.getByLabel('Pages').fill(pages);
      await form.getByRole('button', { name: 'Save', exact: true }).click();
    };
    return { page, form, write, pagesWith };
  };

  test('comes to all of them, and one Undo takes it from all', async () => {
    const { page, form, write, pagesWith } = await catalogue();
    await page.getByRole('button', { name: 'New action' }).click();
    expect(await form.getByLabel('Pages').inputValue()).toBe('2');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await write('Order now', '2–4, 6');
    await page.getByText('Action saved on 4 pages').waitFor();
    await keepScreenshot(page, 'several-pages');
    expect(await pagesWith('Order now')).toEqual([2, 3, 4, 6]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => pagesWith('Order now')).toEqual([]);
  });

  test('is refused with a sentence for pages that are not there', async () => {
    const { form, write, pagesWith } = await catalogue();
    await write('Order now', '0');
    for (const wrong of ['0', '3-1', '5-9', 'two', '2-', '-2', '', '1,,x', '99999999']) {
      await form.getByLabel('Pages').fill(wrong);
      await form.getByText('Write pages of this document, 1 to 6, as in 3-20, 24.').waitFor();
      await form.getByRole('button', { name: 'Save', exact: true }).click();
    }
    expect(await pagesWith('Order now')).toEqual([]);
    await form.getByLabel('Pages').fill(' 6 ; 1 - 2 ');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    expect(await pagesWith('Order now')).toEqual([1, 2, 6]);
  });

  test('waits in the draft, and reaches readers with it', async () => {
    const { page, write, pagesWith } = await catalogue();
    await page.getByRole('button', { name: 'Collect changes in a draft' }).click();
    await page.getByRole('region', { name: 'Draft' }).waitFor();
    await write('Order now', '1-6');
    await page.getByText('Action saved on 6 pages').waitFor();
    expect(await pagesWith('Order now')).toEqual([]);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect.poll(async () => pagesWith('Order now')).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
