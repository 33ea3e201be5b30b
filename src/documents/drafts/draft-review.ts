/** The review of a draft: who edited it, and what becomes of a review when it is decided, changed or published. */
import { createHash } from 'node:crypto';
import type { Viewer } from '../../access/viewer.js';
import { authorOf, userIdOf } from '../../audit/operation-log.js';
import type { EntityManager } from '../../db/database.js';
import { LoupeError } from '../../kernel/errors.js';
import type { Node } from '../../tree/node.entity.js';
import { needsApproval } from './approval-rule.js';
import type { Draft, DraftChange, DraftReview } from './draft.entity.js';

/** Ids of everybody who edited a draft. */
export function authorsOf(draft: Draft, rows: readonly DraftChange[]): ReadonlySet<string> {
  return new Set([...(draft.authors ?? []), ...rows.flatMap(({ userId }) => userId ?? [])]);
}

/** The same for the same changes, also of other users. */
export function digestOf(rows: readonly DraftChange[]): string {
  const changes = rows.map(({ subject, replaced }) => JSON.stringify([subject, replaced])).toSorted();
  return createHash('sha256').update(changes.join('\n')).digest('hex');
}

/**
 * Adds an author to a draft; its approval is void from then on. Call it before the change is written.
 *
 * @param rows the changes of the draft until now
 * @returns whether the draft was approved
 */
export function noteAuthor(draft: Draft, rows: readonly DraftChange[], viewer: Viewer, now: Date): boolean {
  draft.authors = [...new Set([...authorsOf(draft, rows), ...[userIdOf(viewer) ?? []].flat()])];
  if (draft.review?.state !== 'Approved') return false;
  const { user: voidedBy } = authorOf(viewer);
  draft.review = { ...draft.review, state: 'Void', voidedBy, voidedAt: now.toISOString() };
  return true;
}

/**
 * Refuses to publish a draft that nobody has approved as it is, where its organization or a folder wants that.
 *
 * @returns whether it wants that
 * @throws LoupeError APPROVAL_NEEDED
 */
export async function requireApproval(
  em: EntityManager,
  place: Node,
  { review }: Draft,
  rows: readonly DraftChange[],
): Promise<boolean> {
  if (!(await needsApproval(em, place))) return false;
  const isApproved = review?.state === 'Approved' && review.digest === digestOf(rows);
  if (isApproved || rows.length === 0) return true;
  throw new LoupeError('APPROVAL_NEEDED', `Nothing was published: ${missingIn(review ?? null)}`);
}

function missingIn(review: DraftReview | null): string {
  switch (review?.state) {
    case 'Asked':
      return `the review that ${review.askedBy} asked for is still open. Somebody who has not edited the draft approves it.`;
    case 'Refused':
      return `${review.decidedBy ?? ''} refused the draft. Change it, and ask for a review again.`;
    case 'Approved':
    case 'Void':
      return 'the draft was changed after it was approved. Ask for a review again.';
    case undefined:
      return 'somebody who has not edited the draft has to approve it first. Ask for a review.';
  }
}
