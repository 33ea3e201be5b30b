/** Pages and sheets as they are compared: the trimmed part of a page, and copies of it on a sheet, drawn upright. */
import type { FractionBox } from '../../engine-host/types.js';
import type { PdfPart, PdfPageFacts, PdfWindow, PdfWord } from '../../media/pdf/pdf-messages.js';
import type { PdfPages } from '../../media/pdf/pdf-renderer.js';
import { holdsMiddle } from '../../media/boxes.js';
import type { PageToCompare } from '../page-comparison.js';
import { type DrawnPage, drawPage, MM_PER_POINT } from '../pdf-pages.js';
import { isOnItsSide } from './ink.js';

/** A page of a file with its size. */
export interface OpenPage {
  readonly pages: PdfPages;
  /** From 0. */
  readonly index: number;
  readonly widthPt: number;
  readonly heightPt: number;
  readonly words: readonly PdfWord[];
  readonly facts: PdfPageFacts;
}

/** Links, notes and fields of a copy are those of the sheet: they are not compared. */
const NO_FACTS: PdfPageFacts = { boxes: {}, links: [], notes: [], fields: [], areas: [], overprint: [] };

/** @returns the page, and what it looks like */
export async function openPage(
  pages: PdfPages,
  index: number,
): Promise<{ readonly page: OpenPage; readonly drawn: DrawnPage }> {
  const drawn = await drawPage(pages, index);
  const [widthPt, heightPt] = [drawn.widthMm / MM_PER_POINT, drawn.heightMm / MM_PER_POINT];
  return { page: { pages, index, widthPt, heightPt, ...(await pages.contents(index)) }, drawn };
}

/** The rest of a page when it is cut: its trim box, all of it where the file states none. */
export function trimmedPart({ widthPt, heightPt, facts: { boxes } }: OpenPage): PdfWindow {
  const { left, top, width, height } = boxes.trim ?? { left: 0, top: 0, width: 1, height: 1 };
  return {
    left: left * widthPt,
    top: top * heightPt,
    width: width * widthPt,
    height: height * heightPt,
    turn: 0,
  };
}

/** @throws LoupeError INVALID_IMAGE */
export async function upright(page: OpenPage, window: PdfWindow): Promise<PageToCompare> {
  const { pages, index, words } = page;
  const of = (part: PdfPart): PdfPart => ({ ...part, window });
  const drawn = await drawPage(pages, index, of({ finer: 1, area: null }));
  return {
    ...drawn,
    facts: NO_FACTS,
    geometry: { widthMm: drawn.widthMm, heightMm: drawn.heightMm, boxes: {} },
    words: words.flatMap((word) => wordIn(page, window, word)),
    draw: async (part) => (await drawPage(pages, index, of(part))).raster,
  };
}

/** The word as the window has it; left out where its middle lies beside it. */
function wordIn(page: OpenPage, window: PdfWindow, word: PdfWord): readonly PdfWord[] {
  const placed = { ...word, ...boxIn(page, window, word) };
  return holdsMiddle({ left: 0, top: 0, width: 1, height: 1 }, placed) ? [placed] : [];
}

/** A box of the page as fractions of a window on it. */
export function boxIn(
  { widthPt, heightPt }: Pick<OpenPage, 'widthPt' | 'heightPt'>,
  window: PdfWindow,
  box: FractionBox,
): FractionBox {
  const [wide, high] = isOnItsSide(window.turn)
    ? [window.height, window.width]
    : [window.width, window.height];
  const left = (box.left * widthPt - window.left) / wide;
  const top = (box.top * heightPt - window.top) / high;
  const [width, height] = [(box.width * widthPt) / wide, (box.height * heightPt) / high];
  switch (window.turn) {
    case 0:
      return { left, top, width, height };
    case 90:
      return { left: top, top: 1 - left - width, width: height, height: width };
    case 180:
      return { left: 1 - left - width, top: 1 - top - height, width, height };
    case 270:
      return { left: 1 - top - height, top: left, width: height, height: width };
  }
}
