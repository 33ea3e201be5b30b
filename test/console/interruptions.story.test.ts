import type { Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { accessibilityProblems } from '../kit/accessibility.js';
import { keepScreenshot } from '../kit/browser.js';
import { holdChanges } from '../kit/held-requests.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { useTestBrowser } from '../kit/use-browser.js';

/** What browsers say of requests that the tests have fail. */
const FAILED = /Failed to load resource|net::ERR/;
const MOST_SCRIPT_BYTES = 250 * 1024;

describe('the console when something comes between', () => {
  const browser = useTestBrowser();

  async function openTitle() {
    const user = await (await seed(browser.loupe).organization({ credit: 10 })).user({ roles: ['Editor'] });
    const folder = await user.folder({ name: 'Summer' });
    const document = await folder.document(await jpegPicture(1), { name: 'Magazine' });
    const address = `/documents/${document.id}?page=${document.imageIds[0]!}`;
    const page = await browser.open(address, { as: user, expects: FAILED });
    const title = page.getByLabel('Title', { exact: true });
    await title.waitFor();
    return { user, folder, document, page, title };
  }

  test('a session that ends while somebody types is renewed over the page, and the change goes on', async () => {
    const { user, page, title } = await openTitle();
    await title.fill('Written before the end');
    // The log-in covers the button as soon as anything of the page is refused.
    const changes = await holdChanges(page);
    await page.getByRole('button', { name: 'Save the title' }).click();
    await page.context().clearCookies();
    changes.release();
    const dialog = page.getByRole('dialog', { name: 'Please log in again' });
    await dialog.waitFor();
    expect(await title.inputValue()).toBe('Written before the end');
    await keepScreenshot(page, 'session-ended');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('Password', { exact: true }).fill(user.password);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Title saved').waitFor();
    await page.reload();
    await title.waitFor();
    expect(await title.inputValue()).toBe('Written before the end');
  });

  test('a lost connection shows and heals by itself; typed text stays and can be saved then', async () => {
    const { page, title } = await openTitle();
    await title.fill('Written offline');
    await page.context().setOffline(true);
    await page.getByText('The server cannot be reached').waitFor();
    await page.getByRole('button', { name: 'Save the title' }).click();
    await page.getByRole('alert').filter({ hasText: 'nothing was changed' }).waitFor();
    expect(await title.inputValue()).toBe('Written offline');
    await keepScreenshot(page, 'offline');
    await page.context().setOffline(false);
    await page.getByText('The server cannot be reached').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save the title' }).click();
    await page.getByText('Title saved').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('a failure of the server is a sentence at its place, and what was typed stays', async () => {
    const { page, title } = await openTitle();
    await title.fill('Unlucky');
    await page.route('**/graphql', (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }));
    await page.getByRole('button', { name: 'Save the title' }).click();
    await page.getByRole('alert').filter({ hasText: 'The server failed to do this' }).waitFor();
    expect(await title.inputValue()).toBe('Unlucky');
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Save the title' }).click();
    await page.getByText('Title saved').waitFor();
  });

  test('what a busy server turns away is sent again when it says, a change too, without a word', async () => {
    const { page, title } = await openTitle();
    await title.fill('Patient');
    let turnedAway = 0;
    await page.route('**/graphql', async (route) => {
      if (turnedAway === 2) return route.fallback();
      turnedAway += 1;
      const problem = { message: 'The server is overloaded.', extensions: { code: 'OVERLOADED' } };
      return route.fulfill({ status: 503, headers: { 'Retry-After': '0' }, json: { errors: [problem] } });
    });
    await page.getByRole('button', { name: 'Save the title' }).click();
    await page.getByText('Title saved').waitFor();
    expect(turnedAway).toBe(2);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('a server restart below an open page shows, and the work goes on without a log-in', async () => {
    const { page, title } = await openTitle();
    await title.fill('Written before the restart');
    await browser.restart(async () => {
      await page.getByRole('button', { name: 'Save the title' }).click();
      await page.getByRole('alert').filter({ hasText: 'nothing was changed' }).waitFor();
      expect(await title.inputValue()).toBe('Written before the restart');
    });
    await page.getByText('The server cannot be reached').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save the title' }).click();
    await page.getByText('Title saved').waitFor();
    // The page receives changes of others again.
    await page.getByRole('link', { name: 'Summer' }).click();
    await page.getByRole('link', { name: 'Magazine', exact: true }).waitFor();
  });

  test('an upload that is cancelled leaves nothing, and can be sent again', async () => {
    const { folder, page } = await openTitle();
    await page.goto(`/library/${folder.id}`);
    await page.getByText('Magazine').first().waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const isUpload = (request: Request) =>
      request.headers()['content-type']?.startsWith('multipart/') === true;
    await page.route('**/graphql', async (route) => {
      if (isUpload(route.request())) await held;
      await route.continue().catch(() => undefined);
    });
    const file = { name: 'Card.jpg', mimeType: 'image/jpeg', buffer: await jpegPicture(7) };
    // What is let go on before the browser has heard of the cancelling is sent all the same.
    const ended = page.waitForEvent('requestfailed', isUpload);
    await page.locator('.library-drop input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Cancel Card.jpg' }).click();
    await page.getByText('Cancelled').waitFor();
    await ended;
    release();
    await page.unroute('**/graphql');
    expect(await page.getByRole('link', { name: 'Card', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Upload Card.jpg again' }).click();
    await page.getByRole('button', { name: '1 of 1 ready' }).waitFor();
    await page.getByRole('link', { name: 'Card', exact: true }).waitFor();
  });

  test('before somebody has logged in, at most 250 KB of script are loaded, compressed', async () => {
    const page = await browser.open('about:blank', { isFirstVisit: true });
    let bytes = 0;
    const bodies: Promise<void>[] = [];
    page.on('response', (response) => {
      if (!/javascript/.test(response.headers()['content-type'] ?? '')) return;
      bodies.push(response.body().then((body) => void (bytes += gzipSync(body).length)));
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await page.waitForLoadState('networkidle');
    await Promise.all(bodies);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(MOST_SCRIPT_BYTES);
  });
});
