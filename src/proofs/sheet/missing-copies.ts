/** Places of a sheet where a copy would stand if its rows and columns were full. */
import { CERTAIN, covers, type FoundCopy, type SheetPlace } from './copy-search.js';
import type { OpenPage } from './sheet-pages.js';

/** In points: copies of a row or column lie aside by less. */
const SAME_LINE = 3;
/** Rows and columns that are less full are no rows and columns. */
const LEAST_FULL = 0.6;
/** Of a side: a place that reaches farther beyond the sheet is none. */
const MOST_BEYOND = 0.02;

export interface EmptyPlace extends SheetPlace {
  /** Which page stands beside it, from 0. */
  readonly page: number;
}

/** A sheet and what stands, or is to stand, on it. */
export interface Sheet {
  readonly page: OpenPage;
  readonly copies: readonly (FoundCopy | EmptyPlace)[];
}

interface SheetSize {
  readonly widthPt: number;
  readonly heightPt: number;
}

/** @param copies on one sheet that do not cover each other */
function emptyPlaces(copies: readonly FoundCopy[], sheet: SheetSize): readonly EmptyPlace[] {
  // Copies of one page that stand upright or upside down share rows and columns.
  const groups = Map.groupBy(copies, ({ page, turn }) => `${page} ${turn % 180}`);
  return [...groups.values()].flatMap((group) => {
    // One that lies aside of all others makes no row and no column.
    const lined = group.filter((copy) =>
      group.some(
        (other) =>
          other !== copy &&
          (Math.abs(other.left - copy.left) <= SAME_LINE || Math.abs(other.top - copy.top) <= SAME_LINE),
      ),
    );
    const [lefts, tops] = [linesOf(lined.map(({ left }) => left)), linesOf(lined.map(({ top }) => top))];
    const [one] = lined;
    if (one === undefined || lined.length < LEAST_FULL * lefts.length * tops.length) return [];
    const { page, width, height } = one;
    return lefts
      .flatMap((left) => tops.map((top) => ({ page, left, top, width, height })))
      .filter((place) => isOn(place, sheet) && !copies.some((copy) => covers(copy, place)));
  });
}

function isOn({ left, top, width, height }: SheetPlace, { widthPt, heightPt }: SheetSize): boolean {
  const beyond = Math.max(-left, left + width - widthPt) / width;
  const below = Math.max(-top, top + height - heightPt) / height;
  return Math.max(beyond, below) <= MOST_BEYOND;
}

/** Means of values that lie close together. */
function linesOf(values: readonly number[]): readonly number[] {
  const lines: number[][] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    const last = lines.at(-1);
    const before = last?.at(-1);
    if (last === undefined || before === undefined || value - before > SAME_LINE) lines.push([value]);
    else last.push(value);
  }
  return lines.map((line) => line.reduce((sum, value) => sum + value, 0) / line.length);
}

/** Copies that are hardly known again are believed where one is to stand. */
export function withEmptyPlaces(
  copies: readonly FoundCopy[],
  sheet: SheetSize,
): readonly (FoundCopy | EmptyPlace)[] {
  const certain = copies.filter(({ likeness }) => likeness >= CERTAIN);
  const others = copies.filter(({ likeness }) => likeness < CERTAIN);
  const places = emptyPlaces(certain, sheet).map(
    (place) => others.find((copy) => isAt(copy, place) && copy.page === place.page) ?? place,
  );
  return [...certain, ...places];
}

const isAt = (copy: SheetPlace, place: SheetPlace): boolean =>
  Math.abs(copy.left - place.left) <= SAME_LINE && Math.abs(copy.top - place.top) <= SAME_LINE;

export const isFound = (copy: FoundCopy | EmptyPlace): copy is FoundCopy => 'likeness' in copy;

export interface Counted {
  readonly sheets: readonly Sheet[];
  /** Copies that are not there and of which nobody knows where they are to stand. */
  readonly missing: number;
  /** More than are to be there. */
  readonly surplus: ReadonlySet<FoundCopy | EmptyPlace>;
}

/** Where fewer copies stand than are to, and the empty places are not as many, it is not known which of them are missing. */
export function counted(sheets: readonly Sheet[], expected: number | null): Counted {
  if (expected === null) return { sheets, missing: 0, surplus: new Set() };
  const all = sheets.flatMap(({ copies }) => copies);
  const found = all.filter(isFound);
  const missing = Math.max(0, expected - found.length);
  const worst = found.toSorted((a, b) => a.likeness - b.likeness);
  const surplus = new Set(worst.slice(0, Math.max(0, found.length - expected)));
  if (missing > 0 && missing === all.length - found.length) return { sheets, missing: 0, surplus };
  return {
    sheets: sheets.map(({ page, copies }) => ({ page, copies: copies.filter(isFound) })),
    missing,
    surplus,
  };
}
