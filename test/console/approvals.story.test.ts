/** From two files to an approval: compared, decided place by place, approved, shown by its link. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawBooklet } from '../../packages/bench/benchmark/proofs/booklet.js';
import { accessibilityProblems } from '../kit/accessibility.js';
import { keepScreenshot } from '../kit/browser.js';
import { seed } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { useTestBrowser } from '../kit/use-browser.js';

describe('an approval of two PDFs', () => {
  const browser = useTestBrowser();
  let editor: SeededUser;
  let pair: { readonly first: Buffer; readonly second: Buffer };

  beforeAll(async () => {
    editor = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
    pair = await drawBooklet({
      pageCount: 2,
      size: [298, 420],
      textPt: 8,
      changes: { 1: 'price' },
      inserted: [3],
    });
  });

  const compare = async (second: Buffer) => {
    const page = await browser.open('/compare', { as: editor });
    const files = {
      'First picture': ['old.pdf', pair.first],
      'Second picture': ['new.pdf', second],
    } as const;
    for (const [label, [name, buffer]] of Object.entries(files))
      await page
        .locator(`input[aria-label="${label}"]`)
        .setInputFiles({ name, mimeType: 'application/pdf', buffer });
    return page;
  };

  test('is given when every place is accepted, and shown by its link with comments and hashes', async () => {
    const page = await compare(pair.second);
    await page.getByRole('heading', { name: '1 difference' }).waitFor();
    await page.getByText('0 accepted, 0 rejected, 2 open').waitFor();
    const approve = page.getByRole('button', { name: 'Approve' });
    expect(await approve.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('0 accepted, 1 rejected, 1 open').waitFor();
    // Decided, and typed on, while the comment is on its way.
    let release = () => {};
    const isHeld = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('"comment":"Agreed"') === true) await isHeld;
      await route.continue();
    });
    const comment = page.getByLabel('Comment');
    await comment.fill('Agreed');
    await comment.press('Enter');
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await comment.fill('Agreed on the phone');
    release();
    await page.getByText('1 accepted, 0 rejected, 1 open').waitFor();
    expect(await comment.inputValue()).toBe('Agreed on the phone');
    await comment.press('Enter');
    await page.getByText('1 accepted, 0 rejected, 1 open').waitFor();
    await keepScreenshot(page, 'compare-decided');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Accept the rest' }).click();
    await page.getByText('2 accepted, 0 rejected, 0 open').waitFor();
    await approve.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Comment').fill('Good to print');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    const url = await dialog.getByLabel('Link', { exact: true }).inputValue();
    await keepScreenshot(page, 'compare-approved');
    expect(await accessibilityProblems(page)).toEqual([]);

    const guest = await browser.open(url.replace(browser.loupe.url, ''));
    await guest.getByRole('heading', { name: 'old.pdf and new.pdf' }).waitFor();
    await guest.getByText('Good to print').waitFor();
    await guest.getByText('Agreed on the phone').waitFor();
    await guest
      .getByText(/^SHA-256 [\da-f]{64}$/u)
      .first()
      .waitFor();
    expect(await guest.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(0);
    await keepScreenshot(guest, 'shared-approval');
    expect(await accessibilityProblems(guest)).toEqual([]);
    const saved = guest.waitForEvent('download');
    await guest.getByRole('button', { name: 'Report as HTML' }).click();
    const report = await readFile(await (await saved).path(), 'utf8');
    for (const said of ['Good to print', 'Agreed on the phone', `Approved by ${editor.userName}`])
      expect(report).toContain(said);
    await guest.setViewportSize({ width: 390, height: 800 });
    await keepScreenshot(guest, 'shared-approval-phone');

    const later = await browser.open('/compare', { as: editor });
    await later.getByRole('heading', { name: 'Approvals' }).waitFor();
    await later.getByText(`Approved by ${editor.userName}`).waitFor();
    await keepScreenshot(later, 'compare-approvals');
    expect(await accessibilityProblems(later)).toEqual([]);
  });

  test('of a clean comparison is given at once, and its report can be had', async () => {
    const page = await compare(pair.first);
    await page.getByRole('heading', { name: 'No differences found' }).waitFor();
    await page.getByText('Nothing differs: you can approve at once.').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Report as HTML' }).click();
    expect(await readFile(await (await saved).path(), 'utf8')).toContain('No differences were found.');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByLabel('Link', { exact: true }).waitFor();
  });

  test('leaves out what was drawn on its pages before, and goes by a profile of the organization', async () => {
    const page = await browser.open('/compare', { as: editor });
    const choose = async (label: string, name: string, buffer: Buffer) =>
      page
        .locator(`input[aria-label="${label}"]`)
        .setInputFiles({ name, mimeType: 'application/pdf', buffer });
    await choose('First picture', 'old.pdf', pair.first);
    await page.getByRole('button', { name: 'Places to leave out' }).click();
    const dialog = page.getByRole('dialog');
    const sheet = dialog.getByRole('img', { name: 'Page 1 of 2' });
    const box = (await sheet.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const to = (x: number, y: number) => page.mouse.move(box.x + x * box.width, box.y + y * box.height);
    await to(0.02, 0.02);
    await page.mouse.down();
    await to(0.5, 0.4);
    await to(0.97, 0.96);
    await page.mouse.up();
    await dialog.getByRole('group', { name: 'Place 1' }).waitFor();
    await keepScreenshot(page, 'compare-zones');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await choose('Second picture', 'new.pdf', pair.second);
    await page.getByText('0 pages changed · 1 inserted').waitFor();

    await page.getByRole('button', { name: 'Profiles of your own' }).click();
    await dialog.getByLabel('Name').fill('Posters');
    await dialog.getByLabel('Smallest color difference (ΔE)').fill('30');
    await keepScreenshot(page, 'compare-profiles');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep' }).click();
    const profile = page.getByRole('combobox', { name: 'Profile' });
    await expect.poll(() => profile.inputValue()).toBe('Posters');
    await page.getByRole('button', { name: 'Places to leave out (1)' }).click();
    await dialog.getByLabel('Left').fill('0');
    for (const [label, value] of [
      ['Top', '0'],
      ['Width', '100'],
      ['Height', '100'],
    ] as const)
      await dialog.getByLabel(label).fill(value);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/nothing to compare/u).waitFor();
  });
});
