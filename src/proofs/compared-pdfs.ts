/** Two PDFs that were compared. */
import type { Coverage } from '../engine-host/appearance/comparison-settings.js';
import type { Raster } from '../engine-host/types.js';
import type { AlsoDiffers } from './also-differs.js';
import type { PageDifference } from './page-difference.js';
import type { MmBox, PageGeometry } from './page-geometry.js';

/** The fates of pages. */

export type PageStatus = 'unchanged' | 'changed' | 'inserted' | 'removed';

export interface PageCounts {
  readonly unchanged: number;
  readonly changed: number;
  readonly inserted: number;
  readonly removed: number;
  /** Of the unchanged and changed pages. */
  readonly moved: number;
}

/** A copy of a page on a sheet. */
export interface SheetCopy {
  /** From 1, sheet by sheet and row by row. */
  readonly number: number;
  /** Page of the second file, from 1; null for a copy that is missing somewhere. */
  readonly sheet: number | null;
  /** From the top left corner of the sheet; null likewise. */
  readonly place: MmBox | null;
  /** How it stands there, in degrees clockwise; null for a copy that is missing. */
  readonly turn: 0 | 90 | 180 | 270 | null;
}

interface SheetSize {
  readonly widthMm: number;
  readonly heightMm: number;
}

export interface ComparedPage {
  readonly status: PageStatus;
  /** Whether it stands at another place among the pages that both files have. */
  readonly isMoved: boolean;
  /** Page of the first file, from 1; null for an inserted page. */
  readonly referencePage: number | null;
  /** Page of the second file, from 1; null for a removed page. */
  readonly queryPage: number | null;
  readonly differences: readonly PageDifference[];
  /** How much looks different, 0 to 100; null where no two pictures were compared. */
  readonly score: number | null;
  readonly coverage: Coverage | null;
  /** Both pages are the same by their words and too unlike to be compared place by place. */
  readonly isUnlike: boolean;
  /** Whether both pages hold text, and their words were compared. */
  readonly isTextCompared: boolean;
  /** Whether a page that both files have is without a text layer in one of them. */
  readonly lacksText: boolean;
  /** Size and boxes of the page in both files; null for the file that does not have it. */
  readonly geometry: { readonly reference: PageGeometry | null; readonly query: PageGeometry | null };
  /** Differences of both pages that do not show; they make no page changed. */
  readonly alsoDiffers: readonly AlsoDiffers[];
  /** Of a comparison with sheets. */
  readonly copy?: SheetCopy;
}

export interface PdfComparison {
  readonly referencePageCount: number;
  readonly queryPageCount: number;
  readonly counts: PageCounts;
  /** Places that differ on pages that both files have. */
  readonly differenceCount: number;
  readonly hasDifferences: boolean;
  /** Differences of the files as such. */
  readonly alsoDiffers: readonly AlsoDiffers[];
  /** In the order of the second file, removed pages where they stood. */
  readonly pages: readonly ComparedPage[];
  /** Of a comparison with sheets: the pages of the second file. */
  readonly sheets?: readonly SheetSize[];
}

/** A JPEG with its size in pixels. */
export interface Picture {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

/** What a page looks like, while it is compared. */
export interface PagePictures {
  /** At most 240 pixels a side; null for the file that does not have the page. */
  readonly thumbnails: { readonly reference: Picture | null; readonly query: Picture | null };
  /** Pages in RGB that were compared place by place. */
  readonly rasters: { readonly reference: Raster; readonly query: Raster } | null;
}

export function summaryOf(
  about: Pick<PdfComparison, 'referencePageCount' | 'queryPageCount' | 'alsoDiffers' | 'sheets'>,
  pages: readonly ComparedPage[],
): PdfComparison {
  const { referencePageCount, queryPageCount, alsoDiffers, sheets } = about;
  const count = (accepts: (page: ComparedPage) => boolean): number => pages.filter(accepts).length;
  const counts = {
    unchanged: count((page) => page.status === 'unchanged'),
    changed: count((page) => page.status === 'changed'),
    inserted: count((page) => page.status === 'inserted'),
    removed: count((page) => page.status === 'removed'),
    moved: count((page) => page.isMoved),
  };
  return {
    referencePageCount,
    queryPageCount,
    counts,
    differenceCount: pages.reduce((sum, page) => sum + page.differences.length, 0),
    hasDifferences: counts.changed + counts.inserted + counts.removed + counts.moved > 0,
    alsoDiffers,
    pages,
    ...(sheets !== undefined && { sheets }),
  };
}
