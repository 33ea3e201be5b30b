/** What a report shows of a comparison: pictures of pages that changed, and each difference large. */
import { sharp } from '../../media/pictures/sharp.js';
import type { FractionBox, Raster } from '../../engine-host/types.js';
import type { ComparedPage, PagePictures, PdfComparison, Picture } from '../compared-pdfs.js';
import type { ComparisonRecord, Decision, Signature } from '../comparison-record.js';
import { type IgnoredPlace, withoutIgnored } from '../ignored-places.js';
import type { PageDifference } from '../page-difference.js';

/** Enough for anybody to look at; the others are listed. It bounds the size of a report. */
const MOST_PICTURED = 500;
/** Of all pictures of pages and differences: further pages are shown small. */
const MOST_BYTES = 64 * 1024 * 1024;
const PAGE_SIDE_PX = 900;
const PAGE_QUALITY = 75;
const CROP_WIDTH_PX = 640;
const CROP_QUALITY = 88;
/** Least width and height of what is shown around a difference, as fractions of the page. */
const LEAST_CROP = { width: 0.3, height: 0.08 } as const;

/** A part of a page, with what differs in it as a fraction of the part. */
export interface Crop extends Picture {
  readonly mark: FractionBox;
}

/** A difference large, on both sides. */
interface PlacePictures {
  readonly number: number;
  readonly reference: Crop;
  readonly query: Crop;
}

export interface ReportedPage {
  readonly page: ComparedPage;
  readonly thumbnails: PagePictures['thumbnails'];
  /** Both pages, where they were compared place by place; null also where a report holds enough. */
  readonly sides: { readonly reference: Picture; readonly query: Picture } | null;
  /** Fewer than the differences where a report holds enough. */
  readonly crops: readonly PlacePictures[];
  /** What somebody chose to ignore: it is listed apart. */
  readonly ignored: readonly PageDifference[];
}

export interface ReportContent {
  /** Which files, compared how, by whom and when. */
  readonly record: ComparisonRecord;
  readonly comparison: PdfComparison;
  readonly pages: readonly ReportedPage[];
  /** Decisions about places and pages. */
  readonly decisions: readonly Decision[];
  /** null where nobody approved it. */
  readonly signature: Signature | null;
}

/** Takes pages as they are compared, and keeps what a report shows of them. */
export class ReportCollector {
  private readonly pages: ReportedPage[] = [];
  private pictured = 0;
  private bytes = 0;

  async add(page: ComparedPage, { thumbnails, rasters }: PagePictures): Promise<void> {
    const plain = { page, thumbnails, sides: null, crops: [], ignored: [] };
    if (rasters === null || this.bytes >= MOST_BYTES) {
      this.pages.push(plain);
      return;
    }
    const { reference, query } = rasters;
    const crops: PlacePictures[] = [];
    for (const { number, inReference, inQuery } of page.differences.slice(0, MOST_PICTURED - this.pictured)) {
      crops.push({
        number,
        reference: await cropOf(reference, inReference),
        query: await cropOf(query, inQuery),
      });
    }
    this.pictured += crops.length;
    const sides = { reference: await reduced(reference), query: await reduced(query) };
    for (const pair of [sides, ...crops]) this.bytes += pair.reference.jpeg.length + pair.query.jpeg.length;
    this.pages.push({ ...plain, sides, crops });
  }

  finish(about: Pick<ReportContent, 'record' | 'comparison'>): ReportContent {
    return { ...about, pages: this.pages, decisions: [], signature: null };
  }
}

/** @throws LoupeError BAD_USER_INPUT for places that the comparison does not have */
export function reportWithout(content: ReportContent, places: readonly IgnoredPlace[]): ReportContent {
  const { comparison, ignored } = withoutIgnored(content.comparison, places);
  const pages = content.pages.map((reported, at): ReportedPage => {
    const page = comparison.pages[at] ?? reported.page;
    const numbers = new Set(page.differences.map(({ number }) => number));
    const crops = reported.crops.filter(({ number }) => numbers.has(number));
    return { ...reported, page, crops, ignored: ignored[at] ?? [] };
  });
  return { ...content, comparison, pages };
}

function open({ data, width, height }: Raster): ReturnType<typeof sharp> {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function reduced(page: Raster): Promise<Picture> {
  const { data, info } = await open(page)
    .resize({ width: PAGE_SIDE_PX, height: PAGE_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: PAGE_QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}

async function cropOf(page: Raster, box: FractionBox): Promise<Crop> {
  const span = (from: number, length: number, least: number, pixels: number): [number, number] => {
    const wanted = Math.min(1, Math.max(least, length * 1.4));
    const start = Math.min(1 - wanted, Math.max(0, from + length / 2 - wanted / 2));
    const first = Math.min(pixels - 1, Math.floor(start * pixels));
    return [first, Math.max(1, Math.min(pixels - first, Math.round(wanted * pixels)))];
  };
  const [left, width] = span(box.left, box.width, LEAST_CROP.width, page.width);
  const [top, height] = span(box.top, box.height, LEAST_CROP.height, page.height);
  const { data, info } = await open(page)
    .extract({ left, top, width, height })
    .resize({ width: CROP_WIDTH_PX, height: CROP_WIDTH_PX, fit: 'inside' })
    .jpeg({ quality: CROP_QUALITY })
    .toBuffer({ resolveWithObject: true });
  const mark = {
    left: (box.left * page.width - left) / width,
    top: (box.top * page.height - top) / height,
    width: (box.width * page.width) / width,
    height: (box.height * page.height) / height,
  };
  return { jpeg: data, width: info.width, height: info.height, mark };
}
