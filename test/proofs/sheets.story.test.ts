/** One label against sheets on which it stands many times. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLocalRecognition } from '../../src/app/command-services.js';
import { runCli } from '../../src/cli/program.js';
import { readConfig } from '../../src/config.js';
import type { GivenProofSettings } from '../../src/proofs/proof-settings.js';
import type { LocalRecognition } from '../../src/recognition/local-recognition.js';
import { sharp } from '../../src/media/pictures/sharp.js';
import { FIRST_OBJECT, rawPdf } from '../kit/files/raw-pdf.js';

const MM = 72 / 25.4;
/** Of the label with its bleed, which is 3 mm wide. */
const [WIDTH, HEIGHT, BLEED] = [86, 56, 3];
const TRIMMED = [WIDTH - 2 * BLEED, HEIGHT - 2 * BLEED] as const;

interface Label {
  readonly price?: string;
  readonly band?: string;
  readonly name?: string;
}

const fonts =
  '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>/B<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>>>';

function label({ price = '12,90', band = '0.1 0.4 0.25', name = 'Thyme honey' }: Label): string {
  return `0.98 0.95 0.85 rg 0 0 ${WIDTH * MM} ${HEIGHT * MM} re f
    ${band} rg 0 ${36 * MM} ${WIDTH * MM} ${20 * MM} re f
    1 1 1 rg BT /B 18 Tf 1 0 0 1 ${8 * MM} ${41 * MM} Tm (${name}) Tj ET
    0 0 0 rg BT /F 8 Tf 1 0 0 1 ${8 * MM} ${29 * MM} Tm (Gathered in the hills, filled cold, 250 g) Tj ET
    BT /F 7 Tf 1 0 0 1 ${8 * MM} ${25 * MM} Tm (Store it dark and dry. Best before: see the lid.) Tj ET
    0.7 0 0.1 rg BT /B 22 Tf 1 0 0 1 ${50 * MM} ${9 * MM} Tm (${price}) Tj ET
    0.95 0.75 0.1 rg ${10 * MM} ${8 * MM} ${12 * MM} ${10 * MM} re f`;
}

const one = (look: Label = {}): Buffer =>
  rawPdf({
    pages: [
      {
        content: label(look),
        resources: fonts,
        mediaBox: [0, 0, WIDTH * MM, HEIGHT * MM],
        entries: `/TrimBox[${BLEED * MM} ${BLEED * MM} ${(WIDTH - BLEED) * MM} ${(HEIGHT - BLEED) * MM}]`,
      },
    ],
  });

interface Copy extends Label {
  /** Top left corner of the trimmed label on the sheet, in millimeters. */
  readonly at: readonly [left: number, top: number];
  readonly turn?: 0 | 90 | 180 | 270;
}

const [SHEET_WIDTH, SHEET_HEIGHT] = [320, 225];

/** Each copy is cut halfway to the next one, as imposition programs do. */
function sheet(copies: readonly Copy[], more = ''): Buffer {
  const placed = copies.map(({ at: [left, top], turn = 0 }, index) => {
    const isOnItsSide = turn % 180 !== 0;
    const [width, height] = isOnItsSide ? [TRIMMED[1], TRIMMED[0]] : TRIMMED;
    const [x, y] = [(left + width / 2) * MM, (SHEET_HEIGHT - top - height / 2) * MM];
    const [cosine, sine] = [
      [1, 0],
      [0, -1],
      [-1, 0],
      [0, 1],
    ][turn / 90] as [number, number];
    const clip = `${x - (width / 2 + 1) * MM} ${y - (height / 2 + 1) * MM} ${(width + 2) * MM} ${(height + 2) * MM} re W n`;
    return `q ${clip} ${cosine} ${sine} ${-sine} ${cosine} ${x} ${y} cm 1 0 0 1 ${(-WIDTH / 2) * MM} ${(-HEIGHT / 2) * MM} cm /X${index} Do Q`;
  });
  return rawPdf({
    pages: [
      {
        content: `${placed.join('\n')} 0 0 0 RG 0.3 w 890 4 m 890 12 l S ${more}`,
        mediaBox: [0, 0, SHEET_WIDTH * MM, SHEET_HEIGHT * MM],
        resources: `/XObject<<${copies.map((_, index) => `/X${index} ${FIRST_OBJECT + index} 0 R`).join('')}>>`,
      },
    ],
    objects: copies.map((look) => ({
      entries: `/Type/XObject/Subtype/Form/BBox[0 0 ${WIDTH * MM} ${HEIGHT * MM}]/Resources<<${fonts}>>`,
      stream: label(look),
    })),
  });
}

/** Two by two, 2 mm apart, from a place that no pixel knows. */
const grid = (change: (column: number, row: number) => Partial<Copy> | null = () => ({})): readonly Copy[] =>
  [0, 1].flatMap((row) =>
    [0, 1].flatMap((column) => {
      const changed = change(column, row);
      const at = [30.37 + column * (TRIMMED[0] + 2), 20.81 + row * (TRIMMED[1] + 2)] as const;
      return changed === null ? [] : [{ at, ...changed }];
    }),
  );

describe('a label against a sheet', { timeout: 120_000 }, () => {
  let recognition: LocalRecognition;
  let folder: string;

  beforeAll(async () => {
    recognition = openLocalRecognition(readConfig({ LOUPE_DATA: '/nowhere', LOUPE_PDF_MEMORY_MB: '256' }));
    folder = await mkdtemp(join(tmpdir(), 'loupe-sheets-'));
  });
  afterAll(async () => {
    await recognition.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function compare(copies: readonly Copy[], settings: GivenProofSettings = {}, first = one()) {
    const comparison = await recognition.pdfs.compare(first, sheet(copies), {
      settings: { sheet: true, ...settings },
    });
    return {
      comparison,
      told: comparison.pages.map(({ status, copy, differences }) => ({
        status,
        number: copy?.number,
        turn: copy?.turn,
        sentences: differences.map(({ sentence }) => sentence),
      })),
    };
  }

  it('finds every copy where it stands, and nothing that differs', async () => {
    const copies = grid((column) => (column === 1 ? { turn: 180 } : {}));
    const { comparison, told } = await compare(copies);
    expect(told).toEqual(
      copies.map(({ turn = 0 }, at) => ({ status: 'unchanged', number: at + 1, turn, sentences: [] })),
    );
    expect(comparison.hasDifferences).toBe(false);
    for (const [at, { copy }] of comparison.pages.entries()) {
      expect(copy?.place?.left).toBeCloseTo(copies[at]?.at[0] ?? 0, 0.7);
      expect(copy?.place?.top).toBeCloseTo(copies[at]?.at[1] ?? 0, 0.7);
    }
  });

  it('names what differs in one copy, also in one that lies on its side', async () => {
    const copies: readonly Copy[] = [
      { at: [20, 20] },
      { at: [120.4, 20], turn: 90 },
      { at: [190.2, 20], turn: 270, price: '12,80' },
      { at: [20, 120.3], turn: 180, band: '0.1 0.3 0.55' },
    ];
    const { told } = await compare(copies);
    expect(told).toEqual([
      { status: 'unchanged', number: 1, turn: 0, sentences: [] },
      { status: 'unchanged', number: 2, turn: 90, sentences: [] },
      { status: 'changed', number: 3, turn: 270, sentences: ['“12,90” → “12,80”.'] },
      { status: 'changed', number: 4, turn: 180, sentences: [expect.stringContaining('ΔE')] },
    ]);
  });

  it('says where a copy is missing, and which copy the sheet cuts off', async () => {
    const { comparison, told } = await compare([
      ...grid((column, row) => (column === 1 && row === 0 ? null : {})),
      { at: [-20, 180] },
    ]);
    expect(comparison.counts).toMatchObject({ unchanged: 3, removed: 1, changed: 1 });
    expect(told[1]).toMatchObject({ status: 'removed', number: 2, turn: null });
    expect(comparison.pages[1]?.copy?.place).toMatchObject({ left: expect.closeTo(112.4, 0), width: 80 });
    expect(told.at(-1)).toMatchObject({
      sentences: ['The sheet cuts off 20 mm at its left edge, 5 mm at its bottom edge.'],
    });
  });

  it('knows how many copies are to be there', async () => {
    const row = grid((_column, row) => (row === 0 ? {} : null));
    const few = await compare(row, { copies: 3 });
    expect(few.comparison.counts).toMatchObject({ unchanged: 2, removed: 1 });
    const many = await compare(row, { copies: 1 });
    expect(many.comparison.counts).toMatchObject({ unchanged: 1, inserted: 1 });
  });

  it('says that a label is not there, and refuses numbers that make no sense', async () => {
    const other = one({ name: 'x', band: '1 1 1', price: '' });
    await expect(
      compare(
        [{ at: [20, 20], name: 'Other', band: '0.9 0 0' }],
        {},
        rawPdf({ pages: [{ content: '0 0 0 rg 20 20 30 100 re f 120 60 40 40 re f' }] }),
      ),
    ).rejects.toMatchObject({
      code: 'IMAGES_DO_NOT_MATCH',
      message: expect.stringContaining('No copy of the first file was found'),
    });
    await expect(recognition.pdfs.compare(other, other, { settings: { copies: 3 } })).rejects.toMatchObject({
      fields: { copies: ['is for sheets'] },
    });
    await expect(compare([{ at: [20, 20] }], { copies: 0 })).rejects.toMatchObject({
      fields: { copies: ['must be a whole number from 1 to 500'] },
    });
  });

  it('is asked for by a command, whose reports and cases are of copies', async () => {
    const path = (name: string) => join(folder, name);
    await writeFile(path('label.pdf'), one());
    await writeFile(
      path('sheet.pdf'),
      sheet(grid((column, row) => (column + row === 2 ? { price: '12,50', turn: 180 } : {}))),
    );
    const printed = { out: '', error: '' };
    const run = (...words: string[]) => {
      printed.out = printed.error = '';
      return runCli(['compare', ...words], {
        config: () => readConfig({ LOUPE_DATA: path('no-server') }),
        open: () => Promise.reject(new Error('No database is needed here.')),
        openLocalRecognition: (config) => Promise.resolve(openLocalRecognition(config)),
        out: (text) => (printed.out += text),
        error: (text) => (printed.error += text),
      });
    };
    const files = ['--report', path('report.html'), '--language', 'de', '--junit', path('cases.xml')];
    expect(await run(path('label.pdf'), path('sheet.pdf'), '--sheet', ...files)).toBe(4);
    expect(printed.out).toContain(
      'Copy 1 (sheet 1; 30.4 mm from the left, 20.8 mm from the top): unchanged\n',
    );
    expect(printed.out).toMatch(
      /Copy 4 \(sheet 1; 112\.[34] mm .* turned by 180°\): changed, 1 difference\n {2}1\. “12,90” → “12,50”/,
    );
    expect(printed.out).toContain('Copies: 4 found, 1 of them changed, 0 missing, 0 not expected.');
    expect(await readFile(path('report.html'), 'utf8')).toContain('Nutzen 4 (Bogen 1; 112,');
    expect(await readFile(path('cases.xml'), 'utf8')).toContain('tests="4" failures="1"');
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    await writeFile(path('label.png'), picture);
    expect(await run(path('label.png'), path('sheet.pdf'), '--sheet')).toBe(2);
    expect(printed.error).toContain('says how many dots to the inch');
  });

  it('takes a picture that says how large it is for a page', async () => {
    const dpi = 300;
    const px = (mm: number): number => Math.round((mm / 25.4) * dpi);
    const block = (width: number, height: number, background: string) => ({
      create: { width, height, channels: 3 as const, background },
    });
    const flat = await sharp({
      create: { width: px(60), height: px(40), channels: 3, background: '#f4e8c0' },
    })
      .composite([
        { input: block(300, 120, '#205030'), left: 60, top: 60 },
        { input: block(180, 180, '#b01020'), left: 470, top: 210 },
      ])
      .withMetadata({ density: dpi })
      .png()
      .toBuffer();
    await writeFile(join(folder, 'flat.png'), flat);
    const { asPages } = await import('../../src/proofs/sheet/picture-page.js');
    const [page] = await asPages([flat, one()]);
    const { pages } = await recognition.pdfs.compare(page, page, { settings: { sheet: true } });
    expect(pages).toMatchObject([{ status: 'unchanged', copy: { place: { width: expect.closeTo(60, 0) } } }]);
  });
});
