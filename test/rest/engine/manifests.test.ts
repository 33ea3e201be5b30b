/** A list at the root of a ZIP of references gives ids and keywords; errors name what is wrong and where. */
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../kit/app.js';
import { useTestApp } from '../../kit/use-app.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { jpegPicture } from '../../kit/pictures.js';
import { zipOf } from '../../kit/files/zips.js';
import { Management } from '../support/management.js';

const loupe = useTestApp();
let engine: Management;
let pictures: readonly Buffer[];

beforeAll(async () => {
  engine = await Management.open(loupe);
  pictures = await Promise.all([1, 2, 3, 4].map((number) => jpegPicture(300 + number)));
});

const picture = (at: number) => pictures[at] ?? Buffer.of();

type Files = Readonly<Record<string, Buffer | string>>;

const bytesOf = (file: string | Buffer) => (typeof file === 'string' ? Buffer.from(file) : file);

interface Line {
  readonly fileName: string;
  readonly imageId: string;
  readonly code: string | null;
  readonly message: string | null;
  readonly manifestLine: number | null;
}

/** Imports a ZIP into a new application. @returns the report, and what the application then holds */
async function imported(files: Files, keywords: readonly string[] = []) {
  const { id, modifyKey } = await engine.newApplication();
  const bytes = Object.entries(files).map(([name, file]) => [name, bytesOf(file)] as const);
  const zip = await zipOf(Object.fromEntries(bytes));
  const started = await engine.post(modifyKey, 'imports', { zip, keywords });
  expect(started.status).toBe(202);
  const importId = textMember(started.body, 'id');
  await loupe.app.services.referenceImports.ended({ id }, importId);
  const run = (await engine.get(id, `imports/${importId}`)).body;
  const lines = elementsOf(memberOf((await engine.get(id, `imports/${importId}/lines`)).body, 'items'));
  const held = elementsOf(memberOf((await engine.get(id, 'references')).body, 'items'));
  const references = Object.fromEntries(
    held.map((each) => [textMember(each, 'id'), memberOf(each, 'keywords')] as const),
  );
  return { run, lines: lines as readonly Line[], references, id };
}

/** Sends a ZIP that is refused as a whole. */
async function refusal(files: Files) {
  const { id, modifyKey } = await engine.newApplication();
  const bytes = Object.entries(files).map(([name, file]) => [name, bytesOf(file)] as const);
  const { status, body } = await engine.post(modifyKey, 'imports', {
    zip: await zipOf(Object.fromEntries(bytes)),
  });
  expect(memberOf((await engine.get(id, 'counts')).body, 'references')).toBe(0);
  return { status, code: textMember(body, 'code'), title: textMember(body, 'title') };
}

const told = ({ lines }: { readonly lines: readonly Line[] }) =>
  lines.map(({ fileName, imageId, code, manifestLine }) => [fileName, imageId, code, manifestLine]);

describe('a manifest in a ZIP of references', () => {
  test('gives ids and keywords as CSV; files that it does not name go by their path, and the report says so', async () => {
    const report = await imported(
      {
        'shelf/one.jpg': picture(0),
        'two.jpg': picture(1),
        'three.jpg': picture(2),
        'manifest.csv': 'file,id,keywords\r\nshelf/one.jpg,first,red; round\r\ntwo.jpg,,\r\n',
      },
      ['all'],
    );
    expect(report.run).toMatchObject({ state: 'Done', total: 3, added: 3, refused: 0 });
    expect(told(report)).toEqual([
      ['shelf/one.jpg', 'first', null, 2],
      ['two.jpg', 'two.jpg', null, 3],
      ['three.jpg', 'three.jpg', null, null],
    ]);
    expect(report.lines.map(({ message }) => message)).toEqual([
      null,
      null,
      'The manifest does not name it: its path became the id.',
    ]);
    expect(report.references).toEqual({
      first: ['all', 'red', 'round'],
      'two.jpg': ['all'],
      'three.jpg': ['all'],
    });
  });

  test('is read as spreadsheet programs and other systems write it', async () => {
    const report = await imported({
      // As macOS packs it: the accent is a letter of its own.
      'e\u0301t\u00e9.jpg': picture(0),
      'b.jpg': picture(1),
      'manifest.csv':
        '\uFEFFID;Keywords;File\n"a ""1""";"x;y";.\\\u00e9t\u00e9.jpg\n\n"b\nc";;b.jpg\n;;none.jpg\n',
    });
    expect(told(report)).toEqual([
      ['e\u0301t\u00e9.jpg', 'a "1"', null, 2],
      ['b.jpg', 'b\nc', null, 4],
      ['none.jpg', 'none.jpg', 'MANIFEST_FILE_MISSING', 6],
    ]);
    expect(report.references).toEqual({ 'a "1"': ['x', 'y'], 'b\nc': [] });
  });

  test('gives the same as JSON, and several images of one id', async () => {
    const manifest = JSON.stringify([
      { file: 'b.jpg', id: 'thing', keywords: ['front', 'back'] },
      { file: 'a.jpg', id: 'thing', additional: true },
      { file: 'c.jpg' },
    ]);
    const report = await imported({
      'a.jpg': picture(0),
      'b.jpg': picture(1),
      'c.jpg': picture(2),
      'manifest.json': manifest,
    });
    expect(told(report)).toEqual([
      ['b.jpg', 'thing', null, 1],
      ['a.jpg', 'thing', null, 2],
      ['c.jpg', 'c.jpg', null, 3],
    ]);
    expect(report.references).toEqual({ thing: ['front', 'back'], 'c.jpg': [] });
    expect((await engine.get(report.id, 'counts')).body).toEqual({ references: 2, images: 3 });
  });

  test('has a line of the report for each of its lines that cannot be followed, with its number', async () => {
    const report = await imported({
      'a.jpg': picture(0),
      'b.jpg': picture(1),
      'c.jpg': picture(2),
      'd.jpg': picture(3),
      'notes.txt': 'no picture',
      'manifest.csv': [
        'file,id,keywords,additional',
        'a.jpg,one,red,',
        'lost.jpg,two,,',
        'b.jpg,one,,',
        'a.jpg,three,,',
        'c.jpg,four,red',
        ',five,,',
        'd.jpg,six,(bad),',
        'notes.txt,seven,,maybe',
      ].join('\n'),
    });
    expect(told(report)).toEqual([
      ['a.jpg', 'one', null, 2],
      ['lost.jpg', 'two', 'MANIFEST_FILE_MISSING', 3],
      ['b.jpg', 'one', 'DUPLICATE_IMAGE_ID', 4],
      ['a.jpg', 'three', 'INVALID_MANIFEST', 5],
      ['c.jpg', 'four', 'INVALID_MANIFEST', 6],
      ['manifest.csv', 'five', 'INVALID_MANIFEST', 7],
      ['d.jpg', 'six', 'INVALID_KEYWORD', 8],
      ['notes.txt', 'seven', 'INVALID_MANIFEST', 9],
    ]);
    expect(report.lines[1]?.message).toMatch(/^manifest\.csv, line 3: the archive does not hold this file/);
    expect(report.lines[2]?.message).toMatch(/^manifest\.csv, line 4: the id is given at 2 already/);
    expect(report.lines[4]?.message).toMatch(/^manifest\.csv, line 6: has 3 cells; the first line names 4/);
    expect(report.run).toMatchObject({ total: 8, added: 1, refused: 7 });
    expect(report.references).toEqual({ one: ['red'] });
  });

  test('has an entry of the report for each wrong entry of JSON', async () => {
    const report = await imported({
      'a.jpg': picture(0),
      'b.jpg': picture(1),
      'manifest.json': JSON.stringify([
        7,
        { file: 'a.jpg', keyword: 'x' },
        { file: 'b.jpg', id: 5 },
        { file: 'b.jpg', keywords: 'x' },
        { id: 'x' },
        { file: 'b.jpg', additional: 'yes' },
      ]),
    });
    expect(report.lines.map(({ code, manifestLine }) => [code, manifestLine])).toEqual(
      [1, 2, 3, 4, 5, 6].map((line) => ['INVALID_MANIFEST', line]),
    );
    expect(report.lines[1]?.message).toMatch(/^manifest\.json, entry 2: “keyword” is not known/);
    expect(report.references).toEqual({});
  });

  test('keeps a path that it gives away as an id from the file of that path', async () => {
    const report = await imported({
      'a.jpg': picture(0),
      'b.jpg': picture(1),
      'manifest.csv': 'file,id\na.jpg,b.jpg\n',
    });
    expect(told(report)).toEqual([
      ['a.jpg', 'b.jpg', null, 2],
      ['b.jpg', 'b.jpg', 'DUPLICATE_IMAGE_ID', null],
    ]);
  });

  test('in a folder is no manifest, and the report says so', async () => {
    const report = await imported({ 'x/manifest.csv': 'file\na.jpg', 'x/a.jpg': picture(0) });
    expect(told(report)).toEqual([
      ['x/manifest.csv', 'x/manifest.csv', 'INVALID_MANIFEST', null],
      ['x/a.jpg', 'x/a.jpg', null, null],
    ]);
    expect(report.lines[0]?.message).toMatch(/at the root of the archive/);
  });

  test.each<[string, string | Buffer, RegExp]>([
    ['an unknown column', 'file,id,keywrods\na.jpg,a,x', /line 1: the column “keywrods” is not known/],
    ['no column of files', 'id,keywords\na,x', /line 1: the column “file” is missing/],
    ['a column twice', 'file,id,id\na.jpg,a,b', /line 1: a column is named twice/],
    ['an open quotation mark', 'file,id\na.jpg,"a\nb.jpg,b', /line \d: quotation marks/],
    ['nothing in it', '', /line 1: the column “file” is missing/],
    ['no UTF-8', Buffer.from('file,id\na.jpg,\xe9', 'latin1'), /not in UTF-8/],
  ])('with %s refuses the whole ZIP before anything is added', async (_what, manifest, title) => {
    const answer = await refusal({ 'a.jpg': picture(0), 'manifest.csv': manifest });
    expect(answer).toMatchObject({ status: 400, code: 'INVALID_MANIFEST' });
    expect(answer.title).toMatch(title);
  });

  test('is refused when it is no JSON, no list, one of two, or too large', async () => {
    const with_ = async (manifest: string) => refusal({ 'a.jpg': picture(0), 'manifest.json': manifest });
    expect(await with_('[{')).toMatchObject({
      code: 'INVALID_MANIFEST',
      title: expect.stringMatching(/is no JSON/) as string,
    });
    expect(await with_('{}')).toMatchObject({
      code: 'INVALID_MANIFEST',
      title: expect.stringMatching(/is no list/) as string,
    });
    const two = await refusal({ 'a.jpg': picture(0), 'manifest.json': '[]', 'manifest.csv': 'file' });
    expect(two).toMatchObject({
      code: 'INVALID_MANIFEST',
      title: expect.stringMatching(/Leave one of them out/) as string,
    });
    const large = `[${' '.repeat(8 * 1024 * 1024)}]`;
    expect(await with_(large)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
  });

  test('is followed from where a stopped import stood', async () => {
    const own = await startTestApp();
    const keeper = await Management.open(own);
    const { id, modifyKey } = await keeper.newApplication();
    const rows = pictures.map((_each, at) => `${at}.jpg,id-${at},k${at}`);
    const zip = await zipOf({
      ...Object.fromEntries(pictures.map((bytes, at) => [`${at}.jpg`, bytes])),
      'manifest.csv': Buffer.from(['file,id,keywords', 'lost.jpg,lost,', ...rows].join('\n')),
    });
    const started = await keeper.post(modifyKey, 'imports', { zip });
    const again = await own.restart();
    const { referenceImports, referenceList } = again.app.services;
    const ended = await referenceImports.ended({ id }, textMember(started.body, 'id'));
    expect(ended).toMatchObject({ state: 'Done', total: 5, added: 4, refused: 1 });
    const { items } = await referenceList.page({ id }, {});
    expect(items.map((item) => [item.id, item.keywords])).toEqual(
      pictures.map((_each, at) => [`id-${at}`, [`k${at}`]]),
    );
    await again.close();
  });
});
