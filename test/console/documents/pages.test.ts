/** The page with its zones, the preview and the trial of photos, as an editor uses them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyHomography } from '../../../packages/bench/simulation/photo/homography.js';
import { simulatePhoto, type SimulatedPhoto } from '../../../packages/bench/simulation/photo-simulator.js';
import { makePage } from '../../../packages/bench/simulation/synthetic-set.js';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { seed } from '../../kit/seed.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import type { SeededDocument, SeededUser } from '../../kit/seed/seed-user.js';

interface ZoneRow {
  readonly Id: string;
  readonly Order: number;
  readonly PositionX: number;
  readonly PositionY: number;
  readonly Width: number;
  readonly Height: number;
}

describe('a page', () => {
  const browser = useTestBrowser();
  let editor: SeededUser;
  let printed: Buffer;
  let document: SeededDocument;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-photos-'));
    editor = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
    printed = await makePage('magazine', 41);
    document = await (await editor.folder()).document(printed, { name: 'Lisière 12' });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  const pageId = () => document.imageIds[0] ?? '';
  const zonesOf = async (id = pageId()) => (await editor.send('GET', `/api/images/${id}/zones`)) as ZoneRow[];

  /** Where a point of the page, in percent, stands on the screen. */
  async function at(page: Page, xPercent: number, yPercent: number): Promise<readonly [number, number]> {
    const box = await page.locator('.zones').boundingBox();
    if (box === null) throw new Error('The page is not shown.');
    return [box.x + (box.width * xPercent) / 100, box.y + (box.height * yPercent) / 100];
  }

  test('gets a zone by the mouse, which moves by mouse and keys, and then steps back', async () => {
    const page = await browser.open(`/pages/${pageId()}`, { as: editor });
    await page.getByText('The whole page answers').waitFor();
    await page.locator('.zones').waitFor();
    await page.getByRole('button', { name: 'Draw a zone' }).click();
    await page.mouse.move(...(await at(page, 20, 30)));
    await page.mouse.down();
    await page.mouse.move(...(await at(page, 45, 50)), { steps: 4 });
    await page.mouse.move(...(await at(page, 60, 55)), { steps: 4 });
    await page.mouse.up();
    const zone = page.getByRole('button', { name: /^Zone 1/ });
    await zone.waitFor();
    await page.getByText('The zones answer, the page is no longer recognized').waitFor();
    expect(await zonesOf()).toMatchObject([{ PositionX: 20, PositionY: 30, Width: 40, Height: 25 }]);

    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('mutation UpdateZone') === true) sent.push(request.url());
    });
    await zone.click();
    await page.mouse.move(...(await at(page, 40, 40)));
    await page.mouse.down();
    await page.mouse.move(...(await at(page, 50, 35)), { steps: 4 });
    await page.mouse.up();
    await page.getByText('Saved').waitFor();
    await expect.poll(async () => (await zonesOf())[0]).toMatchObject({ PositionX: 30, PositionY: 25 });
    // The click changed nothing.
    expect(sent).toHaveLength(1);

    await zone.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowUp']) {
      await page.keyboard.press(key);
    }
    await expect
      .poll(async () => (await zonesOf())[0])
      .toMatchObject({ PositionX: 32, PositionY: 26, Width: 41, Height: 24 });
    await page.getByRole('button', { name: 'Position and size' }).click();
    await page.getByLabel('Left', { exact: true }).fill('5');
    await expect.poll(async () => (await zonesOf())[0]).toMatchObject({ PositionX: 5, Width: 41 });
    await keepScreenshot(page, 'page');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('gets a zone by a finger on a touch screen', async () => {
    const other = await (await editor.folder()).document(printed, { name: 'Lisière 13' });
    const id = other.imageIds[0]!;
    const page = await browser.open(`/pages/${id}`, {
      as: editor,
      context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    });
    await page.getByRole('button', { name: 'Draw a zone' }).tap();
    const finger = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: readonly [number, number]) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: point === undefined ? [] : [{ x: point[0], y: point[1] }],
      });
    // The whole page is in view, and stays where it is.
    await expect.poll(async () => (await page.locator('.zones').boundingBox())?.x).toBeGreaterThan(0);
    await page.locator('.zones').tap({ trial: true });
    await touch('touchStart', await at(page, 10, 10));
    for (const percent of [20, 30, 40]) await touch('touchMove', await at(page, percent, percent));
    // A finger leaves while it still moves.
    const last = await at(page, 50, 50);
    await Promise.all([touch('touchMove', last), touch('touchEnd')]);
    await page.getByRole('button', { name: /^Zone 1/ }).waitFor();
    await expect
      .poll(async () => zonesOf(id))
      .toMatchObject([{ PositionX: 10, PositionY: 10, Width: 40, Height: 40 }]);
  });

  test('has its zones put into another order, thrown away and taken back', async () => {
    const other = await (await editor.folder()).document(await makePage('magazine', 42));
    const id = other.imageIds[0] ?? '';
    await other.zone({ x: 0, y: 0, width: 40, height: 40 });
    await other.zone({ x: 50, y: 50, width: 40, height: 40 });
    const [first, second] = await zonesOf(id);
    const page = await browser.open(`/pages/${id}`, { as: editor, viewport: 'phone' });
    const part = (name: string) =>
      page
        .getByRole('radiogroup', { name: 'Parts of the workplace' })
        .getByText(name, { exact: true })
        .click();
    await part('Zones');
    const list = page.getByRole('list', { name: 'Zones in reading order' });
    await list
      .getByRole('button', { name: /^Move .* down/ })
      .first()
      .click();
    await expect
      .poll(async () => (await zonesOf(id)).sort((a, b) => a.Order - b.Order).map((zone) => zone.Id))
      .toEqual([second?.Id, first?.Id]);
    await list.getByRole('button', { expanded: false }).first().click();
    await page.getByRole('button', { name: 'Titles and actions' }).click();
    await page.getByRole('button', { name: 'New action' }).waitFor();
    expect(await list.isVisible()).toBe(false);
    await keepScreenshot(page, 'page-phone-content');
    await part('Page');
    await page.getByRole('button', { name: /^Zone 1/ }).focus();
    await page.keyboard.press('Delete');
    await part('Zones');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await zonesOf(id)).length).toBe(2);
    await part('Phone');
    await page.getByRole('region', { name: 'The reader’s phone' }).waitFor();
    await keepScreenshot(page, 'page-phone');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('shows the second of two editors that somebody else was quicker, and undoes the change', async () => {
    const other = await (await editor.folder()).document(await makePage('magazine', 43));
    const id = other.imageIds[0] ?? '';
    const zoneId = await other.zone({ x: 10, y: 10, width: 40, height: 40 });
    const page = await browser.open(`/pages/${id}`, { as: editor });
    const zone = page.getByRole('button', { name: /^Zone 1/ });
    await zone.waitFor();
    await editor.send('PATCH', `/api/zones/${zoneId}`, { json: { PositionX: 20 } });
    await zone.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByText('Somebody else changed this meanwhile').waitFor();
    await page.getByRole('button', { name: /^Zone 1.*20 % from the left, 10 % from the top/ }).waitFor();
    expect((await zonesOf(id))[0]).toMatchObject({ PositionX: 20, PositionY: 10 });
  });

  test('shows a viewer its zones and no way to change them', async () => {
    const organization = await seed(browser.loupe).organization();
    const owner = await organization.user();
    const viewer = await organization.user({ roles: ['Viewer'] });
    const other = await (await owner.folder()).document(await makePage('magazine', 44));
    await other.zone({ x: 10, y: 10, width: 40, height: 40 });
    const page = await browser.open(`/pages/${other.imageIds[0]}`, { as: viewer });
    await page.getByRole('button', { name: /^Zone 1/ }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('button', { name: /Draw|Add|Move|Remove/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Zone 1.*10 % from the left/ }).count()).toBe(1);
  });

  test('is previewed in a language that it has not, with the reason of what is answered instead', async () => {
    const other = await (await editor.folder()).document(await makePage('magazine', 45), { name: 'Guide' });
    const nodeId = other.imageIds[0] ?? '';
    for (const languageCode of ['en-US', 'fr-FR', 'de-DE']) {
      await editor.send('PUT', `/api/documents/${other.id}/languages/${languageCode}`).catch(() => null);
      await other.title(`Title ${languageCode}`, { nodeId, languageCode });
      await other.action({ nodeId, languageCode, name: `Read ${languageCode}` });
    }
    const page = await browser.open(`/pages/${nodeId}/preview`, { as: editor });
    const phone = page.getByRole('region', { name: 'The reader’s phone' });
    await phone.getByRole('heading', { name: 'Title en-US' }).waitFor();
    await page.getByRole('combobox', { name: 'Language of the reader' }).fill('Japanese');
    await page.getByRole('option', { name: 'Japanese' }).first().click();
    await page.getByText('A reader with Japanese').waitFor();
    await page.getByText('The document’s default language.').waitFor();
    expect(await phone.getByRole('link').allTextContents()).toEqual([expect.stringContaining('Read en-US')]);
    await page.getByRole('combobox', { name: 'Language of the reader' }).fill('Canadian French');
    await page.getByRole('option', { name: 'French (Canada)' }).click();
    await phone.getByRole('heading', { name: 'Title fr-FR' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'preview');
    await page.setViewportSize({ width: 360, height: 740 });
    await keepScreenshot(page, 'preview-phone');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await keepScreenshot(page, 'preview-dark');
  });

  test('is previewed with the reason why nothing is answered', async () => {
    const page = await browser.open(`/pages/${pageId()}/preview`, { as: editor });
    // Its zones answer, so that the first of them is shown; the page itself is there to be chosen.
    await page
      .getByRole('button', { name: /^Zone / })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'The whole page' }).click();
    await page.getByText('Not live yet').waitFor();
    for (const reason of ['The zones answer instead', 'Give it, its page or its document an action']) {
      expect(await page.getByText(reason).count()).toBe(1);
    }
  });

  /** The corners of the outline that is drawn, as fractions of the photo. */
  async function drawnCorners(page: Page, photo: SimulatedPhoto): Promise<number[][]> {
    const points = (await page.locator('.try-photo polygon').getAttribute('points')) ?? '';
    return points.split(' ').map((pair) => {
      const [x = 0, y = 0] = pair.split(',').map(Number);
      return [x / photo.width, y / photo.height];
    });
  }

  test('is found in a photo that is tried out: the outline lies within 3 percent of the truth', async () => {
    const other = await (await editor.folder()).document(await makePage('magazine', 46), { name: 'Poster' });
    await other.action({ nodeId: other.imageIds[0] ?? '', name: 'Buy a ticket' });
    const photo = await simulatePhoto(await makePage('magazine', 46), { strength: 'medium', seed: 3 });
    const file = join(folder, 'photo.jpg');
    await writeFile(file, photo.jpeg);
    const page = await browser.open('/try', { as: editor });
    await page.getByRole('heading', { name: 'Try it' }).waitFor();
    await keepScreenshot(page, 'try-empty');
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('heading', { name: /^Recognized:/ }).waitFor();
    await page.getByRole('link', { name: /Buy a ticket/ }).waitFor();
    const corners = await drawnCorners(page, photo);
    const truth = (
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ] as const
    ).map((corner) => applyHomography(photo.queryFromReference, corner));
    for (const [i, [x = 0, y = 0]] of corners.entries()) {
      expect(Math.hypot(x - (truth[i]?.[0] ?? 9), y - (truth[i]?.[1] ?? 9))).toBeLessThan(0.03);
    }
    expect(corners).toHaveLength(4);
    expect(await page.locator('.try-photo circle').count()).toBeGreaterThan(10);
    await page.getByText('Find points').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'try');
    await page.emulateMedia({ colorScheme: 'dark' });
    await keepScreenshot(page, 'try-dark');
    await page.setViewportSize({ width: 360, height: 740 });
    await keepScreenshot(page, 'try-phone');
    expect(await editor.send('GET', `/api/documents/${other.id}/matches`)).toEqual([]);
  });
});
