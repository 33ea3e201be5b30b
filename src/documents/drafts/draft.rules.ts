/** Rules of drafts, wherever they are changed. */
import { LockMode } from '@mikro-orm/core';
import { hasRoleFor, type Place } from '../../access/access.js';
import type { Viewer } from '../../access/viewer.js';
import type { EntityManager } from '../../db/database.js';
import { readRows } from '../../db/rows.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import type { Node } from '../../tree/node.entity.js';
import { Draft } from './draft.entity.js';

/** Titles, actions and zones that a draft changes, and their characters. */
export const MOST_CHANGES = 1000;
const MOST_CHARACTERS = 4_000_000;
/** Of one call. */
export const MOST_EDITS = 1000;

/**
 * The draft of a document, held against everybody else until the transaction ends.
 *
 * @throws LoupeError NOT_FOUND (also when there is no draft), FORBIDDEN
 */
export async function heldDraft(
  em: EntityManager,
  guarded: GuardedNodes,
  viewer: Viewer,
  right: 'draft:write' | 'content:write',
  documentId: string,
): Promise<{ readonly node: Node; readonly draft: Draft }> {
  const node = await guarded.requireOfType(em, viewer, right, documentId, 'Document');
  const draft = await em.findOne(Draft, { documentId: node.id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (draft === null)
    throw new LoupeError(
      'NOT_FOUND',
      'The document has no draft: it was published or discarded, or none was started.',
    );
  return { node, draft };
}

/**
 * Refuses a draft that will publish itself to those who may not publish.
 *
 * @throws LoupeError CONFLICT
 */
export function requireNoDate(viewer: Viewer, place: Place, { publishAt }: Draft): void {
  if (publishAt == null || hasRoleFor(viewer, 'content:write', place)) return;
  throw new LoupeError(
    'CONFLICT',
    'This draft has a date at which readers get it. Have somebody who may publish take the date away first.',
  );
}

/** @throws LoupeError BAD_USER_INPUT when the draft has grown too large */
export async function requireRoom(em: EntityManager, draftId: string): Promise<void> {
  const [sum] = await readRows<{ readonly count: number | string; readonly length: number | string | null }>(
    em,
    'select count(*) as count, sum(length) as length from draft_change where draft_id = ?',
    [draftId],
  );
  if (Number(sum?.count ?? 0) > MOST_CHANGES)
    throw badInput(
      'edits',
      `a draft changes at most ${MOST_CHANGES} titles, actions and zones; publish it first`,
    );
  if (Number(sum?.length ?? 0) > MOST_CHARACTERS)
    throw badInput('edits', `a draft holds at most ${MOST_CHARACTERS} characters; publish it first`);
}
