/** The head of a report: files, boxes, mode, settings, places in millimeters, and what differs without that it shows. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLocalRecognition } from '../../src/app/command-services.js';
import { readConfig } from '../../src/config.js';
import { PdfRenderer } from '../../src/media/pdf/pdf-renderer.js';
import { comparedFile, recordOf } from '../../src/proofs/comparison-record.js';
import { withProfile } from '../../src/proofs/profiles.js';
import { type GivenProofSettings, requireProofSettings } from '../../src/proofs/proof-settings.js';
import { ReportCollector } from '../../src/proofs/report/report-content.js';
import { type ReportFormat, reportOf } from '../../src/proofs/report/report.js';
import type { LocalRecognition } from '../../src/recognition/local-recognition.js';
import { type RawPage, rawPdf } from '../kit/files/raw-pdf.js';

const MM = 72 / 25.4;
const [WIDTH, HEIGHT] = [220 * MM, 307 * MM];

interface Sheet {
  readonly price?: string;
  readonly number?: string;
  /** Of the trim box, in millimeters from each side of the media box. */
  readonly bleed?: number;
  readonly annotations?: string;
  readonly hidden?: string;
  readonly objects?: readonly string[];
  readonly catalog?: string;
}

function sheet({
  price = '12,90',
  number = '4711',
  bleed = 5,
  annotations = '',
  hidden = '',
}: Sheet): RawPage {
  const [x, y] = [(5 + 100) * MM, HEIGHT - (5 + 50) * MM];
  return {
    content: `0.9 0.9 0.5 rg ${20 * MM} ${200 * MM} ${60 * MM} ${40 * MM} re f
      0 0 0 rg BT /F 20 Tf 1 0 0 1 ${x} ${y} Tm (${price}) Tj ET
      BT /F 10 Tf 1 0 0 1 ${30 * MM} ${60 * MM} Tm (Number ${number}, a line that stays) Tj ET
      BT 3 Tr /F 10 Tf 1 0 0 1 ${30 * MM} ${40 * MM} Tm (${hidden}) Tj ET`,
    mediaBox: [0, 0, WIDTH, HEIGHT],
    resources: '/Font<</F <</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>',
    entries: `/TrimBox[${bleed * MM} ${bleed * MM} ${WIDTH - bleed * MM} ${HEIGHT - bleed * MM}]${annotations}`,
  };
}

const pdf = (...sheets: readonly Sheet[]): Buffer =>
  rawPdf({
    pages: sheets.map(sheet),
    objects: sheets.flatMap(({ objects = [] }) => objects),
    catalog: sheets.map(({ catalog = '' }) => catalog).join(''),
  });

describe('a comparison of two files', { timeout: 120_000 }, () => {
  let recognition: LocalRecognition;
  const config = readConfig({ LOUPE_DATA: '/nowhere', LOUPE_PDF_MEMORY_MB: '256' });

  beforeAll(() => {
    recognition = openLocalRecognition(config);
  });
  afterAll(() => recognition.close());

  const compare = (first: Buffer, second: Buffer, settings: GivenProofSettings = {}) =>
    recognition.pdfs.compare(first, second, { settings });

  async function report(
    first: Buffer,
    second: Buffer,
    format: ReportFormat,
    settings: GivenProofSettings = {},
  ) {
    const collector = new ReportCollector();
    const comparison = await recognition.pdfs.compare(first, second, {
      settings,
      onPage: (page, pictures) => collector.add(page, pictures),
    });
    const record = recordOf([comparedFile('old.pdf', first), comparedFile('new.pdf', second)], {
      profile: null,
      settings: requireProofSettings(settings),
      user: 'Ada',
      date: new Date('2026-05-03T10:00:00Z'),
    });
    return (await reportOf(collector.finish({ record, comparison }), format)).content;
  }

  it('that found nothing says which files, boxes, mode and settings, by whom and when, in each kind of report', async () => {
    const [first, second] = [pdf({}), pdf({ objects: ['<</Other true>>'] })];
    const hash = createHash('sha256').update(first).digest('hex');
    const html = (await report(first, second, 'html', { minDeltaE: 7 })).toString();
    for (const said of [
      'No differences were found.',
      hash,
      'TrimBox 210 × 297 mm (5.0 mm, 5.0 mm)',
      'pose and light are forgiven nothing but rounding',
      'Color differences below ΔE 7 were left out.',
      'Compared by Ada.',
      '3 May 2026',
      'Not compared: ',
    ])
      expect(html).toContain(said);
    const json = JSON.parse((await report(first, second, 'json')).toString()) as Record<string, unknown>;
    expect(json).toMatchObject({
      files: [
        { name: 'old.pdf', sha256: hash, byteCount: first.length, pageCount: 1 },
        { name: 'new.pdf', pageCount: 1 },
      ],
      settings: { sensitivity: 'proof', compares: 'everything', dpi: null, ignore: [] },
      version: expect.stringMatching(/^\d+\.\d+/u),
      user: 'Ada',
      hasDifferences: false,
      pages: [{ geometry: { reference: { widthMm: 220, boxes: { trim: { left: 5, width: 210 } } } } }],
    });
    const pages = await new PdfRenderer(config.limits).open(await report(first, second, 'pdf'));
    try {
      const words = (await pages.words(0)).map(({ text }) => text).join(' ');
      expect(words).toContain(hash);
      expect(words).toContain('Compared by Ada.');
    } finally {
      pages.close();
    }
  });

  it('draws a file against itself once, and finds nothing', async () => {
    const { counts, referencePageCount, queryPageCount } = await compare(pdf({}, {}), pdf({}, {}));
    expect({ counts, referencePageCount, queryPageCount }).toMatchObject({
      counts: { unchanged: 2, changed: 0, moved: 0 },
      referencePageCount: 2,
      queryPageCount: 2,
    });
  });

  it('says where a place lies from the trimmed sheet', async () => {
    const { pages } = await compare(pdf({}), pdf({ price: '12,50' }));
    const [difference] = pages[0]?.differences ?? [];
    expect(difference?.fromTrim.query.left).toBeCloseTo(100, -1);
    expect(difference?.fromTrim.query.top).toBeGreaterThan(40);
    expect(difference?.fromTrim.query.top).toBeLessThan(51);
    const html = (await report(pdf({}), pdf({ price: '12,50' }), 'html')).toString();
    expect(html).toMatch(/\d+\.\d mm from the left, 4\d\.\d mm from the top of the trimmed page; \d/u);
  });

  it('leaves out places of one page alone, and refuses what leaves nothing or names no page', async () => {
    const [first, second] = [pdf({}, {}), pdf({ price: '12,50' }, { price: '12,70' })];
    const upper = { left: 0, top: 0, width: 1, height: 0.4 };
    const { pages } = await compare(first, second, { ignore: [{ ...upper, page: 1 }] });
    expect(pages.map(({ status }) => status)).toEqual(['unchanged', 'changed']);
    const every = await compare(first, second, { ignore: [upper] });
    expect(every.hasDifferences).toBe(false);
    const refused = { code: 'BAD_USER_INPUT', fields: { ignore: [expect.any(String)] } };
    await expect(compare(first, second, { ignore: [{ ...upper, page: 3 }] })).rejects.toMatchObject(refused);
    await expect(compare(first, second, { ignore: [{ ...upper, page: 0 }] })).rejects.toMatchObject(refused);
    await expect(
      compare(first, second, { ignore: [{ ...upper, left: 0.5, page: 1 }] }),
    ).rejects.toMatchObject(refused);
    const lower = { left: 0, top: 0.4, width: 1, height: 0.6, page: 2 };
    await expect(compare(first, second, { ignore: [upper, lower] })).rejects.toMatchObject(refused);
  });

  it('takes settings by the name of a profile, of text alone for example', async () => {
    const [first, second] = [pdf({}), pdf({ number: '4712' })];
    const recolored = Buffer.from(
      second.toString('latin1').replace('0.9 0.9 0.5 rg', '0.5 0.9 0.9 rg'),
      'latin1',
    );
    const all = await compare(first, recolored, withProfile('print ready', {}));
    expect(all.differenceCount).toBe(2);
    const text = await compare(first, recolored, withProfile('Text Only', {}));
    expect(text.pages[0]?.differences.map(({ sentence }) => sentence)).toEqual(['“4711,” → “4712,”.']);
    expect(withProfile('scan', { minDeltaE: 9 })).toMatchObject({ sensitivity: 'scan', minDeltaE: 9 });
    expect(() => withProfile('nothing', {})).toThrow(/print ready, text only, scan/u);
  });

  it('of text alone says where there is none', async () => {
    const picture = (gray: string) => rawPdf({ pages: [{ content: `${gray} g 20 20 100 100 re f` }] });
    const html = (await report(picture('0'), picture('0.6'), 'html', { compares: 'text' })).toString();
    expect(html).toContain('Nothing on this page was compared: it has no text layer.');
    const usual = (await report(picture('0'), picture('0.6'), 'html')).toString();
    expect(usual).toContain('1 page has no text layer: it was compared as a picture alone.');
  });

  it('looks with the dots to the inch that are asked for, within bounds', async () => {
    const [first, second] = [pdf({}), pdf({ price: '12,50' })];
    const coverage = async (dpi: number) =>
      (await compare(first, second, { dpi })).pages[0]?.coverage?.comparedPixels ?? 0;
    expect((await coverage(300)) / (await coverage(150))).toBeCloseTo(4, 0);
    for (const dpi of [149, 601, 200.5])
      await expect(compare(first, second, { dpi })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { dpi: [expect.any(String)] },
      });
  });

  describe('lists what differs without that it shows', () => {
    const link = (target: string): Sheet => ({
      annotations: `/Annots[<</Type/Annot/Subtype/Link/Rect[60 100 200 120]/Border[0 0 0]/A<</S/URI/URI(${target})>>>>]`,
    });
    const field = (value: string): Sheet => ({
      annotations: '/Annots[100 0 R]',
      objects: [
        `<</Type/Annot/Subtype/Widget/FT/Tx/T(Customer)/V(${value})/F 2/Rect[60 60 200 80]/DA(/F 10 Tf 0 g)>>`,
      ],
      catalog: '/AcroForm<</Fields[100 0 R]>>',
    });
    const note = (text: string): Sheet => ({
      annotations: `/Annots[<</Type/Annot/Subtype/Text/F 2/Rect[60 60 80 80]/Contents(${text})>>]`,
    });

    it.each<readonly [string, Sheet, Sheet, object]>([
      [
        'where a link leads',
        link('https://a.example/'),
        link('https://b.example/'),
        { kind: 'link', before: 'https://a.example/', after: 'https://b.example/' },
      ],
      [
        'a link that is gone',
        link('https://a.example/'),
        {},
        { kind: 'link', before: 'https://a.example/', after: '' },
      ],
      [
        'a field by its name',
        field('Ada'),
        field('Bob'),
        { kind: 'field', name: 'Customer', before: 'Ada', after: 'Bob' },
      ],
      ['a note', note('to do'), note('done'), { kind: 'note', name: 'Text', before: 'to do', after: 'done' }],
      [
        'text that nobody sees',
        { hidden: 'seen by none' },
        { hidden: 'seen by some' },
        { kind: 'unseenText', before: 'none', after: 'some' },
      ],
      [
        'where the sheet is trimmed',
        {},
        { bleed: 8 },
        {
          kind: 'box',
          name: 'TrimBox',
          before: '210.0 × 297.0 mm (x 5.0, y 5.0)',
          after: '204.0 × 291.0 mm (x 8.0, y 8.0)',
        },
      ],
    ])('%s', async (_name, first, second, expected) => {
      const found = await compare(pdf(first), pdf(second));
      expect(found.hasDifferences).toBe(false);
      expect(found.pages[0]?.alsoDiffers).toEqual([expect.objectContaining(expected)]);
      expect((await report(pdf(first), pdf(second), 'html')).toString()).toContain('Also differs');
    });

    it('the metadata and the unit of a file', async () => {
      const titled = (title: string, unit = ''): Buffer => {
        const plain = rawPdf({ pages: [{ entries: unit }], objects: [`<</Title(${title})/Producer(One)>>`] });
        return Buffer.from(plain.toString('latin1').replace('/Root', '/Info 100 0 R/Root'), 'latin1');
      };
      const found = await compare(titled('May'), titled('June', '/UserUnit 2'));
      expect(found.alsoDiffers).toEqual([
        { kind: 'userUnit', name: '', before: '1', after: '2' },
        { kind: 'metadata', name: 'Title', before: 'May', after: 'June' },
      ]);
    });

    it('nothing between a file and itself, or where links moved with their text', async () => {
      const found = await compare(pdf(link('https://a.example/')), pdf(link('https://a.example/')));
      expect([...found.alsoDiffers, ...(found.pages[0]?.alsoDiffers ?? [])]).toEqual([]);
    });
  });
});
