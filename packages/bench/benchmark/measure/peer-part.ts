/** The part of the data that peers get. */
import type { BenchQuery, BenchReference, Dataset } from '../sets/dataset.js';

export interface PartLimits {
  readonly peerReferences: number;
  readonly peerQueries: number;
}

/**
 * Queries that show a reference and as many at most that show none, spread over the data, with the references that are
 * shown and then others up to the limit.
 */
export function choosePart(
  { references, queries, volume }: Dataset,
  { peerReferences, peerQueries }: PartLimits,
): { readonly references: BenchReference[]; readonly queries: BenchQuery[] } {
  const all = [...references, ...volume.references];
  const asked = [...queries, ...volume.queries];
  const chosen = [true, false].flatMap((isShown) =>
    spread(
      asked.filter(({ truths }) => truths.length > 0 === isShown),
      peerQueries,
    ),
  );
  const shown = new Set(chosen.flatMap(({ truths }) => truths));
  const needed = all.filter(({ id }) => shown.has(id));
  const others = all.filter(({ id }) => !shown.has(id));
  return {
    queries: chosen,
    references: [...needed, ...others].slice(0, Math.max(peerReferences, needed.length)),
  };
}

/** At most `count` of the items, evenly spaced. */
export function spread<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count);
  return items.filter((_, rank) => Math.floor(rank / step) !== Math.floor((rank - 1) / step)).slice(0, count);
}
