/** Which page of one PDF is which page of another, by what they show and say. */
import { createHash } from 'node:crypto';
import type { Raster } from '../engine-host/types.js';
import { sharp } from '../media/pictures/sharp.js';
import { PageLikeness, type PageMeasure, PixelDifference } from '../page-pairing/page-likeness.js';
import { pairPages } from '../page-pairing/page-pairing.js';
import { FRAME_PX, PagePrint } from '../page-pairing/page-print.js';
import { WordLikeness } from '../page-pairing/word-likeness.js';

/** Pages that differ by more are different pages. */
const MOST_DIFFERENCE = 0.5;
/** Different words of a page from which on its text counts in full. */
const ENOUGH_WORDS = 8;
const TEXT_SHARE = 0.6;

export interface SurveyedPage {
  readonly print: PagePrint;
  /** Words of the page, each as often as it stands there. */
  readonly words: readonly string[];
}

export interface PagePair {
  /** Pages from 0. */
  readonly reference: number;
  readonly query: number;
  /** Whether it lies at another place among the pages that both files have. */
  readonly isMoved: boolean;
}

/** The same for pages of the very same pixels. @param page in RGB */
export function digestOf({ data, width, height }: Raster): string {
  return createHash('sha256').update(`${width} ${height} `).update(data).digest('hex');
}

/** @param page in RGB @param digest of it */
export async function printOf({ data, width, height }: Raster, digest: string): Promise<PagePrint> {
  const frame = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: FRAME_PX, height: FRAME_PX, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
  return new PagePrint({ data: frame, originalWidth: width, originalHeight: height }, digest);
}

/** The pairs of two files, found in two looks: by words and pixels, and by whatever else finds pages in each other. */
export class PagePairing {
  private readonly likeness: PageLikeness;
  private readonly measure: PageMeasure;

  constructor(
    private readonly reference: readonly SurveyedPage[],
    private readonly query: readonly SurveyedPage[],
  ) {
    this.measure = measureOf(reference, query);
    this.likeness = new PageLikeness(printsOf(query), printsOf(reference), this.measure);
  }

  /** @param signal ends the comparison between two pages */
  async compare(signal: AbortSignal | undefined): Promise<void> {
    await this.likeness.compare(signal);
  }

  /** Learns that two pages belong together. @param distance 0 to 1 */
  add({ reference, query }: Pick<PagePair, 'reference' | 'query'>, distance: number): void {
    this.likeness.add(query, reference, distance);
  }

  /** By their place in the query. */
  pairs(): readonly PagePair[] {
    const { fromAfar, inPlace } = this.measure;
    const paired = pairPages(this.query.length, this.reference.length, {
      likeness: (i, j) => this.likeness.between(i, j),
      leftOver: (i, j) => (fromAfar(i, j) > MOST_DIFFERENCE ? null : inPlace(i, j)),
    });
    return paired.flatMap(({ from, isMoved }, query) =>
      from === null ? [] : [{ reference: from, query, isMoved }],
    );
  }
}

const printsOf = (pages: readonly SurveyedPage[]) => pages.map(({ print }) => print);

/** Pixels, and words as far as both pages hold some. */
function measureOf(reference: readonly SurveyedPage[], query: readonly SurveyedPage[]): PageMeasure {
  const pixels = new PixelDifference(printsOf(query), printsOf(reference));
  const words = new WordLikeness(
    query.map((page) => page.words),
    reference.map((page) => page.words),
  );
  const withWords = (i: number, j: number, look: number): number => {
    const weight = Math.min(1, words.leastCount(i, j) / ENOUGH_WORDS) * TEXT_SHARE;
    return look * (1 - weight) + (1 - words.between(i, j)) * weight;
  };
  const relief = (i: number, j: number): number => {
    const [page, old] = [query[i], reference[j]];
    return page === undefined || old === undefined ? 1 : page.print.reliefUnlikeness(old.print);
  };
  const fromAfar = (i: number, j: number) => withWords(i, j, relief(i, j));
  // Pages of different formats are compared as if one had been stretched.
  const inPlace = (i: number, j: number) => withWords(i, j, pixels.inPlace(i, j) ?? relief(i, j));
  return {
    fromAfar,
    inPlace,
    closely: async (i, j) => (fromAfar(i, j) > MOST_DIFFERENCE ? null : inPlace(i, j)),
    maySayTheSame: (i, j) => words.leastCount(i, j) === 0 || words.between(i, j) > 1 - 1e-9,
  };
}
