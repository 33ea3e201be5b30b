/** Decisions about places that differ, and an approval of the whole. */
import { badInput } from '../kernel/errors.js';

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

const LONGEST_COMMENT = 2000;

/** A comment on a place or on an approval, without blanks around it. @throws LoupeError BAD_USER_INPUT when it is too long */
export function requireComment(given: string | null | undefined): string {
  const comment = (given ?? '').trim();
  if (comment.length > LONGEST_COMMENT)
    throw badInput('comment', `must have at most ${LONGEST_COMMENT} characters`);
  return comment;
}
