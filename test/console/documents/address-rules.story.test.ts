/** Where an action leads some of its readers: set in its form, told in the list, explained in the preview, and what came of it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { newRandomId } from '../../../src/kernel/ids.js';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import type { SeededDocument, SeededUser } from '../../kit/seed/seed-user.js';
import { useTestBrowser } from '../../kit/use-browser.js';

describe('rules of addresses', () => {
  const browser = useTestBrowser();
  let organization: SeededOrganization;
  let editor: SeededUser;
  let document: SeededDocument;
  let pageId: string;
  let actionId: string;
  beforeAll(async () => {
    organization = await seed(browser.loupe).organization();
    editor = await organization.user({ roles: ['Editor'] });
    document = await (await editor.folder()).document(await jpegPicture(311), { name: 'Catalogue' });
    [pageId = ''] = document.imageIds;
    await document.title('Shoes', { nodeId: pageId });
    actionId = await document.action({ nodeId: pageId, name: 'To the shop' });
  });

  const open = async () => {
    const page = await browser.open(`/documents/${document.id}?page=${pageId}`, { as: editor });
    await page
      .getByRole('button', { name: /To the shop/ })
      .first()
      .click();
    return { page, form: page.getByRole('dialog', { name: 'Change the action' }) };
  };

  test('are set one by one, and refused with what to do', async () => {
    const { page, form } = await open();
    await form.getByRole('button', { name: 'Where it leads: everybody to the same address' }).click();
    await form.getByRole('button', { name: 'By share (A/B)' }).click();
    const share = form.getByRole('group', { name: 'Rule 1' });
    await share.getByLabel('Address').fill('https://loupe.example/');
    await form.getByRole('button', { name: 'Save' }).click();
    await form
      .getByRole('alert')
      .filter({ hasText: 'The addresses that are compared must differ' })
      .first()
      .waitFor();
    await share.getByLabel('Address').fill('https://loupe.example/b');
    await form.getByRole('button', { name: 'By device' }).click();
    // It stands before the share.
    const device = form.getByRole('group', { name: 'Rule 1' });
    await device.getByText('Android', { exact: true }).click();
    await device.getByLabel('Address').fill('https://loupe.example/app');
    await keepScreenshot(page, 'rules-form');
    expect(await accessibilityProblems(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('iPhone, iPad, Android · 50% to B').waitFor();
    await keepScreenshot(page, 'rules-row');
    expect(await editor.send('GET', `/api/Actions/${actionId}`)).toMatchObject({
      Rules: 'iOS,Android https://loupe.example/app 50%=B https://loupe.example/b',
    });
  });

  test('are explained in the preview, for each device and share', async () => {
    const page = await browser.open(`/pages/${pageId}/preview`, { as: editor });
    const phone = page.getByRole('region', { name: 'The reader’s phone' });
    const leads = async (url: string) => phone.locator(`a[href="${url}"]`).waitFor();
    await phone.getByText('the session is in no share').waitFor();
    await leads('https://loupe.example/');
    await page.getByText('B', { exact: true }).click();
    await phone.getByText('This reader gets B because the session is in its share: 50% to B.').waitFor();
    await leads('https://loupe.example/b');
    await page.getByText('Android', { exact: true }).click();
    await phone.getByText('because of the device: iPhone, iPad, Android.').waitFor();
    await leads('https://loupe.example/app');
    await keepScreenshot(page, 'rules-preview');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('tell what readers opened, and when it is decided', async () => {
    const { services } = browser.loupe.app;
    const reader = await services.auth.viewerOfApiKey(organization.apiKey);
    if (reader === null) throw new Error('The ApiKey of the organization is not known.');
    await document.title('Shoes');
    let opened = 0;
    for (let at = 0; at < 240; at += 1) {
      const device = { sessionId: newRandomId(), host: null, headers: {} };
      const answer = await services.recognition.byId(reader, pageId, 'en-US', device);
      const isB = answer?.actions[0]?.content.includes('loupe.example/b') === true;
      if (isB) opened += 1;
      if (isB) await services.clicks.record(reader, actionId, device);
    }
    const { page, form } = await open();
    await form.getByText(`B: 100% (`, { exact: false }).waitFor();
    await form.getByText(`${opened} of ${opened} sessions`).waitFor();
    await form.getByText('Decided: B is opened more often').waitFor();
    await keepScreenshot(page, 'rules-comparison');
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
