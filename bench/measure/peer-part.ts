/** The part of the data that peers get. */
import type { BenchQuery, BenchReference, Dataset } from '../sets/dataset.js';

export interface PartLimits {
  readonly peerReferences: number;
  readonly peerQueries: number;
}

/**
 * Queries that show a reference, spread over the data, with the references that they show and then others up to the
 * limit.
 */
export function choosePart(
  { references, queries, volume }: Dataset,
  { peerReferences, peerQueries }: PartLimits,
): { readonly references: BenchReference[]; readonly queries: BenchQuery[] } {
  const all = [...references, ...volume.references];
  const positives = [...queries, ...volume.queries].filter(({ truths }) => truths.length > 0);
  const step = Math.max(1, positives.length / peerQueries);
  const chosen = positives.filter((_, rank) => Math.floor(rank / step) !== Math.floor((rank - 1) / step));
  const shown = new Set(chosen.flatMap(({ truths }) => truths));
  const needed = all.filter(({ id }) => shown.has(id));
  const others = all.filter(({ id }) => !shown.has(id));
  return {
    queries: chosen,
    references: [...needed, ...others].slice(0, Math.max(peerReferences, needed.length)),
  };
}
