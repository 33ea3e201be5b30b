/** Reviews of drafts: asked for by an editor, approved or refused by somebody who has not edited the draft. */
import { allowed } from '../../access/access.js';
import type { UserViewer, Viewer } from '../../access/viewer.js';
import { authorOf, type OperationLog, userIdOf } from '../../audit/operation-log.js';
import type { OperationChange } from '../../audit/operation-record.entity.js';
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import { requireUnchanged } from '../../db/entities.js';
import { readRows } from '../../db/rows.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import { laterThan, type Precondition, stateOf } from '../../kernel/precondition.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { Node } from '../../tree/node.entity.js';
import { inTrash } from '../../tree/trash-place.js';
import type { DocumentWatch } from '../document-watch.js';
import { needsApproval, publishersIn } from './approval-rule.js';
import { Draft, DraftChange, type DraftReview } from './draft.entity.js';
import { authorsOf, digestOf } from './draft-review.js';
import { heldDraft } from './draft.rules.js';
import { type DraftView, toDraftView } from './draft-views.js';

/** Of the reason of a refusal, in characters. */
const LONGEST_REASON = 2000;

export interface DraftReviewParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
  readonly watch: Pick<DocumentWatch, 'changed'>;
  /** Notifies somebody in the transaction that changes the review. */
  readonly onReview: (transaction: Transaction, notice: ReviewNotice) => void;
}

/** Somebody who gets a mail about a review. */
interface ReviewNotice {
  readonly documentId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly what: 'Asked' | 'Approved' | 'Refused';
  /** The user who asked or decided. */
  readonly by: string;
  readonly reason: string | null;
}

/** Approvers who get a mail about one request. */
const MOST_APPROVERS = 50;

/** A draft that waits for a decision. */
export interface AwaitedReview {
  readonly draftId: string;
  readonly documentId: string;
  readonly documentName: string;
  /** Name of the user who asked. */
  readonly askedBy: string;
  readonly askedAt: Date;
}

/** Drafts whose review is asked for are looked at up to this number. */
const MOST_AWAITED = 200;

interface Held {
  readonly em: EntityManager;
  readonly node: Node;
  readonly draft: Draft;
  readonly rows: readonly DraftChange[];
  /** Of the review as it becomes. */
  readonly at: string;
}

export class DraftReviewService {
  constructor(private readonly parts: DraftReviewParts) {}

  /**
   * Asks for a review. One that is there begins again.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, CHANGED_MEANWHILE, CONFLICT for a draft without changes, and where a review is needed and
   *   everybody who could approve has edited the draft
   */
  async ask(viewer: Viewer, documentId: string, precondition?: Precondition): Promise<DraftView> {
    return this.change(
      viewer,
      documentId,
      'draft:write',
      precondition,
      async ({ em, node, draft, rows, at }) => {
        if (rows.length === 0)
          throw new LoupeError('CONFLICT', 'The draft has no changes that could be reviewed.');
        const authors = authorsOf(draft, rows);
        const approvers = (await publishersIn(em, node.path)).filter((id) => !authors.has(id));
        if (approvers.length === 0 && (await needsApproval(em, node)))
          throw new LoupeError(
            'CONFLICT',
            'Everybody who may publish has edited this draft, so nobody could approve it. Give somebody else the right to publish, or discard the draft and begin again.',
          );
        const { user: askedBy, userId: askedById } = authorOf(viewer);
        const none = { decidedBy: null, decidedById: null, decidedAt: null, reason: null };
        draft.review = {
          ...{ state: 'Asked', askedBy, askedById, askedAt: at, ...none },
          ...{ voidedBy: null, voidedAt: null, digest: null },
        };
        const others = approvers.filter((id) => id !== askedById);
        return { operation: 'draft:askReview', notified: others.slice(0, MOST_APPROVERS) };
      },
    );
  }

  /**
   * Approves a draft as it is; a later change of it makes that void.
   *
   * @param precondition the draft that the caller has looked at
   * @throws LoupeError NOT_FOUND, FORBIDDEN (also to everybody who edited the draft, and to programs), CHANGED_MEANWHILE, CONFLICT when
   *   nobody has asked for a review
   */
  async approve(viewer: Viewer, documentId: string, precondition: Precondition): Promise<DraftView> {
    return this.change(viewer, documentId, 'content:write', precondition, async (held) => {
      const review = requireReviewer(viewer, held);
      const digest = digestOf(held.rows);
      held.draft.review = { ...review, ...decided(viewer, held), state: 'Approved', reason: null, digest };
      return Promise.resolve({ operation: 'draft:approve', notified: editorsOf(held) });
    });
  }

  /** @param reason 1 to 2,000 characters @throws LoupeError as `approve`, BAD_USER_INPUT */
  async refuse(
    viewer: Viewer,
    documentId: string,
    reason: string,
    precondition: Precondition,
  ): Promise<DraftView> {
    const text = reason.trim();
    if (text === '') throw badInput('reason', 'must not be empty');
    if (text.length > LONGEST_REASON)
      throw badInput('reason', `must have at most ${LONGEST_REASON} characters`);
    return this.change(viewer, documentId, 'content:write', precondition, async (held) => {
      const review = requireReviewer(viewer, held);
      const { id: elementId } = held.node;
      held.draft.review = {
        ...{ ...review, ...decided(viewer, held), state: 'Refused', reason: text },
        digest: null,
      };
      const said = {
        kind: 'Draft',
        elementId,
        languageCode: null,
        field: 'reason',
        before: null,
        after: text,
      };
      return Promise.resolve({
        ...{ operation: 'draft:refuse', changes: [said] },
        notified: editorsOf(held),
      });
    });
  }

  /** Whether the viewer may approve or refuse a draft: a person who may publish and has not edited it. */
  async mayDecide(viewer: Viewer, draftId: string): Promise<boolean> {
    if (viewer.kind !== 'user') return false;
    const em = this.parts.database.reader();
    const draft = await em.findOne(Draft, { id: draftId });
    return draft !== null && (await this.decidable(em, viewer, [draft])).length > 0;
  }

  /**
   * Drafts of an organization whose review is asked for, the oldest request first: for a person those that this person may decide about, for
   * others all. Drafts in the trash are left out.
   */
  async awaiting(viewer: Viewer, organizationId: string, most: number): Promise<readonly AwaitedReview[]> {
    const em = this.parts.database.reader();
    const rows = await readRows<{ readonly id: string; readonly name: string }>(
      em,
      `select d.id, n.name from draft d join node n on n.id = d.document_id
        where n.organization_id = ? and n.path not like ? and d.review ->> 'state' = 'Asked'
        order by d.review ->> 'askedAt', d.id limit ${MOST_AWAITED}`,
      [organizationId, inTrash.$like],
    );
    const found = await em.find(Draft, { id: { $in: rows.map(({ id }) => id) } });
    const drafts = viewer.kind === 'user' ? await this.decidable(em, viewer, found) : found;
    const byId = new Map(drafts.map((draft) => [draft.id, draft]));
    return rows
      .flatMap(({ id, name: documentName }) => {
        const { review, documentId } = byId.get(id) ?? {};
        if (review == null || documentId === undefined) return [];
        const { askedBy, askedAt } = review;
        return [{ draftId: id, documentId, documentName, askedBy, askedAt: new Date(askedAt) }];
      })
      .slice(0, most);
  }

  /** Those of drafts that a person may decide about: who may publish them, and has not edited them. */
  private async decidable(
    em: EntityManager,
    viewer: UserViewer,
    drafts: readonly Draft[],
  ): Promise<readonly Draft[]> {
    const nodes = await em.find(Node, { id: { $in: drafts.map(({ documentId }) => documentId) } });
    const publishable = allowed(viewer, 'content:write', nodes);
    const changes = await em.find(DraftChange, { draftId: { $in: drafts.map(({ id }) => id) } });
    return drafts.filter(
      (draft) =>
        publishable.has(draft.documentId) &&
        !authorsOf(
          draft,
          changes.filter(({ draftId }) => draftId === draft.id),
        ).has(viewer.userId),
    );
  }

  private async change(
    viewer: Viewer,
    documentId: string,
    right: 'draft:write' | 'content:write',
    precondition: Precondition | undefined,
    work: (held: Held) => Promise<{
      readonly operation: string;
      readonly changes?: readonly OperationChange[];
      /** Ids of users who get a mail. */
      readonly notified: readonly string[];
    }>,
  ): Promise<DraftView> {
    const { database, clock, guarded, operations, watch } = this.parts;
    return database.transaction(async (transaction) => {
      const { em, afterCommit } = transaction;
      if (right === 'content:write') {
        await guarded.requireOfType(em, viewer, right, documentId, 'Document');
        requirePerson(viewer);
      }
      const { node, draft } = await heldDraft(em, guarded, viewer, right, documentId);
      await requireUnchanged(em, precondition, draft, stateOf);
      const rows = await em.find(DraftChange, { draftId: draft.id });
      const now = clock.now();
      const { operation, changes, notified } = await work({ em, node, draft, rows, at: now.toISOString() });
      draft.dateModified = laterThan(draft.dateModified, now);
      const { id, organizationId, type, name, path } = node;
      const subject = { id, organizationId, type, name, path, ...(changes === undefined ? {} : { changes }) };
      operations.write(em, viewer, operation, subject);
      const what = draft.review?.state ?? 'Void';
      if (what !== 'Void')
        for (const userId of notified)
          this.parts.onReview(transaction, {
            ...{ documentId: id, organizationId, userId, what },
            ...{ by: authorOf(viewer).user, reason: draft.review?.reason ?? null },
          });
      await em.flush();
      afterCommit(() => watch.changed(node.id));
      return toDraftView(em, draft);
    });
  }
}

/** @throws LoupeError FORBIDDEN */
function requirePerson({ kind }: Viewer): void {
  if (kind === 'user') return;
  throw new LoupeError('FORBIDDEN', 'A review is decided by a person who has logged in, not by a program.');
}

/** @throws LoupeError FORBIDDEN, CONFLICT */
function requireReviewer(viewer: Viewer, { draft, rows }: Held): DraftReview {
  if (authorsOf(draft, rows).has(userIdOf(viewer) ?? ''))
    throw new LoupeError(
      'FORBIDDEN',
      'You have edited this draft yourself. Somebody else who may publish decides about it.',
    );
  const { review } = draft;
  if (review?.state === 'Asked' || review?.state === 'Approved') return review;
  throw new LoupeError('CONFLICT', 'No review of this draft is open. Ask for one first.');
}

/** Everybody who edited the draft, and the one who asked. */
function editorsOf({ draft, rows }: Held): readonly string[] {
  return [...new Set([...authorsOf(draft, rows), draft.review?.askedById ?? []].flat())];
}

function decided(viewer: Viewer, { at: decidedAt }: Held) {
  const { user: decidedBy, userId: decidedById } = authorOf(viewer);
  return { decidedBy, decidedById, decidedAt };
}
