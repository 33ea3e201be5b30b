/** Comments on documents and what is in them: written, answered, changed by their authors, resolved and listed. */
import { LockMode } from '@mikro-orm/core';
import { requireIdentity } from '../../access/access.js';
import type { Operation } from '../../access/permissions.js';
import type { Viewer } from '../../access/viewer.js';
import { authorOf, type OperationLog, userIdOf } from '../../audit/operation-log.js';
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import { type Keyset, keysetQuery } from '../../db/keyset.js';
import { readRows } from '../../db/rows.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput, notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import { laterThan } from '../../kernel/precondition.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import type { Node } from '../../tree/node.entity.js';
import type { DocumentWatch } from '../document-watch.js';
import { type CommentedPlace, requireCommentable } from './comment-subjects.js';
import {
  type CommentFilter,
  conditionOf,
  newestFirst,
  type ThreadView,
  toThreadViews,
} from './comment-views.js';
import { Comment, type Mention } from './comment.entity.js';
import {
  MOST_IN_THREAD,
  MOST_THREADS,
  peopleToCall,
  requireAuthor,
  requireMentions,
  requireText,
} from './comment.rules.js';

/** A comment as somebody writes it. */
export interface CommentText {
  readonly text: string;
  /** Users whom it mentions. */
  readonly mentionedUserIds?: readonly string[] | null | undefined;
}

/** Somebody who gets a mail about a comment. */
interface CommentNotice {
  readonly commentId: string;
  readonly documentId: string;
  readonly organizationId: string;
  readonly userId: string;
}

export interface CommentServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
  readonly watch: Pick<DocumentWatch, 'changed'>;
  /** Notifies somebody in the transaction that writes the comment. */
  readonly onWritten: (transaction: Transaction, notice: CommentNotice) => void;
}

interface Held {
  readonly transaction: Transaction;
  readonly em: EntityManager;
  readonly node: Node;
  readonly now: Date;
}

export class CommentService {
  constructor(private readonly parts: CommentServiceParts) {}

  /** Threads of a document, the newest first. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async page(
    viewer: Viewer,
    documentId: string,
    filter: CommentFilter,
    keyset: Keyset,
  ): Promise<readonly ThreadView[]> {
    const { em, place } = await this.read(viewer, documentId);
    const { where, ...options } = keysetQuery(newestFirst, keyset);
    const firsts = await em.find(Comment, { $and: [conditionOf(place.id, filter), where] }, options);
    return toThreadViews(em, place, firsts);
  }

  /** @throws LoupeError as `page` */
  async count(viewer: Viewer, documentId: string, filter: CommentFilter): Promise<number> {
    const { em, place } = await this.read(viewer, documentId);
    return em.count(Comment, conditionOf(place.id, filter));
  }

  /**
   * Twenty others at most to call to a comment: users of the organization of the document, and those who have commented on it.
   *
   * @param search a part of the user name
   * @throws LoupeError NOT_FOUND, FORBIDDEN
   */
  async people(viewer: Viewer, documentId: string, search: string): Promise<readonly Mention[]> {
    const em = this.parts.database.reader();
    const right: Operation = 'comment:write';
    const { id, path, organizationId } = await this.parts.guarded.requireOfType(
      em,
      viewer,
      right,
      documentId,
      'Document',
    );
    const people = await peopleToCall(em, { id, path, organizationId }, search);
    return people.filter((person) => person.id !== userIdOf(viewer));
  }

  /** A text that is another one after every change of a comment of the document. @throws LoupeError as `page` */
  async state(viewer: Viewer, documentId: string): Promise<string> {
    const { em, place } = await this.read(viewer, documentId);
    const [row] = await readRows<{
      readonly count: number | string;
      readonly last: Date | number | string | null;
    }>(em, 'select count(*) as count, max(date_modified) as last from comment where document_id = ?', [
      place.id,
    ]);
    const last = row?.last ?? null;
    return `${row?.count ?? 0} ${last === null ? 0 : new Date(last).getTime()}`;
  }

  /**
   * Begins a thread.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT: for what is not in the document, people who may not see it, texts that are
   *   empty or too long, and one thread too many
   */
  async create(
    viewer: Viewer,
    documentId: string,
    place: CommentedPlace,
    written: CommentText,
  ): Promise<ThreadView> {
    return this.change(viewer, documentId, async (held) => {
      const { em, node } = held;
      const about = await requireCommentable(em, node, place);
      if ((await em.count(Comment, { documentId: node.id, threadId: null })) >= MOST_THREADS)
        throw badInput('documentId', `has ${MOST_THREADS} comments already; delete some first`);
      const mentions = await requireMentions(em, node.path, written.mentionedUserIds ?? []);
      const first = this.write(held, viewer, requireText(written.text), mentions, null);
      Object.assign(first, about);
      this.tell(held, viewer, first, mentions, []);
      return first;
    });
  }

  /** Answers in a thread. @throws LoupeError as `create` */
  async reply(viewer: Viewer, threadId: string, written: CommentText): Promise<ThreadView> {
    return this.changeOf(viewer, threadId, async (held, first) => {
      const { em, node } = held;
      const before = await em.find(Comment, { threadId: first.id });
      if (before.length + 1 >= MOST_IN_THREAD)
        throw badInput('threadId', `has ${MOST_IN_THREAD} comments already; begin another one`);
      const mentions = await requireMentions(em, node.path, written.mentionedUserIds ?? []);
      const answer = this.write(held, viewer, requireText(written.text), mentions, first.id);
      this.tell(held, viewer, answer, mentions, [first, ...before]);
      return first;
    });
  }

  /** Changes a text of one's own. People who were not mentioned before get a mail. @throws LoupeError as `create`, FORBIDDEN for those of others */
  async update(viewer: Viewer, id: string, written: CommentText): Promise<ThreadView> {
    return this.changeOf(viewer, id, async (held, first, comment) => {
      requireAuthor(viewer, comment);
      if (comment.dateDeleted != null) throw notFound(`Comment ${shown(id)}`);
      const text = requireText(written.text);
      const known = new Set(comment.mentions?.map((each) => each.id));
      const wanted = written.mentionedUserIds ?? [...known];
      // Those who lost access since stay named, and get no mail.
      const added = wanted.filter((each) => !known.has(each.toLowerCase()));
      const kept = (comment.mentions ?? []).filter((each) =>
        wanted.some((one) => one.toLowerCase() === each.id),
      );
      const mentioned = await requireMentions(held.em, held.node.path, added);
      comment.mentions = [...kept, ...mentioned];
      comment.text = text;
      comment.dateEdited = held.now;
      this.tell(held, viewer, comment, mentioned, []);
      this.log(held, viewer, 'comment:edit');
      return first;
    });
  }

  /** Deletes a comment of one's own, or of a guest, who cannot; where others have answered their answers stay. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async remove(viewer: Viewer, id: string): Promise<void> {
    await this.changeOf(viewer, id, async (held, first, comment) => {
      const { em, node } = held;
      if (comment.guestId == null) requireAuthor(viewer, comment);
      else await this.parts.guarded.require(em, viewer, 'content:write', node.id);
      if (comment === first && (await em.count(Comment, { threadId: first.id })) > 0) {
        comment.text = '';
        comment.mentions = null;
        comment.dateDeleted = held.now;
      } else em.remove(comment);
      this.log(held, viewer, 'comment:delete');
      return first;
    });
  }

  /** Closes a thread, or opens it again. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async resolve(viewer: Viewer, threadId: string, isResolved: boolean): Promise<ThreadView> {
    return this.changeOf(viewer, threadId, async (held, first) => {
      if ((first.dateResolved != null) !== isResolved) {
        first.dateResolved = isResolved ? held.now : null;
        first.resolvedBy = isResolved ? authorOf(viewer).user : null;
        this.log(held, viewer, isResolved ? 'comment:resolve' : 'comment:reopen');
      }
      return Promise.resolve(first);
    });
  }

  private async read(viewer: Viewer, documentId: string) {
    const em = this.parts.database.reader();
    const place = await this.parts.guarded.requireOfType(em, viewer, 'content:read', documentId, 'Document');
    return { em, place };
  }

  private write(
    { em, node, now }: Held,
    viewer: Viewer,
    text: string,
    mentions: readonly Mention[],
    threadId: string | null,
  ): Comment {
    this.parts.operations.write(em, viewer, 'comment:create', node);
    const written = { text, mentions, ...authorOf(viewer), dateCreated: now, dateModified: now };
    return em.create(Comment, { id: newId(), documentId: node.id, threadId, ...written });
  }

  private log({ em, node }: Held, viewer: Viewer, operation: string): void {
    this.parts.operations.write(em, viewer, operation, node);
  }

  /** Notifies those who are mentioned, and everybody who wrote in the thread, but for the author. */
  private tell(
    { transaction, node }: Held,
    viewer: Viewer,
    { id: commentId }: Comment,
    mentions: readonly Mention[],
    before: readonly Comment[],
  ): void {
    const people = new Set([
      ...mentions.map(({ id }) => id),
      ...before.flatMap(({ userId, dateDeleted }) => (dateDeleted == null ? (userId ?? []) : [])),
    ]);
    people.delete(userIdOf(viewer) ?? '');
    const place = { documentId: node.id, organizationId: node.organizationId };
    for (const userId of people) this.parts.onWritten(transaction, { commentId, ...place, userId });
  }

  private async change(
    viewer: Viewer,
    documentId: string,
    work: (held: Held) => Promise<Comment>,
  ): Promise<ThreadView> {
    const { database, clock, guarded, watch } = this.parts;
    return database.transaction(async (transaction) => {
      const { em, afterCommit } = transaction;
      const right: Operation = 'comment:write';
      const node = await guarded.requireOfType(em, viewer, right, documentId, 'Document');
      const first = await work({ transaction, em, node, now: clock.now() });
      await em.flush();
      afterCommit(() => watch.changed(node.id));
      const [view] = await toThreadViews(em, node, [first]);
      if (view === undefined) throw notFound('The comment');
      return view;
    });
  }

  /** As `change`, of the thread that a comment belongs to. Others wait until it is done. */
  private async changeOf(
    viewer: Viewer,
    id: string,
    work: (held: Held, first: Comment, comment: Comment) => Promise<Comment>,
  ): Promise<ThreadView> {
    requireIdentity(viewer);
    const what = `Comment ${shown(id)}`;
    const known = isId(id)
      ? await this.parts.database.reader().findOne(Comment, { id: id.toLowerCase() })
      : null;
    // Somebody who may not see the document learns no more than that there is no such comment.
    const { id: documentId } = await this.parts.guarded.requireFor(
      this.parts.database.reader(),
      viewer,
      'comment:write',
      known?.documentId ?? null,
      what,
    );
    return this.change(viewer, documentId, async (held) => {
      const { em, now } = held;
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
      const threadId = known?.threadId ?? known?.id ?? '';
      const first = await em.findOne(Comment, { id: threadId }, lock);
      const comment = threadId === known?.id ? first : await em.findOne(Comment, { id: known?.id ?? '' });
      if (first === null || comment === null) throw notFound(what);
      first.dateModified = laterThan(first.dateModified, now);
      return work(held, first, comment);
    });
  }
}
