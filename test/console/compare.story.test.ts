import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawBooklet } from '../../packages/bench/benchmark/proofs/booklet.js';
import { accessibilityProblems } from '../kit/accessibility.js';
import { keepScreenshot } from '../kit/browser.js';
import { useTestBrowser } from '../kit/use-browser.js';
import { drawPicture, jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';

describe('the comparison of two pictures', () => {
  const browser = useTestBrowser();
  let viewer: SeededUser;
  let document: SeededDocument;
  let changed: Buffer;

  beforeAll(async () => {
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
    expect(await page.locator('.report-mark').count()).toBe(2);
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
    await keepScreenshot(page, 'compare-report');
  });

  test('leaves what is ignored out of the report of two pictures, and lists it apart', async () => {
    const patches = await Promise.all(
      (['#ff00ff', '#00ffff'] as const).map((background) =>
        sharp({ create: { width: 60, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const twice = await drawPicture(51)
      .composite(patches.map((input, at) => ({ input, left: 60 + 300 * at, top: 180 })))
      .jpeg({ quality: 92 })
      .toBuffer();
    const page = await browser.open(`/compare?first=${document.imageIds[0]}`, { as: viewer });
    await page.getByText('Spring & <b>summer</b>, page 1').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'twice.jpg', mimeType: 'image/jpeg', buffer: twice });
    await page.getByRole('heading', { name: '2 differences' }).waitFor();
    expect(await page.locator('.report-mark').count()).toBe(4);
    await page.getByRole('button', { name: 'Ignore this one' }).click();
    await page.getByRole('heading', { name: '1 difference' }).waitFor();
    expect(await page.locator('.report-mark').count()).toBe(2);
    expect(await page.locator('.report-mark').allTextContents()).toEqual(['2', '2']);
    const report = (await page.locator('.print-report').textContent()) ?? '';
    expect(report).toMatch(/1 difference was ignored on request:1\. /);
    await page.emulateMedia({ media: 'print' });
    await keepScreenshot(page, 'compare-report-ignored');
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
    const save = async (name: string) => {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      const download = await saved;
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
    };
    expect(await save('Report as HTML')).toMatchObject({
      name: 'comparison.html',
      text: expect.stringContaining('2 differences, 1 page inserted.'),
    });
    await page.getByRole('button', { name: 'Ignore this one' }).click();
    await page.getByText('1 page changed · 1 inserted').waitFor();
    expect(await save('Report as HTML')).toMatchObject({
      text: expect.stringMatching(/1 difference, 1 page inserted\.[^]*Ignored on request/),
    });
    expect(await save('Report as PDF')).toMatchObject({
      name: 'comparison.pdf',
      text: expect.stringMatching(/^%PDF-/),
    });
    // Who may not change content shares nothing.
    expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0);
  });

  test('shares a comparison of PDFs with somebody without an account, until the link is revoked', async () => {
    const { first, second } = await drawBooklet({
      pageCount: 3,
      size: [298, 420],
      textPt: 8,
      changes: { 1: 'price', 3: 'missing picture' },
    });
    const editor = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
    const page = await browser.open('/compare', { as: editor });
    const files = { 'First picture': ['old.pdf', first], 'Second picture': ['new.pdf', second] } as const;
    for (const [label, [name, buffer]] of Object.entries(files)) {
      await page
        .locator(`input[aria-label="${label}"]`)
        .setInputFiles({ name, mimeType: 'application/pdf', buffer });
    }
    await page.getByRole('heading', { name: '2 differences' }).waitFor();
    await page.getByRole('button', { name: 'Ignore this one' }).click();
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    const url = await dialog.getByLabel('Link', { exact: true }).inputValue();
    await dialog.getByText('old.pdf and new.pdf').waitFor();
    await keepScreenshot(page, 'compare-share');
    expect(await accessibilityProblems(page)).toEqual([]);

    const guest = await browser.open(url.replace(browser.loupe.url, ''));
    await guest.getByRole('heading', { name: 'old.pdf and new.pdf' }).waitFor();
    await guest.getByRole('heading', { name: '1 difference' }).waitFor();
    await guest.getByText('1 difference was left out when this was shared.').waitFor();
    expect(await guest.getByRole('button', { name: 'Ignore this one' }).count()).toBe(0);
    await keepScreenshot(guest, 'shared-comparison');
    expect(await accessibilityProblems(guest)).toEqual([]);
    const saved = guest.waitForEvent('download');
    await guest.getByRole('button', { name: 'Report as HTML' }).click();
    const report = await readFile(await (await saved).path(), 'utf8');
    expect(report).toContain('<p class="verdict">1 difference.</p>');
    await guest.setViewportSize({ width: 390, height: 800 });
    await keepScreenshot(guest, 'shared-comparison-phone');

    const later = await browser.open('/compare', { as: editor });
    await later.getByRole('heading', { name: 'Shared comparisons' }).waitFor();
    await keepScreenshot(later, 'compare-shared-links');
    expect(await accessibilityProblems(later)).toEqual([]);
    await later.getByRole('button', { name: /^Revoke the link/ }).click();
    await later.getByText('The link stopped working.').waitFor();
    await guest.reload();
    await guest.getByRole('heading', { name: 'This comparison is no longer there' }).waitFor();
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
    await page.getByText('These pictures do not show the same thing').waitFor();
    await page.getByRole('button', { name: 'Remove' }).nth(1).click();
    const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
    await page.locator('input[type=file]').setInputFiles(broken);
    expect(await page.getByRole('alert').textContent()).toContain('not a picture');
  });
});
