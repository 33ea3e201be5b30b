/** Two files have no camera between them: pose, light and the look of text are differences, each by its name. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLocalRecognition } from '../../src/app/command-services.js';
import type { LocalRecognition } from '../../src/recognition/local-recognition.js';
import { readConfig } from '../../src/config.js';
import { type RawPage, rawPdf } from '../kit/files/raw-pdf.js';

const [WIDTH, HEIGHT] = [420, 595];
const MM = 72 / 25.4;

interface Look {
  /** Operators before all others. */
  readonly before?: string;
  readonly ground?: string;
  /** Color of all text, of the price, of the patch. */
  readonly text?: string;
  readonly price?: string;
  readonly patch?: string;
  readonly headFont?: string;
  /** Of the box and the number in it, in points. */
  readonly boxAside?: number;
  readonly stripe?: string;
  readonly entries?: string;
  /** Operators that draw the rule. */
  readonly rule?: string;
  /** How many times as wide and high the sheet is, with everything on it. */
  readonly times?: number;
}

const LINES = [
  'Fresh from the market, every day of the week',
  'Apples of the region, crisp and sweet, the kilo',
  'Bread of whole grain, baked this very morning',
  'Cheese of the mountains, ripe for nine months',
  'Open from eight to six, on Saturdays until one',
];

function leaflet(look: Look): Buffer {
  const {
    before = '',
    ground = '1 1 1',
    text = '0 0 0',
    price = '0.75 0 0.05',
    patch = '0.5 0.5 0.5',
  } = look;
  const { headFont = '/B', boxAside = 0, stripe = '0.94 0.95 0.98', entries = '', times = 1 } = look;
  const { rule = '0.3 w 40 60 m 380 60 l S' } = look;
  const lines = LINES.map((line, at) => `BT /F 10 Tf 1 0 0 1 40 ${400 - 24 * at} Tm (${line}) Tj ET`).join(
    '\n',
  );
  const content = `${times} 0 0 ${times} 0 0 cm ${before}
    ${ground} rg 0 0 ${WIDTH} ${HEIGHT} re f
    ${stripe} rg 36 ${400 - 4 - 48} 340 13 re f
    0.1 0.3 0.55 rg 30 480 360 70 re f
    1 1 1 rg BT ${headFont} 26 Tf 1 0 0 1 50 505 Tm (Market days) Tj ET
    ${text} rg ${lines}
    ${price} rg BT /F 32 Tf 1 0 0 1 250 220 Tm (12,90) Tj ET
    ${patch} rg 60 200 14 14 re f
    q 1 0 0 1 ${boxAside} 0 cm 0.95 0.8 0.1 rg 60 90 90 60 re f 0 0 0 rg BT /F 20 Tf 1 0 0 1 75 112 Tm (4711) Tj ET Q
    0 0 0 RG ${rule}`;
  const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}>>`;
  const page: RawPage = {
    content,
    mediaBox: [0, 0, times * WIDTH, times * HEIGHT],
    resources: `/Font<</F ${font('Helvetica')}/B ${font('Helvetica-Bold')}/T ${font('Times-Roman')}>>`,
    entries,
  };
  return rawPdf({ pages: [page] });
}

describe('a file against a file', { timeout: 120_000 }, () => {
  let recognition: LocalRecognition;

  beforeAll(() => {
    recognition = openLocalRecognition(readConfig({ LOUPE_DATA: '/nowhere', LOUPE_PDF_MEMORY_MB: '256' }));
  });
  afterAll(() => recognition.close());

  const sentences = async (look: Look): Promise<readonly string[]> => {
    const { pages } = await recognition.pdfs.compare(leaflet({}), leaflet(look));
    return pages.flatMap(({ differences }) => differences.map(({ sentence }) => sentence));
  };

  it.each<readonly [string, Look, string]>([
    ['upside down', { entries: '/Rotate 180' }, 'Everything is turned by 180°.'],
    ['turned by a quarter', { entries: '/Rotate 90' }, 'Everything is turned by 90°.'],
    [
      'scaled about its middle',
      { before: `0.95 0 0 0.95 ${WIDTH * 0.025} ${HEIGHT * 0.025} cm` },
      'Everything is scaled to 95.0 %.',
    ],
    ['moved to the right', { before: `1 0 0 1 ${3 * MM} 0 cm` }, 'Everything lies 3 mm further right.'],
    ['mirrored', { before: `-1 0 0 1 ${WIDTH} 0 cm` }, 'Everything is mirrored.'],
    ['on tinted paper', { ground: '1 0.95 0.86' }, 'The ground has another color everywhere (ΔE 10.2).'],
  ])('says alone that the page is %s', async (_name, look, sentence) => {
    expect((await sentences(look))[0]).toBe(sentence);
  });

  it.each<readonly [string, Look, RegExp]>([
    ['the price by its color', { price: '0.62 0.02 0.09' }, /^“12,90”: color ΔE 7\.\d\.$/u],
    ['a heading by its weight', { headFont: '/F' }, /^“Market days”: bold → regular\.$/u],
    ['a line by its gray', { text: '0.16 0.16 0.16' }, /color ΔE 1\d\.\d\.$/u],
    ['a patch that is a little lighter', { patch: '0.53 0.53 0.53' }, /^The color changed \(ΔE 2\.\d\)\.$/u],
    ['a pale stripe that is gone', { stripe: '1 1 1' }, /^(Something is missing|The color changed) \(ΔE/u],
    ['a box that lies 0.3 mm aside', { boxAside: 0.3 * MM }, /moved|missing|changed/u],
  ])('names %s', async (_name, look, sentence) => {
    const found = await sentences(look);
    expect(found.length).toBeGreaterThan(0);
    expect(found.join(' ')).toMatch(sentence);
  });

  it('finds a rule that is missing on a large sheet', async () => {
    const { pages } = await recognition.pdfs.compare(leaflet({ times: 2 }), leaflet({ times: 2, rule: '' }));
    const found = pages.flatMap(({ differences }) => differences);
    expect(found).toEqual([expect.objectContaining({ kind: 'missing' })]);
    expect(found[0]?.inReference.top).toBeCloseTo(1 - 60 / HEIGHT, 2);
  });

  it('says that a page is scaled, and not that all of it changed besides', async () => {
    const look = { before: `0.9975 0 0 0.9975 ${WIDTH * 0.00125} ${HEIGHT * 0.00125} cm` };
    expect(await sentences(look)).toEqual(['Everything is scaled to 99.8 %.']);
  });

  it.each<readonly [string, Look]>([
    ['drawn again', {}],
    ['drawn 0.07 mm aside', { before: '1 0 0 1 0.2 0.2 cm' }],
    ['scaled by less than a thousandth', { before: '0.9995 0 0 0.9995 0.1 0.15 cm' }],
    ['scaled as programs do that fit pages to whole points', { before: '0.9988 0 0 0.9988 0.25 0.36 cm' }],
  ])('says nothing of a page that is %s', async (_name, look) => {
    expect(await sentences(look)).toEqual([]);
  });

  it('draws pages of five meters no larger than others, and finds the price on them', async () => {
    const banner = (price: string) =>
      rawPdf({
        pages: [
          {
            mediaBox: [0, 0, 14173, 2835],
            content: `BT /F 800 Tf 1 0 0 1 300 900 Tm (GRAND OPENING) Tj ET BT /F 800 Tf 1 0 0 1 9000 900 Tm (${price}) Tj ET`,
            resources: '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>',
          },
        ],
      });
    const { pages } = await recognition.pdfs.compare(banner('12,90'), banner('12,80'));
    expect(pages[0]?.differences.map(({ sentence }) => sentence)).toEqual(['“12,90” → “12,80”.']);
  });
});
