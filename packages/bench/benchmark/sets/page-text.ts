/** Decides by text which pages are the same and which share content, so that a match of them is right. */
import type { Page } from './page-folder.js';

/** Words in a row that two pages share by chance or by habit of speech are fewer. */
const SHINGLE_WORDS = 8;
/** A sentence of this length is content: headers, footers and phrases of a manual are shorter. */
const SHARED_RUN_WORDS = 15;
/** Share of the words of both pages that makes them the same page: editions of one manual, repeated lists. */
const SAME_SHARE = 0.8;
/** Pages with fewer words are compared by their pictures alone. */
const MIN_WORDS = 30;

/** Words without digits, so that page numbers do not count. */
const wordsOf = ({ text }: Page): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

interface Overlap {
  /** Words of the page that stand in shingles of the other one, too. */
  covered: number;
  run: number;
  longestRun: number;
  last: number;
}

export class SharedText {
  /** Ranks of references by shingle. */
  private readonly holders = new Map<string, number[]>();
  private readonly wordCounts: readonly number[];

  constructor(private readonly references: readonly Page[]) {
    this.wordCounts = references.map((page, rank) => {
      const words = wordsOf(page);
      for (const shingle of new Set(shinglesOf(words))) {
        const known = this.holders.get(shingle);
        if (known === undefined) this.holders.set(shingle, [rank]);
        else known.push(rank);
      }
      return words.length;
    });
  }

  /** Whether a sentence of the page stands in one reference, too, or too little is known of what it says. */
  isSharedBy(page: Page): boolean {
    const words = wordsOf(page);
    if (words.length < MIN_WORDS) return true;
    return [...this.overlapsOf(words).values()].some(({ longestRun }) => longestRun >= SHARED_RUN_WORDS);
  }

  /** Ranks of the other references that say nearly the same as one. */
  copiesOf(rank: number): readonly number[] {
    const page = this.references[rank];
    const count = this.wordCounts[rank] ?? 0;
    if (page === undefined || count < MIN_WORDS) return [];
    return [...this.overlapsOf(wordsOf(page))]
      .filter(([other]) => other !== rank)
      .filter(([other, { covered }]) => covered >= SAME_SHARE * Math.max(count, this.wordCounts[other] ?? 0))
      .map(([other]) => other);
  }

  private overlapsOf(words: readonly string[]): ReadonlyMap<number, Overlap> {
    const overlaps = new Map<number, Overlap>();
    for (const [place, shingle] of shinglesOf(words).entries()) {
      for (const rank of this.holders.get(shingle) ?? []) {
        const overlap = overlaps.get(rank) ?? { covered: 0, run: 0, longestRun: 0, last: -SHINGLE_WORDS };
        const step = Math.min(SHINGLE_WORDS, place - overlap.last);
        overlap.covered += step;
        overlap.run = step === 1 ? overlap.run + 1 : SHINGLE_WORDS;
        overlap.longestRun = Math.max(overlap.longestRun, overlap.run);
        overlap.last = place;
        overlaps.set(rank, overlap);
      }
    }
    return overlaps;
  }
}

function shinglesOf(words: readonly string[]): string[] {
  const count = Math.max(0, words.length - SHINGLE_WORDS + 1);
  return Array.from({ length: count }, (_, place) => words.slice(place, place + SHINGLE_WORDS).join(' '));
}
