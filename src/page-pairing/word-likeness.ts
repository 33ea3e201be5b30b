/** How much of their text pages of two files share; words that stand on many pages count little. */

interface Counted {
  readonly counts: ReadonlyMap<string, number>;
  /** Weights of all words summed up. */
  readonly weight: number;
}

export class WordLikeness {
  private readonly weights = new Map<string, number>();
  private readonly first: readonly Counted[];
  private readonly second: readonly Counted[];
  /** Pages of the second file that hold a word. */
  private readonly pagesOf = new Map<string, number[]>();
  /** The page that was asked for last: its words are counted against all pages at once. */
  private last: { readonly at: number; readonly row: Float64Array } | undefined;

  /** @param ofFirst, ofSecond the words of each page of both files */
  constructor(ofFirst: readonly (readonly string[])[], ofSecond: readonly (readonly string[])[]) {
    const [first, second] = [ofFirst.map(countWords), ofSecond.map(countWords)];
    const pages = [...first, ...second];
    const spread = new Map<string, number>();
    for (const page of pages) for (const word of page.keys()) spread.set(word, (spread.get(word) ?? 0) + 1);
    // The inverse document frequency (Spärck Jones, J. Documentation 1972).
    for (const [word, count] of spread) this.weights.set(word, Math.log((pages.length + 1) / count));
    this.first = first.map((counts) => this.weighed(counts));
    this.second = second.map((counts) => this.weighed(counts));
    for (const [j, { counts }] of this.second.entries()) {
      for (const word of counts.keys()) {
        const list = this.pagesOf.get(word);
        if (list === undefined) this.pagesOf.set(word, [j]);
        else list.push(j);
      }
    }
  }

  /** Likeness of a page to one of the other file: Dice's coefficient of weighted words, 0 to 1; 0 without words. */
  between(i: number, j: number): number {
    if (this.last?.at !== i) this.last = { at: i, row: this.row(i) };
    return this.last.row[j] ?? 0;
  }

  private row(i: number): Float64Array {
    const shared = new Float64Array(this.second.length);
    const page = this.first[i];
    if (page === undefined) return shared;
    for (const [word, count] of page.counts) {
      const weight = this.weights.get(word) ?? 0;
      for (const j of this.pagesOf.get(word) ?? []) {
        const both = Math.min(count, this.second[j]?.counts.get(word) ?? 0);
        shared[j] = (shared[j] ?? 0) + weight * both;
      }
    }
    return shared.map((value, j) => {
      const total = page.weight + (this.second[j]?.weight ?? 0);
      return total === 0 ? 0 : (2 * value) / total;
    });
  }

  /** Different words of the page of both that has fewer. */
  leastCount(i: number, j: number): number {
    return Math.min(this.first[i]?.counts.size ?? 0, this.second[j]?.counts.size ?? 0);
  }

  private weighed(counts: ReadonlyMap<string, number>): Counted {
    let weight = 0;
    for (const [word, count] of counts) weight += (this.weights.get(word) ?? 0) * count;
    return { counts, weight };
  }
}

function countWords(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
