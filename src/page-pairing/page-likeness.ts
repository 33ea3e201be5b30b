/**
 * How alike the pages of two files are. Pages of one design are all alike; which of them is which, what they say at the same
 * places decides.
 */
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Likeness } from './page-pairing.js';
import { MOST_NOISE, type PagePrint, unlikeness } from './page-print.js';

/** How two pages are compared that do not show the same, by later and earlier place: 0 (the same) to 1. */
export interface PageMeasure {
  /** From afar: the least different ones are looked at closely. */
  readonly fromAfar: (newAt: number, oldAt: number) => number;
  /** Closely, as both pages lie. */
  readonly inPlace: (newAt: number, oldAt: number) => number;
  /** Closely; null when nothing says that they belong together. */
  readonly closely: (newAt: number, oldAt: number) => Promise<number | null>;
  /** False for pages that are known to differ although they look the same. */
  readonly maySayTheSame: (newAt: number, oldAt: number) => boolean;
}

/** Earlier pages that a later one is compared with closely: those that resemble it most from afar. */
const MOST_CANDIDATES = 8;
/** Comparisons that wait for the engine at the same time: other searches go in between. */
const AT_ONCE = 8;
/** Pages that go on unchanged and show how much pages of one design differ. */
const MOST_SIBLINGS = 4;
/** A changed page differs less from the earlier one than this share of what it differs from any page that goes on. */
const LEAST_LEAD = 0.5;
/** In gray levels: finer differences between pages that look the same mean nothing. */
const NOISE_STEP = 0.5;

export class PageLikeness {
  /** Of pages that may continue each other. */
  private readonly found = new Map<string, Likeness>();
  /** Places of pages whose content is there before and after. */
  private readonly settledNew = new Set<number>();
  private readonly settledOld = new Set<number>();

  /** @param after, before null for a page whose picture cannot be read */
  constructor(
    private readonly after: readonly (PagePrint | null)[],
    private readonly before: readonly (PagePrint | null)[],
    private readonly measure: PageMeasure,
  ) {}

  /** null for pages that do not belong together. */
  between(newAt: number, oldAt: number): Likeness | null {
    return this.found.get(keyOf(newAt, oldAt)) ?? null;
  }

  /** Learns from somewhere else that two pages belong together. */
  add(newAt: number, oldAt: number, distance: number): void {
    this.found.set(keyOf(newAt, oldAt), { distance, isSame: false, isIdentical: false });
  }

  /** @param signal ends the comparison between two pages */
  async compare(signal: AbortSignal | undefined): Promise<void> {
    for (const [i, print] of this.after.entries()) {
      signal?.throwIfAborted();
      if (print === null) continue;
      this.findSame(i, print);
      await otherWork();
    }
    for (const [i, print] of this.after.entries()) {
      signal?.throwIfAborted();
      if (print !== null && !this.settledNew.has(i)) await this.findChanged(i);
    }
  }

  /** Finds the earlier pages that show the same. */
  private findSame(i: number, print: PagePrint): void {
    const near = this.ranked(
      (_j, old) => print.hasFrameOf(old),
      (j, old) => ({ rank: print.coarseDifference(old), distance: Math.abs(i - j) }),
    ).filter(({ rank }) => rank <= MOST_NOISE);
    let compared = 0;
    for (const { j, print: old } of near) {
      const isIdentical = print.equals(old);
      if (!isIdentical && (compared === MOST_CANDIDATES || !this.measure.maySayTheSame(i, j))) continue;
      if (!isIdentical) compared += 1;
      const noise = isIdentical ? 0 : print.largestDifference(old);
      if (noise > MOST_NOISE) continue;
      this.settledNew.add(i);
      this.settledOld.add(j);
      const distance = (Math.round(noise / NOISE_STEP) * NOISE_STEP) / 255;
      this.found.set(keyOf(i, j), { distance, isSame: true, isIdentical });
    }
  }

  /** Finds the earlier pages that this one may be with other content. */
  private async findChanged(i: number): Promise<void> {
    const { fromAfar, inPlace, closely } = this.measure;
    const byResemblance = (j: number) => ({ rank: fromAfar(i, j), distance: 0 });
    const siblings = this.ranked((j) => this.settledOld.has(j), byResemblance).slice(0, MOST_SIBLINGS);
    const candidates = this.ranked((j) => !this.settledOld.has(j), byResemblance).slice(0, MOST_CANDIDATES);
    if (candidates.length === 0) return;
    const most = LEAST_LEAD * Math.min(...siblings.map(({ j }) => inPlace(i, j)), Infinity);
    for (let at = 0; at < candidates.length; at += AT_ONCE) {
      await Promise.all(
        candidates.slice(at, at + AT_ONCE).map(async ({ j }) => {
          const distance = await closely(i, j);
          if (distance !== null && (distance < most || this.showsTheOwnOf(i, j, siblings)))
            this.add(i, j, distance);
        }),
      );
      await otherWork();
    }
  }

  /** A page that got more new print than distinguishes it from its siblings shows still what does. */
  private showsTheOwnOf(i: number, j: number, siblings: readonly RankedPage[]): boolean {
    const [page, earlier] = [this.after[i] ?? null, this.before[j] ?? null];
    if (page === null || earlier === null || !page.hasFrameOf(earlier)) return false;
    const others = siblings.flatMap(({ print }) => (print.hasFrameOf(earlier) ? [print] : []));
    return others.length > 0 && page.showsTheOwnOf(earlier, others);
  }

  /** The earlier pages that can be compared, the best first. */
  private ranked(
    isWanted: (j: number, print: PagePrint) => boolean,
    rankOf: (j: number, print: PagePrint) => { readonly rank: number; readonly distance: number },
  ): readonly RankedPage[] {
    return this.before
      .flatMap((print, j) =>
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

/** The pixels of pages in one frame, unpacked a later page at a time. */
export class PixelDifference {
  private last: { readonly at: number; readonly pixels: Uint8Array } | undefined;

  constructor(
    private readonly after: readonly (PagePrint | null)[],
    private readonly before: readonly (PagePrint | null)[],
  ) {}

  /** How little two pages agree as they lie, 0 to 1; null for pages of different formats. */
  inPlace(newAt: number, oldAt: number): number | null {
    const [print, old] = [this.after[newAt] ?? null, this.before[oldAt] ?? null];
    if (print === null || old === null || !print.hasFrameOf(old)) return null;
    return unlikeness(this.pixels(newAt, print), old.pixels());
  }

  private pixels(at: number, print: PagePrint): Uint8Array {
    if (this.last?.at !== at) this.last = { at, pixels: print.pixels() };
    return this.last.pixels;
  }
}
