/** Decisions about places that differ, and an approval of the whole. */

export const VERDICTS = ['accepted', 'rejected'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Decision {
  /** Place of the page in the list of compared pages, from 0. */
  readonly page: number;
  /** Number of the difference on the page; 0 for a page that was inserted, removed or moved. */
  readonly number: number;
  /** null for a comment alone. */
  readonly verdict: Verdict | null;
  readonly comment: string;
  readonly user: string;
  readonly date: Date;
}

export interface Signature {
  readonly user: string;
  readonly comment: string;
  readonly date: Date;
}
