/** Which page of one file is which page of another, by their content. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { likenessOfPrints, type PagePrint } from './page-print.js';
import { WordLikeness } from './word-likeness.js';

/** Pages that are less alike are different pages. */
const LEAST_LIKENESS = 0.5;
/** Different words of a page from which on its text counts in full. */
const ENOUGH_WORDS = 8;
const TEXT_SHARE = 0.6;

export interface SurveyedPage {
  readonly print: PagePrint;
  /** Words of the page, each as often as it stands there. */
  readonly words: readonly string[];
}

export interface PagePair {
  /** Pages from 0. */
  readonly reference: number;
  readonly query: number;
  /** Whether it lies at another place among the pages that both files have. */
  readonly isMoved: boolean;
}

/**
 * Pairs pages so that likeness summed up over pairs in the same order is greatest (Needleman and Wunsch, J. Mol. Biol.
 * 1970); what is left over and alike on both sides was moved.
 *
 * @returns pairs by their place in the query
 */
export async function alignPages(
  reference: readonly SurveyedPage[],
  query: readonly SurveyedPage[],
): Promise<readonly PagePair[]> {
  const likeness = await likenessTable(reference, query);
  const inOrder = pairsInOrder(likeness, reference.length, query.length);
  const takenReference = new Set(inOrder.map(([i]) => i));
  const takenQuery = new Set(inOrder.map(([, j]) => j));
  const rest: { readonly i: number; readonly j: number; readonly value: number }[] = [];
  for (let i = 0; i < reference.length; i += 1) {
    if (takenReference.has(i)) continue;
    for (let j = 0; j < query.length; j += 1) {
      const value = likeness[i * query.length + j] ?? 0;
      if (!takenQuery.has(j) && value >= LEAST_LIKENESS) rest.push({ i, j, value });
    }
  }
  const pairs: PagePair[] = inOrder.map(([i, j]) => ({ reference: i, query: j, isMoved: false }));
  for (const { i, j } of rest.sort((a, b) => b.value - a.value || a.i - b.i || a.j - b.j)) {
    if (takenReference.has(i) || takenQuery.has(j)) continue;
    takenReference.add(i);
    takenQuery.add(j);
    pairs.push({ reference: i, query: j, isMoved: true });
  }
  return pairs.sort((a, b) => a.query - b.query);
}

/** Likeness of every page to every other, 0 to 1, row by row of the reference. */
async function likenessTable(
  reference: readonly SurveyedPage[],
  query: readonly SurveyedPage[],
): Promise<Float32Array> {
  const words = new WordLikeness(
    reference.map((page) => page.words),
    query.map((page) => page.words),
  );
  const table = new Float32Array(reference.length * query.length);
  for (const [i, first] of reference.entries()) {
    const texts = words.row(i);
    for (const [j, second] of query.entries()) {
      const look = likenessOfPrints(first.print, second.print);
      const count = words.leastCount(i, j);
      const share = first.print.digest === second.print.digest ? 0 : Math.min(1, count / ENOUGH_WORDS);
      const weight = share * TEXT_SHARE;
      table[i * query.length + j] = look * (1 - weight) + (texts[j] ?? 0) * weight;
    }
    // Hundreds of pages take a while: yield to the event loop.
    await nextTurn();
  }
  return table;
}

const PAIR = 0;
const SKIP_REFERENCE = 1;
const SKIP_QUERY = 2;

function pairsInOrder(likeness: Float32Array, rows: number, columns: number): [number, number][] {
  const width = columns + 1;
  const best = new Float64Array((rows + 1) * width);
  const steps = new Uint8Array((rows + 1) * width).fill(SKIP_REFERENCE);
  for (let j = 1; j <= columns; j += 1) steps[j] = SKIP_QUERY;
  for (let i = 1; i <= rows; i += 1) {
    for (let j = 1; j <= columns; j += 1) {
      const at = i * width + j;
      const alike = likeness[(i - 1) * columns + (j - 1)] ?? 0;
      const paired = alike < LEAST_LIKENESS ? -1 : (best[at - width - 1] ?? 0) + alike;
      const [without, without2] = [best[at - width] ?? 0, best[at - 1] ?? 0];
      best[at] = Math.max(paired, without, without2);
      steps[at] =
        paired >= Math.max(without, without2) ? PAIR : without >= without2 ? SKIP_REFERENCE : SKIP_QUERY;
    }
  }
  const pairs: [number, number][] = [];
  for (let i = rows, j = columns; i > 0 && j > 0;) {
    const step = steps[i * width + j];
    if (step === PAIR) pairs.push([i - 1, j - 1]);
    if (step !== SKIP_QUERY) i -= 1;
    if (step !== SKIP_REFERENCE) j -= 1;
  }
  return pairs.reverse();
}
