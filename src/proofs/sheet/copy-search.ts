/** Finds the copies of pages on sheets: at their own size, upright or turned by quarters. */
import type { Raster } from '../../engine-host/types.js';
import { inkOf, type Ink, isOnItsSide, likenessAt, type Turn, turned } from './ink.js';
import { LikenessMap } from './likeness-map.js';

/** Longest side of a sheet, in pixels of the first look. */
const SHEET_PX = 860;
/** Longest side of a page in both looks. */
const FIRST_PX = 160;
const CLOSE_PX = 640;
/** A page that is smaller on the sheet at first look is not found. */
const LEAST_PX = 10;
/** Likeness of the first look and of the close one. */
const LEAST_AT_FIRST = 0.3;
export const CERTAIN = 0.6;
const POSSIBLE = 0.35;
/** Of what is left of a copy that is cut off: a part of a page is found more easily. */
const CERTAIN_CUT = 0.8;
/** Of two places that are as alike, the one that lies on the sheet is meant. */
const LOSS_OF_CUT = 0.1;
/** Of a page, in points: a copy that reaches farther beyond the sheet is cut off. */
const MOST_BEYOND = 3;
/** Of the smaller one: copies that share more are the same one. */
const MOST_SHARED = 0.05;
/** Pixels a side that the first rounds of the close look skip. */
const COARSE_STEP = 3;

/** A place on a sheet in points, from its top left corner, as the copy stands there. */
export interface SheetPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface FoundCopy extends SheetPlace {
  /** Which of the pages that were looked for, from 0. */
  readonly page: number;
  readonly turn: Turn;
  /** Of both in gray, at most 1; a little less where it is cut off. */
  readonly likeness: number;
}

/** A page or a sheet, drawn as a whole. */
export interface DrawnSheet {
  readonly raster: Raster;
  readonly widthPt: number;
  readonly heightPt: number;
}

/**
 * Copies that do not cover each other, the most alike first.
 *
 * @param pages that are looked for
 */
export async function copiesOn(
  sheet: DrawnSheet,
  pages: readonly DrawnSheet[],
): Promise<readonly FoundCopy[]> {
  const longestPage = Math.max(...pages.map(longestOf));
  const firstScale = Math.min(SHEET_PX / longestOf(sheet), FIRST_PX / longestPage);
  const first = await scaled(sheet, firstScale);
  const map = new LikenessMap(first, Math.ceil(longestPage * firstScale) + 1);
  const found: FoundCopy[] = [];
  for (const [at, page] of pages.entries()) {
    if (longestOf(page) * firstScale < LEAST_PX) continue;
    const peaks = map.peaks(await scaled(page, firstScale), LEAST_AT_FIRST);
    const closeScale = wholePixels(page, Math.min(CLOSE_PX / longestOf(page), scaleOf(sheet)));
    const close = { sheet: await scaled(sheet, closeScale), page: await scaled(page, closeScale) };
    const ratio = close.sheet.width / first.width;
    for (const peak of peaks) {
      const picture = turned(close.page, peak.turn);
      const placed = lookClosely(close.sheet, picture, [peak.left * ratio, peak.top * ratio], ratio);
      const place = placeOf(placed, sheet, page, peak.turn, close);
      const share = shareOn(place, sheet);
      if (placed.likeness < (share === 1 ? POSSIBLE : CERTAIN_CUT)) continue;
      found.push({
        page: at,
        turn: peak.turn,
        likeness: placed.likeness - LOSS_OF_CUT * (1 - share),
        ...place,
      });
    }
  }
  return withoutCovered(found);
}

/** How much of a place the sheet holds. */
function shareOn({ left, top, width, height }: SheetPlace, { widthPt, heightPt }: DrawnSheet): number {
  const beyond = Math.max(-left, -top, left + width - widthPt, top + height - heightPt);
  if (beyond <= MOST_BEYOND) return 1;
  const across = Math.min(left + width, widthPt) - Math.max(0, left);
  const down = Math.min(top + height, heightPt) - Math.max(0, top);
  return (across * down) / (width * height);
}

interface Placed {
  /** Of the middle, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly likeness: number;
}

/** Lengths are those of the file: sizes in pixels are whole ones. */
function placeOf(
  { x, y }: Placed,
  sheet: DrawnSheet,
  page: DrawnSheet,
  turn: Turn,
  close: { readonly sheet: Ink },
): SheetPlace {
  const [width, height] = isOnItsSide(turn) ? [page.heightPt, page.widthPt] : [page.widthPt, page.heightPt];
  return {
    left: (x * sheet.widthPt) / close.sheet.width - width / 2,
    top: (y * sheet.heightPt) / close.sheet.height - height / 2,
    width,
    height,
  };
}

/** @param reach pixels around a place in which the best one lies */
function lookClosely(
  sheet: Ink,
  picture: Ink,
  [left, top]: readonly [number, number],
  reach: number,
): Placed {
  type Spot = { readonly left: number; readonly top: number; readonly likeness: number };
  const best = (around: Pick<Spot, 'left' | 'top'>, far: number, step: number): Spot => {
    let most: Spot = { ...around, likeness: -1 };
    for (let y = -far; y <= far; y += 1) {
      for (let x = -far; x <= far; x += 1) {
        const at = [around.left + x, around.top + y] as const;
        const likeness = likenessAt(sheet, picture, at, step);
        if (likeness > most.likeness) most = { left: at[0], top: at[1], likeness };
      }
    }
    return most;
  };
  const near = best({ left: Math.round(left), top: Math.round(top) }, Math.ceil(reach), COARSE_STEP);
  const spot = best(near, 1, 1);
  const at = (x: number, y: number): number => likenessAt(sheet, picture, [spot.left + x, spot.top + y]);
  const [x, y] = [summit(at(-1, 0), spot.likeness, at(1, 0)), summit(at(0, -1), spot.likeness, at(0, 1))];
  return {
    x: spot.left + x + picture.width / 2,
    y: spot.top + y + picture.height / 2,
    likeness: spot.likeness,
  };
}

/** Where a parabola through three neighbors has its top, from the middle one. */
function summit(before: number, here: number, after: number): number {
  const bend = before - 2 * here + after;
  return bend >= 0 ? 0 : Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend)));
}

function withoutCovered(copies: readonly FoundCopy[]): readonly FoundCopy[] {
  const kept: FoundCopy[] = [];
  for (const copy of copies.toSorted((a, b) => b.likeness - a.likeness))
    if (!kept.some((other) => covers(other, copy))) kept.push(copy);
  return kept;
}

/** Whether two places share more than copies that lie side by side. */
export function covers(first: SheetPlace, second: SheetPlace): boolean {
  const width =
    Math.min(first.left + first.width, second.left + second.width) - Math.max(first.left, second.left);
  const height =
    Math.min(first.top + first.height, second.top + second.height) - Math.max(first.top, second.top);
  const smaller = Math.min(first.width * first.height, second.width * second.height);
  return width > 0 && height > 0 && width * height > MOST_SHARED * smaller;
}

const longestOf = ({ widthPt, heightPt }: DrawnSheet): number => Math.max(widthPt, heightPt);

const scaleOf = ({ raster, widthPt }: DrawnSheet): number => raster.width / widthPt;

async function scaled({ raster, widthPt, heightPt }: DrawnSheet, scale: number): Promise<Ink> {
  const side = (pt: number): number => Math.max(1, Math.round(pt * scale));
  return inkOf(raster, side(widthPt), side(heightPt));
}

/** The scale just below another one at which both sides come nearest to whole pixels. */
function wholePixels({ widthPt, heightPt }: DrawnSheet, scale: number): number {
  const rest = (value: number): number => Math.abs(value - Math.round(value));
  const scales = Array.from({ length: 100 }, (_none, at) => scale * (1 - at / 1000));
  const ofSides = (one: number): number => rest(widthPt * one) + rest(heightPt * one);
  return scales.reduce((best, one) => (ofSides(one) < ofSides(best) ? one : best));
}
