/** Compares a copy on a sheet with its page. */
import type { FractionBox } from '../../engine-host/types.js';
import type { Vision } from '../../engine-host/vision.js';
import type { PdfWindow } from '../../media/pdf/pdf-messages.js';
import { placesFromTrim } from '../also-differs.js';
import type { ComparedPage } from '../compared-pdfs.js';
import { comparePages, differenceOf, type PageToCompare } from '../page-comparison.js';
import type { CutOff } from '../page-difference.js';
import type { MmBox } from '../page-geometry.js';
import { digestOf } from '../page-pairs.js';
import { MM_PER_POINT } from '../pdf-pages.js';
import { fineSettingsOf, type ProofSettings } from '../proof-settings.js';
import type { DrawnSheet, FoundCopy, SheetPlace } from './copy-search.js';
import { isOnItsSide } from './ink.js';
import { boxIn, type OpenPage, upright } from './sheet-pages.js';

/** A copy is cut off that reaches farther beyond its sheet. */
const LEAST_CUT_MM = 0.2;

/** A page that is looked for. */
export interface Original {
  readonly page: OpenPage;
  /** The rest of it when it is trimmed. */
  readonly part: PdfWindow;
  readonly drawn: DrawnSheet;
}

export interface CopyParts {
  readonly vision: Pick<Vision, 'compareFinelyUndrawn'>;
  readonly settings: ProofSettings;
  readonly signal: AbortSignal | undefined;
}

type Outcome = Pick<ComparedPage, 'status' | 'differences' | 'score'> & Partial<ComparedPage>;

/** A copy on its sheet. */
export interface CopyOnSheet {
  readonly sheet: OpenPage;
  readonly copy: FoundCopy;
}

/** @param pair the page and the copy as a whole, as they are shown */
export async function compareCopy(
  pair: readonly [PageToCompare, PageToCompare],
  { vision, settings, signal }: CopyParts,
  { page, part }: Original,
  { sheet, copy }: CopyOnSheet,
): Promise<Outcome> {
  const [reference, query] = pair;
  if (digestOf(reference.raster) === digestOf(query.raster))
    return { status: 'unchanged', differences: [], score: 0 };
  const { ignore = [], ...fine } = fineSettingsOf(settings, page.index + 1);
  const edges = cutEdges(copy, sheet);
  const kept = edges === null ? WHOLE : keptOf(copy, sheet);
  const keptPart = partOf(part, kept);
  // The part on the sheet is compared alone: beside it nothing is printed.
  const compared =
    edges === null
      ? pair
      : ([await upright(page, keptPart), await upright(sheet, keptOn(copy, sheet))] as const);
  const left = ignore.map((zone) => boxIn(page, keptPart, zone)).flatMap(insideOf);
  const found = await comparePages(
    vision,
    compared,
    { ...settings, fine: { ...fine, ...(left.length > 0 && { ignore: left }) } },
    signal,
  );
  const inAll = found.differences.map((difference) => ({
    ...difference,
    inReference: within(kept, difference.inReference),
    inQuery: within(kept, difference.inQuery),
  }));
  const geometry = { reference: reference.geometry, query: query.geometry };
  const differences = [...(edges === null ? [] : [differenceOf({ kind: 'cut', edges })]), ...inAll].map(
    (difference, at) => ({
      ...difference,
      number: at + 1,
      fromTrim: placesFromTrim(difference, geometry),
    }),
  );
  return { ...found, differences, status: differences.length === 0 ? 'unchanged' : 'changed' };
}

const WHOLE: FractionBox = { left: 0, top: 0, width: 1, height: 1 };

/** A box of a part as fractions of the whole. */
function within(part: FractionBox, box: FractionBox): FractionBox {
  return {
    left: part.left + box.left * part.width,
    top: part.top + box.top * part.height,
    width: box.width * part.width,
    height: box.height * part.height,
  };
}

/** @param box as fractions of a window that is upright */
function partOf(window: PdfWindow, box: FractionBox): PdfWindow {
  return {
    left: window.left + box.left * window.width,
    top: window.top + box.top * window.height,
    width: box.width * window.width,
    height: box.height * window.height,
    turn: 0,
  };
}

/** Zones of the engine lie inside the picture. */
function insideOf({ left, top, width, height }: FractionBox): readonly FractionBox[] {
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  const [right, bottom] = [Math.min(1, left + width), Math.min(1, top + height)];
  return right > x && bottom > y ? [{ left: x, top: y, width: right - x, height: bottom - y }] : [];
}

/** How far a copy reaches beyond the edges of its sheet; null where it lies on it. */
function cutEdges(copy: FoundCopy, { widthPt, heightPt }: OpenPage): CutOff['edges'] | null {
  const beyond = {
    left: -copy.left,
    top: -copy.top,
    right: copy.left + copy.width - widthPt,
    bottom: copy.top + copy.height - heightPt,
  };
  const edges = Object.entries(beyond).flatMap(([edge, pt]) =>
    pt * MM_PER_POINT > LEAST_CUT_MM ? [[edge, Math.round(pt * MM_PER_POINT * 10) / 10]] : [],
  );
  return edges.length === 0 ? null : (Object.fromEntries(edges) as CutOff['edges']);
}

/** The part of a copy that the sheet holds, upright. */
function keptOn(copy: FoundCopy, { widthPt, heightPt }: OpenPage): PdfWindow {
  const [left, top] = [Math.max(0, copy.left), Math.max(0, copy.top)];
  const [right, bottom] = [
    Math.min(widthPt, copy.left + copy.width),
    Math.min(heightPt, copy.top + copy.height),
  ];
  return uprightPart({ ...copy, left, top, width: right - left, height: bottom - top });
}

/** The same as fractions of the copy. */
function keptOf(copy: FoundCopy, sheet: OpenPage): FractionBox {
  const { widthPt, heightPt } = sheet;
  const [left, top] = [Math.max(0, copy.left) / widthPt, Math.max(0, copy.top) / heightPt];
  const right = Math.min(1, (copy.left + copy.width) / widthPt);
  const bottom = Math.min(1, (copy.top + copy.height) / heightPt);
  return boxIn(sheet, uprightPart(copy), { left, top, width: right - left, height: bottom - top });
}

export function uprightPart({ left, top, width, height, turn }: FoundCopy): PdfWindow {
  const isTurned = isOnItsSide(turn);
  return { left, top, turn, width: isTurned ? height : width, height: isTurned ? width : height };
}

export function inMm({ left, top, width, height }: SheetPlace): MmBox {
  const mm = (pt: number): number => Math.round(pt * MM_PER_POINT * 100) / 100 + 0;
  return { left: mm(left), top: mm(top), width: mm(width), height: mm(height) };
}
