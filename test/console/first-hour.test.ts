/** The course of an editor's first hour, counted: what is touched from the first file to the way back after a mistake. */
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../kit/accessibility.js';
import { keepScreenshot } from '../kit/browser.js';
import { useTestBrowser } from '../kit/use-browser.js';
import { newPdf } from '../kit/files/pdfs.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';

const MOST_TOUCHES = 40;

/** Counts what a pointer touches, drags included, on every page of the context. */
async function countTouches(context: BrowserContext) {
  let touches = 0;
  await context.exposeFunction('countTouch', () => (touches += 1));
  await context.addInitScript(() => {
    const { countTouch } = globalThis as unknown as { countTouch: () => void };
    globalThis.addEventListener('pointerdown', () => countTouch(), true);
  });
  return {
    /** Files are put into the page by the test where people click once to choose them. */
    file: () => (touches += 1),
    count: () => touches,
  };
}

async function addAction(page: Page, name: string, address: string): Promise<void> {
  await page.getByRole('button', { name: 'New action' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel(/^Name/).first().fill(name);
  await drawer
    .getByLabel(/^Address/)
    .first()
    .fill(address);
  await page.keyboard.press('Enter');
  await drawer.waitFor({ state: 'detached' });
}

describe('an editor’s first hour', () => {
  const browser = useTestBrowser();

  test('takes at most forty touches, and Ctrl-Z takes each step back', { timeout: 240_000 }, async () => {
    const organization = await seed(browser.loupe).organization({ credit: 50 });
    const editor = await organization.user({ roles: ['Editor'] });
    const page = await browser.open('/library', { as: editor, isFirstVisit: true });
    const touches = await countTouches(page.context());
    await page.reload();
    const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });

    // A file, and its document.
    await page.getByRole('heading', { name: 'Your library is empty' }).waitFor();
    await page.locator('input[type=file]').setInputFiles(pdf('Flyer.pdf', await newPdf([61, 62])));
    touches.file();
    await page.getByRole('button', { name: '1 of 1 ready' }).waitFor();
    await page.getByRole('link', { name: 'Flyer', exact: true }).first().click();

    // Its page: two zones, drawn and named.
    const strip = page.getByRole('navigation', { name: 'Pages' });
    await strip.getByRole('button').nth(1).click();
    await page.getByRole('link', { name: 'Zones' }).first().click();
    await page.getByText('The whole page answers').waitFor();
    const canvas = page.locator('.zones');
    for (const [name, top] of [
      ['Market', 0.1],
      ['Stalls', 0.55],
    ] as const) {
      const before = await page.locator('.zone').count();
      await page.getByRole('button', { name: 'Draw a zone' }).click();
      const box = await canvas.boundingBox();
      if (box === null) throw new Error('The page is not shown.');
      await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * top);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.9, box.y + box.height * (top + 0.35), { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => page.locator('.zone').count()).toBe(before + 1);
      await page.getByLabel('Name', { exact: true }).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: new RegExp(`^Zone \\d, ${name}`) }).waitFor();
    }

    // Titles and actions of both zones, beside the page; the phone follows.
    const phone = page.getByRole('region', { name: 'The reader’s phone' });
    const title = () => page.getByLabel('Title', { exact: true }).and(page.locator('textarea'));
    for (const name of ['Stalls', 'Market']) {
      if (name === 'Market') await page.getByRole('button', { name: /^Zone \d, Market/ }).click();
      await title().click();
      await page.keyboard.type(`All about ${name}`);
      await page.keyboard.press('Enter');
      await page.getByText('Title saved').first().waitFor();
      await addAction(page, `Visit ${name}`, 'www.greenmarket.example');
      await phone.getByRole('heading', { name: `All about ${name}` }).waitFor();
      await phone.getByRole('link', { name: new RegExp(`Visit ${name}`) }).waitFor();
    }
    await keepScreenshot(page, 'workplace');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });

    // The second language: copied, and its title written.
    await page.getByRole('button', { name: 'Add a language' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Language' }).fill('German (Germany)');
    await page.getByRole('option', { name: 'German (Germany)' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('tab', { name: 'German', selected: true }).waitFor();
    await page.getByRole('button', { name: /^Copy from/ }).click();
    await page.getByRole('list', { name: 'Actions' }).getByText('Visit Market').waitFor();
    await title().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Alles über den Markt');
    await page.keyboard.press('Enter');
    await phone.getByRole('heading', { name: 'Alles über den Markt' }).waitFor();

    // Live.
    await page.getByRole('button', { name: /^Activate …/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
    await page.getByText('Not live yet').waitFor({ state: 'detached' });

    // Tried with a photo.
    await page.getByRole('link', { name: 'Try it' }).click();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: await jpegPicture(61),
      });
    touches.file();
    await page.getByRole('heading', { name: /^Recognized|^Nothing/ }).waitFor();

    // Another file, which was a mistake.
    await page.goBack();
    await page.getByRole('link', { name: 'Flyer', exact: true }).click();
    await page.getByRole('button', { name: 'More actions for the document' }).click();
    await page.getByRole('menuitem', { name: 'Replace the file' }).click();
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles(pdf('Wrong.pdf', await newPdf([63, 62])));
    touches.file();
    await page.getByRole('button', { name: 'Replace the file' }).click();
    await page.getByText('The file is replaced').waitFor();
    await page.getByText(/^Processing pages/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More actions for the document' }).click();
    await page.getByRole('menuitem', { name: 'Back to the earlier file' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Back to/ })
      .click();
    await page.getByText('The earlier file is back').waitFor();
    console.log(`${touches.count()} touches`);
    expect(touches.count()).toBeGreaterThan(15);
    expect(touches.count()).toBeLessThanOrEqual(MOST_TOUCHES);
  });

  test('is forgiven by Ctrl-Z, one step after the other', async () => {
    const editor = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
    const document = await (await editor.folder()).document(await jpegPicture(64), { name: 'Flyer' });
    const [imageId = ''] = document.imageIds;
    await document.zone({ imageId, x: 10, y: 10, width: 40, height: 40 });
    const page = await browser.open(`/pages/${imageId}`, { as: editor });
    const zone = page.locator('.zone').first();
    await zone.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Saved', { exact: true }).waitFor();
    await addAction(page, 'Visit us', 'https://loupe.example/');
    const actions = page.getByRole('list', { name: 'Actions' });
    await actions.getByText('Visit us').waitFor();
    await page.getByRole('button', { name: 'Add a zone' }).click();
    await expect.poll(() => page.locator('.zone').count()).toBe(2);

    await page.keyboard.press('Control+z');
    // The message goes by itself.
    await page.getByText('Undone: Zone added').waitFor();
    await expect.poll(() => page.locator('.zone').count()).toBe(1);
    await page.keyboard.press('Control+z');
    await page.getByText('Undone: Action saved').waitFor();
    await expect.poll(() => page.getByText('Visit us').count()).toBe(0);
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: /^Zone 1.*: 10 % from the left/ }).waitFor();

    await page.keyboard.press('Shift+?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByRole('rowheader', { name: 'Undo the last change on this screen' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
  });
});
