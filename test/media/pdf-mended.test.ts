/** What pdfium would lose of a PDF and other readers do not, is mended before it is drawn. */
import { expect, test } from 'vitest';
import { PdfRenderer } from '../../src/media/pdf/pdf-renderer.js';
import { twoLetterFont } from '../kit/files/cff-font.js';
import { type PackedPdf, packedPdf } from '../kit/files/packed-pdf.js';
import { FIRST_OBJECT, rawPdf } from '../kit/files/raw-pdf.js';

const limits = { maxPdfPages: 50, pdfPageTimeoutMs: 30_000, pdfTimeoutMs: 60_000, pdfMemoryMb: 1024 };
const filled = (color: string) => `${color} rg 0 0 200 200 re f`;
const [RED, GREEN, BLUE] = ['1 0 0', '0 1 0', '0 0 1'].map(filled) as [string, string, string];

/** The color in the middle of every page, and what is said of the file. */
async function colorsOf(file: Buffer) {
  const pages = await new PdfRenderer(limits).open(file);
  try {
    const colors: string[] = [];
    for (let at = 0; at < pages.pageCount; at += 1) {
      const { data, width, height } = await pages.render(at);
      const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4;
      colors.push([...data.subarray(middle, middle + 3)].map((level) => Math.round(level / 255)).join(' '));
    }
    return { colors, warnings: pages.warnings };
  } finally {
    pages.close();
  }
}

const sound: PackedPdf = { pages: [RED, GREEN, BLUE], count: 3 };

test.each([
  ['is right', sound, ['1 0 0', '0 1 0', '0 0 1']],
  ['is too small', { ...sound, count: 1 }, ['1 0 0', '0 1 0', '0 0 1']],
  ['is too large', { ...sound, count: 9 }, ['1 0 0', '0 1 0', '0 0 1']],
  ['counts a kid that is null', { pages: [RED, null, BLUE], count: 3 }, ['1 0 0', '0 0 1']],
])('a packed page tree whose count %s has all its pages', async (_what, pdf, colors) => {
  expect(await colorsOf(packedPdf(pdf))).toMatchObject({ colors });
});

test('letters of a packed TrueType font with CFF outlines are drawn by their names', async () => {
  const barOfTheMiddle = 'BT /F 100 Tf 50 75 Td (a) Tj ET';
  const file = packedPdf({
    pages: [barOfTheMiddle, barOfTheMiddle.replace('75', '25')],
    count: 2,
    resources: '/Font<</F 100 0 R>>',
    objects: [
      '<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Letters/FirstChar 97/LastChar 97/Widths[1000]/FontDescriptor 101 0 R/Encoding 102 0 R>>',
      '<</Type/FontDescriptor/FontName/ABCDEF+Letters/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 1000/Descent 0/CapHeight 1000/StemV 80/FontFile3 200 0 R>>',
      '<</Type/Encoding/Differences[97/a.sc]>>',
    ],
    streams: [{ entries: '/Subtype/Type1C', data: twoLetterFont() }],
  });
  // The bar of "a.sc" is 50 points high; the square of "a" would reach the middle of both pages.
  expect((await colorsOf(file)).colors).toEqual(['0 0 0', '1 1 1']);
});

/** A picture of 64 x 64 points, its left half black, as fax machines code it (ITU-T T.6). */
function faxData(): Buffer {
  const firstRow = ['001', '00110101', '000001101010', '1'].join('');
  const asAbove = '111';
  const end = '000000000001'.repeat(2);
  const bits = `${firstRow}${asAbove.repeat(63)}${end}`;
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
}

const segment = (number: number, type: number, data: Buffer) =>
  Buffer.concat([words(number), Buffer.from([type, 0, 1]), words(data.length), data]);

/** A stream of JBIG2 whose only region is coded by a fax machine. */
function jbig2Of(): Buffer {
  const page = Buffer.concat([words(64, 64, 0, 0), Buffer.from([0, 0, 0])]);
  const region = Buffer.concat([words(64, 64, 0, 0), Buffer.from([0, 1]), faxData()]);
  return Buffer.concat([segment(0, 48, page), segment(1, 38, region), segment(2, 49, Buffer.alloc(0))]);
}

test.each(['/Filter/JBIG2Decode', '/Filter[/JBIG2Decode]/DecodeParms[null]'])(
  'a JBIG2 picture in the coding of fax machines is drawn: %s',
  async (filter) => {
    const picture = {
      entries: `/Type/XObject/Subtype/Image/Width 64/Height 64/ColorSpace/DeviceGray/BitsPerComponent 1${filter}`,
      stream: jbig2Of(),
    };
    const file = rawPdf({
      pages: [{ content: 'q 200 0 0 200 0 0 cm /I Do Q', resources: `/XObject<</I ${FIRST_OBJECT} 0 R>>` }],
      objects: [picture],
    });
    const pages = await new PdfRenderer(limits).open(file);
    try {
      const { data, width, height, warnings } = await pages.render(0);
      const grayAt = (share: number) =>
        data[(Math.floor(height / 2) * width + Math.floor(width * share)) * 4];
      expect([grayAt(0.25), grayAt(0.75)]).toEqual([0, 255]);
      expect(warnings).toEqual([]);
    } finally {
      pages.close();
    }
  },
);
