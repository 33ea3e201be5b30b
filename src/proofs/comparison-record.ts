/** The head of a report: which files, compared how, by which program, by whom and when, and what was decided about it. */
import { badInput } from '../kernel/errors.js';
import { createHash } from 'node:crypto';
import { version } from '../kernel/version.js';
import type { ProofSettings } from './proof-settings.js';

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

const LONGEST_COMMENT = 2000;

/** A comment on a place or on an approval, without blanks around it. @throws LoupeError BAD_USER_INPUT when it is too long */
export function requireComment(given: string | null | undefined): string {
  const comment = (given ?? '').trim();
  if (comment.length > LONGEST_COMMENT)
    throw badInput('comment', `must have at most ${LONGEST_COMMENT} characters`);
  return comment;
}

export interface ComparedFile {
  readonly name: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly byteCount: number;
}

export interface ComparisonRecord {
  readonly files: readonly [reference: ComparedFile, query: ComparedFile];
  /** Name of the profile whose settings were taken; null where none was. */
  readonly profile: string | null;
  readonly settings: ProofSettings;
  /** Of Loupe. */
  readonly version: string;
  /** Name of who compared; null where nobody is known. */
  readonly user: string | null;
  readonly date: Date;
}

export function recordOf(
  files: ComparisonRecord['files'],
  about: Pick<ComparisonRecord, 'profile' | 'settings' | 'user' | 'date'>,
): ComparisonRecord {
  return { files, version, ...about };
}

export function comparedFile(name: string, bytes: Buffer): ComparedFile {
  return { name, sha256: createHash('sha256').update(bytes).digest('hex'), byteCount: bytes.length };
}
