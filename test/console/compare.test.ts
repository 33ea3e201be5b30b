import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawBooklet } from '../../bench/proofs/booklet.js';
import { accessibilityProblems, keepScreenshot, startTestBrowser, type TestBrowser } from '../kit/browser.js';
import { drawPicture, jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed-user.js';

describe('the comparison of two pictures', () => {
  let browser: TestBrowser;
  let viewer: SeededUser;
  let document: SeededDocument;
  let changed: Buffer;

  beforeAll(async () => {
    browser = await startTestBrowser();
    const organization = await seed(browser.loupe).organization();
    viewer = await organization.user({ roles: ['Viewer'] });
    const folder = await (await organization.user()).folder();
    document = await folder.document(await jpegPicture(51), { name: 'Spring & <b>summer</b>' });
    const patch = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ff00ff' } })
      .png()
      .toBuffer();
    changed = await drawPicture(51)
      .composite([{ input: patch, left: 240, top: 180 }])
      .jpeg({ quality: 92 })
      .toBuffer();
  });
  afterAll(async () => browser.close());

  test('numbers the planted difference at its place, enlarges it, and prints a report', async () => {
    const page = await browser.open(`/compare?first=${document.imageIds[0]}`, { as: viewer });
    await page.getByText('Spring & <b>summer</b>, page 1').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'proof.jpg', mimeType: 'image/jpeg', buffer: changed });
    await page.getByRole('heading', { name: '1 difference' }).waitFor();
    const mark = page.getByRole('button', { name: /^Difference 1: (Changed|Recolored)/ });
    const [box, picture] = [await mark.boundingBox(), await page.locator('.layers').boundingBox()];
    if (box === null || picture === null) throw new Error('Nothing is marked.');
    expect((box.x - picture.x) / picture.width).toBeCloseTo(240 / 480, 1);
    expect((box.y - picture.y) / picture.height).toBeCloseTo(180 / 360, 1);
    await mark.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Difference 1, enlarged' }).waitFor();
    await page.getByRole('slider').focus();
    await page.keyboard.press('End');
    expect(await page.getByRole('slider').getAttribute('aria-valuenow')).toBe('100');
    await page.keyboard.press('PageDown');
    await keepScreenshot(page, 'compare');
    await page.getByText('Side by side').click();
    expect(await page.getByRole('button', { name: /^Difference 1: (Changed|Recolored)/ }).count()).toBe(2);
    await page.getByText('Blend').click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await keepScreenshot(page, 'compare-dark');
    await page.setViewportSize({ width: 360, height: 740 });
    await keepScreenshot(page, 'compare-phone');

    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    await page.getByRole('heading', { name: 'Comparison of two pictures' }).waitFor();
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
    await keepScreenshot(page, 'compare-report');
  });

  test('certifies nothing where it finds no difference, and says what it does not see', async () => {
    const page = await browser.open(`/compare?first=${document.imageIds[0]}`, { as: viewer });
    await page.getByText('Spring & <b>summer</b>, page 1').waitFor();
    const same = await drawPicture(51).jpeg({ quality: 85 }).toBuffer();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'same.jpg', mimeType: 'image/jpeg', buffer: same });
    await page.getByRole('heading', { name: 'No differences found' }).waitFor();
    expect(await page.getByRole('note').textContent()).toContain('150 pixels to the inch');
    expect(await page.getByRole('button', { name: 'Report as PDF' }).count()).toBe(0);
    expect(await page.locator('.print-report').count()).toBe(0);
    expect(await page.locator('body').textContent()).not.toContain('was compared');
    await keepScreenshot(page, 'compare-nothing-found');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('goes through two PDFs page by page, by a key, and ignores what is to be ignored', async () => {
    const { first, second } = await drawBooklet({
      pageCount: 4,
      size: [298, 420],
      textPt: 8,
      changes: { 1: 'price', 3: 'missing picture' },
      inserted: [3],
    });
    const page = await browser.open('/compare', { as: viewer });
    const choose = (label: string, name: string, buffer: Buffer) =>
      page
        .locator(`input[aria-label="${label}"]`)
        .setInputFiles({ name, mimeType: 'application/pdf', buffer });
    await choose('First picture', 'old.pdf', first);
    await choose('Second picture', 'new.pdf', second);
    await page.getByRole('heading', { name: '2 differences' }).waitFor();
    await page.getByText('2 pages changed · 1 inserted · 0 removed · 0 moved').waitFor();
    await page.getByText(/“\d+,\d\d” → “\d+,\d\d”/).waitFor();
    await keepScreenshot(page, 'compare-pdfs');
    expect(await accessibilityProblems(page)).toEqual([]);
    const current = page.locator('ol [aria-current]').first();
    await page.locator('body').click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('n');
    expect(await current.textContent()).toContain('Page 3inserted');
    await page.getByText('This file does not have the page.').waitFor();
    await page.keyboard.press('n');
    expect(await current.textContent()).toContain('Page 4 (page 3 before)changed');
    await page.getByRole('button', { name: 'Ignore this one' }).click();
    await page.getByRole('heading', { name: '1 difference' }).waitFor();
    await page.getByRole('button', { name: 'Show them again' }).click();
    await page.getByRole('heading', { name: '2 differences' }).waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await keepScreenshot(page, 'compare-pdfs-dark');
    await page.setViewportSize({ width: 390, height: 800 });
    await keepScreenshot(page, 'compare-pdfs-phone');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Report as PDF' }).click();
    expect((await saved).suggestedFilename()).toBe('comparison.pdf');
  });

  test('says when two pictures do not show the same, and refuses what is none', async () => {
    const page = await browser.open('/compare', { as: viewer });
    await page.getByRole('button', { name: 'A page of the library' }).first().waitFor();
    await keepScreenshot(page, 'compare-empty');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'A page of the library' }).first().click();
    await page.getByRole('button', { name: 'Spring & <b>summer</b>, page 1' }).click();
    const other = { name: 'other.jpg', mimeType: 'image/jpeg', buffer: await jpegPicture(59) };
    await page.locator('input[aria-label="Second picture"]').setInputFiles(other);
    await page.getByText('These pictures do not show the same').waitFor();
    await page.getByRole('button', { name: 'Remove' }).nth(1).click();
    const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
    await page.locator('input[type=file]').setInputFiles(broken);
    expect(await page.getByRole('alert').textContent()).toContain('not a picture');
  });
});
