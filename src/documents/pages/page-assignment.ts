/** Which page of a corrected file continues which page of the document. Pure: it knows pages by their places only. */

export const pageFates = ['Same', 'Moved', 'Changed', 'New'] as const;
export type PageFate = (typeof pageFates)[number];

/** Of pages that may continue each other. */
export interface Likeness {
  /** 0 (same) to 1 (nothing in common). */
  readonly distance: number;
  /** Whether they show the same, up to what compression leaves. */
  readonly isSame: boolean;
}

export interface AssignedPage {
  /** Place among the old pages, from 0; null for a new page. */
  readonly from: number | null;
  readonly fate: PageFate;
}

/** What is known of the pages of both files, by new and old place from 0. */
export interface KnownPages {
  /** null where nothing says that they belong together. */
  readonly likeness: (newAt: number, oldAt: number) => Likeness | null;
  /** Whether both are blank, or neither. */
  readonly isOfOneKind: (newAt: number, oldAt: number) => boolean;
}

/**
 * Gives old pages to new ones, each at most once: as many as possible to pages that show the same, then so that the sum of
 * distances is the smallest. What is left on both sides between the same neighbours is the same page with other content.
 *
 * @returns for each new page the old one
 */
export function assignPages(
  newCount: number,
  oldCount: number,
  { likeness, isOfOneKind }: KnownPages,
): readonly AssignedPage[] {
  const isSame = (i: number, j: number) => likeness(i, j)?.isSame === true;
  /** Of equal pages the one is meant whose neighbours go along, then the one at the same place. */
  const doubt = (i: number, j: number) => {
    const before = i === 0 ? j === 0 : isSame(i - 1, j - 1);
    const after = i + 1 === newCount ? j + 1 === oldCount : isSame(i + 1, j + 1);
    return (before || after ? 0 : LONE) + Math.abs(i - j) * FAR;
  };
  const from = new Array<number | null>(newCount).fill(null);
  for (const { rows, columns } of groupsOf(newCount, oldCount, likeness)) {
    const size = Math.max(rows.length, columns.length);
    const costs = Array.from({ length: size }, (_row, row) =>
      Array.from({ length: size }, (_cell, column) => {
        const [i, j] = [rows[row], columns[column]];
        const like = i === undefined || j === undefined ? null : likeness(i, j);
        if (i === undefined || j === undefined || like === null) return UNLIKE;
        return like.distance + doubt(i, j) - (like.isSame ? SAME : 0);
      }),
    );
    const columnOf = cheapest(costs);
    for (const [row, i] of rows.entries()) {
      const column = columnOf[row] ?? 0;
      if ((costs[row]?.[column] ?? UNLIKE) < UNLIKE) from[i] = columns[column] ?? null;
    }
  }
  fillGaps(from, oldCount, isOfOneKind);
  const inOrder = longestRise(from);
  return from.map((j, i) => {
    if (j === null) return { from: null, fate: 'New' };
    return { from: j, fate: !isSame(i, j) ? 'Changed' : inOrder.has(i) ? 'Same' : 'Moved' };
  });
}

interface Group {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** Pages that are connected by likeness: no page of a group may continue one of another group. */
function groupsOf(newCount: number, oldCount: number, likeness: KnownPages['likeness']): readonly Group[] {
  const places = Array.from({ length: Math.max(newCount, oldCount) }, (_each, at) => at);
  const likeNew = places
    .slice(0, newCount)
    .map((i) => places.slice(0, oldCount).filter((j) => likeness(i, j)));
  const likeOld = places.slice(0, oldCount).map(() => [] as number[]);
  for (const [i, olds] of likeNew.entries()) for (const j of olds) likeOld[j]?.push(i);
  const seen = new Set<number>();
  return places.slice(0, newCount).flatMap((start) => {
    if (seen.has(start)) return [];
    seen.add(start);
    const rows = [start];
    const columns = new Set<number>();
    for (const i of rows) {
      for (const j of likeNew[i] ?? []) {
        if (columns.has(j)) continue;
        columns.add(j);
        const further = (likeOld[j] ?? []).filter((each) => !seen.has(each));
        for (const each of further) seen.add(each);
        rows.push(...further);
      }
    }
    return columns.size === 0 ? [] : [{ rows, columns: [...columns] }];
  });
}

/** Dearer than any two pages that belong together. */
const UNLIKE = 2;
/** More than any other pairs could cost instead. */
const SAME = 10;
/** Less than any difference that means something. */
const LONE = 1e-5;
const FAR = 1e-9;

/**
 * Between two matched neighbours that were neighbours of the same run, the rest on both sides goes together in order:
 * blank pages with blank ones where there is a choice.
 */
function fillGaps(
  from: (number | null)[],
  oldCount: number,
  isOfOneKind: (newAt: number, oldAt: number) => boolean,
): void {
  const taken = new Set(from);
  for (let start = 0; start < from.length; start += 1) {
    if (from[start] !== null) continue;
    let end = start;
    while (end < from.length && from[end] === null) end += 1;
    const before = start === 0 ? -1 : (from[start - 1] ?? -1);
    const after = end === from.length ? oldCount : (from[end] ?? oldCount);
    const left: number[] = [];
    for (let old = before + 1; old < after && !taken.has(old); old += 1) left.push(old);
    const isEven = left.length === end - start;
    for (let at = start; at < end; at += 1) {
      const next = isEven ? 0 : left.findIndex((old) => isOfOneKind(at, old));
      const [old] = next < 0 ? [] : left.splice(0, next + 1).slice(-1);
      if (old === undefined) continue;
      from[at] = old;
      taken.add(old);
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
