/** Compares two PDFs page by page: what was printed before, and what shall be printed now. */
import type { PdfPart } from '../media/pdf/pdf-messages.js';
import type { PdfPages, PdfRenderer } from '../media/pdf/pdf-renderer.js';
import type { Raster } from '../engine-host/types.js';
import type { Vision } from '../engine-host/vision.js';
import { filesAlsoDiffer, type PageMatter, pagesAlsoDiffer, textEdits } from './also-differs.js';
import { type ComparedPage, type PagePictures, type PdfComparison, summaryOf } from './compared-pdfs.js';
import { comparePages, type PageToCompare } from './page-comparison.js';
import { type PagePair, PagePairing } from './page-pairs.js';
import { type PageSurvey, surveyBoth } from './page-survey.js';
import { drawPage, openNamedPdf, requirePdf } from './pdf-pages.js';
import { pairByLook } from './pages-by-look.js';
import {
  fineSettingsOf,
  type GivenProofSettings,
  type ProofSettings,
  requirePagesOfZones,
  requireProofSettings,
} from './proof-settings.js';
import { compareWithSheets } from './sheet/sheet-comparison.js';
import { badInput } from '../kernel/errors.js';

/** A page of the report; pages are numbered from 0, null where a file does not have it. */
export interface ListedPage {
  readonly reference: number | null;
  readonly query: number | null;
  readonly isMoved: boolean;
}

/** The pages of the query, and removed ones where they stood. */
function listPages(
  referenceCount: number,
  queryCount: number,
  pairs: readonly PagePair[],
): readonly ListedPage[] {
  const paired = new Set(pairs.map((pair) => pair.reference));
  const ofQuery = new Map(pairs.map((pair) => [pair.query, pair]));
  const list: ListedPage[] = [];
  let next = 0;
  const addRemoved = (until: number): void => {
    for (; next < until; next += 1) {
      if (!paired.has(next)) list.push({ reference: next, query: null, isMoved: false });
    }
  };
  for (let query = 0; query < queryCount; query += 1) {
    const pair = ofQuery.get(query);
    if (pair !== undefined && !pair.isMoved) addRemoved(pair.reference);
    list.push({ reference: pair?.reference ?? null, query, isMoved: pair?.isMoved ?? false });
  }
  addRemoved(referenceCount);
  return list;
}

export interface PdfComparisonOptions {
  readonly settings?: GivenProofSettings;
  /** What the files are called in refusals. */
  readonly names?: readonly [reference: string, query: string];
  readonly signal?: AbortSignal;
  /** Called before pages are drawn, with the pages of both files; what it throws ends the comparison. */
  readonly onOpen?: (pageCount: number) => Promise<void>;
  /** @param share of the work that is done, 0 to 1 */
  readonly onProgress?: (share: number) => void;
  /** Receives each page as soon as it was compared, in the order of the report; the next one waits for it. */
  readonly onPage?: (page: ComparedPage, pictures: PagePictures) => Promise<void> | void;
}

/** The first look at all pages takes about as long as the closer one. */
const SURVEY_SHARE = 0.5;

export class PdfComparisonService {
  constructor(
    private readonly vision: Pick<Vision, 'compareFinelyUndrawn' | 'extract' | 'match'>,
    private readonly renderer: PdfRenderer,
  ) {}

  /**
   * Pages are paired by their content, then each pair is compared. Pages are drawn one after the other, so that memory does
   * not grow with their pictures; both files stay open in a process each.
   *
   * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE, OVERLOADED, BAD_USER_INPUT
   */
  async compare(
    reference: Buffer,
    query: Buffer,
    options: PdfComparisonOptions = {},
  ): Promise<PdfComparison> {
    const { signal, names = ['The first file', 'The second file'] } = options;
    const settings = requireProofSettings(options.settings ?? {});
    requirePdf(names[0], reference);
    requirePdf(names[1], query);
    const opened: PdfPages[] = [];
    const open = async (name: string, bytes: Buffer): Promise<PdfPages> => {
      const pages = await openNamedPdf(this.renderer, name, bytes, signal);
      opened.push(pages);
      return pages;
    };
    try {
      const first = await open(names[0], reference);
      // A file against itself is drawn once.
      const second = reference.equals(query) ? first : await open(names[1], query);
      requirePagesOfZones(settings, first.pageCount);
      await options.onOpen?.(first.pageCount + second.pageCount);
      if (settings.sheet !== true) return await this.compareOpened(first, second, settings, options);
      const { onProgress = () => undefined, onPage = () => undefined } = options;
      return await compareWithSheets(first, second, {
        vision: this.vision,
        settings,
        signal,
        onProgress,
        onPage,
      });
    } finally {
      for (const pages of opened) pages.close();
    }
  }

  /** @param page from 1 @throws LoupeError as `compare` */
  async drawPage(
    file: Buffer,
    page: number,
    {
      name,
      signal,
      onOpen,
    }: {
      readonly name: string;
      readonly signal: AbortSignal;
      /** Called before the page is drawn; what it throws ends that. */
      readonly onOpen: () => Promise<void>;
    },
  ): Promise<{ readonly raster: Raster; readonly pageCount: number }> {
    requirePdf(name, file);
    const pages = await openNamedPdf(this.renderer, name, file, signal);
    try {
      const { pageCount } = pages;
      if (!Number.isInteger(page) || page < 1 || page > pageCount)
        throw badInput('page', `must be a whole number from 1 to ${pageCount}`);
      await onOpen();
      return { raster: (await drawPage(pages, page - 1)).raster, pageCount };
    } finally {
      pages.close();
    }
  }

  private async compareOpened(
    reference: PdfPages,
    query: PdfPages,
    settings: ProofSettings,
    options: PdfComparisonOptions,
  ): Promise<PdfComparison> {
    const { signal, onProgress = () => undefined, onPage = () => undefined } = options;
    const [first, second] = await surveyBoth([reference, query], {
      needsThumbnails: options.onPage !== undefined,
      onProgress: (share) => onProgress(share * SURVEY_SHARE),
    });
    const pairing = new PagePairing(first, second);
    await pairing.compare(signal);
    await pairByLook(
      { vision: this.vision, signal },
      { pages: reference, surveys: first },
      { pages: query, surveys: second },
      pairing,
    );
    const pairs = pairing.pairs();
    const list = listPages(first.length, second.length, pairs);
    const compared: ComparedPage[] = [];
    for (const [at, listed] of list.entries()) {
      signal?.throwIfAborted();
      const before = listed.reference === null ? null : (first[listed.reference] ?? null);
      const after = listed.query === null ? null : (second[listed.query] ?? null);
      const { page, rasters } = await this.comparePair(listed, [reference, query], [before, after], {
        settings,
        signal,
      });
      const thumbnails = { reference: before?.thumbnail ?? null, query: after?.thumbnail ?? null };
      await onPage(page, { thumbnails, rasters });
      compared.push(page);
      onProgress(SURVEY_SHARE + ((at + 1) / list.length) * (1 - SURVEY_SHARE));
    }
    return summaryOf(
      {
        referencePageCount: first.length,
        queryPageCount: second.length,
        alsoDiffers: filesAlsoDiffer(reference.facts, query.facts),
      },
      compared,
    );
  }

  private async comparePair(
    listed: ListedPage,
    [reference, query]: readonly [PdfPages, PdfPages],
    [before, after]: readonly [PageSurvey | null, PageSurvey | null],
    { settings, signal }: { readonly settings: ProofSettings; readonly signal: AbortSignal | undefined },
  ): Promise<{ readonly page: ComparedPage; readonly rasters: PagePictures['rasters'] }> {
    const common = {
      isMoved: listed.isMoved,
      referencePage: listed.reference === null ? null : listed.reference + 1,
      queryPage: listed.query === null ? null : listed.query + 1,
      lacksText: before !== null && after !== null && (before.words.length === 0 || after.words.length === 0),
      geometry: { reference: before?.geometry ?? null, query: after?.geometry ?? null },
    };
    if (listed.reference === null || listed.query === null || before === null || after === null) {
      const status = listed.query === null ? 'removed' : 'inserted';
      return { page: { ...common, ...untouched, status }, rasters: null };
    }
    if (before.print.digest === after.print.digest) {
      const alsoDiffers = pagesAlsoDiffer(before, after, textEdits(before.words, after.words));
      const page = { ...common, ...untouched, status: 'unchanged', score: 0, alsoDiffers } as const;
      return { page, rasters: null };
    }
    const pages = [
      await pageToCompare(reference, listed.reference, before),
      await pageToCompare(query, listed.query, after),
    ] as const;
    const fine = fineSettingsOf(settings, listed.reference + 1);
    const found = await comparePages(this.vision, pages, { ...settings, fine }, signal);
    const status = found.differences.length === 0 ? 'unchanged' : 'changed';
    const rasters = { reference: pages[0].raster, query: pages[1].raster };
    return { page: { ...common, ...found, status }, rasters: status === 'changed' ? rasters : null };
  }
}

async function pageToCompare(
  pages: PdfPages,
  index: number,
  { facts, geometry }: PageMatter,
): Promise<PageToCompare> {
  const drawn = await drawPage(pages, index);
  const draw = async (part: PdfPart) => (await drawPage(pages, index, part)).raster;
  return { ...drawn, words: await pages.words(index), facts, geometry, draw };
}

const untouched = {
  differences: [],
  score: null,
  coverage: null,
  isUnlike: false,
  isTextCompared: false,
  alsoDiffers: [],
} as const;
