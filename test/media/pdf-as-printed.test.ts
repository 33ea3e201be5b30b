import { describe, expect, test } from 'vitest';
import { PdfRenderer } from '../../src/media/pdf/pdf-renderer.js';
import { sharp } from '../../src/media/pictures/sharp.js';
import { BLEND_MODES } from '../kit/pdf-comparison/cases.js';
import { twoLetterFont } from '../kit/files/cff-font.js';
import { makeRandom } from '../kit/files/rasters.js';
import { type RawPage, type RawPdf, rawPdf } from '../kit/files/raw-pdf.js';

const limits = { maxPdfPages: 50, pdfPageTimeoutMs: 30_000, pdfTimeoutMs: 60_000, pdfMemoryMb: 1024 };

/** Colors at points of pages of 200 x 200 points, and all that is said of the file. */
async function draw(pdf: RawPdf, page = 0) {
  const pages = await new PdfRenderer(limits).open(rawPdf(pdf));
  try {
    const { data, width, height, warnings } = await pages.render(page);
    const at = (x: number, y: number) => {
      const start = (Math.floor(((200 - y) * height) / 200) * width + Math.floor((x * width) / 200)) * 4;
      return [...data.subarray(start, start + 3)];
    };
    const dark = data.reduce((sum, value, index) => sum + (index % 4 === 1 && value < 128 ? 1 : 0), 0);
    return { at, dark, width, height, pageCount: pages.pageCount, warnings, ofFile: pages.warnings };
  } finally {
    pages.close();
  }
}

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];
const WHITE = [255, 255, 255];
const square = (color: string, x = 0, y = 0, side = 100) => `${color} rg ${x} ${y} ${side} ${side} re f `;

test.each(BLEND_MODES)('what is drawn in %s on bare paper keeps its color', async (mode) => {
  const group = {
    entries: '/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Group<</S/Transparency>>',
    stream: square('0 0 1', 100, 100),
  };
  const drawn = await draw({
    pages: [
      {
        content: `/B gs ${square('1 0 0')} /F Do`,
        resources: `/ExtGState<</B<</BM/${mode}>>>>/XObject<</F 100 0 R>>`,
      },
    ],
    objects: [group],
  });
  expect([drawn.at(50, 50), drawn.at(150, 150), drawn.at(150, 50)]).toEqual([RED, BLUE, WHITE]);
  expect(drawn.warnings).toEqual([]);
});

test('edges of letters have no color', async () => {
  const pages = await new PdfRenderer(limits).open(
    rawPdf({
      pages: [{ content: 'BT /F 40 Tf 10 90 Td (Wave) Tj ET', resources: standardFont('Helvetica') }],
    }),
  );
  const { data } = await pages.render(0);
  pages.close();
  const colored = data.filter((value, at) => at % 4 !== 3 && value !== data[at - (at % 4)]);
  expect(colored).toHaveLength(0);
});

const standardFont = (name: string, more = '') =>
  `/Font<</F<</Type/Font/Subtype/TrueType/BaseFont/${name}${more}>>>>`;
const CYRILLIC =
  '/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[65/afii10017/afii10018/afii10020]>>';
const text = (letters: string, resources: string): RawPdf => ({
  pages: [{ content: `BT /F 60 Tf 10 90 Td (${letters}) Tj ET`, resources }],
});

test('a font that is not in the file is named', async () => {
  const drawn = await draw(text('ABC', standardFont('Georgia-Bold')));
  expect(drawn.warnings).toEqual([{ code: 'FontsMissing', names: ['Georgia-Bold'] }]);
  expect(drawn.dark).toBeGreaterThan(1000);
});

test('fonts that every reader has need no word for Latin letters', async () => {
  expect((await draw(text('Caf\\351', standardFont('Helvetica')))).warnings).toEqual([]);
  const cyrillic = await draw(text('ABC', standardFont('Helvetica', CYRILLIC)));
  expect(cyrillic.warnings).toEqual([{ code: 'FontsMissing', names: ['Helvetica'] }]);
});

test('a font is named wherever its text stands, and text that is not drawn needs none', async () => {
  const form = {
    entries: `/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Resources<<${standardFont('Palatino')}>>`,
    stream: 'BT /F 60 Tf 10 90 Td (AB) Tj ET',
  };
  const inForm = { content: '/X Do', resources: '/XObject<</X 100 0 R>>' };
  expect((await draw({ pages: [inForm], objects: [form] })).warnings).toEqual([
    { code: 'FontsMissing', names: ['Palatino'] },
  ]);
  const hidden = { content: 'BT 3 Tr /F 60 Tf 10 90 Td (AB) Tj ET', resources: standardFont('Palatino') };
  expect((await draw({ pages: [hidden] })).warnings).toEqual([]);
});

test.each(['Type1', 'TrueType'])(
  'letters of a %s font with CFF outlines are drawn by their names',
  async (kind) => {
    const drawn = await draw({
      pages: [{ content: 'BT /F 100 Tf 50 50 Td (a) Tj ET', resources: '/Font<</F 100 0 R>>' }],
      objects: [
        `<</Type/Font/Subtype/${kind}/BaseFont/ABCDEF+Letters/FirstChar 97/LastChar 97/Widths[1000]/FontDescriptor 101 0 R/Encoding<</Differences[97/a.sc]>>>>`,
        '<</Type/FontDescriptor/FontName/ABCDEF+Letters/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 1000/Descent 0/CapHeight 1000/StemV 80/FontFile3 102 0 R>>',
        { entries: '/Subtype/Type1C', stream: twoLetterFont() },
      ],
    });
    expect([drawn.at(100, 75), drawn.at(100, 125)]).toEqual([[0, 0, 0], WHITE]);
  },
);

describe('a JPEG in a page', () => {
  const random = makeRandom(7);
  const noise = sharp(Buffer.from(Array.from({ length: 200 * 200 * 3 }, () => random(256))), {
    raw: { width: 200, height: 200, channels: 3 },
  });
  const page = (jpeg: Buffer): RawPdf => ({
    pages: [{ content: 'q 200 0 0 200 0 0 cm /I Do Q', resources: '/XObject<</I 100 0 R>>' }],
    objects: [
      {
        entries:
          '/Type/XObject/Subtype/Image/Width 200/Height 200/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode',
        stream: jpeg,
      },
    ],
  });
  const cut = [{ code: 'ImagesMissing', names: ['DCTDecode'] }];

  test.each([
    ['is whole', false, 1, []],
    ['is cut in half', false, 0.5, cut],
    ['is progressive and cut in half', true, 0.5, cut],
    ['is cut at its last rows', false, 0.93, cut],
    ['is progressive and whole', true, 1, []],
  ])('that %s is reported where rows are missing', async (_what, progressive, share, warnings) => {
    const jpeg = await noise.clone().jpeg({ progressive }).toBuffer();
    expect((await draw(page(jpeg.subarray(0, jpeg.length * share)))).warnings).toEqual(warnings);
  });

  test('that lacks nothing but its end marker needs no word', async () => {
    const jpeg = await noise.clone().jpeg().toBuffer();
    expect((await draw(page(jpeg.subarray(0, -2)))).warnings).toEqual([]);
  });
});

test('a JBIG2 picture that cannot be read is reported', async () => {
  // A file header of nothing but noise.
  const noise = Buffer.from(Array.from({ length: 300 }, (_none, at) => (at * 89) % 251));
  const drawn = await draw({
    pages: [{ content: 'q 200 0 0 200 0 0 cm /I Do Q', resources: '/XObject<</I 100 0 R>>' }],
    objects: [
      {
        entries:
          '/Type/XObject/Subtype/Image/Width 64/Height 64/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/JBIG2Decode',
        stream: noise,
      },
    ],
  });
  expect(drawn.warnings).toEqual([{ code: 'ImagesMissing', names: ['JBIG2Decode'] }]);
});

const layered = (usage: string): RawPdf => ({
  pages: [
    {
      content: `/OC /L BDC ${square('1 0 0')} EMC`,
      resources: '/Properties<</L 100 0 R>>',
    },
  ],
  objects: [`<</Type/OCG/Name(L)/Usage<<${usage}>>>>`],
  catalog:
    '/OCProperties<</OCGs[100 0 R]/D<</AS[<</Event/Print/OCGs[100 0 R]/Category[/Print]>><</Event/View/OCGs[100 0 R]/Category[/View]>>]>>>>',
});

test('a layer is drawn when it is printed, whatever a screen shows', async () => {
  const printed = await draw(layered('/Print<</PrintState/ON>>/View<</ViewState/OFF>>'));
  const shown = await draw(layered('/Print<</PrintState/OFF>>/View<</ViewState/ON>>'));
  expect([printed.at(50, 50), shown.at(50, 50)]).toEqual([RED, WHITE]);
});

const annotated = (flags: number, subtype = 'Stamp'): RawPdf => ({
  pages: [{ entries: '/Annots[100 0 R]' }],
  objects: [
    `<</Type/Annot/Subtype/${subtype}/Rect[0 0 100 100]/F ${flags}/AP<</N 101 0 R>>>>`,
    { entries: '/Type/XObject/Subtype/Form/BBox[0 0 100 100]', stream: square('1 0 0') },
  ],
});

test.each([
  ['printed', 4, RED],
  ['printed and not shown', 4 + 32, RED],
  ['shown and not printed', 0, WHITE],
  ['hidden', 4 + 2, WHITE],
])('an annotation that is %s', async (_what, flags, color) => {
  expect((await draw(annotated(flags))).at(50, 50)).toEqual(color);
  expect((await draw(annotated(flags, 'Text'))).at(50, 50)).toEqual(color);
});

const falling = '<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>';
const rising = '<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>';

test.each([
  ['in the array', `[${falling} ${rising} ${rising} ${rising}]`],
  ['as objects', '[100 0 R 101 0 R 101 0 R 101 0 R]'],
])('a transfer function changes its own channel: %s', async (_what, functions) => {
  const page = { content: `/T gs ${square('0 0 0')}`, resources: `/ExtGState<</T<</TR ${functions}>>>>` };
  const drawn = await draw({ pages: [page], objects: [falling, rising] });
  expect(drawn.at(50, 50)).toEqual(RED);
});

const page: RawPage = { content: square('1 0 0') };

test.each([
  ['a count that is too small', { pages: [page, page, page], count: 1 }, 3, []],
  ['a count that is too large', { pages: [page, page], count: 5 }, 2, ['3', '4', '5']],
  ['a count that is negative', { pages: [page, page], count: -1 }, 2, []],
  ['a page that is missing', { pages: [page, 'missing', page] }, 2, ['2']],
  ['a page that is null', { pages: [page, 'null', page] }, 2, ['2']],
  ['a page that is null, and a count without it', { pages: [page, 'null', page], count: 2 }, 2, []],
] as const)('all pages that are there are drawn: %s', async (_what, pdf, pageCount, missing) => {
  const drawn = await draw(pdf, pageCount - 1);
  expect(drawn.pageCount).toBe(pageCount);
  expect(drawn.at(50, 50)).toEqual(RED);
  expect(drawn.ofFile).toEqual(missing.length === 0 ? [] : [{ code: 'PagesMissing', names: missing }]);
});

test('a crop box outside of the media box crops nothing', async () => {
  const drawn = await draw({ pages: [{ ...page, entries: '/CropBox[500 500 600 600]' }] });
  expect([drawn.width, drawn.height]).toEqual([1024, 1024]);
  expect(drawn.at(50, 50)).toEqual(RED);
});
