/** Two files whose pages share one design: each page is paired with the one that holds its content. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLocalRecognition } from '../../src/app/command-services.js';
import type { LocalRecognition } from '../../src/recognition/local-recognition.js';
import { readConfig } from '../../src/config.js';
import { type Design, designedPages, designedPdf, designs } from '../kit/seed/designs.js';
import { lengthOfStory } from '../kit/seed/stories.js';

describe('a comparison of two PDFs', { timeout: 120_000 }, () => {
  let recognition: LocalRecognition;

  beforeAll(() => {
    recognition = openLocalRecognition(readConfig({ LOUPE_DATA: '/nowhere', LOUPE_PDF_MEMORY_MB: '256' }));
  });
  afterAll(() => recognition.close());

  /** Pages of the report: places in both files and the first letter of the status, with `m` for a moved page. */
  async function compared(design: Design, before: string, after: string): Promise<string> {
    const { pages } = await recognition.pdfs.compare(
      await designedPdf(design, designedPages(before)),
      await designedPdf(design, designedPages(after)),
    );
    return pages
      .map(({ referencePage, queryPage, status, isMoved }) => {
        const letter = status === 'unchanged' ? '=' : status.charAt(0);
        return `${referencePage ?? '-'}${letter}${queryPage ?? '-'}${isMoved ? 'm' : ''}`;
      })
      .join(' ');
  }

  /** Some of the cases; all of them where the story is long. */
  const first = <T>(count: number, cases: readonly T[]): readonly T[] =>
    lengthOfStory({ short: cases.slice(0, count), long: cases });
  const ALL = Object.keys(designs) as Design[];

  it.each(first(2, ALL))('finds the first page gone and one appended, where each is %s', async (design) => {
    expect(await compared(design, '1234', '2345')).toBe('1r- 2=1 3=2 4=3 -i4');
  });

  // The second is a ticket: it differs less from the next one than from itself with a line added.
  it.each(first(2, ALL))(
    'finds two pages exchanged, a new one and a mended one, where each is %s',
    async (design) => {
      expect(await compared(design, '1234', '13254*')).toBe('1=1 3=2 2=3m -i4 4c5');
    },
  );

  it.each(first(1, ALL))('finds all pages mended and turned round, where each is %s', async (design) => {
    expect(await compared(design, '1234', '4*3*2*1*')).toBe('4c1 3c2m 2c3m 1c4m');
  });

  it.each(
    first(3, [
      ['a page that moved', '1234', '2341', '2=1 3=2 4=3 1=4m'],
      ['a page that stands there twice', '1234', '12234', '1=1 2=2 -i3 3=4 4=5'],
      ['two of equal pages removed', '12_2_4', '12_4', '1=1 2=2 3=3 4r- 5r- 6=4'],
      ['a page inserted', '1234', '15234', '1=1 -i2 2=3 3=4 4=5'],
      ['a page removed', '1234', '124', '1=1 2=2 3r- 4=3'],
      ['a page mended', '1234', '123*4', '1=1 2=2 3c3 4=4'],
    ]),
  )('finds %s', async (_what, before, after, expected) => {
    for (const design of first(1, ALL)) expect(await compared(design, before, after)).toBe(expected);
  });
});
