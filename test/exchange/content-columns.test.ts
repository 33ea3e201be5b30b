/** What actions open stands in columns of its own in a spreadsheet. */
import { beforeEach, describe, expect, it, test } from 'vitest';
import type { ActionType } from '../../src/content/actions/action.entity.js';
import { cellsOfContent, contentOfCells } from '../../src/exchange/content-columns.js';
import { GraphqlClient } from '../graphql/support.js';
import { elementsOf, memberOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';

test.each<[ActionType, object, object]>([
  ['URL', { Url: 'https://a.example/' }, { Address: 'https://a.example/', Content: '' }],
  [
    'URL',
    { url: 'https://a.example/', IsEmbeddedWebView: true },
    { Address: 'https://a.example/', Content: '{"IsEmbeddedWebView":true}' },
  ],
  [
    'SHARE',
    { Url: 'https://a.example/', Content: 'Look' },
    { Address: 'https://a.example/', Message: 'Look', Content: '' },
  ],
  [
    'MAIL',
    { Address: 'a@b.example', Subject: 'Hi', Content: '' },
    { Mail: 'a@b.example', Subject: 'Hi', Message: '' },
  ],
  [
    'URL',
    { Url: 'https://a.example/', ContentType: 'text/html' },
    { Address: 'https://a.example/', Content: '' },
  ],
  ['TEL', { Number: '+41 22' }, { Phone: '+41 22', Content: '' }],
  ['SMS', { Number: '+41 22', Content: 'yes' }, { Phone: '+41 22', Message: 'yes' }],
  ['MAP', { SearchAddress: 'Rue 1, Genève' }, { Place: 'Rue 1, Genève' }],
  ['MAP', { Latitude: 46.2, Longitude: -6.15 }, { Place: '46.2, -6.15', Content: '' }],
  ['VCARD', { FirstName: 'Ada' }, { Address: '', Content: '{"FirstName":"Ada"}' }],
  ['RAW', { Url: 'x' }, { Address: '', Content: '{"Url":"x"}' }],
])('%s %j is written as cells and read again', (type, content, cells) => {
  const written = cellsOfContent(type, JSON.stringify(content));
  expect(written).toMatchObject(cells);
  expect(cellsOfContent(type, contentOfCells(type, written, null))).toEqual(written);
});

test.each(['', 'no JSON', '[]', '7'])('a content of %j stays as it is', (content) => {
  expect(cellsOfContent('URL', content)).toMatchObject({ Address: '', Content: content });
});

const loupe = useTestApp();
let editor: SeededUser;
let document: SeededDocument;
let pageId: string;
let actionId: string;

beforeEach(async () => {
  editor = await (await seed(loupe).organization()).user();
  document = await (await editor.folder()).document(await jpegPicture(71));
  pageId = document.imageIds[0] ?? '';
  await document.title('Prices', { nodeId: pageId });
  actionId = await document.action({ nodeId: pageId, name: 'Shop' });
  const Content = JSON.stringify({
    Url: 'https://loupe.example/',
    ContentType: 'text/html',
    IsEmbeddedWebView: true,
  });
  await editor.send('PATCH', `/api/Actions/${actionId}`, { json: { Type: 'URL', Content } });
});

const FIELDS = {
  previewSpreadsheet: `... on SpreadsheetPreview { total lines { row cells { column before after } }
    refusals { table row column message } warnings { table row column message } }`,
  importSpreadsheet: '... on SpreadsheetImport { changed }',
};

async function send(name: keyof typeof FIELDS, ...lines: readonly (readonly string[])[]) {
  const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${editor.token}` });
  const csv = lines.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
  const { data } = await client.upload(
    `mutation ($id: ID!, $file: Upload!) { done: ${name}(input: { documentId: $id, file: $file }) { ${FIELDS[name]} ... on Problem { message } } }`,
    { id: document.id },
    { file: { bytes: Buffer.from(csv), type: 'text/csv', name: 'content.csv' } },
  );
  return data?.['done'] as Record<string, unknown>;
}

const contentOf = async (id: string) =>
  JSON.parse(textMember(await editor.send('GET', `/api/actions/${id}`), 'Content')) as unknown;
const head = ['ActionId', 'ElementId', 'LanguageCode', 'Name', 'Type'];
const row = (...more: readonly string[]) => [actionId, pageId, 'en-US', 'Shop', 'URL', ...more];

describe('a spreadsheet of actions', () => {
  it('has the address in a column', async () => {
    const path = `/services/Automation/Spreadsheet?documentId=${document.id}&format=csv&table=Actions`;
    const [heads = '', line = ''] = (await (await editor.request('GET', path)).text()).split('\r\n');
    expect(heads).toContain('Type,Address,Mail,Subject,Phone,Place,Message,Content,IconId');
    expect(line).toContain('URL,https://loupe.example/,,,,,,"{""IsEmbeddedWebView"":true}"');
  });

  it('changes the address and leaves what it does not name', async () => {
    const wanted = await send('previewSpreadsheet', [...head, 'Address'], row('https://new.example/'));
    expect(wanted).toMatchObject({
      lines: [
        { cells: [{ column: 'Address', before: 'https://loupe.example/', after: 'https://new.example/' }] },
      ],
      warnings: [],
    });
    expect(await send('importSpreadsheet', [...head, 'Address'], row('https://new.example/'))).toEqual({
      changed: 1,
    });
    expect(await contentOf(actionId)).toEqual({
      Url: 'https://new.example/',
      ContentType: 'text/html',
      IsEmbeddedWebView: true,
    });
  });

  it('is taken in the form of before, and says nothing new where it is what is there', async () => {
    const content = '{ "IsEmbeddedWebView": true, "url": "https://loupe.example/" }';
    expect(await send('importSpreadsheet', [...head, 'Content'], row(content))).toEqual({ changed: 0 });
    expect(
      await send('importSpreadsheet', [...head, 'Content'], row('{"Url":"https://b.example/"}')),
    ).toEqual({ changed: 1 });
    expect(await contentOf(actionId)).toEqual({ Url: 'https://b.example/', ContentType: 'text/html' });
    const both = await send(
      'importSpreadsheet',
      [...head, 'Address', 'Content'],
      row('https://c.example/', '{"Url":"https://d.example/"}'),
    );
    expect(both).toEqual({ changed: 1 });
    expect(await contentOf(actionId)).toEqual({ Url: 'https://c.example/', ContentType: 'text/html' });
  });

  it('warns of each wrong address by row and takes it all the same', async () => {
    const lines = [
      [...head, 'Address', 'Mail', 'Phone'],
      row('not a url', '', ''),
      ['', pageId, 'en-US', 'Call', 'TEL', '', '', ''],
      ['', pageId, 'en-US', 'Run', 'URL', 'javascript:alert(1)', '', ''],
      ['', pageId, 'en-US', 'Write', '', '', 'a@b.example', ''],
    ];
    expect(await send('previewSpreadsheet', ...lines)).toMatchObject({
      total: 4,
      refusals: [],
      warnings: [
        {
          table: 'ACTIONS',
          row: 2,
          column: 'Address',
          message: expect.stringContaining('whole address') as string,
        },
        { row: 3, column: 'Phone' },
        { row: 4, column: 'Address' },
      ],
    });
    expect(await send('importSpreadsheet', ...lines)).toEqual({ changed: 4 });
    const actions = elementsOf(await editor.send('GET', `/api/nodes/${pageId}/actions`));
    const write = actions.find((action) => memberOf(action, 'Name') === 'Write');
    expect(write).toMatchObject({ Type: 'MAIL', IsValid: true });
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${editor.token}` });
    const { data } = await client.run(
      `query ($id: ID!) { textTable(elementId: $id, first: 10) { rows { actions { name targets { text problem } } } } }`,
      { id: document.id },
    );
    expect(JSON.stringify(data)).toContain('"text":"not a url","problem":"must be a whole address');
    expect(JSON.stringify(data)).toContain('"text":"a@b.example","problem":null');
  });

  it('refuses a cell that its type has no use for', async () => {
    expect(
      await send('previewSpreadsheet', [...head, 'Address', 'Phone'], row('https://loupe.example/', '+41')),
    ).toMatchObject({
      refusals: [{ row: 2, column: 'Phone', message: expect.stringContaining('TEL, SMS') as string }],
    });
  });
});
