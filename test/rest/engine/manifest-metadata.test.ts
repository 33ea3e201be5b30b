/** What a manifest says of references beside ids and keywords, and a fault in each of its columns. */
import { beforeAll, describe, expect, test } from 'vitest';
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
  pictures = await Promise.all([1, 2, 3].map((number) => jpegPicture(320 + number)));
});

const picture = (at: number) => pictures[at] ?? Buffer.of();

interface Line {
  readonly code: string | null;
  readonly message: string | null;
  readonly manifestLine: number | null;
}

/** Imports a ZIP into a new application. @returns the report, and metadata and state of what the application then holds */
async function imported(files: Readonly<Record<string, Buffer | string>>) {
  const { id, modifyKey } = await engine.newApplication();
  const bytes = Object.entries(files).map(([name, file]) => [name, Buffer.from(file)] as const);
  const started = await engine.post(modifyKey, 'imports', { zip: await zipOf(Object.fromEntries(bytes)) });
  expect(started.status).toBe(202);
  const importId = textMember(started.body, 'id');
  await loupe.app.services.referenceImports.ended({ id }, importId);
  const run = (await engine.get(id, `imports/${importId}`)).body;
  const lines = elementsOf(memberOf((await engine.get(id, `imports/${importId}/lines`)).body, 'items'));
  const held = elementsOf(memberOf((await engine.get(id, 'references')).body, 'items'));
  const kept = held.map((each) => [memberOf(each, 'metadata'), memberOf(each, 'isActive')] as const);
  const metadata = Object.fromEntries(kept.map((each, at) => [textMember(held[at], 'id'), each]));
  return { run, lines: lines as readonly Line[], metadata };
}

describe('a manifest', () => {
  const kept = {
    a: [{ price: 1.5, tags: ['x'] }, true],
    'b.jpg': [null, false],
    c: [{}, true],
  };

  test('gives metadata and switches references off as CSV', async () => {
    const report = await imported({
      'a.jpg': picture(0),
      'b.jpg': picture(1),
      'c.jpg': picture(2),
      'manifest.csv': [
        'file,id,metadata,active',
        'a.jpg,a,"{""price"":1.5,""tags"":[""x""]}",TRUE',
        'b.jpg,,,false',
        'c.jpg,c,{},',
      ].join('\n'),
    });
    expect(report.metadata).toEqual(kept);
  });

  test.each(['manifest.json', 'manifest.jsonl'])('gives the same as %s', async (name) => {
    const entries = [
      { file: 'a.jpg', id: 'a', metadata: { price: 1.5, tags: ['x'] }, active: true },
      { file: 'b.jpg', active: false, metadata: null },
      { file: 'c.jpg', id: 'c', metadata: {}, active: null },
    ];
    const lines = entries.map((entry) => JSON.stringify(entry));
    const manifest = name === 'manifest.json' ? `[${lines.join()}]` : `\uFEFF${lines.join('\r\n\r\n')}\r\n`;
    const report = await imported({
      'a.jpg': picture(0),
      'b.jpg': picture(1),
      'c.jpg': picture(2),
      [name]: manifest,
    });
    expect(report.metadata).toEqual(kept);
    expect(report.lines.map(({ manifestLine }) => manifestLine)).toEqual(
      name === 'manifest.json' ? [1, 2, 3] : [1, 3, 5],
    );
  });

  const long = JSON.stringify({ text: 'x'.repeat(4096) });
  const faults: readonly [string, string, RegExp][] = [
    ['"file":7', ',', /“file” is missing/],
    ['"file":"a.jpg","metadata":"x"', 'a.jpg,,x,,', /“metadata” must be/],
    ['"file":"a.jpg","metadata":[1]', 'a.jpg,,[1],,', /“metadata” must be a JSON object/],
    [
      `"file":"a.jpg","metadata":${long}`,
      `a.jpg,,"${long.replaceAll('"', '""')}",,`,
      /“metadata” must be at most/,
    ],
    ['"file":"a.jpg","active":"maybe"', 'a.jpg,,,maybe,', /“active” must be true or false/],
    ['"file":"a.jpg","additional":"maybe"', 'a.jpg,,,,maybe', /“additional” must be true or false/],
  ];

  test('names a fault in every column', async () => {
    const files = { 'a.jpg': picture(0), 'b.jpg': picture(1) };
    const lines = faults.slice(1).map(([members]) => `{${members}}`);
    const csv = ['file,id,metadata,active,additional', ...faults.slice(1).map(([, row]) => row)];
    for (const report of [
      await imported({ ...files, 'manifest.jsonl': ['{"file":7}', '{half', ...lines].join('\n') }),
      await imported({ ...files, 'manifest.csv': [csv[0], ',x,,,', 'a.jpg', ...csv.slice(1)].join('\n') }),
    ]) {
      const refused = report.lines.filter(({ manifestLine }) => manifestLine !== null);
      expect(refused.map(({ code }) => code)).toEqual(Array(7).fill('INVALID_MANIFEST'));
      expect(refused[0]?.message).toMatch(/“file” is missing/);
      expect(refused[1]?.message).toMatch(/no JSON object|has 1 cells/);
      for (const [at, [, , message]] of faults.slice(1).entries())
        expect(refused[at + 2]?.message).toMatch(message);
      expect(report.run).toMatchObject({ refused: 7, added: 1 });
    }
  });
});
