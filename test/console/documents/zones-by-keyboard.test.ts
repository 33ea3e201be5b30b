/** The keyboard goes on where the work is: at the new zone, at the one beside a deleted one, and back by Ctrl-Z. */
import { expect, test } from 'vitest';
import { useTestBrowser } from '../../kit/use-browser.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';

const browser = useTestBrowser();

test('zones are added, deleted and taken back without the focus getting lost', async () => {
  const editor = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
  const document = await (await editor.folder()).document(await jpegPicture(431));
  const [imageId = ''] = document.imageIds;
  await document.zone({ imageId, x: 5, y: 5, width: 30, height: 30 });
  const page = await browser.open(`/pages/${imageId}`, { as: editor });
  const focused = () =>
    page.evaluate(() => globalThis.document.activeElement?.getAttribute('aria-label') ?? '');
  await page
    .getByRole('button', { name: /^Zone 1/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Add a zone' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(focused).toMatch(/^Zone 2/);
  await page.keyboard.press('Delete');
  await expect.poll(focused).toMatch(/^Zone 1/);
  await expect.poll(() => page.locator('.zone').count()).toBe(1);
  await page.keyboard.press('Control+z');
  await expect.poll(() => page.locator('.zone').count()).toBe(2);
  await expect.poll(focused).toMatch(/^Zone 2/);
  await page
    .getByRole('button', { name: /^Zone 1/ })
    .first()
    .focus();
  await page.keyboard.press('Delete');
  await expect.poll(() => page.locator('.zone').count()).toBe(1);
  await page.keyboard.press('Delete');
  await expect.poll(() => page.locator('.zone').count()).toBe(0);
  expect(await page.evaluate(() => globalThis.document.activeElement?.textContent)).toBe('Draw a zone');
});
