/** What has to be taken out of one list of words and put in to get another. */

export interface Edits {
  /** Places in both lists that hold the same, ascending. */
  readonly kept: readonly (readonly [first: number, second: number])[];
  /** False when the lists differ too much to be compared word by word. */
  readonly isComplete: boolean;
}

/** Lists that differ by more words are different texts; it bounds time and memory. */
const MOST_EDITS = 2000;

/** The shortest way from one list to the other (Myers, Algorithmica 1986). */
export function editsOf(first: readonly string[], second: readonly string[]): Edits {
  let start = 0;
  while (start < first.length && start < second.length && first[start] === second[start]) start += 1;
  let [endA, endB] = [first.length, second.length];
  while (endA > start && endB > start && first[endA - 1] === second[endB - 1])
    [endA, endB] = [endA - 1, endB - 1];
  const [a, b] = [first.slice(start, endA), second.slice(start, endB)];
  const inner = middle(a, b);
  const kept: [number, number][] = [];
  for (let at = 0; at < start; at += 1) kept.push([at, at]);
  for (const [x, y] of inner ?? []) kept.push([start + x, start + y]);
  for (let at = endA; at < first.length; at += 1) kept.push([at, endB + at - endA]);
  return { kept, isComplete: inner !== null };
}

function middle(a: readonly string[], b: readonly string[]): [number, number][] | null {
  if (a.length === 0 || b.length === 0) return [];
  const most = Math.min(a.length + b.length, MOST_EDITS);
  const offset = most + 1;
  const reach = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(reach.slice(offset - edits - 1, offset + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const isDown =
        k === -edits || (k !== edits && (reach[offset + k - 1] ?? 0) < (reach[offset + k + 1] ?? 0));
      let x = isDown ? (reach[offset + k + 1] ?? 0) : (reach[offset + k - 1] ?? 0) + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) [x, y] = [x + 1, y + 1];
      reach[offset + k] = x;
      if (x >= a.length && y >= b.length) return walkBack(trace, a.length, b.length);
    }
  }
  return null;
}

function walkBack(trace: readonly Int32Array[], endA: number, endB: number): [number, number][] {
  const kept: [number, number][] = [];
  let [x, y] = [endA, endB];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reach = trace[edits] ?? new Int32Array();
    const at = (k: number): number => reach[k + edits + 1] ?? 0;
    const k = x - y;
    const before = k === -edits || (k !== edits && at(k - 1) < at(k + 1)) ? k + 1 : k - 1;
    const beforeX = edits === 0 ? 0 : at(before);
    const beforeY = edits === 0 ? 0 : beforeX - before;
    while (x > beforeX && y > beforeY) {
      x -= 1;
      y -= 1;
      kept.push([x, y]);
    }
    [x, y] = [beforeX, beforeY];
  }
  return kept.reverse();
}
