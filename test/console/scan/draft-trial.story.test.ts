/** Trying a draft out with the camera, before it is published: nothing is counted, kept or seen by others. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulatePhoto } from '../../../packages/bench/simulation/photo-simulator.js';
import { makePage } from '../../../packages/bench/simulation/synthetic-set.js';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import type { SeededDocument, SeededUser } from '../../kit/seed/seed-user.js';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('a draft', () => {
  let printed: Buffer;
  let photo: Buffer;
  let folder: string;
  const browser = useTestBrowser(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-camera-'));
    printed = await makePage('magazine', 64);
    photo = (await simulatePhoto(printed, { strength: 'easy', seed: 8 })).jpeg;
    const film = join(folder, 'camera.mjpeg');
    await writeFile(film, Buffer.concat([photo, photo, photo]));
    return {
      args: [
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ],
    };
  });
  let organization: SeededOrganization;
  let editor: SeededUser;
  let document: SeededDocument;

  const ask = async (query: string, variables: object) =>
    memberOf(await editor.send('POST', '/graphql', { json: { query, variables } }), 'data');

  beforeAll(async () => {
    organization = await seed(browser.loupe).organization({ name: 'Museum' });
    editor = await organization.user();
    document = await (await editor.folder()).document(printed, { name: 'Room 4' });
    await document.title('Spring');
    await document.action({ name: 'Listen' });
    const id = document.id;
    await ask(`mutation ($id: ID!) { startDraft(input: { documentId: $id }) { __typename } }`, { id });
    const change = { setTitle: { nodeId: id, languageCode: 'en-US', value: 'Summer' } };
    await ask(
      `mutation ($id: ID!, $edits: [DraftEdit!]!) { changeDraft(input: { documentId: $id, edits: $edits }) { __typename } }`,
      { id, edits: [{ change }] },
    );
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  const counted = async () => [
    ...elementsOf(await editor.send('GET', `/api/documents/${document.id}/matches`)),
    ...elementsOf(await editor.send('GET', `/api/documents/${document.id}/clicks`)),
  ];

  async function seesDraft(page: Page): Promise<void> {
    await page.getByText('As readers will get it once it is published').waitFor();
    const answer = page.getByRole('region', { name: 'What this page offers' });
    await answer.getByRole('heading', { name: 'Summer' }).waitFor();
    await answer.getByRole('link', { name: /Listen/ }).waitFor();
  }

  test('is tried by its editors with the camera or a photo, and nothing is counted or kept', async () => {
    const page = await browser.open(`/documents/${document.id}`, { as: editor });
    const [trial] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('region', { name: 'Draft' }).getByRole('link', { name: 'Try it' }).click(),
    ]);
    // Nobody touches anything: the picture stands still.
    await seesDraft(trial);
    await keepScreenshot(trial, 'scan-draft');
    expect(await accessibilityProblems(trial)).toEqual([]);
    // The address of the action is on another host.
    await trial.evaluate(() => window.addEventListener('click', (event) => event.preventDefault()));
    await trial.getByRole('link', { name: /Listen/ }).click();
    await trial.getByRole('button', { name: 'Scan another page' }).click();
    await trial
      .locator('input[type=file]')
      .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
    await trial.getByRole('heading', { name: 'Summer' }).waitFor();
    await trial.getByRole('button', { name: 'Scan another page' }).click();
    await trial.getByRole('button', { name: 'Take a photo' }).click();
    await trial.getByRole('heading', { name: 'Summer' }).waitFor();
    await trial.waitForLoadState('networkidle');
    expect(await counted()).toEqual([]);
    expect(await trial.evaluate(async () => caches.has('packs-of-loupe-1'))).toBe(false);
    expect(await trial.evaluate(() => localStorage.getItem('loupe.scan.key'))).toBe(null);
  });

  test('is tried on a phone by the preview link, until that is revoked', async () => {
    const made = await ask(
      `mutation ($id: ID!) { made: createPreviewLink(input: { documentId: $id }) { ... on CreatedPreviewLink { url link { id } } } }`,
      { id: document.id },
    );
    const link = memberOf(made, 'made');
    const { pathname, hash } = new URL(textMember(link, 'url'));
    const page = await browser.open(`${pathname}${hash}`, { context: phone });
    const [trial] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Try it with the camera' }).click(),
    ]);
    await seesDraft(trial);
    await ask('mutation ($id: ID!) { revokePreviewLink(input: { id: $id }) { __typename } }', {
      id: textMember(memberOf(link, 'link'), 'id'),
    });
    await trial.reload();
    await trial.getByText('The document is not there, or the preview link was revoked').waitFor();
    expect(await counted()).toEqual([]);
  });

  test('is answered on the spot where others look like its page, for no server is asked', async () => {
    await (await editor.folder()).document(printed, { name: 'Room 4, reprinted' });
    const page = await browser.open(`/scan#draft=${document.id}`, { as: editor, context: phone });
    await seesDraft(page);
    expect(await counted()).toEqual([]);
  });

  test('is nothing for strangers', async () => {
    const page = await browser.open(`/scan#draft=${document.id}`, { context: phone });
    await page.getByText('Log in to the console in this browser').waitFor();
    await keepScreenshot(page, 'scan-draft-login');
    expect(await page.getByRole('region', { name: 'What this page offers' }).count()).toBe(0);
  });
});
