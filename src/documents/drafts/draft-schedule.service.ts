/**
 * Drafts that are published by a date. The date stands with its draft, and publishing removes the draft in the same transaction: so it is
 * done once, whichever server comes to it first, and one that ends in the middle leaves it to the next.
 */
import { LockMode } from '@mikro-orm/core';
import { isWithinReach } from '../../access/access.js';
import { operator, type Viewer } from '../../access/viewer.js';
import { authorOf, type OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager } from '../../db/database.js';
import { type Keyset, type KeysetOrder, keysetQuery } from '../../db/keyset.js';
import { readRows } from '../../db/rows.js';
import { requireUnchanged } from '../../db/entities.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput, isPassing, LoupeError } from '../../kernel/errors.js';
import { readInstant } from '../../kernel/periods.js';
import { laterThan, type Precondition, stateOf } from '../../kernel/precondition.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { Node } from '../../tree/node.entity.js';
import { inSubtree } from '../../tree/node-path.js';
import { timeZoneAt } from '../../tree/time-zones.js';
import { inTrash, isTrashed } from '../../tree/trash-place.js';
import type { DocumentWatch } from '../document-watch.js';
import { Draft } from './draft.entity.js';
import { heldDraft } from './draft.rules.js';
import type { DraftService } from './draft.service.js';
import { type DraftView, toDraftView, toDraftViews } from './draft-views.js';

/** Drafts that one round takes up; the next round takes the others. */
const MOST_AT_A_TIME = 50;

interface StoppedDraft {
  readonly documentId: string;
  readonly documentName: string;
  readonly organizationId: string;
  /** The user who set the date; null for the operator. */
  readonly userId: string | null;
  readonly reason: string;
}

/** A draft that waits for its date, or that could not be published at it. */
export interface ScheduledDraft extends DraftView {
  readonly publishAt: Date;
  readonly documentName: string;
}

const nextFirst: KeysetOrder<Draft> = [
  { property: 'publishAt', direction: 'asc' },
  { property: 'id', direction: 'asc' },
];

export interface DraftScheduleParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
  readonly drafts: Pick<DraftService, 'publish'>;
  readonly watch: Pick<DocumentWatch, 'changed'>;
  /** A user with today's rights; null for one who may not log in any more. */
  readonly viewerOf: (userId: string) => Promise<Viewer | null>;
  /** Notifies the user in the transaction that stops a draft. */
  readonly onStopped: (em: EntityManager, stopped: StoppedDraft) => void;
}

type ScheduledDate = Pick<Draft, 'publishAt' | 'publishUser' | 'publishUserId' | 'publishStopped'>;

interface Due {
  readonly id: string;
  readonly documentId: string;
  readonly userId: string | null;
}

/** After the user, or the organization of the document, was moved. */
const OUT_OF_REACH = 'The user who set the date cannot reach the document any more. Set it again.';

/** Thrown within the transaction of a draft that is not to be published any more: it was stopped, moved or published meanwhile. */
class NoLongerDue extends Error {}

export class DraftScheduleService {
  constructor(private readonly parts: DraftScheduleParts) {}

  /**
   * Publishes a draft at a date, as it is then, with the rights that the user has then: of a machine token, its owner. Another date
   * replaces the one before.
   *
   * @param at ISO 8601, by the clocks of the organization where no zone is written
   * @throws LoupeError NOT_FOUND, FORBIDDEN, CHANGED_MEANWHILE, BAD_USER_INPUT for a date that is none, or over
   */
  async set(viewer: Viewer, documentId: string, at: string, precondition?: Precondition): Promise<DraftView> {
    const { user, userId } = authorOf(viewer);
    const dateIn = async (em: EntityManager, { path }: Node): Promise<ScheduledDate> => {
      const publishAt = readInstant('at', at, await timeZoneAt(em, path));
      if (publishAt <= this.parts.clock.now())
        throw badInput('at', 'must be in the future; publish it now instead');
      return { publishAt, publishUser: user, publishUserId: userId, publishStopped: null };
    };
    return this.change(viewer, documentId, 'draft:schedule', dateIn, precondition);
  }

  /** Leaves a draft to be published by hand. One without a date stays as it is. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async cancel(viewer: Viewer, documentId: string): Promise<DraftView> {
    const none = { publishAt: null, publishUser: null, publishUserId: null, publishStopped: null };
    return this.change(viewer, documentId, 'draft:unschedule', async () => Promise.resolve(none));
  }

  /** A part of the drafts of an organization and of those below it that have a date, the next one first. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async page(viewer: Viewer, organizationId: string, keyset: Keyset): Promise<readonly ScheduledDraft[]> {
    const em = this.parts.database.reader();
    const names = await this.scheduledIn(em, viewer, organizationId);
    const { where, ...options } = keysetQuery(nextFirst, keyset);
    const drafts = await em.find(Draft, { $and: [{ id: { $in: [...names.keys()] } }, where] }, options);
    const views: ScheduledDraft[] = [];
    for (const { publishAt, ...view } of await toDraftViews(em, drafts)) {
      if (publishAt !== null) views.push({ ...view, publishAt, documentName: names.get(view.id) ?? '' });
    }
    return views;
  }

  /** @throws LoupeError as `page` */
  async count(viewer: Viewer, organizationId: string): Promise<number> {
    return (await this.scheduledIn(this.parts.database.reader(), viewer, organizationId)).size;
  }

  /** Names of the documents, by the id of the draft. */
  private async scheduledIn(em: EntityManager, viewer: Viewer, organizationId: string) {
    const place = await this.parts.guarded.requireOfType(
      em,
      viewer,
      'content:read',
      organizationId,
      'Organization',
    );
    const rows = await readRows<{ readonly id: string; readonly name: string; readonly path: string }>(
      em,
      `select d.id, n.name, n.path from draft d join node n on n.id = d.document_id
        where d.publish_at is not null and n.path like ?`,
      [inSubtree(place.path).$like],
    );
    return new Map(rows.filter(({ path }) => !isTrashed(path)).map(({ id, name }) => [id, name]));
  }

  /**
   * Publishes the drafts whose date has come. One that cannot be published is stopped, says why, and waits for its editor; one whose
   * document lies in the trash waits until that is restored.
   *
   * @returns how many were published
   */
  async publishDue(): Promise<number> {
    const due = await readRows<Due>(
      this.parts.database.reader(),
      `select d.id, d.document_id as "documentId", d.publish_user_id as "userId"
         from draft d join node n on n.id = d.document_id
        where d.publish_at <= ? and d.publish_stopped is null and n.path not like ?
        order by d.publish_at, d.id limit ${MOST_AT_A_TIME}`,
      [this.parts.clock.now(), inTrash.$like],
    );
    let published = 0;
    const failures: unknown[] = [];
    for (const draft of due) {
      try {
        if (await this.publishOne(draft)) published += 1;
      } catch (error) {
        // The others do not wait for it.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return published;
  }

  private async publishOne(due: Due): Promise<boolean> {
    const viewer = due.userId === null ? operator : await this.parts.viewerOf(due.userId);
    try {
      if (viewer === null)
        throw new LoupeError('FORBIDDEN', 'The user who set the date may not log in any more. Set it again.');
      await this.parts.drafts.publish(viewer, due.documentId, undefined, (draft) =>
        this.requireDue(draft, due),
      );
      return true;
    } catch (error) {
      if (error instanceof NoLongerDue) return false;
      // The database or the disk is back with a later round.
      const isLater = isPassing(error);
      if (isLater || !(error instanceof LoupeError)) throw error;
      await this.stop(due, viewer, error.message);
      return false;
    }
  }

  private requireDue(draft: Draft, due: Due): void {
    if (!this.isDue(draft, due)) throw new NoLongerDue();
  }

  /** Whether a draft is still the one that was due: with the date, or another one that is over, of the same user. */
  private isDue({ id, publishAt, publishUserId, publishStopped }: Draft, due: Due): boolean {
    const isOver = publishAt != null && publishAt <= this.parts.clock.now();
    return id === due.id && isOver && publishStopped == null && (publishUserId ?? null) === due.userId;
  }

  private async stop(due: Due, viewer: Viewer | null, message: string): Promise<void> {
    const { database, operations, watch, onStopped } = this.parts;
    await database.transaction(async ({ em, afterCommit }) => {
      const draft = await em.findOne(Draft, { id: due.id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (draft === null || !this.isDue(draft, due)) return;
      const node = await em.findOneOrFail(Node, { id: draft.documentId });
      if (isTrashed(node.path)) return;
      // The refusal would say that the document is not there.
      const reason = viewer === null || isWithinReach(viewer, node) ? message : OUT_OF_REACH;
      this.touch(draft, { publishStopped: reason });
      operations.write(em, operator, 'draft:stop', node);
      const { organizationId, name: documentName } = node;
      onStopped(em, { documentId: node.id, documentName, organizationId, userId: due.userId, reason });
      afterCommit(() => watch.changed(node.id));
    });
  }

  private async change(
    viewer: Viewer,
    documentId: string,
    operation: string,
    dateIn: (em: EntityManager, document: Node) => Promise<ScheduledDate>,
    precondition?: Precondition,
  ): Promise<DraftView> {
    const { database, guarded, operations, watch } = this.parts;
    return database.transaction(async ({ em, afterCommit }) => {
      const { node, draft } = await heldDraft(em, guarded, viewer, 'content:write', documentId);
      await requireUnchanged(em, precondition, draft, stateOf);
      this.touch(draft, await dateIn(em, node));
      operations.write(em, viewer, operation, node);
      await em.flush();
      afterCommit(() => watch.changed(node.id));
      return toDraftView(em, draft);
    });
  }

  private touch(draft: Draft, values: Partial<Draft>): void {
    Object.assign(draft, values, { dateModified: laterThan(draft.dateModified, this.parts.clock.now()) });
  }
}
