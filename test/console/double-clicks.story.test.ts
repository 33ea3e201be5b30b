/** A double click on a button that changes something does it once. */
import { expect, test } from 'vitest';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { useTestBrowser } from '../kit/use-browser.js';

const browser = useTestBrowser();

async function flyer() {
  const user = await (await seed(browser.loupe).organization({ credit: 20 })).user({ roles: ['Editor'] });
  const document = await (await user.folder()).document(await jpegPicture(55), { name: 'Flyer' });
  const actions = async () => {
    const query = `{ node(id: "${document.id}") { ... on Document { actions { languageCode name } } } }`;
    const { data } = (await user.send('POST', '/graphql', { json: { query } })) as {
      readonly data: { readonly node: { readonly actions: readonly object[] } };
    };
    return data.node.actions;
  };
  return { user, document, pageId: document.imageIds[0] ?? '', actions };
}

test('copies the actions of another language once', async () => {
  const { user, document, actions } = await flyer();
  const json = { DocumentId: document.id, LanguageCode: 'de-DE' };
  await user.send('PUT', '/api/documentLanguages', { json });
  await document.action({ name: 'Tickets' });
  await document.action({ name: 'Timetable' });
  const page = await browser.open(`/documents/${document.id}?language=de-DE`, { as: user });
  await page.getByRole('button', { name: /^Copy from/ }).dblclick();
  await page.getByRole('list', { name: 'Actions' }).getByText('Timetable').first().waitFor();
  const languageCode = 'de-DE';
  expect((await actions()).filter((each) => JSON.stringify(each).includes(languageCode))).toEqual([
    { languageCode, name: 'Tickets' },
    { languageCode, name: 'Timetable' },
  ]);
});

test('adds one zone', async () => {
  const { user, pageId } = await flyer();
  const page = await browser.open(`/pages/${pageId}`, { as: user });
  await page.getByRole('button', { name: 'Add a zone' }).dblclick();
  await page.locator('.zone').first().waitFor();
  await page.reload();
  await page.locator('.zone').first().waitFor();
  expect(await page.locator('.zone').count()).toBe(1);
});

test('brings a deleted action back once', async () => {
  const { user, document, actions } = await flyer();
  await document.action({ name: 'Tickets' });
  const page = await browser.open(`/documents/${document.id}`, { as: user });
  const list = page.getByRole('list', { name: 'Actions' });
  await list.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await list.getByText('Tickets').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo', exact: true }).dblclick();
  await list.getByText('Tickets').first().waitFor();
  expect(await actions()).toHaveLength(1);
});
