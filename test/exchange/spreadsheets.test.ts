import { beforeEach, describe, expect, it } from 'vitest';
import readXlsxFile from 'read-excel-file/node';
import writeXlsxFile from 'write-excel-file/node';
import { GraphqlClient } from '../graphql/support.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { zipOf } from '../kit/files/zips.js';

describe('a spreadsheet of titles and actions', () => {
  const loupe = useTestApp();
  let editor: SeededUser;
  let document: SeededDocument;
  let imageId: string;
  let actionId: string;

  beforeEach(async () => {
    editor = await (await seed(loupe).organization()).user();
    document = await (await editor.folder()).document(await jpegPicture(97), { name: '=1+1' });
    imageId = document.imageIds[0]!;
    await document.title(`=HYPERLINK("https://evil.example")`, { nodeId: imageId });
    await document.title(`'=quoted, "twice"\nand broken 📰`, { nodeId: imageId, languageCode: 'fr-FR' });
    actionId = await document.action({ nodeId: imageId, name: '@SUM(A1)' });
  });

  const path = (query = '') => `/services/Automation/Spreadsheet?documentId=${document.id}${query}`;
  const download = async (query = '') =>
    Buffer.from(await (await editor.request('GET', path(query))).arrayBuffer());
  const upload = async (bytes: Buffer, user = editor) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }), 'content');
    const response = await user.request('PUT', path(), { form });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const csv = (lines: readonly (readonly string[])[]) =>
    Buffer.from(
      lines
        .map((line) => line.map((cell) => JSON.stringify(cell).replaceAll('\\"', '""')).join(','))
        .join('\n'),
    );
  const content = async () => ({
    titles: await editor.send('GET', `/api/nodes/${imageId}/titles`),
    actions: await editor.send('GET', `/api/nodes/${imageId}/actions`),
  });
  const titleHead = ['ElementId', 'LanguageCode', 'Value'];

  it('comes back as it went, as XLSX and as CSV, and changes nothing', async () => {
    const before = await content();
    for (const query of ['', '&format=csv', '&format=csv&table=Actions']) {
      expect(await upload(await download(query))).toEqual({ status: 200, body: { Changed: 0 } });
    }
    expect(await content()).toEqual(before);
  });

  it('holds nothing that a spreadsheet program computes', async () => {
    const titles = (await download('&format=csv')).toString();
    expect(titles).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect((await download('&format=csv&table=Actions')).toString()).toContain(`'@SUM(A1)`);
    const sheets = await readXlsxFile(await download());
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Titles', 'Actions']);
    expect(sheets[0]?.data).toContainEqual([
      imageId,
      '1: Page 1',
      'en-US',
      '=HYPERLINK("https://evil.example")',
      null,
      null,
    ]);
  });

  it('changes, adds and removes what its rows say, from XLSX and from CSV', async () => {
    const text = (value: string) => ({ value, type: String });
    const file = await writeXlsxFile([
      {
        sheet: 'Anything',
        data: [titleHead.map(text), [imageId, 'en-US', 'New'].map(text), [imageId, 'de-DE', 'Neu'].map(text)],
      },
    ]).toBuffer();
    expect(await upload(file)).toEqual({ status: 200, body: { Changed: 2 } });
    const head = ['ActionId', 'ElementId', 'LanguageCode', 'Name', 'Type', 'Content', 'Delete'];
    const link = '{"Url":"https://loupe.example/"}';
    // A box that is not ticked deletes nothing.
    for (const no of ['FALSE', 'FALSCH', 'faux', '0', 'no']) {
      const row = [actionId, imageId, 'en-US', `Kept for ${no}`, 'URL', link, no];
      expect(await upload(csv([head, row]))).toEqual({ status: 200, body: { Changed: 1 } });
    }
    const rows = [
      head,
      [actionId, imageId, 'en-US', 'Gone', 'URL', link, 'x'],
      ['', imageId, 'de-DE', 'Lesen', 'URL', link, ''],
    ];
    expect(await upload(csv(rows))).toEqual({ status: 200, body: { Changed: 2 } });
    expect(await content()).toMatchObject({
      titles: [
        { LanguageCode: 'de-DE', Value: 'Neu' },
        { LanguageCode: 'en-US', Value: 'New' },
        { LanguageCode: 'fr-FR' },
      ],
      actions: [{ LanguageCode: 'de-DE', Name: 'Lesen' }],
    });
  });

  it('with mistakes changes nothing and reports each by table and row', async () => {
    const before = await content();
    const rows = [
      titleHead,
      [imageId, 'en-US', 'Never'],
      [imageId, 'xx-XX', 'x'],
      [imageId, 'en-GB', 'x'.repeat(5001)],
    ];
    const { status, body } = await upload(csv(rows));
    expect(status).toBe(400);
    expect(Object.keys(body['ModelState'] as object)[0]).toMatch(/row 3/);
    const stranger = await (await seed(loupe).organization()).user();
    const theirs = await (await stranger.folder()).document(await jpegPicture(98));
    expect((await upload(csv([titleHead, [theirs.id, 'en-US', 'Mine']]))).status).toBe(400);
    expect(await content()).toEqual(before);
    expect((await upload(csv([titleHead]), stranger)).status).toBe(404);
  });

  it('that is none, is packed to burst or declares entities is refused', async () => {
    const sheet = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><worksheet>&a;</worksheet>`;
    const files: readonly [Buffer, number][] = [
      [await jpegPicture(5), 415],
      [Buffer.from('PK\u0003\u0004 and no more'), 415],
      [await zipOf({ 'xl/workbook.xml': Buffer.from(sheet) }), 415],
      [await zipOf({ 'xl/worksheets/sheet1.xml': Buffer.alloc(70 * 1024 * 1024, 0x20) }), 413],
      [Buffer.from('ElementId,LanguageCode,Value\n"open'), 415],
      [Buffer.from('a,b\n1,2\n'), 400],
    ];
    for (const [bytes, status] of files) expect((await upload(bytes)).status).toBe(status);
  });

  it('is written and read over GraphQL, too', async () => {
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${editor.token}` });
    const { data } = await client.run(
      'query ($id: ID!) { exportSpreadsheet(documentId: $id) { fileName contentType base64 } }',
      { id: document.id },
    );
    const { base64 } = data!['exportSpreadsheet'] as { base64: string };
    const answer = await client.upload(
      'mutation ($id: ID!, $file: Upload!) { importSpreadsheet(input: { documentId: $id, file: $file }) { ... on SpreadsheetImport { changed } ... on Problem { message } } }',
      { id: document.id },
      {
        file: {
          bytes: Buffer.from(base64, 'base64'),
          type: 'application/octet-stream',
          name: 'content.xlsx',
        },
      },
    );
    expect(answer.data).toEqual({ importSpreadsheet: { changed: 0 } });
  });
});
