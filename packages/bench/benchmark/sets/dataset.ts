/** The pictures of a benchmark: what is indexed, what is asked, and what the right answers are. */
import type { Homography } from '../../simulation/photo/homography.js';

/** Queries of even rank in their set were used for choosing parameters, those of odd rank were not. */
type Half = 'tuning' | 'held-out';

export interface BenchReference {
  /** Unique among all sets. */
  readonly id: string;
  readonly set: string;
  readonly file: string;
}

export interface BenchQuery {
  readonly set: string;
  readonly group: string;
  readonly half: Half;
  readonly file: string;
  /** The flat picture that it is a photo of, where the set names it; else the file itself. */
  readonly sourceFile: string;
  /** Ids of the references that the picture shows; empty when nothing may match. */
  readonly truths: readonly string[];
  /** Pixels of the query from pixels of the reference `truths[0]`. */
  readonly queryFromReference: Homography | null;
}

export interface Dataset {
  readonly name: string;
  readonly isSynthetic: boolean;
  readonly references: readonly BenchReference[];
  readonly queries: readonly BenchQuery[];
  /** Sets that are there for their number: indexed and asked for after all others were. */
  readonly volume: {
    readonly references: readonly BenchReference[];
    readonly queries: readonly BenchQuery[];
  };
  /** Pictures that are no references and show none: crops of them must not match. */
  readonly unrelatedFiles: readonly string[];
}
