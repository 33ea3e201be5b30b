/** What a run of the benchmark measures. */
export interface BenchOptions {
  /** Folder of image sets in the manifest format; null makes a synthetic set. */
  readonly dataFolder: string | null;
  /** A run of about a minute: fewer pictures, queries and negatives. */
  readonly isQuick: boolean;
  /** Sizes that the index is grown to with simulated references, ascending. */
  readonly sizes: readonly number[];
  /** Queries made by cropping pictures that are no references. */
  readonly cropCount: number;
  readonly seed: number;
  readonly withPeers: boolean;
  /** Most references and queries that peers are given: they need up to seconds a query. */
  readonly peerReferences: number;
  readonly peerQueries: number;
  /** Options of the engine that differ from the standard, by name. */
  readonly engineOptions: Readonly<Record<string, number>>;
}

/** Larger indexes are measured in the core alone, with simulated references that share their DNA. */
export const MAX_STORED_REFERENCES = 200_000;

/** Sizes of the synthetic set when no data is given. */
export const SYNTHETIC = {
  quick: { referenceCount: 60, queriesPerGroup: 2 },
  full: { referenceCount: 400, queriesPerGroup: 12 },
} as const;
