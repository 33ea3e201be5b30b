/** Words of scans, where the machine has `tesseract` (Debian: `apt-get install tesseract-ocr`). */
import { beforeEach, expect, it } from 'vitest';
import { Tesseract } from '../../src/media/ocr/tesseract.js';
import { PdfRenderer } from '../../src/media/pdf/pdf-renderer.js';
import { sharp } from '../../src/media/pictures/sharp.js';
import { leafletOf } from '../kit/files/leaflets.js';
import { memberOf } from '../kit/json.js';
import { readProposals } from '../kit/proposals.js';
import { seed } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';

const hasTesseract = (await new Tesseract().languages()).has('eng');
const loupe = useTestApp({ environment: { LOUPE_PROPOSALS: 'true', LOUPE_OCR: 'true' } });
let user: SeededUser;

beforeEach(async () => {
  user = await (await seed(loupe).organization({ credit: 50 })).user();
});

const renderer = new PdfRenderer({
  maxPdfPages: 1,
  pdfPageTimeoutMs: 20_000,
  pdfTimeoutMs: 60_000,
  pdfMemoryMb: 512,
});

/** A picture of a page that is printed. */
async function scan() {
  const lines = ['Boats leave every hour', 'www.boats.ch or +41 44 668 18 00'];
  const file = await renderer.open(await leafletOf([{ title: 'Summer on the lake', lines }]));
  try {
    const { data, width, height } = await file.render(0, { finer: 1, area: null });
    return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  } finally {
    file.close();
  }
}

const wordsOf = async (pageId: string | undefined) => {
  const answer = await user.send('POST', '/graphql', {
    json: {
      query: 'query ($id: ID!) { image: node(id: $id) { ... on Image { printedText } } }',
      variables: { id: pageId },
    },
  });
  return memberOf(memberOf(memberOf(answer, 'data'), 'image'), 'printedText');
};

it.skipIf(!hasTesseract)(
  'are kept for searches, and propose nothing: a letter that is read wrong leads elsewhere',
  { timeout: 60_000 },
  async () => {
    const document = await (
      await user.folder()
    ).document(await (await scan()).jpeg().toBuffer(), { contentType: 'image/jpeg' });
    const proposals = await readProposals(user, document.id);
    expect(await wordsOf(document.imageIds[0])).toContain('Boats leave every hour');
    expect(proposals.filter(({ kind }) => kind !== 'AREA')).toEqual([]);
  },
);

it.skipIf(!hasTesseract)(
  'are none where the program needs more than its limits',
  { timeout: 60_000 },
  async () => {
    const { data, info } = await (await scan()).raw().toBuffer({ resolveWithObject: true });
    const raster = { data, width: info.width, height: info.height };
    expect(await new Tesseract({ memoryMb: 16, seconds: 60 }).linesOf(raster, ['eng'])).toEqual([]);
    const [first] = await new Tesseract({ memoryMb: 1024, seconds: 60 }).linesOf(raster, ['eng']);
    expect(first?.text).toBe('Summer on the lake');
    expect(first?.box.top).toBeCloseTo(0.1, 1);
    expect(first?.box.left).toBeCloseTo(0.07, 1);
  },
);

it(
  'are none without data for the language, nor of a picture without words',
  { timeout: 60_000 },
  async () => {
    const data = new Uint8Array(300 * 300 * 3).fill(255);
    const raster = { data, width: 300, height: 300 };
    expect(await new Tesseract().linesOf(raster, ['xxx', 'eng --help', '../../etc/passwd'])).toEqual([]);
    expect(await new Tesseract().linesOf(raster, ['eng'])).toEqual([]);
  },
);
