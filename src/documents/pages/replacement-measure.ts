/** How pages of a corrected file are compared with those of a document: by their gray pixels, wherever recognition finds them. */
import { type PageMeasure, PixelDifference } from '../../page-pairing/page-likeness.js';
import { type PagePrint, unlikeness } from '../../page-pairing/page-print.js';
import type { LocalMatch } from '../../engine-host/types.js';
import { isInPlace, sharedPixels } from './page-frame.js';

/** A page as far as it can be compared. */
export interface ComparablePage {
  /** null when its picture cannot be read. */
  readonly print: PagePrint | null;
  /** Its signature; null when it cannot be recognized. */
  readonly dna: Buffer | null;
}

/** @returns null when the pages are not recognized in each other */
export type Recognizes = (
  newDna: Buffer,
  oldDna: Buffer,
) => Promise<Pick<LocalMatch, 'queryFromReference'> | null>;

/** Pages that differ by less belong together also where recognition finds too little in them. */
const ALIKE = 0.1;
/** Share of the old page that must lie within the new one for their pixels to be compared there. */
const LEAST_COVERED = 0.5;

export function replacementMeasure(
  after: readonly ComparablePage[],
  before: readonly ComparablePage[],
  recognizes: Recognizes,
): PageMeasure {
  const pixels = new PixelDifference(
    after.map(({ print }) => print),
    before.map(({ print }) => print),
  );
  const fromAfar = (i: number, j: number): number => {
    const [print, old] = [after[i]?.print ?? null, before[j]?.print ?? null];
    return print === null || old === null ? 1 : print.coarseUnlikeness(old);
  };
  const inPlace = (i: number, j: number) => pixels.inPlace(i, j) ?? 1;
  const closely = async (i: number, j: number): Promise<number | null> => {
    const asTheyLie = inPlace(i, j);
    if (asTheyLie <= ALIKE) return asTheyLie;
    const [page, old] = [after[i], before[j]];
    if (!page?.dna || !old?.dna || page.print === null || old.print === null) return null;
    const match = await recognizes(page.dna, old.dna);
    if (match === null) return null;
    const { queryFromReference: homography } = match;
    if (homography === null || isInPlace(homography)) return asTheyLie;
    const own = page.print.pixels();
    const { ofPage, ofOther } = sharedPixels(own, old.print.pixels(), homography);
    if (ofPage.length < LEAST_COVERED * own.length) return asTheyLie;
    return Math.min(asTheyLie, unlikeness(ofPage, ofOther));
  };
  return { fromAfar, inPlace, closely, maySayTheSame: () => true };
}
