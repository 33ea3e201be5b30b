/** Another file for a document: looked at before, and taken back after. */
import { describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { seed } from '../../kit/seed.js';

describe('the file of a document', () => {
  const browser = useTestBrowser();

  test('is replaced through a plan that compares pages, and comes back whole', async () => {
    const user = await (await seed(browser.loupe).organization({ credit: 100 })).user({ roles: ['Editor'] });
    const folder = await user.folder({ name: 'Autumn' });
    const document = await folder.document(await newPdf([1, 2, 3]), { contentType: 'application/pdf' });
    await document.title('The second', { nodeId: document.imageIds[1]! });
    const page = await browser.open(`/documents/${document.id}`, { as: user });
    let begun = 0;
    page.on('request', (request) => (begun += request.url().endsWith('/api/uploads') ? 1 : 0));
    await page.getByRole('button', { name: 'More actions for the document' }).click();
    await page.getByRole('menuitem', { name: 'Replace the file' }).click();
    const file = { name: 'new.pdf', mimeType: 'application/pdf', buffer: await newPdf([2, 4, 1]) };
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
    await page.getByRole('dialog').getByText('Page 3 is not in the new file').waitFor();
    expect(await page.locator('img.plan-picture[src^="data:image/jpeg"]').count()).toBe(3);
    await keepScreenshot(page, 'document-replace');
    // On a phone the plan is moved sideways; nothing in it is squeezed.
    await page.setViewportSize({ width: 390, height: 844 });
    const plan = page.getByRole('dialog').getByRole('row', { name: /^Page 1/ });
    const choice = plan.getByRole('combobox', { name: 'Page 1 of the new file replaces' });
    await expect.poll(async () => (await choice.boundingBox())?.width).toBeGreaterThan(150);
    expect(
      await plan
        .locator('.mantine-Badge-label')
        .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length),
    ).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await accessibilityProblems(page)).toEqual([]);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Compare page 1' }).click();
    await dialog.getByRole('heading', { name: /^No differences found|^\d+ difference/ }).waitFor();
    await keepScreenshot(page, 'document-replace-compare');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Back to the pages' }).click();
    await page.getByRole('button', { name: 'Replace the file' }).click();
    await page.getByText('The file is replaced').waitFor();
    const strip = page.getByRole('navigation', { name: 'Pages' });
    await strip.getByRole('button').nth(1).filter({ hasText: 'The second' }).waitFor();
    await expect.poll(() => strip.getByRole('button').count()).toBe(4);
    expect(begun).toBe(1);

    await expect
      .poll(async () => {
        const state = await user.send('GET', `/api/documents/${document.id}`);
        return (state as { Progress?: number }).Progress;
      })
      .toBe(1);
    await page.getByRole('button', { name: 'More actions for the document' }).click();
    await page.getByRole('menuitem', { name: 'Back to the earlier file' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Back to/ })
      .click();
    await page.getByText('The earlier file is back').waitFor();
    await strip.getByRole('button').nth(2).filter({ hasText: 'The second' }).waitFor();
    await expect.poll(() => strip.getByRole('button').count()).toBe(4);
  });
});
