/**
 * How alike the pages of a corrected file and those of a document are, by their gray pixels. Pages of one design are
 * recognized in each other; which of them continues which, what they say at the same places decides.
 */
import { setImmediate as otherWork } from 'node:timers/promises';
import type { LocalMatch } from '../../engine-host/types.js';
import type { Likeness } from './page-assignment.js';
import { isInPlace, sharedPixels } from './page-frame.js';
import { MOST_NOISE, type PagePrint, unlikeness } from './page-print.js';

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

/** Old pages that a new one is compared with pixel by pixel: those that resemble it most by the means of their cells. */
const MOST_CANDIDATES = 8;
/** Comparisons that wait for the engine at the same time: other searches go in between. */
const AT_ONCE = 8;
/** Pages that go on unchanged and show how much pages of one design differ. */
const MOST_SIBLINGS = 4;
/** A changed page differs less from the old one than this share of what it differs from any page that goes on. */
const LEAST_LEAD = 0.5;
/** Pages that differ by less belong together also where recognition finds too little in them. */
const ALIKE = 0.1;
/** Share of the old page that must lie within the new one for their pixels to be compared there. */
const LEAST_COVERED = 0.5;
/** In gray levels: finer differences between pages that look the same mean nothing. */
const NOISE_STEP = 0.5;

export class PageLikeness {
  /** Of pages that may continue each other. */
  private readonly found = new Map<string, Likeness>();
  /** Places of pages whose content is there before and after. */
  private readonly settledNew = new Set<number>();
  private readonly settledOld = new Set<number>();

  constructor(
    private readonly after: readonly ComparablePage[],
    private readonly before: readonly ComparablePage[],
    private readonly recognizes: Recognizes,
  ) {}

  /** null for pages that do not belong together. */
  between(newAt: number, oldAt: number): Likeness | null {
    return this.found.get(keyOf(newAt, oldAt)) ?? null;
  }

  /** @param signal ends the comparison between two pages */
  async compare(signal: AbortSignal): Promise<void> {
    for (const [i, { print }] of this.after.entries()) {
      signal.throwIfAborted();
      if (print === null) continue;
      this.findSame(i, print);
      await otherWork();
    }
    for (const [i, page] of this.after.entries()) {
      signal.throwIfAborted();
      if (page.print !== null && !this.settledNew.has(i)) await this.findChanged(i, page, page.print);
    }
  }

  /** Finds the old pages that show the same. */
  private findSame(i: number, print: PagePrint): void {
    const near = this.ranked(
      (_j, old) => print.hasFrameOf(old),
      (j, old) => ({ rank: print.coarseDifference(old), distance: Math.abs(i - j) }),
    ).filter(({ rank }) => rank <= MOST_NOISE);
    let compared = 0;
    for (const { j, print: old } of near) {
      const isEqual = print.equals(old);
      if (!isEqual && compared === MOST_CANDIDATES) continue;
      if (!isEqual) compared += 1;
      const noise = isEqual ? 0 : print.largestDifference(old);
      if (noise > MOST_NOISE) continue;
      this.settledNew.add(i);
      this.settledOld.add(j);
      const distance = (Math.round(noise / NOISE_STEP) * NOISE_STEP) / 255;
      this.found.set(keyOf(i, j), { distance, isSame: true });
    }
  }

  /** Finds the old pages that this one may be with other content. */
  private async findChanged(i: number, page: ComparablePage, print: PagePrint): Promise<void> {
    const byResemblance = (_j: number, old: PagePrint) => ({
      rank: print.coarseUnlikeness(old),
      distance: 0,
    });
    const siblings = this.ranked((j) => this.settledOld.has(j), byResemblance).slice(0, MOST_SIBLINGS);
    const candidates = this.ranked((j) => !this.settledOld.has(j), byResemblance).slice(0, MOST_CANDIDATES);
    if (candidates.length === 0) return;
    const pixels = print.pixels();
    const toSiblings = siblings.map(({ print: old }) => differenceInPlace(print, pixels, old));
    const most = LEAST_LEAD * Math.min(...toSiblings, Infinity);
    for (let at = 0; at < candidates.length; at += AT_ONCE) {
      await Promise.all(
        candidates.slice(at, at + AT_ONCE).map(async ({ j, print: old }) => {
          const distance = await this.difference(page, { print, pixels }, this.before[j]?.dna ?? null, old);
          if (distance !== null && distance < most) this.found.set(keyOf(i, j), { distance, isSame: false });
        }),
      );
      await otherWork();
    }
  }

  /** @returns null when nothing says that they belong together */
  private async difference(
    { dna }: ComparablePage,
    { print, pixels }: { readonly print: PagePrint; readonly pixels: Uint8Array },
    oldDna: Buffer | null,
    old: PagePrint,
  ): Promise<number | null> {
    const inPlace = differenceInPlace(print, pixels, old);
    if (inPlace <= ALIKE) return inPlace;
    const match = dna === null || oldDna === null ? null : await this.recognizes(dna, oldDna);
    if (match === null) return null;
    const { queryFromReference: homography } = match;
    if (homography === null || isInPlace(homography)) return inPlace;
    const { ofPage, ofOther } = sharedPixels(pixels, old.pixels(), homography);
    if (ofPage.length < LEAST_COVERED * pixels.length) return inPlace;
    return Math.min(inPlace, unlikeness(ofPage, ofOther));
  }

  /** The old pages that can be compared, the best first. */
  private ranked(
    isWanted: (j: number, print: PagePrint) => boolean,
    rankOf: (j: number, print: PagePrint) => { readonly rank: number; readonly distance: number },
  ): readonly RankedPage[] {
    return this.before
      .flatMap(({ print }, j) =>
        print === null || !isWanted(j, print) ? [] : [{ j, print, ...rankOf(j, print) }],
      )
      .sort((a, b) => a.rank - b.rank || a.distance - b.distance);
  }
}

interface RankedPage {
  readonly j: number;
  readonly print: PagePrint;
  readonly rank: number;
  readonly distance: number;
}

const keyOf = (newAt: number, oldAt: number) => `${newAt} ${oldAt}`;

function differenceInPlace(print: PagePrint, pixels: Uint8Array, old: PagePrint): number {
  return print.hasFrameOf(old) ? unlikeness(pixels, old.pixels()) : 1;
}
