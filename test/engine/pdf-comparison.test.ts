import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import fc from 'fast-check';
import sharp from 'sharp';
import { drawBooklet } from '../../packages/bench/benchmark/proofs/booklet.js';
import { writePdf } from '../../packages/bench/print/draw/pdf-writer.js';
import { openLocalRecognition } from '../../src/app/command-services.js';
import type { PdfComparison } from '../../src/proofs/compared-pdfs.js';
import { requireProofSettings } from '../../src/proofs/proof-settings.js';
import { english } from '../../src/proofs/words/english.js';
import { unreadLines } from '../../src/proofs/words/record-lines.js';
import type { PdfComparisonOptions } from '../../src/proofs/pdf-comparison.service.js';
import { editsOf } from '../../src/proofs/word-edits.js';
import type { LocalRecognition } from '../../src/recognition/local-recognition.js';
import { readConfig } from '../../src/config.js';
import { PdfRenderer } from '../../src/media/pdf/pdf-renderer.js';
import { newPdf, pdfOfPictures, selfDrawingPdf } from '../kit/files/pdfs.js';
import { drawPicture } from '../kit/pictures.js';

const SIZE = [298, 420] as const;

describe('a comparison of two PDFs', { timeout: 120_000 }, () => {
  let recognition: LocalRecognition;

  beforeAll(() => {
    recognition = openLocalRecognition(readConfig({ LOUPE_DATA: '/nowhere', LOUPE_PDF_MEMORY_MB: '256' }));
  });
  afterAll(() => recognition.close());

  const compare = (first: Buffer, second: Buffer, options?: PdfComparisonOptions): Promise<PdfComparison> =>
    recognition.pdfs.compare(first, second, options);
  const differing = ({ pages }: PdfComparison) =>
    pages
      .filter((page) => page.status !== 'unchanged' || page.isMoved)
      .map(({ status, isMoved, referencePage, queryPage, differences }) => ({
        status,
        isMoved,
        pages: [referencePage, queryPage],
        found: differences.map(({ kind, words }) => [
          kind,
          ...words.map((one) => `${one.before} → ${one.after}`),
        ]),
      }));
  /** A page of lines of text, each at its place from the top. */
  const textPage = (lines: readonly (readonly [x: number, y: number, text: string])[], mark?: string) =>
    writePdf({ width: SIZE[0], height: SIZE[1], title: 'Text' }, [
      (canvas) => {
        canvas.font('Helvetica').fontSize(11).fillColor('#000000');
        for (const [x, y, text] of lines) canvas.text(text, x, y, { lineBreak: false });
        if (mark !== undefined) canvas.rect(20, 340, 60, 40).fill(mark);
      },
    ]);

  it('names every page and place that differs, and nothing else', async () => {
    const { first, second, places } = await drawBooklet({
      pageCount: 6,
      size: SIZE,
      textPt: 8,
      changes: { 2: 'price', 5: 'missing picture' },
      inserted: [3],
      removed: [4],
      moved: [[6, 2]],
    });
    const comparison = await compare(first, second);
    expect(differing(comparison)).toEqual([
      { status: 'unchanged', isMoved: true, pages: [6, 2], found: [] },
      {
        status: 'changed',
        isMoved: false,
        pages: [2, 3],
        found: [['changed', expect.stringMatching(/^\d+,\d\d → \d+,\d\d$/)]],
      },
      { status: 'inserted', isMoved: false, pages: [null, 4], found: [] },
      { status: 'removed', isMoved: false, pages: [4, null], found: [] },
      { status: 'changed', isMoved: false, pages: [5, 6], found: [['missing']] },
    ]);
    expect(comparison).toMatchObject({
      counts: { unchanged: 3, changed: 2, inserted: 1, removed: 1, moved: 1 },
      differenceCount: 2,
      hasDifferences: true,
    });
    const [price] = comparison.pages.find((page) => page.referencePage === 2)?.differences ?? [];
    const [left = 0, top = 0, right = 0, bottom = 0] = places.get(2)?.[0] ?? [];
    const { inQuery } = price ?? expect.unreachable();
    expect(inQuery.left + inQuery.width).toBeGreaterThan(left);
    expect(inQuery.left).toBeLessThan(right);
    expect(inQuery.top + inQuery.height / 2).toBeGreaterThan(top);
    expect(inQuery.top + inQuery.height / 2).toBeLessThan(bottom);
  });

  it('takes a line that a longer word pushed aside for one difference', async () => {
    const lines = (word: string) =>
      [
        [20, 30, 'The garden opens in spring'],
        [20, 60, `and ${word} until the last warm days of the year`],
        [20, 90, 'Tickets cost 12,90 at the gate'],
      ] as const;
    const found = await compare(await textPage(lines('stays')), await textPage(lines('remains open')));
    expect(differing(found)).toMatchObject([{ found: [['changed', 'stays → remains open']] }]);
  });

  it('does not mind in which order a file draws its words, and looks at what is seen alone', async () => {
    const lines = [
      [20, 30, 'Opening hours'],
      [20, 60, 'Monday to Friday 9 to 17'],
      [20, 90, 'Saturday 10 to 14'],
    ] as const;
    const reordered = await compare(
      await textPage(lines, '#336699'),
      await textPage([...lines].reverse(), '#336699'),
    );
    expect(reordered.hasDifferences).toBe(false);
    // White on white: nobody sees it.
    const hidden = await writePdf({ width: SIZE[0], height: SIZE[1], title: 'Text' }, [
      (canvas) => {
        canvas
          .font('Helvetica')
          .fontSize(11)
          .fillColor('#ffffff')
          .text('secret', 200, 200, { lineBreak: false });
        canvas.fillColor('#000000');
        for (const [x, y, text] of lines) canvas.text(text, x, y, { lineBreak: false });
      },
    ]);
    expect((await compare(await textPage(lines), hidden)).hasDifferences).toBe(false);
    const recolored = await compare(await textPage(lines, '#336699'), await textPage(lines, '#996633'));
    expect(differing(recolored)).toMatchObject([{ found: [['recolored']] }]);
    const ignore = [{ left: 0, top: 0.75, width: 1, height: 0.25 }];
    const ignored = await compare(await textPage(lines, '#336699'), await textPage(lines, '#996633'), {
      settings: { ignore },
    });
    expect(ignored.hasDifferences).toBe(false);
  });

  /** Moved on the glass by a fortieth of its width, a little askew and blurred. */
  const scanned = async (picture: Buffer, turn = 0) => {
    const tilted = await sharp(picture)
      .rotate(1, { background: '#ffffff' })
      .extend({ left: 12, top: 12, background: '#ffffff' })
      .toBuffer();
    const { width = 0, height = 0 } = await sharp(picture).metadata();
    const cut = await sharp(tilted).extract({ left: 0, top: 0, width, height }).toBuffer();
    return sharp(cut).rotate(turn).blur(0.7).jpeg({ quality: 85 }).toBuffer();
  };

  it('pairs scanned pages without text over any distance, also turned ones, and no page with another', async () => {
    const pictures = await Promise.all(
      [1, 2, 3, 4, 5].map((seed) => drawPicture(seed).jpeg({ quality: 95 }).toBuffer()),
    );
    const [one, two, three, four, other] = pictures as [Buffer, Buffer, Buffer, Buffer, Buffer];
    const before = await pdfOfPictures([one, two, three, four]);
    const after = await pdfOfPictures([
      await scanned(four),
      await scanned(one),
      await scanned(other),
      await scanned(three, 180),
    ]);
    const { pages } = await compare(before, after, { settings: { sensitivity: 'scan' } });
    expect(pages.map(({ referencePage, queryPage, isMoved }) => [referencePage, queryPage, isMoved])).toEqual(
      [
        [4, 1, true],
        [1, 2, false],
        [null, 3, false],
        [2, null, false],
        [3, 4, false],
      ],
    );
    expect(pages.map(({ isUnlike }) => isUnlike)).not.toContain(true);
  });

  const bookletPage = async (seed: number) =>
    (await drawBooklet({ pageCount: 1, size: SIZE, textPt: 8, seed })).first;
  /** As a picture. */
  const drawn = async (seed: number) => {
    const renderer = new PdfRenderer(readConfig({ LOUPE_DATA: '/nowhere' }).limits);
    const opened = await renderer.open(await bookletPage(seed));
    try {
      const { data, width, height } = await opened.render(0);
      return await sharp(data, { raw: { width, height, channels: 4 } })
        .removeAlpha()
        .blur(0.6)
        .jpeg()
        .toBuffer();
    } finally {
      opened.close();
    }
  };

  it('says that a page that is compared as a file is a scan, and does not mark it all over', async () => {
    const settings = requireProofSettings({ sensitivity: 'proof' });
    const scan = await pdfOfPictures([await scanned(await drawn(1))]);
    const comparison = await compare(await bookletPage(1), scan, { settings });
    const sentences = comparison.pages.flatMap((page) => page.differences.map(({ sentence }) => sentence));
    expect(sentences).toContainEqual(expect.stringMatching(/^Everything is turned by/u));
    expect(sentences.length).toBeLessThanOrEqual(6);
    expect(unreadLines(comparison, settings, english)).toEqual([
      'Page 1: This page lies askew and has no text layer, as scans do: compare it as a scan.',
    ]);
  });

  it('takes a scanned page of the same design with another text for another page', async () => {
    const { pages } = await compare(
      await pdfOfPictures([await drawn(1)]),
      await pdfOfPictures([await scanned(await drawn(2))]),
    );
    expect(pages.map(({ status }) => status)).toEqual(['inserted', 'removed']);
  });

  it('reports a page of another size', async () => {
    const page = (width: number) =>
      writePdf({ width, height: SIZE[1], title: 'Size' }, [
        (canvas) => {
          canvas.rect(20, 20, 120, 90).fill('#224466');
          canvas
            .fontSize(14)
            .fillColor('#000000')
            .text('A page of another size', 20, 140, { lineBreak: false });
        },
      ]);
    const { pages } = await compare(await page(SIZE[0]), await page(SIZE[0] + 20));
    expect(pages[0]?.differences[0]?.sentence).toBe(
      'The page measured 105 × 148 mm and measures 112 × 148 mm.',
    );
  });

  it('refuses what it cannot read, and says which file and what to do', async () => {
    const good = await newPdf([1]);
    const cases = [
      [Buffer.from('no PDF'), 'UNSUPPORTED_MEDIA', /old\.pdf is not a PDF/],
      [Buffer.alloc(0), 'UNSUPPORTED_MEDIA', /old\.pdf is not a PDF/],
      [good.subarray(0, 400), 'INVALID_IMAGE', /old\.pdf: The PDF is damaged.*Export it again/],
      [
        await newPdf([1], { password: 'secret' }),
        'INVALID_IMAGE',
        /old\.pdf: .*password.*without protection/,
      ],
      [
        await newPdf(Array.from({ length: 301 }, () => 1)),
        'PAYLOAD_TOO_LARGE',
        /old\.pdf: The PDF has 301 pages; at most 300 are accepted\. Split/,
      ],
      [selfDrawingPdf, 'INVALID_IMAGE', /old\.pdf: Page 1 cannot be read.*Export/],
    ] as const;
    for (const [bad, code, message] of cases) {
      const names = ['old.pdf', 'new.pdf'] as const;
      await expect(compare(bad, good, { names })).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message),
      });
    }
    await expect(
      compare(good, good, { settings: { sensitivity: 'eagle', minDeltaE: -1 } }),
    ).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { sensitivity: expect.anything(), minDeltaE: expect.anything() },
    });
  });

  it('ends when its caller is gone', async () => {
    const pdf = await newPdf([1, 2, 3]);
    const caller = new AbortController();
    const compared = compare(pdf, pdf, { signal: caller.signal, onProgress: () => caller.abort() });
    await expect(compared).rejects.toThrow(/abort/i);
  });
});

test('edits keep as many words as both texts have in one order', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
  fc.assert(
    fc.property(words, words, (first, second) => {
      const { kept } = editsOf(first, second);
      for (const [at, [x, y]] of kept.entries()) {
        expect(first[x]).toBe(second[y]);
        const before = kept[at - 1];
        if (before !== undefined) expect(x > before[0] && y > before[1]).toBe(true);
      }
      expect(kept.length).toBe(longestCommon(first, second));
    }),
  );
});

function longestCommon(first: readonly string[], second: readonly string[]): number {
  let row = new Array<number>(second.length + 1).fill(0);
  for (const word of first) {
    const next = [0];
    for (const [at, other] of second.entries()) {
      next.push(word === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return row[second.length] ?? 0;
}
