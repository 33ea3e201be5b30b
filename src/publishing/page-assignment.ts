/** Which page of a corrected file continues which page of the document. Pure: it knows pages by their places only. */

export const pageFates = ['Same', 'Moved', 'Changed', 'New'] as const;
export type PageFate = (typeof pageFates)[number];

export interface Likeness {
  /** 0 (same) to 1 (nothing in common). */
  readonly distance: number;
  readonly isClone: boolean;
}

export interface AssignedPage {
  /** Place among the old pages, from 0; null for a new page. */
  readonly from: number | null;
  readonly fate: PageFate;
}

/**
 * Gives old pages to new ones, each at most once, so that the sum of distances is the smallest. What is left on both
 * sides between the same neighbours is the same page with other content.
 *
 * @param likeness by new and old place, from 0; null where they are not recognized in each other
 * @returns for each new page the old one
 */
export function assignPages(
  newCount: number,
  oldCount: number,
  likeness: (newAt: number, oldAt: number) => Likeness | null,
): readonly AssignedPage[] {
  const size = Math.max(newCount, oldCount);
  const costs = Array.from({ length: size }, (_row, i) =>
    Array.from({ length: size }, (_cell, j) => {
      const like = i < newCount && j < oldCount ? likeness(i, j) : null;
      // Of equal pages the one at the same place is meant.
      return like === null ? UNLIKE : like.distance + Math.abs(i - j) * 1e-9;
    }),
  );
  const from = cheapest(costs)
    .slice(0, newCount)
    .map((j, i) => ((costs[i]?.[j] ?? UNLIKE) < UNLIKE ? j : null));
  const matched = [...from];
  fillGaps(from, oldCount);
  const inOrder = longestRise(from);
  return from.map((j, i) => {
    if (j === null) return { from: null, fate: 'New' };
    const isClone = matched[i] !== null && likeness(i, j)?.isClone === true;
    return { from: j, fate: !isClone ? 'Changed' : inOrder.has(i) ? 'Same' : 'Moved' };
  });
}

/** Dearer than any two pages that are recognized in each other. */
const UNLIKE = 2;

/** Between two matched neighbours that were neighbours of the same run, the rest on both sides goes together in order. */
function fillGaps(from: (number | null)[], oldCount: number): void {
  const taken = new Set(from);
  for (let start = 0; start < from.length; start += 1) {
    if (from[start] !== null) continue;
    let end = start;
    while (end < from.length && from[end] === null) end += 1;
    const before = start === 0 ? -1 : (from[start - 1] ?? -1);
    const after = end === from.length ? oldCount : (from[end] ?? oldCount);
    let next = before + 1;
    for (let at = start; at < end && next < after && !taken.has(next); at += 1, next += 1) {
      from[at] = next;
      taken.add(next);
    }
    start = end;
  }
}

/** Places whose old places rise, as many as possible: what is not among them was moved. */
function longestRise(from: readonly (number | null)[]): ReadonlySet<number> {
  const length = from.map(() => 0);
  const previous = from.map(() => -1);
  let last = -1;
  for (const [i, j] of from.entries()) {
    if (j === null) continue;
    length[i] = 1;
    for (let k = 0; k < i; k += 1) {
      const before = from[k] ?? null;
      if (before === null || before > j || (length[k] ?? 0) < (length[i] ?? 0)) continue;
      length[i] = (length[k] ?? 0) + 1;
      previous[i] = k;
    }
    if (last < 0 || (length[i] ?? 0) > (length[last] ?? 0)) last = i;
  }
  const rise = new Set<number>();
  for (let at = last; at >= 0; at = previous[at] ?? -1) rise.add(at);
  return rise;
}

/**
 * The assignment of least cost in a square matrix, by shortest augmenting paths with potentials.
 *
 * @returns for each row its column
 */
function cheapest(costs: readonly (readonly number[])[]): readonly number[] {
  const size = costs.length;
  const rowPrice = new Array<number>(size + 1).fill(0);
  const columnPrice = new Array<number>(size + 1).fill(0);
  /** By column from 1: its row from 1; 0 for none. Column 0 holds the row that looks for one. */
  const rowOf = new Array<number>(size + 1).fill(0);
  const cameFrom = new Array<number>(size + 1).fill(0);
  for (let row = 1; row <= size; row += 1) {
    rowOf[0] = row;
    let column = 0;
    const least = new Array<number>(size + 1).fill(Infinity);
    const isUsed = new Array<boolean>(size + 1).fill(false);
    do {
      isUsed[column] = true;
      const current = rowOf[column] ?? 0;
      let delta = Infinity;
      let nearest = 0;
      for (let j = 1; j <= size; j += 1) {
        if (isUsed[j] === true) continue;
        const cost = (costs[current - 1]?.[j - 1] ?? 0) - (rowPrice[current] ?? 0) - (columnPrice[j] ?? 0);
        if (cost < (least[j] ?? Infinity)) {
          least[j] = cost;
          cameFrom[j] = column;
        }
        if ((least[j] ?? Infinity) < delta) {
          delta = least[j] ?? Infinity;
          nearest = j;
        }
      }
      for (let j = 0; j <= size; j += 1) {
        if (isUsed[j] === true) {
          const used = rowOf[j] ?? 0;
          rowPrice[used] = (rowPrice[used] ?? 0) + delta;
          columnPrice[j] = (columnPrice[j] ?? 0) - delta;
        } else least[j] = (least[j] ?? Infinity) - delta;
      }
      column = nearest;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const before = cameFrom[column] ?? 0;
      rowOf[column] = rowOf[before] ?? 0;
      column = before;
    }
  }
  const columnOf = new Array<number>(size).fill(0);
  for (let j = 1; j <= size; j += 1) columnOf[(rowOf[j] ?? 1) - 1] = j - 1;
  return columnOf;
}
