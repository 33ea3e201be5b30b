/** Imports of TARs, trials, and imports that are ended, killed or given something that is no archive. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../kit/app.js';
import { useTestApp } from '../../kit/use-app.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { jpegPicture } from '../../kit/pictures.js';
import { tarOf } from '../../kit/files/tars.js';
import { rawZipOf, zipOf } from '../../kit/files/zips.js';
import { Management, type Parts } from '../support/management.js';

const loupe = useTestApp();
let engine: Management;
let pictures: readonly Buffer[];

beforeAll(async () => {
  engine = await Management.open(loupe);
  pictures = await Promise.all([1, 2, 3, 4, 5].map((number) => jpegPicture(340 + number)));
});

const picture = (at: number) => pictures[at] ?? Buffer.of();

/** Imports an archive into a new application. @returns the report, and what the application then holds */
async function imported(zip: Buffer, more: Parts = {}) {
  const { id, modifyKey } = await engine.newApplication();
  const started = await engine.post(modifyKey, 'imports', { zip, ...more });
  expect(started.status).toBe(202);
  const importId = textMember(started.body, 'id');
  await loupe.app.services.referenceImports.ended({ id }, importId);
  const run = (await engine.get(id, `imports/${importId}`)).body;
  const lines = elementsOf(memberOf((await engine.get(id, `imports/${importId}/lines`)).body, 'items'));
  const held = elementsOf(memberOf((await engine.get(id, 'references')).body, 'items'));
  return {
    id,
    run,
    lines: lines.map((line) => [
      textMember(line, 'fileName'),
      textMember(line, 'imageId'),
      memberOf(line, 'code'),
      memberOf(line, 'manifestLine'),
    ]),
    held: held.map((each) => [textMember(each, 'id'), memberOf(each, 'keywords')]),
  };
}

describe('an import of a TAR', () => {
  test.each(['tar', 'tar.gz'])('adds its pictures under their paths (%s)', async (kind) => {
    const tar = await tarOf([
      ['./one.jpg', picture(0)],
      [`${'long'.repeat(40)}/été.jpg`, picture(1)],
      ['notes.txt', Buffer.from('no picture')],
      ['.hidden', picture(2)],
    ]);
    const { run, lines, held } = await imported(kind === 'tar' ? tar : gzipSync(tar), { keywords: 'shelf' });
    expect(run).toMatchObject({ state: 'Done', total: 3, added: 2, refused: 1, secondsLeft: null });
    const long = `${'long'.repeat(40)}/été.jpg`;
    expect(lines).toEqual([
      ['one.jpg', 'one.jpg', null, null],
      [long, long, null, null],
      ['notes.txt', 'notes.txt', 'UNSUPPORTED_MEDIA', null],
    ]);
    expect(held).toEqual([
      ['one.jpg', ['shelf']],
      [long, ['shelf']],
    ]);
  });

  test('follows a manifest wherever it lies, and several images of one id in any order', async () => {
    const manifest = [
      'file,id,keywords,additional',
      'b.jpg,thing,front,',
      'a.jpg,thing,,true',
      'lost.jpg,lost,,',
      'c.jpg,thing,,',
      'd.jpg,other,(bad),',
      'a.jpg,again,,',
    ].join('\n');
    const { id, run, lines, held } = await imported(
      await tarOf([
        ['a.jpg', picture(0)],
        ['b.jpg', picture(1)],
        ['c.jpg', picture(2)],
        ['d.jpg', picture(3)],
        ['e.jpg', picture(4)],
        ['e.jpg', picture(3)],
        ['manifest.csv', Buffer.from(manifest)],
      ]),
    );
    expect(lines).toEqual([
      ['a.jpg', 'thing', null, 3],
      ['b.jpg', 'thing', null, 2],
      ['d.jpg', 'other', 'INVALID_KEYWORD', 6],
      ['e.jpg', 'e.jpg', null, null],
      ['e.jpg', 'e.jpg', null, null],
      ['lost.jpg', 'lost', 'MANIFEST_FILE_MISSING', 4],
      ['c.jpg', 'thing', 'DUPLICATE_IMAGE_ID', 5],
      ['a.jpg', 'again', 'INVALID_MANIFEST', 7],
    ]);
    expect(run).toMatchObject({ total: 8, added: 4, refused: 4 });
    expect(held).toEqual([
      ['thing', ['front']],
      ['e.jpg', []],
    ]);
    expect((await engine.get(id, 'counts')).body).toEqual({ references: 2, images: 3 });
  });

  test('refuses an archive that is damaged, cut off, empty or none', async () => {
    const { modifyKey } = await engine.newApplication();
    const whole = await tarOf([
      ['one.jpg', picture(0)],
      ['two.jpg', picture(1)],
    ]);
    const broken = Buffer.from(whole);
    broken.fill(0x37, 0, 200);
    const bomb = gzipSync(await tarOf([['zeros', Buffer.alloc(40_000_000)]]));
    const cases: readonly [Buffer, string, RegExp][] = [
      [whole.subarray(0, whole.length / 2), 'UNSUPPORTED_MEDIA', /cut off/],
      [gzipSync(whole).subarray(0, whole.length / 2), 'UNSUPPORTED_MEDIA', /cut off/],
      [broken, 'UNSUPPORTED_MEDIA', /damaged/],
      [gzipSync(Buffer.from('no tar at all')), 'UNSUPPORTED_MEDIA', /damaged/],
      [bomb, 'PAYLOAD_TOO_LARGE', /without compression/],
      [await tarOf([]), 'BAD_USER_INPUT', /holds no files/],
      [picture(0), 'UNSUPPORTED_MEDIA', /neither|no readable|not a readable/],
      [
        await tarOf([
          ['manifest.csv', Buffer.from('file')],
          ['manifest.jsonl', Buffer.of(32)],
        ]),
        'INVALID_MANIFEST',
        /Leave one of them out/,
      ],
    ];
    for (const [zip, code, title] of cases) {
      const refused = await engine.post(modifyKey, 'imports', { zip });
      expect(refused.body).toMatchObject({ code });
      expect(textMember(refused.body, 'title')).toMatch(title);
    }
  });
});

describe('a trial of an import', () => {
  test('reports what would happen and adds nothing', async () => {
    const tar = await tarOf([
      ['one.jpg', picture(0)],
      ['bad.jpg', Buffer.from('bad')],
    ]);
    const { id, run, lines, held } = await imported(tar, { dryRun: 'true' });
    expect(run).toMatchObject({ isDryRun: true, state: 'Done', added: 1, refused: 1 });
    expect(lines.map((line) => line[2])).toEqual([null, 'UNSUPPORTED_MEDIA']);
    expect(held).toEqual([]);
    expect((await engine.get(id, 'counts')).body).toEqual({ references: 0, images: 0 });
  });
});

describe('an import whose process ends', () => {
  test('goes on with the next file: each is added once, also as one more image', async () => {
    const own = await startTestApp();
    const keeper = await Management.open(own);
    const { id, modifyKey } = await keeper.newApplication();
    const rows = pictures.map((_each, at) => `{"file":"${at}.jpg","id":"thing","additional":true}`);
    const zip = await tarOf([
      ['manifest.jsonl', Buffer.from(rows.join('\n'))],
      ...pictures.map((bytes, at) => [`${at}.jpg`, bytes] as const),
    ]);
    const started = await keeper.post(modifyKey, 'imports', { zip });
    const again = await own.restart();
    const ended = await again.app.services.referenceImports.ended({ id }, textMember(started.body, 'id'));
    expect(ended).toMatchObject({ state: 'Done', total: 5, added: 5, refused: 0 });
    expect(await again.app.services.referenceList.counts({ id })).toEqual({ references: 1, images: 5 });
    await again.close();
  });
});

describe('names in a ZIP', () => {
  test('are UTF-8 where they are valid UTF-8, and else in the letters of MS-DOS', async () => {
    const names = ['Prüfung.jpg', 'Мир/книга.jpg', '中文.jpg', '📰.jpg', 'Pru\u0308fung 2.jpg'];
    const zip = rawZipOf([
      ...names.map((name, at) => ({ name, bytes: picture(at) })),
      { name: Buffer.from('Gr\u0081n.jpg', 'latin1'), bytes: picture(0) },
      { name: 'flagged-ä.jpg', bytes: picture(0), flags: 0x800 },
    ]);
    const { lines } = await imported(zip);
    expect(lines.map(([name]) => name)).toEqual([...names, 'Grün.jpg', 'flagged-ä.jpg']);
    expect(lines.map(([, , code]) => code)).toEqual(lines.map(() => null));
  });

  test('are found by a manifest', async () => {
    const manifest = Buffer.from('file,id\nPrüfung.jpg,p-1\n');
    const zip = rawZipOf([
      { name: 'manifest.csv', bytes: manifest },
      { name: 'Prüfung.jpg', bytes: picture(0) },
    ]);
    expect((await imported(zip)).lines).toEqual([['Prüfung.jpg', 'p-1', null, 2]]);
  });
});

test('files of a ZIP that cannot be unpacked are called what they are', async () => {
  const { id, modifyKey } = await engine.newApplication();
  const zip = rawZipOf([
    { name: 'secret.jpg', bytes: picture(0), flags: 1, method: 8 },
    { name: 'aes.jpg', bytes: picture(0), method: 99 },
    { name: 'bzip2.jpg', bytes: picture(0), method: 12 },
    { name: 'lzma.jpg', bytes: picture(0), method: 14 },
    { name: 'newer.jpg', bytes: picture(0), method: 200 },
    { name: 'damaged.jpg', bytes: picture(0), method: 8 },
  ]);
  const started = await engine.post(modifyKey, 'imports', { zip });
  const importId = textMember(started.body, 'id');
  await loupe.app.services.referenceImports.ended({ id }, importId);
  const { body } = await engine.get(id, `imports/${importId}/lines`);
  expect(elementsOf(memberOf(body, 'items')).map((line) => textMember(line, 'message'))).toEqual([
    expect.stringContaining('is encrypted'),
    expect.stringContaining('is encrypted'),
    expect.stringContaining('packed with bzip2'),
    expect.stringContaining('packed with LZMA'),
    expect.stringContaining('method 200'),
    expect.stringContaining('damaged'),
  ]);
});

describe('a path that is none within its archive', () => {
  test.each(['../../x.jpg', '/etc/x.jpg', 'a/../../x.jpg', 'C:/x.jpg', '__proto__', 'a/__proto__/x.jpg'])(
    '%s is refused in a ZIP and in a TAR',
    async (path) => {
      const { modifyKey } = await engine.newApplication();
      for (const zip of [rawZipOf([{ name: path, bytes: picture(0) }]), await tarOf([[path, picture(0)]])]) {
        const { status, body } = await engine.post(modifyKey, 'imports', { zip });
        expect(status).toBe(415);
        expect(JSON.stringify(body)).toContain('no path within it');
      }
    },
  );
});

describe('an archive of many files', () => {
  const many = Array.from({ length: 2100 }, (_, at) => `notes/${at}.txt`);

  test('is answered first and counted by its job (ZIP)', async () => {
    const { id, modifyKey } = await engine.newApplication();
    const zip = rawZipOf([...many.map((name) => ({ name })), { name: 'a.jpg', bytes: picture(0) }]);
    const started = await engine.post(modifyKey, 'imports', { zip });
    expect(started).toMatchObject({ status: 202, body: { state: 'Waiting', total: 0 } });
    await loupe.app.services.referenceImports.ended({ id }, textMember(started.body, 'id'));
    const { body } = await engine.get(id, `imports/${textMember(started.body, 'id')}`);
    expect(body).toMatchObject({ state: 'Done', total: 2101, added: 1, refused: 2100, progress: 1 });
  });

  test('fails as a whole where its manifest cannot be read', async () => {
    const { id, modifyKey } = await engine.newApplication();
    const zip = rawZipOf([
      { name: 'manifest.csv', bytes: Buffer.from('path\n') },
      ...many.map((name) => ({ name })),
    ]);
    const started = await engine.post(modifyKey, 'imports', { zip });
    expect(started.status).toBe(202);
    await loupe.app.services.referenceImports.ended({ id }, textMember(started.body, 'id'));
    const { body } = await engine.get(id, `imports/${textMember(started.body, 'id')}`);
    expect(body).toMatchObject({
      state: 'Failed',
      total: 0,
      failureReason: expect.stringContaining('manifest.csv, line 1') as string,
    });
  });
});

describe('an import that is ended', () => {
  test('adds nothing more, keeps what it has, and stays ended', async () => {
    const { id, modifyKey } = await engine.newApplication();
    const files = Array.from({ length: 40 }, (_, at) => [`${at}.jpg`, picture(at % 5)] as const);
    const started = await engine.post(modifyKey, 'imports', { zip: await tarOf(files) });
    const importId = textMember(started.body, 'id');
    const ended = await engine.post(modifyKey, `imports/${importId}/cancellation`, {});
    expect(ended).toMatchObject({ status: 200, body: { state: 'Cancelled' } });
    await loupe.app.services.referenceImports.ended({ id }, importId);
    const { body: run } = await engine.get(id, `imports/${importId}`);
    const { body: counts } = await engine.get(id, 'counts');
    expect(run).toMatchObject({ state: 'Cancelled', added: memberOf(counts, 'references') });
    expect(memberOf(counts, 'references')).toBeLessThan(40);
    const again = await engine.post(modifyKey, `imports/${importId}/cancellation`, {});
    expect(again.body).toMatchObject({ state: 'Cancelled' });
    const absent = '00000000-0000-4000-8000-000000000000';
    expect((await engine.post(modifyKey, `imports/${absent}/cancellation`, {})).status).toBe(404);
  });

  test('without duplicates warns of none; with them it warns of both', async () => {
    const zip = await zipOf({ 'a.jpg': picture(0), 'b.jpg': picture(0) });
    const { id, modifyKey } = await engine.newApplication();
    for (const [duplicates, expected] of [
      ['false', []],
      ['true', ['b.jpg']],
    ] as const) {
      const started = await engine.post(modifyKey, 'imports', { zip, duplicates });
      const importId = textMember(started.body, 'id');
      await loupe.app.services.referenceImports.ended({ id }, importId);
      const { body } = await engine.get(id, `imports/${importId}/lines`);
      expect(elementsOf(memberOf(body, 'items'))[0]).toMatchObject({ nearDuplicates: expected });
    }
  });
});
