/** Compares one page with a sheet on which it stands many times: each copy is found, drawn upright and compared with the page. */
import { LoupeError } from '../../kernel/errors.js';
import type { PdfPages } from '../../media/pdf/pdf-renderer.js';
import { type ComparedPage, type PagePictures, type PdfComparison, summaryOf } from '../compared-pdfs.js';
import type { PageToCompare } from '../page-comparison.js';
import { drawPage, MM_PER_POINT } from '../pdf-pages.js';
import { thumbnailOf } from '../page-survey.js';
import { MOST_COPIES } from '../proof-settings.js';
import { compareCopy, type CopyParts, inMm, type Original, uprightPart } from './copy-comparison.js';
import { copiesOn, type FoundCopy, type SheetPlace } from './copy-search.js';
import {
  type Counted,
  counted,
  type EmptyPlace,
  isFound,
  type Sheet,
  withEmptyPlaces,
} from './missing-copies.js';
import { type OpenPage, openPage, trimmedPart, upright } from './sheet-pages.js';

/** Pages of the first file times sheets. */
const MOST_SEARCHES = 100;

export interface SheetParts extends CopyParts {
  readonly onProgress: (share: number) => void;
  readonly onPage: (page: ComparedPage, pictures: PagePictures) => Promise<void> | void;
}

/** Pixels a side, of those that pages are compared with, that are looked for. */
const SEARCHED_FINER = 0.6;
/** The first look at all pages takes about as long as the closer one. */
const SEARCH_SHARE = 0.5;

/** @throws LoupeError IMAGES_DO_NOT_MATCH where no sheet holds a copy, PAYLOAD_TOO_LARGE, INVALID_IMAGE */
export async function compareWithSheets(
  one: PdfPages,
  sheets: PdfPages,
  parts: SheetParts,
): Promise<PdfComparison> {
  if (one.pageCount * sheets.pageCount > MOST_SEARCHES)
    throw new LoupeError(
      'PAYLOAD_TOO_LARGE',
      `${one.pageCount} pages cannot be looked for on ${sheets.pageCount} sheets: at most ${MOST_SEARCHES} pages times sheets are. Split the files into parts.`,
    );
  const originals: Original[] = [];
  for (let index = 0; index < one.pageCount; index += 1) originals.push(await originalOf(one, index));
  const found = await copiesOnAll(sheets, originals, parts);
  if (!found.some(({ copies }) => copies.some(isFound)))
    throw new LoupeError(
      'IMAGES_DO_NOT_MATCH',
      'No copy of the first file was found on the second. Copies are found at their own size, upright or turned by quarter turns, where no more than half of them is cut off. Compare without “sheet” where both files show the same pages.',
    );
  const compared = await compareAll(originals, counted(found, parts.settings.copies ?? null), parts);
  const sizes = found.map(({ page }) => ({
    widthMm: page.widthPt * MM_PER_POINT,
    heightMm: page.heightPt * MM_PER_POINT,
  }));
  const about = { referencePageCount: one.pageCount, queryPageCount: sheets.pageCount, alsoDiffers: [] };
  return summaryOf({ ...about, sheets: sizes }, compared);
}

async function originalOf(one: PdfPages, index: number): Promise<Original> {
  const { page } = await openPage(one, index);
  const part = trimmedPart(page);
  const { raster } = await drawPage(one, index, { finer: SEARCHED_FINER, area: null, window: part });
  return { page, part, drawn: { raster, widthPt: part.width, heightPt: part.height } };
}

async function copiesOnAll(
  sheets: PdfPages,
  originals: readonly Original[],
  { signal, onProgress }: SheetParts,
): Promise<readonly Sheet[]> {
  const found: Sheet[] = [];
  for (let index = 0; index < sheets.pageCount; index += 1) {
    signal?.throwIfAborted();
    const { page, drawn } = await openPage(sheets, index);
    const copies = await copiesOn(
      { raster: drawn.raster, widthPt: page.widthPt, heightPt: page.heightPt },
      originals.map((original) => original.drawn),
    );
    found.push({ page, copies: inReadingOrder(withEmptyPlaces(copies, page)) });
    onProgress(((index + 1) / sheets.pageCount) * SEARCH_SHARE);
  }
  const count = found.reduce((sum, { copies }) => sum + copies.length, 0);
  if (count > MOST_COPIES)
    throw new LoupeError(
      'PAYLOAD_TOO_LARGE',
      `The sheets hold ${count} copies; at most ${MOST_COPIES} are compared.`,
    );
  return found;
}

/** Row by row. */
function inReadingOrder<T extends SheetPlace>(copies: readonly T[]): readonly T[] {
  const rows: T[][] = [];
  for (const copy of copies.toSorted((a, b) => a.top - b.top)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row === undefined || first === undefined || copy.top > first.top + first.height / 2)
      rows.push([copy]);
    else row.push(copy);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.left - b.left));
}

/** Collects copies and pages in the order of the report. */
class SheetReport {
  readonly pages: ComparedPage[] = [];
  private readonly drawn = new LastDrawn();

  constructor(
    private readonly originals: readonly Original[],
    /** Copies that are expected or found. */
    private readonly total: number,
    private readonly parts: SheetParts,
  ) {}

  /** @param isSurplus one more than are to be there */
  async addCopy(sheet: OpenPage, copy: FoundCopy | EmptyPlace, isSurplus: boolean): Promise<void> {
    this.parts.signal?.throwIfAborted();
    const original = this.originals[copy.page];
    if (original === undefined) return;
    const reference = await this.drawn.get(copy.page, original);
    const at = { number: this.pages.length + 1, sheet: sheet.index + 1, place: inMm(copy) };
    const referencePage = copy.page + 1;
    const thumbnail = await thumbnailOf(reference.raster);
    const { geometry } = reference;
    if (!isFound(copy)) {
      const missing = { ...NOWHERE, referencePage, geometry: { reference: geometry, query: null } };
      const pictures = { thumbnails: { reference: thumbnail, query: null }, rasters: null };
      return this.add({ ...missing, copy: { ...at, turn: null } }, pictures);
    }
    const query = await upright(sheet, uprightPart(copy));
    const found = isSurplus
      ? ({ status: 'inserted' } as const)
      : await compareCopy([reference, query], this.parts, original, { sheet, copy });
    const page: ComparedPage = {
      ...UNTOUCHED,
      ...found,
      referencePage: isSurplus ? null : referencePage,
      queryPage: sheet.index + 1,
      lacksText: reference.words.length === 0 || query.words.length === 0,
      geometry: { reference: isSurplus ? null : geometry, query: query.geometry },
      copy: { ...at, turn: copy.turn },
    };
    const rasters = page.status === 'changed' ? { reference: reference.raster, query: query.raster } : null;
    const thumbnails = { reference: isSurplus ? null : thumbnail, query: await thumbnailOf(query.raster) };
    return this.add(page, { thumbnails, rasters });
  }

  /** A copy that is missing somewhere. */
  async addMissing(): Promise<void> {
    const copy = { number: this.pages.length + 1, sheet: null, place: null, turn: null };
    const referencePage = this.originals.length === 1 ? 1 : null;
    await this.add(
      { ...NOWHERE, referencePage, copy },
      { thumbnails: { reference: null, query: null }, rasters: null },
    );
  }

  /** A page that stands on no sheet. */
  async addNowhere(at: number, { drawn: { raster } }: Original): Promise<void> {
    const thumbnails = { reference: await thumbnailOf(raster), query: null };
    await this.add({ ...NOWHERE, referencePage: at + 1 }, { thumbnails, rasters: null });
  }

  private async add(page: ComparedPage, pictures: PagePictures): Promise<void> {
    await this.parts.onPage(page, pictures);
    this.pages.push(page);
    const share = Math.min(1, this.pages.length / this.total);
    this.parts.onProgress(SEARCH_SHARE + share * (1 - SEARCH_SHARE));
  }
}

async function compareAll(
  originals: readonly Original[],
  { sheets, missing, surplus }: Counted,
  parts: SheetParts,
): Promise<readonly ComparedPage[]> {
  const all = sheets.flatMap(({ page, copies }) => copies.map((copy) => ({ page, copy })));
  const report = new SheetReport(originals, all.length + missing, parts);
  for (const { page, copy } of all) await report.addCopy(page, copy, surplus.has(copy));
  for (let at = 0; at < missing; at += 1) await report.addMissing();
  const placed = new Set(all.map(({ copy }) => copy.page));
  for (const [at, original] of originals.entries())
    if (!placed.has(at)) await report.addNowhere(at, original);
  return report.pages;
}

/** Draws a page again only after another one. */
class LastDrawn {
  private last: { readonly at: number; readonly page: PageToCompare } | undefined;

  async get(at: number, { page, part }: Original): Promise<PageToCompare> {
    if (this.last?.at !== at) this.last = { at, page: await upright(page, part) };
    return this.last.page;
  }
}

const UNTOUCHED = {
  isMoved: false,
  differences: [],
  score: null,
  coverage: null,
  isUnlike: false,
  isTextCompared: false,
  lacksText: false,
  geometry: { reference: null, query: null },
  alsoDiffers: [],
} as const;

const NOWHERE = { ...UNTOUCHED, status: 'removed', queryPage: null } as const;
