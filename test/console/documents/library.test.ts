import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';

/** Drops files on the library as a person does with the mouse. */
async function drop(
  page: Page,
  files: readonly { name: string; type: string; bytes: Buffer }[],
): Promise<void> {
  const data = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      return transfer;
    },
    files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') })),
  );
  for (const event of ['dragenter', 'dragover', 'drop']) {
    await page.locator('.library-drop').dispatchEvent(event, { dataTransfer: data });
  }
}

/** The card of a folder or document. */
const cardOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Content' }).getByRole('listitem').filter({ hasText: name });

describe('the library', () => {
  const browser = useTestBrowser();

  const newUser = async (roles: ('Administrator' | 'Editor' | 'Viewer')[] = ['Editor']) =>
    (await seed(browser.loupe).organization({ credit: 100 })).user({ roles });

  test('dropped PDFs and pictures become documents; unrecognizable pages are marked', async () => {
    const page = await browser.open('/library', { as: await newUser() });
    await page.getByRole('heading', { name: 'Your library is empty' }).waitFor();
    await drop(page, [
      {
        name: 'Spring catalogue.pdf',
        type: 'application/pdf',
        bytes: await newPdf([1, 2, 3, 4, null]),
      },
      { name: 'Poster.jpg', type: 'image/jpeg', bytes: await jpegPicture(9) },
      { name: 'Notes.pdf', type: 'application/pdf', bytes: Buffer.from('no PDF at all') },
    ]);
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await uploads.getByText('2 of 3 ready').waitFor();
    await uploads.getByText('Ready, but 1 page is too plain to be recognized').waitFor();
    await uploads
      .getByText(/Notes|PDF/)
      .first()
      .waitFor();
    const card = cardOf(page, 'Spring catalogue');
    await card.getByText('5 pages').waitFor();
    await card.getByText('1 too plain').waitFor();
    await keepScreenshot(page, 'library-uploads');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('folders are made, renamed and filled by dragging and by the keyboard, and a move is undone', async () => {
    const user = await newUser();
    const autumn = await user.folder({ name: 'Autumn' });
    await autumn.document(await jpegPicture(1), { name: 'Flyer' });
    const page = await browser.open(`/library/${autumn.id}`, { as: user });
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Old prints');
    await page.keyboard.press('Enter');
    const folder = cardOf(page, 'Old prints');
    await folder.waitFor();
    await cardOf(page, 'Flyer').dragTo(folder);
    await page.getByText('Moved to Old prints').waitFor();
    await cardOf(page, 'Flyer').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await cardOf(page, 'Flyer').waitFor();

    await page.getByRole('button', { name: 'More actions for Old prints' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Name').fill('Archive <b>1998</b> 📚 ارشيف');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Archive <b>1998</b> 📚 ارشيف' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select Flyer' }).press('Space');
    await page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: 'Move to …' })
      .press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Open Autumn' }).press('Enter');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Archive/ }).press('Enter');
    await dialog.getByRole('button', { name: 'Move here' }).click();
    await page.getByText('Moved to Archive <b>1998</b>').waitFor();
    await page.getByRole('link', { name: /^Archive/ }).click();
    await cardOf(page, 'Flyer').waitFor();
    expect(await page.locator('b').count()).toBe(0);
  });

  test('a folder gives its looks to what lies below, which shows from where it has them', async () => {
    const user = await newUser();
    const folder = await user.folder({ name: 'Branded' });
    const below = await user.folder({ name: 'Series', parentId: folder.id });
    const document = await below.document(await jpegPicture(4), { name: 'Volume' });
    await document.title('First volume', { nodeId: document.imageIds[0]! });
    const page = await browser.open('/library', { as: user });
    await page.getByRole('button', { name: 'More actions for Branded' }).click();
    await page.getByRole('menuitem', { name: 'Default styles …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Default styles of Branded' });
    const titles = dialog.getByRole('group', { name: 'Titles' });
    await titles.getByLabel('Background').pressSequentially('#0a7f66');
    await titles.getByLabel('Text').pressSequentially('#0a7f');
    await titles.getByLabel('Bold').focus();
    await titles.getByText('Write a color with six digits, such as #4054d6.').waitFor();
    await titles.getByLabel('Text').fill('0a6f66');
    await titles.getByText('These colors are hard to read together.').waitFor();
    await titles.getByLabel('Text').fill('#ffffff');
    await titles.getByText('These colors are hard to read together.').waitFor({ state: 'detached' });
    await titles.getByLabel('Bold').check();
    expect(await titles.getByLabel('Text').inputValue()).toBe('#ffffff');
    await keepScreenshot(page, 'looks');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Styles saved').waitFor();

    await page.goto(`/library/${below.id}`);
    await page.getByRole('button', { name: 'Default styles of Series' }).click();
    await page
      .getByRole('group', { name: 'Titles' })
      .getByText('As given by: folder Branded.', { exact: true })
      .waitFor();
    await page.goto(`/documents/${document.id}?page=${document.imageIds[0]!}`);
    await page.getByRole('button', { name: 'Look of the title' }).click();
    await page.getByText('As given by: folder Branded.', { exact: true }).waitFor();
    const sample = page.locator('.look-sample').filter({ hasText: 'First volume' });
    expect(await sample.evaluate((shown) => getComputedStyle(shown).backgroundColor)).toBe(
      'rgb(10, 127, 102)',
    );
  });

  test('a look that is as usual again leaves nothing behind', async () => {
    const user = await newUser();
    const folder = await user.folder({ name: 'Usual' });
    const style = JSON.stringify({ model: 'loupe-V2.0', button: { 'background-color': '#b42323' } });
    await user.send('POST', '/api/properties', {
      json: { NodeId: folder.id, Type: 'Style', Name: 'TitleStyle', Value: style },
    });
    const page = await browser.open(`/library/${folder.id}`, { as: user });
    await page.getByRole('button', { name: 'Default styles of Usual' }).click();
    const dialog = page.getByRole('dialog', { name: 'Default styles of Usual' });
    await dialog.getByRole('group', { name: 'Titles' }).getByRole('button', { name: 'Reset' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Styles saved').waitFor();
    expect(await user.send('GET', `/api/nodes/${folder.id}/properties`)).toEqual([]);
  });

  test('styles that somebody else changed meanwhile show, and nothing is overwritten', async () => {
    const user = await newUser();
    const folder = await user.folder({ name: 'Common' });
    const page = await browser.open(`/library/${folder.id}`, { as: user });
    await page.getByRole('button', { name: 'Default styles of Common' }).click();
    const actions = page.getByRole('dialog').getByRole('group', { name: 'Actions' });
    await actions.getByLabel('Italic').check();
    const theirs = JSON.stringify({ model: 'loupe-V2.0', button: { 'background-color': '#b42323' } });
    await user.send('POST', '/api/properties', {
      json: { NodeId: folder.id, Type: 'Style', Name: 'ActionStyle', Value: theirs },
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: '#b42323' }).waitFor();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Styles saved').waitFor();
    const [kept] = (await user.send('GET', `/api/nodes/${folder.id}/properties`)) as { Value: string }[];
    expect(JSON.parse(kept!.Value)).toMatchObject({ text: { 'font-style': 'italic' } });
  });

  test('what is thrown away comes back by one click, or later from the trash', async () => {
    const user = await newUser();
    const folder = await user.folder({ name: 'Summer' });
    await folder.document(await jpegPicture(1), { name: 'Poster' });
    await folder.document(await jpegPicture(2), { name: 'Leaflet' });
    const page = await browser.open(`/library/${folder.id}`, { as: user });
    const poster = cardOf(page, 'Poster');
    await page.getByRole('checkbox', { name: 'Select Poster' }).click();
    await page.getByRole('button', { name: 'Select all' }).click();
    await page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: 'Move to trash' })
      .click();
    await page.getByRole('heading', { name: 'This folder is empty' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await poster.waitFor();

    await page.getByRole('button', { name: 'More actions for Poster' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await poster.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Trash' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Poster' });
    await row.getByText('Summer').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'trash');
    await row.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    await page.goto(`/library/${folder.id}`);
    await poster.getByText('Active', { exact: true }).waitFor();
  });

  test('what was thrown away is named, and once it is back nothing offers to bring it back', async () => {
    const user = await newUser();
    await (await user.folder({ name: 'Summer' })).document(await jpegPicture(3), { name: 'Poster' });
    const page = await browser.open('/library', { as: user });
    await page.getByRole('button', { name: 'More actions for Summer' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByText('“Summer” was moved to the trash').waitFor();
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('button', { name: 'Restore' }).first().click();
    await page.getByText('“Summer” is back').waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });

  test('a viewer looks, and is offered nothing that would be refused', async () => {
    const organization = await seed(browser.loupe).organization({ credit: 10 });
    const editor = await organization.user({ roles: ['Editor'] });
    const folder = await editor.folder({ name: 'Common' });
    await folder.document(await jpegPicture(1), { name: 'Card' });
    const page = await browser.open(`/library/${folder.id}`, {
      as: await organization.user({ roles: ['Viewer'] }),
    });
    await cardOf(page, 'Card').waitFor();
    expect(await page.getByRole('button', { name: /New folder|Upload|What to do/ }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Trash' }).count()).toBe(0);
  });

  test('a change is shown at once, and goes back with the reason when the server refuses it', async () => {
    const organization = await seed(browser.loupe).organization({ accountType: 'Prepaid', credit: 0 });
    const user = await organization.user({ roles: ['Editor'] });
    const folder = await user.folder({ name: 'Poor' });
    await folder.document(await jpegPicture(1), { name: 'Flyer', status: 'Inactive' });
    const page = await browser.open(`/library/${folder.id}`, { as: user });
    const card = cardOf(page, 'Flyer');
    await card.getByText('Inactive', { exact: true }).waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('setStatus') === true) await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'More actions for Flyer' }).click();
    await page.getByRole('menuitem', { name: 'Activate' }).click();
    await card.getByText('Active', { exact: true }).waitFor();
    release();
    await page.getByRole('alert').filter({ hasText: 'not enough page credits' }).waitFor();
    await card.getByText('Inactive', { exact: true }).waitFor();
    expect(await card.getByText('Active', { exact: true }).count()).toBe(0);
  });

  test('the second of two renames shows the conflict, and overwrites nothing', async () => {
    const user = await newUser();
    const folder = await user.folder({ name: 'Shared' });
    const document = await folder.document(await jpegPicture(1), { name: 'Draft' });
    const page = await browser.open(`/library/${folder.id}`, { as: user });
    await page.getByRole('button', { name: 'More actions for Draft' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await user.send('PATCH', `/api/documents/${document.id}`, { json: { Name: 'Theirs' } });
    await page.getByRole('dialog').getByLabel('Name').fill('Mine');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile' }).waitFor();
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Mine');
    await page.getByText('Theirs').first().waitFor();
  });
});
