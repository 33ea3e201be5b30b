/** In which order the pages of two files are reported. */
import type { PagePair } from './page-alignment.js';

/** A page of the report; pages are numbered from 0, null where a file does not have it. */
export interface ListedPage {
  readonly reference: number | null;
  readonly query: number | null;
  readonly isMoved: boolean;
}

/** The pages of the query, and removed ones where they stood. */
export function listPages(
  referenceCount: number,
  queryCount: number,
  pairs: readonly PagePair[],
): readonly ListedPage[] {
  const paired = new Set(pairs.map((pair) => pair.reference));
  const ofQuery = new Map(pairs.map((pair) => [pair.query, pair]));
  const list: ListedPage[] = [];
  let next = 0;
  const addRemoved = (until: number): void => {
    for (; next < until; next += 1) {
      if (!paired.has(next)) list.push({ reference: next, query: null, isMoved: false });
    }
  };
  for (let query = 0; query < queryCount; query += 1) {
    const pair = ofQuery.get(query);
    if (pair !== undefined && !pair.isMoved) addRemoved(pair.reference);
    list.push({ reference: pair?.reference ?? null, query, isMoved: pair?.isMoved ?? false });
  }
  addRemoved(referenceCount);
  return list;
}
