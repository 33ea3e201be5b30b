/** Pages that are made of the same in both files are drawn once, and what they lead to is compared still. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLocalRecognition } from '../../src/app/command-services.js';
import { readConfig } from '../../src/config.js';
import { type PdfPages, PdfRenderer } from '../../src/media/pdf/pdf-renderer.js';
import type { LocalRecognition } from '../../src/recognition/local-recognition.js';
import { FIRST_OBJECT, rawPdf } from '../kit/files/raw-pdf.js';

const FONT = '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';
const text = (at: number, price: string): string =>
  `0.2 0.3 ${at / 9} rg 20 ${20 + 9 * at} 60 30 re f 0 0 0 rg BT /F 9 Tf 1 0 0 1 20 150 Tm (Page number ${at} of the list, ${price}) Tj ET`;

interface Edition {
  readonly prices?: readonly string[];
  readonly link?: string;
  /** Pages before all others. */
  readonly before?: number;
}

function edition({
  prices = ['1,10', '2,20', '3,30', '4,40'],
  link = 'https://a.example',
  before = 0,
}: Edition): Buffer {
  const pages = prices.map((price, at) => ({
    content: text(at, price),
    resources: FONT,
    entries: at === 0 ? `/Annots[${FIRST_OBJECT} 0 R]` : '',
  }));
  return rawPdf({
    pages: [
      ...Array.from({ length: before }, (_, at) => ({ content: text(20 + at, 'new'), resources: FONT })),
      ...pages,
    ],
    objects: [`<</Type/Annot/Subtype/Link/Rect[20 20 80 50]/A<</S/URI/URI(${link})>>>>`],
  });
}

describe('pages that are made of the same', { timeout: 60_000 }, () => {
  let recognition: LocalRecognition;
  const drawn: (number | undefined)[] = [];

  beforeAll(() => {
    recognition = openLocalRecognition(readConfig({ LOUPE_DATA: '/nowhere', LOUPE_PDF_MEMORY_MB: '256' }));
  });
  beforeEach(() => {
    drawn.splice(0);
    const { open } = PdfRenderer.prototype;
    vi.spyOn(PdfRenderer.prototype, 'open').mockImplementation(async function (this: PdfRenderer, ...of) {
      const pages: PdfPages = await open.apply(this, of);
      return {
        ...pages,
        render: (index, part) => {
          drawn.push(part?.finer);
          return pages.render(index, part);
        },
      };
    });
  });
  afterAll(() => recognition.close());

  it('are drawn once and small, though others were inserted before them', async () => {
    const { counts } = await recognition.pdfs.compare(edition({}), edition({ before: 1 }));
    expect(counts).toMatchObject({ unchanged: 4, inserted: 1, changed: 0, moved: 0 });
    expect(drawn.filter((finer) => finer === 0.5)).toHaveLength(4);
    expect(drawn.filter((finer) => finer !== 0.5)).toHaveLength(1);
  });

  it('leave what changed to be found', async () => {
    const { pages } = await recognition.pdfs.compare(
      edition({}),
      edition({ prices: ['1,10', '2,20', '3,90', '4,40'] }),
    );
    expect(pages.map(({ status }) => status)).toEqual(['unchanged', 'unchanged', 'changed', 'unchanged']);
    expect(pages[2]?.differences.map(({ sentence }) => sentence)).toEqual(['“3,30” → “3,90”.']);
  });

  it('differ by where their links lead', async () => {
    const { hasDifferences, pages } = await recognition.pdfs.compare(
      edition({}),
      edition({ link: 'https://b.example' }),
    );
    expect(hasDifferences).toBe(false);
    expect(pages[0]?.alsoDiffers).toEqual([
      { kind: 'link', name: '', before: 'https://a.example', after: 'https://b.example' },
    ]);
  });
});
