/** Uploads that are made to keep their parsers busy, each of 1, 4 and 10 MB, for `trial-loop.ts`: every one of them is refused. */
import { setTimeout as wait } from 'node:timers/promises';
import { textMember } from '../../../../test/kit/json.js';
import { workbookOf } from '../../../../test/kit/files/workbooks.js';
import { rawZipOf } from '../../../../test/kit/files/zips.js';
import { type LargestInput, type LargestInputServer, senderTo } from './largest-input.js';

const SIZES = [1, 4, 10].map((megabytes) => ({ megabytes, bytes: megabytes * 1_000_000 }));

const filled = (bytes: number, part: string) => part.repeat(Math.ceil(bytes / part.length));

function distinctMembers(bytes: number): string {
  const members: string[] = [];
  for (let length = 0; length < bytes; length += members.at(-1)?.length ?? 1) {
    members.push(`"k${members.length}":1`);
  }
  return `{${members.join()}}`;
}

const csvFiles: Readonly<Record<string, (bytes: number) => string>> = {
  'a CSV of two endless lines': (bytes) => `${filled(bytes / 2, 'x,')}\n${filled(bytes / 2, 'x,')}`,
  'a CSV of endless lines': (bytes) => filled(bytes, 'x,y\n'),
  'a CSV of headings and endless lines': (bytes) =>
    `ElementId,LanguageCode,Value\n${filled(bytes, 'x,y,z\n')}`,
  'a CSV of blank lines': (bytes) => filled(bytes, '\n'),
  'a CSV of one endless cell': (bytes) => `"${filled(bytes, 'x')}`,
  'a CSV of quotation marks': (bytes) => `"${filled(bytes, '""')}`,
};

/** The rows of a sheet by the bytes that they unpack to. */
const sheets: Readonly<Record<string, (bytes: number) => string>> = {
  'a workbook of endless levels': (bytes) => `<row><c>${filled(bytes, '<a>')}`,
  'a workbook of endless cells': (bytes) => `<row>${filled(bytes, '<c><v>1</v></c>')}</row>`,
  'a workbook of endless elements': (bytes) => `<row><c>${filled(bytes, '<a/>')}</c></row>`,
  'a workbook of endless attributes': (bytes) =>
    `<row ${Array.from({ length: bytes / 10 }, (_, at) => `a${at}="1"`).join(' ')}/>`,
};

const jsonTexts: Readonly<Record<string, (bytes: number) => string>> = {
  'lists without end': (bytes) => `[${filled(bytes, '[],')}[]]`,
  'numbers without end': (bytes) => `[${filled(bytes, '1,')}1]`,
  'members without end': distinctMembers,
  'levels without end': (bytes) => filled(bytes, '['),
  'blanks without end': (bytes) => `${filled(bytes, ' ')}x`,
  'one text without end': (bytes) => `{"Name":"${filled(bytes, '\\u00e4')}"}x`,
  'titles that are none': (bytes) => `{"Titles":[${filled(bytes, '{},')}{}]}`,
};

const xmlTexts: Readonly<Record<string, (bytes: number) => string>> = {
  'elements without end': (bytes) => `<Document>${filled(bytes, '<a/>')}</Document>`,
  'levels without end': (bytes) => filled(bytes, '<a>'),
  'one text without end': (bytes) => `<Document>${filled(bytes, '&amp;')}`,
  'titles without end': (bytes) => `<Document><Titles>${filled(bytes, '<Title/>')}</Titles></Document>`,
};

const manifests: Readonly<Record<string, (bytes: number) => readonly [name: string, text: string]>> = {
  'lines without end': (bytes) => ['manifest.csv', `file,id\n${filled(bytes, 'a.jpg,a\n')}`],
  'one endless line': (bytes) => ['manifest.csv', filled(bytes, 'file,')],
  'entries without end': (bytes) => ['manifest.json', `[${filled(bytes, '{},')}{}]`],
  'members without end': (bytes) => ['manifest.json', `[${distinctMembers(bytes)}]`],
  'levels without end': (bytes) => ['manifest.json', filled(bytes, '[')],
  'lines of objects': (bytes) => ['manifest.jsonl', filled(bytes, '{}\n')],
};

export function hostileFiles(server: LargestInputServer): readonly LargestInput[] {
  const { target } = server;
  const send = senderTo(server);
  const base = `/api/v3/engine/applications/${target.applicationId}`;
  const refused = async (answer: Promise<unknown>) => {
    await answer.catch((error: unknown) => {
      if (!/ 4\d\d /.test(String(error))) throw error;
    });
  };
  const formOf = (name: string, bytes: Buffer | string) => {
    const form = new FormData();
    form.append(name, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
    return form;
  };
  const spreadsheet = async (bytes: Buffer | string) =>
    refused(
      send('PUT', `/services/Automation/Spreadsheet?documentId=${target.documentId}`, formOf('file', bytes)),
    );
  const body = { 'Content-Type': 'application/json' };
  const json = async (method: string, path: string, text: string) =>
    refused(send(method, path, Buffer.from(text), body));

  async function archive(bytes: Buffer): Promise<void> {
    const begun = await send('POST', `${base}/imports`, formOf('zip', bytes)).catch((error: unknown) => {
      if (!/ 4\d\d /.test(String(error))) throw error;
      return null;
    });
    if (begun === null) return;
    const id = textMember(JSON.parse(begun) as object, 'id');
    await send('POST', `${base}/imports/${id}/cancellation`, {});
    for (;;) {
      const state = textMember(JSON.parse(await send('GET', `${base}/imports/${id}`)) as object, 'state');
      if (!/waiting|running/i.test(state)) return;
      await wait(50);
    }
  }

  const each = <Made>(
    kinds: Readonly<Record<string, (bytes: number) => Made>>,
    title: string,
    run: (made: Made) => Promise<unknown>,
  ): readonly LargestInput[] =>
    Object.entries(kinds).flatMap(([kind, make]) =>
      SIZES.map(({ megabytes, bytes }) => ({
        title: `Hostile: ${title}${kind}, ${megabytes} MB`,
        prepare: () => {
          const made = make(bytes);
          return Promise.resolve(() => run(made));
        },
      })),
    );

  return [
    ...each(csvFiles, '', spreadsheet),
    ...each(
      Object.fromEntries(
        Object.entries(sheets).map(([kind, rows]) => [
          kind,
          (bytes: number) => workbookOf({ rows: rows(bytes) }),
        ]),
      ),
      '',
      async (book) => spreadsheet(await book),
    ),
    ...each(jsonTexts, 'an import of JSON: ', (text) =>
      json(
        'PUT',
        '/services/Automation/Import',
        JSON.stringify({ DocumentId: target.documentId, Json: text }),
      ),
    ),
    ...each(xmlTexts, 'an import of XML: ', (text) =>
      json(
        'PUT',
        '/services/Automation/Import',
        JSON.stringify({ DocumentId: target.documentId, Xml: text }),
      ),
    ),
    ...each(jsonTexts, 'a body of JSON: ', (text) => json('PUT', '/services/Automation/Import', text)),
    ...each(jsonTexts, 'a body of GraphQL: ', (text) => json('POST', '/graphql', text)),
    ...each(manifests, 'a manifest of ', ([name, text]) =>
      archive(rawZipOf([{ name, bytes: Buffer.from(text) }, { name: 'a.jpg' }])),
    ),
    ...each({ files: (bytes: number) => Math.min(bytes / 100, 65_000) }, 'a ZIP of empty ', (count) =>
      archive(rawZipOf(Array.from({ length: count }, (_, at) => ({ name: `folder/${at}.jpg` })))),
    ),
  ];
}
