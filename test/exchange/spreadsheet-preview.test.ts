/** Spreadsheets of documents and folders: what an import would do, what it refuses, and how it is taken back. */
import { beforeEach, describe, expect, it } from 'vitest';
import { GraphqlClient } from '../graphql/support.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededFolder, SeededUser } from '../kit/seed/seed-user.js';

const loupe = useTestApp();
let editor: SeededUser;
let folder: SeededFolder;
let document: SeededDocument;
let pageId: string;
let actionId: string;

beforeEach(async () => {
  editor = await (await seed(loupe).organization()).user();
  folder = await editor.folder();
  document = await folder.document(await jpegPicture(61), { name: 'Flyer' });
  pageId = document.imageIds[0] ?? '';
  await document.title('Prices', { nodeId: pageId });
  actionId = await document.action({ nodeId: pageId, name: 'Shop' });
});

const csv = (...lines: readonly (readonly string[])[]) =>
  Buffer.from(
    lines
      .map((line) => line.map((cell) => JSON.stringify(cell).replaceAll('\\"', '""')).join(','))
      .join('\n'),
  );

const FIELDS = {
  previewSpreadsheet: `... on SpreadsheetPreview { total
    lines { table row kind element { id label } languageCode name cells { column before after } }
    refusals { table row column message } warnings { table row column message } }`,
  importSpreadsheet: '... on SpreadsheetImport { changed undoId }',
};

async function send(name: keyof typeof FIELDS, bytes: Buffer, id = document.id) {
  const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${editor.token}` });
  const { data } = await client.upload(
    `mutation ($id: ID!, $file: Upload!) { done: ${name}(input: { documentId: $id, file: $file }) {
       ${FIELDS[name]} ... on Problem { code message } ... on ValidationProblem { fields { path messages } } } }`,
    { id },
    { file: { bytes, type: 'text/csv', name: 'content.csv' } },
  );
  return data?.['done'] as Record<string, unknown>;
}

const content = async () => ({
  titles: await editor.send('GET', `/api/nodes/${pageId}/titles`),
  actions: await editor.send('GET', `/api/nodes/${pageId}/actions`),
});
const titleHead = ['ElementId', 'LanguageCode', 'Value'];
const actionHead = ['ActionId', 'ElementId', 'LanguageCode', 'Name', 'Content', 'Delete'];
const link = '{"Url":"https://loupe.example/"}';

describe('the preview of a spreadsheet', () => {
  it('shows every change with what is there, and changes nothing', async () => {
    const before = await content();
    expect(
      await send(
        'previewSpreadsheet',
        csv(titleHead, [pageId, 'en-US', 'Offers'], [pageId, 'de-DE', 'Preise']),
      ),
    ).toMatchObject({
      total: 2,
      refusals: [],
      lines: [
        {
          table: 'TITLES',
          row: 2,
          kind: 'CHANGED',
          element: { id: pageId, label: '1: Page 1' },
          cells: [{ column: 'Value', before: 'Prices', after: 'Offers' }],
        },
        { row: 3, kind: 'ADDED', languageCode: 'de-DE' },
      ],
    });
    const actions = csv(
      actionHead,
      [actionId, pageId, 'en-US', 'Shop', link, 'x'],
      ['', pageId, 'en-US', 'More', 'https://bare.example/', ''],
    );
    expect(await send('previewSpreadsheet', actions)).toMatchObject({
      lines: [
        { kind: 'REMOVED', name: 'Shop', cells: [] },
        { kind: 'ADDED', row: 3 },
      ],
    });
    expect(await content()).toEqual(before);
  });

  it('names the row and the column of everything that cannot be taken, as the import does', async () => {
    const before = await content();
    const other = await (await editor.folder()).document(await jpegPicture(62));
    const theirs = await other.action();
    const mistakes = csv(
      [...actionHead, 'Priority', 'Type'],
      [actionId, pageId, 'xx-XX', 'Shop', link, '', '', 'URL'],
      ['', pageId, 'en-US', 'More', 'no JSON', '', '', 'URL'],
      ['', pageId, 'en-US', 'More', link, '', 'first', 'URL'],
      [theirs, '', 'en-US', '', '', 'yes', '', ''],
      [actionId, pageId, 'en-US', 'Twice', link, '', '', 'URL'],
    );
    const preview = await send('previewSpreadsheet', mistakes);
    expect(preview['refusals']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ table: 'ACTIONS', row: 2, column: 'LanguageCode' }),
        expect.objectContaining({ row: 3, column: 'Content' }),
        expect.objectContaining({ row: 4, column: 'Priority', message: 'must be a whole number' }),
        expect.objectContaining({ row: 5, column: 'ActionId' }),
        expect.objectContaining({ row: 6, column: 'ActionId' }),
      ]),
    );
    expect(await send('importSpreadsheet', mistakes)).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await content()).toEqual(before);
    expect(await other.action()).not.toBe(theirs);
    await editor.send('GET', `/api/actions/${theirs}`);
  });

  it('of a file that is no table says what is missing', async () => {
    expect(await send('previewSpreadsheet', csv(['Name', 'Price'], ['Chair', '12']))).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringMatching(/headings/) as unknown,
    });
  });
});

describe('the import of a spreadsheet', () => {
  it('into a folder reaches its documents alone', async () => {
    const poster = await folder.document(await jpegPicture(63), { name: 'Poster' });
    const both = csv(titleHead, [document.id, 'en-US', 'One'], [poster.id, 'en-US', 'Two']);
    expect(await send('importSpreadsheet', both, document.id)).toMatchObject({
      fields: [{ path: 'Titles row 3.ElementId' }],
    });
    expect(await send('importSpreadsheet', both, folder.id)).toMatchObject({ changed: 2 });
    const path = `/services/Automation/Spreadsheet?documentId=${folder.id}&format=csv`;
    const file = await (await editor.request('GET', path)).text();
    expect(file).toContain(`${poster.id},Poster,en-US,Two`);
    expect(file).toContain('Flyer / 1: Page 1');
  });

  it('keeps what the file has no column for', async () => {
    await editor.send('PATCH', `/api/Actions/${actionId}`, { json: { Priority: 7 } });
    const row = [actionId, pageId, 'en-US', 'Shop now', link, ''];
    expect(await send('importSpreadsheet', csv(actionHead, row))).toMatchObject({ changed: 1 });
    expect(await editor.send('GET', `/api/actions/${actionId}`)).toMatchObject({
      Name: 'Shop now',
      Priority: 7,
      Type: 'URL',
    });
  });

  it('is taken back with what it added and removed', async () => {
    const before = await content();
    const rows = csv(
      actionHead,
      [actionId, pageId, 'en-US', 'Shop', link, 'x'],
      ['', pageId, 'en-US', 'More', link, ''],
    );
    const { undoId } = await send('importSpreadsheet', rows);
    const query = 'mutation ($id: ID!) { done: undoTextChange(input: { id: $id }) { __typename } }';
    expect(
      await editor.send('POST', '/graphql', { json: { query, variables: { id: undoId } } }),
    ).toMatchObject({
      data: { done: { __typename: 'Done' } },
    });
    // The action that was removed comes back as a new one.
    const after = await content();
    expect(after.titles).toEqual(before.titles);
    expect(after.actions).toMatchObject([{ Name: 'Shop', Type: 'URL', LanguageCode: 'en-US' }]);
  });
});
