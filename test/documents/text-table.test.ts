/** Titles and actions of many elements as a table, over GraphQL. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { elementsOf, memberOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededFolder, SeededUser } from '../kit/seed/seed-user.js';

const clock = new MovableClock();
const loupe = useTestApp({ clock });
let organization: SeededOrganization;
let user: SeededUser;
let folder: SeededFolder;
let document: SeededDocument;
let pageId: string;
let actionId: string;

beforeEach(async () => {
  organization = await seed(loupe).organization();
  user = await organization.user();
  folder = await user.folder({ name: 'Spring' });
  document = await folder.document(await jpegPicture(71), { name: 'Flyer' });
  pageId = document.imageIds[0] ?? '';
  await document.title('Old shop ($1)', { nodeId: pageId });
  actionId = await document.action({ nodeId: pageId, name: 'Old shop' });
});

const ask = (query: string, variables: object, who = user) =>
  who.send('POST', '/graphql', { json: { query, variables } });

const FIND = `query ($id: ID!, $find: String!, $replacement: String!, $fields: [TextField!]! = [TITLE, ACTION_NAME, ACTION_TARGET],
    $languageCode: Locale, $matchesCase: Boolean) {
  found: textReplacement(elementId: $id, find: $find, replacement: $replacement, fields: $fields, languageCode: $languageCode, matchesCase: $matchesCase) {
    total edits { element { id label } languageCode actionId field path before after problem }
  } }`;
const EDIT = `mutation ($id: ID!, $edits: [TextEditInput!]!) { done: editTexts(input: { elementId: $id, edits: $edits }) {
  ... on TextChange { changed undoId } ... on Problem { code message } ... on ValidationProblem { fields { path messages } }
} }`;
const UNDO = `mutation ($id: ID!) { done: undoTextChange(input: { id: $id }) { __typename ... on Problem { code message } } }`;

const done = (answer: unknown) => memberOf(memberOf(answer, 'data'), 'done');

interface FoundEdit {
  readonly element: { readonly id: string };
  readonly before: string;
  readonly after: string;
}

async function find(find: string, replacement: string, more: object = {}, id = folder.id) {
  const answer = await ask(FIND, { id, find, replacement, ...more });
  const found = memberOf(memberOf(answer, 'data'), 'found');
  return elementsOf(memberOf(found, 'edits')) as unknown as readonly (FoundEdit & Record<string, unknown>)[];
}

const toSend = (edits: readonly (FoundEdit & Record<string, unknown>)[]) =>
  edits.map(({ element, problem: _problem, ...edit }) => ({ ...edit, elementId: element.id }));

async function texts() {
  const titles = elementsOf(await user.send('GET', `/api/nodes/${pageId}/titles`));
  const actions = elementsOf(await user.send('GET', `/api/nodes/${pageId}/actions`));
  return {
    titles: titles.map((title) => textMember(title, 'Value')),
    actions: actions.map((action) => [textMember(action, 'Name'), textMember(action, 'Content')]),
  };
}

describe('the table of titles and actions', () => {
  it('shows rows by names, texts and missing translations, and says where each document begins', async () => {
    const inner = await user.folder({ name: 'Größe 2', parentId: folder.id });
    for (const name of ['Poster 10', 'Poster 9']) {
      const poster = await inner.document(await jpegPicture(72), { name });
      await poster.title('Great offer', { nodeId: poster.imageIds[0] ?? '' });
      if (name === 'Poster 9')
        await poster.title('Großes Angebot', { nodeId: poster.imageIds[0] ?? '', languageCode: 'de-DE' });
    }
    const TABLE = `query ($id: ID!, $skip: Int, $text: String, $untranslatedIn: String) {
      table: textTable(elementId: $id, skip: $skip, first: 2, text: $text, untranslatedIn: $untranslatedIn) {
        total documents { name folders row } rows { element { label folders } } } }`;
    const rows = async (filter: object) => {
      const answer = await ask(TABLE, { id: folder.id, ...filter });
      const table = memberOf(memberOf(answer, 'data'), 'table');
      const labels = elementsOf(memberOf(table, 'rows')).map((row) =>
        textMember(memberOf(row, 'element'), 'label'),
      );
      return [memberOf(table, 'total'), labels, memberOf(table, 'documents')];
    };
    const posters = [
      { name: 'Poster 9', folders: ['Größe 2'], row: 0 },
      { name: 'Poster 10', folders: ['Größe 2'], row: 2 },
    ];
    expect(await rows({})).toEqual([
      6,
      ['Poster 9', expect.stringContaining('Poster 9 / 1')],
      [...posters, { name: 'Flyer', folders: [], row: 4 }],
    ]);
    expect(await rows({ text: 'grosse' })).toEqual([4, expect.anything(), posters]);
    expect((await rows({ text: 'poster 10', skip: 1 }))[1]).toEqual([
      expect.stringContaining('Poster 10 / 1'),
    ]);
    expect(await rows({ text: 'offer' })).toEqual([
      2,
      [expect.stringContaining('Poster 9 / 1'), expect.stringContaining('Poster 10 / 1')],
      [posters[0], { ...posters[1], row: 1 }],
    ]);
    const untranslated = await rows({ untranslatedIn: 'de_de' });
    expect(untranslated.slice(0, 2)).toEqual([
      2,
      [expect.stringContaining('Poster 10 / 1'), expect.stringContaining('Flyer / 1')],
    ]);
    expect((await rows({ untranslatedIn: 'en-US' }))[0]).toBe(0);
    expect((await rows({ text: 'nowhere' })).slice(0, 2)).toEqual([0, []]);
    for (const wrong of [{ untranslatedIn: 'tlh' }, { text: 'x'.repeat(201) }]) {
      expect(JSON.stringify(await ask(TABLE, { id: folder.id, ...wrong }))).toContain('BAD_USER_INPUT');
    }
  });

  it('lists documents, pages and zones of a folder in the order of the print, in parts', async () => {
    const zoneId = await document.zone({ imageId: pageId });
    const inner = await user.folder({ name: 'Inner', parentId: folder.id });
    await inner.document(await jpegPicture(72), { name: 'Poster' });
    const ROWS = `query ($id: ID!, $skip: Int, $first: Int) { table: textTable(elementId: $id, skip: $skip, first: $first) {
      total languages rows { element { id type label pageId } titles { languageCode value }
        actions { id name type targets { path text } } } } }`;
    expect(await ask(ROWS, { id: folder.id })).toMatchObject({
      data: {
        table: {
          total: 5,
          languages: ['en-US'],
          rows: [
            { element: { label: 'Poster', pageId: null } },
            { element: { label: 'Poster / 1: Page 1' } },
            { element: { id: document.id, type: 'DOCUMENT', label: 'Flyer' } },
            {
              element: { id: pageId, label: 'Flyer / 1: Page 1' },
              titles: [{ languageCode: 'en-US', value: 'Old shop ($1)' }],
              actions: [{ id: actionId, targets: [{ path: '/Url', text: 'https://loupe.example/' }] }],
            },
            { element: { id: zoneId, type: 'ZONE', pageId } },
          ],
        },
      },
    });
    expect(await ask(ROWS, { id: document.id, skip: 1, first: 1 })).toMatchObject({
      data: { table: { total: 3, rows: [{ element: { id: pageId, label: '1: Page 1' } }] } },
    });
    expect(await ask(ROWS, { id: pageId })).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
    });
  });

  it('replaces what was found, in titles, names and addresses, and takes it back', async () => {
    const before = await texts();
    const edits = await find('OLD SHOP', 'New $& shop');
    expect(edits).toMatchObject([
      { field: 'TITLE', before: 'Old shop ($1)', after: 'New $& shop ($1)', problem: null },
      { field: 'ACTION_NAME', actionId, after: 'New $& shop' },
    ]);
    const addresses = await find('loupe.example/', 'loupe.example/2027?a=1&b="x"', {
      fields: ['ACTION_TARGET'],
    });
    expect(addresses).toMatchObject([{ field: 'ACTION_TARGET', path: '/Url', languageCode: 'en-US' }]);
    expect(await texts()).toEqual(before);

    const answer = done(await ask(EDIT, { id: folder.id, edits: toSend([...edits, ...addresses]) }));
    expect(answer).toMatchObject({ changed: 2 });
    const [[name, content] = []] = (await texts()).actions;
    expect([name, JSON.parse(content ?? '')]).toMatchObject([
      'New $& shop',
      { Url: 'https://loupe.example/2027?a=1&b="x"', ContentType: 'text/html' },
    ]);
    expect((await texts()).titles).toEqual(['New $& shop ($1)']);

    const undoId = textMember(answer, 'undoId');
    expect(done(await ask(UNDO, { id: undoId }))).toEqual({ __typename: 'Done' });
    expect(await texts()).toEqual(before);
    expect(done(await ask(UNDO, { id: undoId }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('finds by case and language only where that is asked for, and patterns are plain text', async () => {
    expect(await find('old', 'x', { matchesCase: true })).toEqual([]);
    expect(await find('Old', 'x', { languageCode: 'de-DE' })).toEqual([]);
    expect(await find('.*', 'x')).toEqual([]);
    expect(await find('($1)', '', { fields: ['TITLE'] })).toMatchObject([{ after: 'Old shop ' }]);
    expect(await ask(FIND, { id: folder.id, find: '', replacement: 'x' })).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
    });
  });

  it('refuses a replacement that no phone could open, and makes none of the others', async () => {
    const before = await texts();
    const broken = await find('https://', '', { fields: ['ACTION_TARGET'] });
    expect(broken).toMatchObject([{ problem: expect.stringMatching(/whole address/) as unknown }]);
    const titles = await find('Old', 'New', { fields: ['TITLE'] });
    expect(done(await ask(EDIT, { id: folder.id, edits: toSend([...titles, ...broken]) }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'edits.1.after' }],
    });
    expect(await texts()).toEqual(before);
  });

  it('overwrites nothing that somebody changed meanwhile, neither by an edit nor by taking one back', async () => {
    const edits = toSend(await find('Old', 'New'));
    await document.title('Somebody else’s', { nodeId: pageId });
    expect(done(await ask(EDIT, { id: folder.id, edits }))).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    const made = done(await ask(EDIT, { id: folder.id, edits: edits.slice(1) }));
    await user.send('PATCH', `/api/Actions/${actionId}`, { json: { Name: 'Again another' } });
    expect(done(await ask(UNDO, { id: textMember(made, 'undoId') }))).toMatchObject({
      code: 'CHANGED_MEANWHILE',
    });
    expect(await texts()).toMatchObject({
      titles: ['Somebody else’s'],
      actions: [['Again another', expect.anything()]],
    });
  });

  it('can be taken back for a day, by those who may change it', async () => {
    const made = done(await ask(EDIT, { id: document.id, edits: toSend(await find('Old', 'New')) }));
    const id = textMember(made, 'undoId');
    const stranger = await (await seed(loupe).organization()).user();
    expect(done(await ask(UNDO, { id }, stranger))).toMatchObject({ code: 'NOT_FOUND' });
    const viewer = await organization.user({ roles: ['Viewer'] });
    expect(done(await ask(UNDO, { id }, viewer))).toMatchObject({ code: 'FORBIDDEN' });
    clock.forward({ days: 1, minutes: 1 });
    user = await organization.user();
    expect(done(await ask(UNDO, { id }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('edits nothing outside of its place', async () => {
    const other = await (await user.folder()).document(await jpegPicture(73));
    await other.title('Old one');
    const edits = [
      { elementId: other.id, languageCode: 'en-US', field: 'TITLE', before: 'Old one', after: 'Mine' },
    ];
    expect(done(await ask(EDIT, { id: folder.id, edits }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'edits.0.elementId' }],
    });
  });
});
