/**
 * Which page of a later file is which page of an earlier one: identical pages first, then those that show the same, then the
 * least different ones, then order. Pure: it knows pages by their places only.
 */

/** Of pages that may continue each other. */
export interface Likeness {
  /** 0 (same) to 1 (nothing in common). */
  readonly distance: number;
  /** Whether they show the same, up to what compression leaves. */
  readonly isSame: boolean;
  /** Whether nothing at all distinguishes them. */
  readonly isIdentical: boolean;
}

export interface PairedPage {
  /** Place among the earlier pages, from 0; null for a new page. */
  readonly from: number | null;
  /** Whether both show the same, up to what compression leaves. */
  readonly isSame: boolean;
  /** Whether it left the longest run of pages that kept their order. */
  readonly isMoved: boolean;
}

/** What is known of the pages of both files, by later and earlier place from 0. */
export interface KnownPages {
  /** null where nothing says that they belong together. */
  readonly likeness: (newAt: number, oldAt: number) => Likeness | null;
  /**
   * Distance, 0 to 1, of pages that may belong together when they are left over between the same neighbors; null where they
   * may not.
   *
   * @param isEven whether as many pages are left over on both sides
   */
  readonly leftOver: (newAt: number, oldAt: number, isEven: boolean) => number | null;
}

/**
 * Pairs pages one to one: as many identical ones as possible, then as many as possible that show the same, then so that the
 * sum of distances is the smallest. Rests between the same neighbors are paired in order.
 *
 * @returns for each later page the earlier one
 */
export function pairPages(newCount: number, oldCount: number, known: KnownPages): readonly PairedPage[] {
  const from = new Array<number | null>(newCount).fill(null);
  // Identical pages are settled first, also since most pages of a file are: the rest is a small assignment.
  assign(from, oldCount, known, ({ isIdentical }) => isIdentical);
  assign(from, oldCount, known, () => true);
  fillGaps(from, oldCount, known.leftOver);
  const inOrder = longestRise(from);
  return from.map((j, i) => ({
    from: j,
    isSame: j !== null && known.likeness(i, j)?.isSame === true,
    isMoved: j !== null && !inOrder.has(i),
  }));
}

/** Gives earlier pages that are not taken to later pages without one, by the assignment of least cost. */
function assign(
  from: (number | null)[],
  oldCount: number,
  { likeness }: KnownPages,
  isWanted: (like: Likeness) => boolean,
): void {
  const isSame = (i: number, j: number) => likeness(i, j)?.isSame === true;
  /** Of equal pages the one is meant whose neighbors go along, then the one at the same place. */
  const doubt = (i: number, j: number) => {
    const before = i === 0 ? j === 0 : isSame(i - 1, j - 1);
    const after = i + 1 === from.length ? j + 1 === oldCount : isSame(i + 1, j + 1);
    return (before || after ? 0 : LONE) + Math.abs(i - j) * FAR;
  };
  const taken = new Set(from);
  const between = (i: number, j: number): Likeness | null => {
    const like = from[i] !== null || taken.has(j) ? null : likeness(i, j);
    return like !== null && isWanted(like) ? like : null;
  };
  for (const { rows, columns } of groupsOf(from.length, oldCount, between)) {
    const size = Math.max(rows.length, columns.length);
    // More than all other pairs of the group could cost instead.
    const same = UNLIKE * (size + 1);
    const costs = Array.from({ length: size }, (_row, row) =>
      Array.from({ length: size }, (_cell, column) => {
        const [i, j] = [rows[row], columns[column]];
        const like = i === undefined || j === undefined ? null : between(i, j);
        if (i === undefined || j === undefined || like === null) return UNLIKE;
        return like.distance + doubt(i, j) - (like.isSame ? same : 0);
      }),
    );
    const columnOf = cheapest(costs);
    for (const [row, i] of rows.entries()) {
      const column = columnOf[row] ?? 0;
      if ((costs[row]?.[column] ?? UNLIKE) < UNLIKE) from[i] = columns[column] ?? null;
    }
  }
}

interface Group {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** Pages that are connected by likeness: no page of a group may continue one of another group. */
function groupsOf(
  newCount: number,
  oldCount: number,
  likeness: (newAt: number, oldAt: number) => Likeness | null,
): readonly Group[] {
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
/** Less than any difference that means something. */
const LONE = 1e-5;
const FAR = 1e-9;

/** Between two paired neighbors that were neighbors of the same run, what is left on both sides goes together in order. */
function fillGaps(from: (number | null)[], oldCount: number, leftOver: KnownPages['leftOver']): void {
  const taken = new Set(from);
  for (let start = 0; start < from.length; start += 1) {
    if (from[start] !== null) continue;
    let end = start;
    while (end < from.length && from[end] === null) end += 1;
    const before = start === 0 ? -1 : (from[start - 1] ?? -1);
    const after = end === from.length ? oldCount : (from[end] ?? oldCount);
    const olds: number[] = [];
    for (let old = before + 1; old < after; old += 1) if (!taken.has(old)) olds.push(old);
    const isEven = olds.length === end - start;
    const pairs = pairsInOrder(end - start, olds.length, (row, column) =>
      leftOver(start + row, olds[column] ?? 0, isEven),
    );
    for (const [row, column] of pairs) from[start + row] = olds[column] ?? null;
    start = end;
  }
}

const PAIR = 0;
const SKIP_COLUMN = 1;
const SKIP_ROW = 2;
/** Worth of a pair: more pairs come before less different ones. */
const WORTH = 1000;

/**
 * As many pairs as possible in rising order, of these the least different (Needleman and Wunsch, J. Mol. Biol. 1970), of
 * these the first.
 */
function pairsInOrder(
  rows: number,
  columns: number,
  distance: (row: number, column: number) => number | null,
): readonly (readonly [row: number, column: number])[] {
  const width = columns + 1;
  // From the end: best[row][column] is the worth of all that follows.
  const best = new Float64Array((rows + 1) * width);
  const steps = new Uint8Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      const apart = distance(row, column);
      const paired = apart === null ? -1 : (best[at + width + 1] ?? 0) + WORTH - apart;
      const [columnSkipped, rowSkipped] = [best[at + 1] ?? 0, best[at + width] ?? 0];
      best[at] = Math.max(paired, columnSkipped, rowSkipped);
      steps[at] = paired === best[at] ? PAIR : columnSkipped === best[at] ? SKIP_COLUMN : SKIP_ROW;
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const step = steps[row * width + column];
    if (step === PAIR) pairs.push([row, column]);
    if (step !== SKIP_COLUMN) row += 1;
    if (step !== SKIP_ROW) column += 1;
  }
  return pairs;
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
