/** Threads of comments as people see them. */
import type { EntityManager } from '../../db/entities.js';
import { eachPart } from '../../db/in-parts.js';
import type { KeysetOrder } from '../../db/keyset.js';
import { isId, newId } from '../../kernel/ids.js';
import type { NodePlace } from '../../tree/node.store.js';
import type { DraftElement } from '../drafts/draft-views.js';
import { findSubjects, subjectIn } from './comment-subjects.js';
import { Comment, type CommentSubject, type Mention } from './comment.entity.js';

export interface CommentView {
  readonly id: string;
  /** Empty where it was deleted. */
  readonly text: string;
  readonly mentions: readonly Mention[];
  readonly user: string;
  readonly userId: string | null;
  /** Whether somebody without an account wrote it, by a preview link. */
  readonly isGuest: boolean;
  readonly dateCreated: Date;
  readonly dateEdited: Date | null;
  readonly isDeleted: boolean;
}

export interface ThreadView {
  /** Id of its first comment. */
  readonly id: string;
  readonly documentId: string;
  readonly subject: CommentSubject;
  /** null where it is gone. */
  readonly element: DraftElement | null;
  /** Whether the element, or the action of it, is gone. */
  readonly isGone: boolean;
  /** Name of the zone, page or action: as it is, and as it was when the thread began where it is gone. */
  readonly subjectName: string;
  readonly elementId: string;
  readonly actionId: string | null;
  readonly languageCode: string | null;
  readonly positionXPercent: number | null;
  readonly positionYPercent: number | null;
  /** Whether guests of a preview link read it. */
  readonly isShared: boolean;
  readonly dateResolved: Date | null;
  readonly resolvedBy: string | null;
  readonly dateCreated: Date;
  /** The oldest first. */
  readonly comments: readonly CommentView[];
}

/** Views of some first comments with what was answered, in their order. */
export async function toThreadViews(
  em: EntityManager,
  document: NodePlace,
  firsts: readonly Comment[],
): Promise<readonly ThreadView[]> {
  if (firsts.length === 0) return [];
  const answers: Comment[] = [];
  await eachPart(
    firsts.map(({ id }) => id),
    async (part) => {
      const where = { threadId: { $in: [...part] } };
      answers.push(...(await em.find(Comment, where, { orderBy: { id: 'asc' } })));
    },
  );
  const byThread = Map.groupBy(answers, ({ threadId }) => threadId);
  const subjects = firsts.map(({ elementId = null, actionId = null, subjectName = null }) => ({
    ...{ elementId, actionId },
    name: subjectName,
  }));
  const found = await findSubjects(em, document, subjects);
  return firsts.map((first) => {
    const { element, actionName, isGone } = subjectIn(found, first);
    const comments = [first, ...(byThread.get(first.id) ?? [])].map(toCommentView);
    return {
      id: first.id,
      documentId: first.documentId,
      subject: first.subject ?? 'Document',
      element,
      isGone,
      subjectName: actionName ?? (isGone ? null : element?.name) ?? first.subjectName ?? '',
      elementId: first.elementId ?? first.documentId,
      actionId: first.actionId ?? null,
      languageCode: first.languageCode ?? null,
      positionXPercent: first.positionX ?? null,
      positionYPercent: first.positionY ?? null,
      isShared: first.linkId != null,
      dateResolved: first.dateResolved ?? null,
      resolvedBy: first.resolvedBy ?? null,
      dateCreated: first.dateCreated,
      comments,
    };
  });
}

function toCommentView(comment: Comment): CommentView {
  const { id, text, mentions, user, userId, dateCreated, dateEdited, dateDeleted } = comment;
  return {
    ...{ id, text, user, dateCreated },
    mentions: mentions ?? [],
    userId: userId ?? null,
    isGuest: comment.guestId != null,
    dateEdited: dateEdited ?? null,
    isDeleted: dateDeleted != null,
  };
}

export interface CommentFilter {
  /** Only threads about this element itself. */
  readonly elementId?: string | null | undefined;
  /** Only those that are resolved, or only those that are open. */
  readonly isResolved?: boolean | null | undefined;
}

export const newestFirst: KeysetOrder<Comment> = [{ property: 'id', direction: 'desc' }];

/** Query for threads of a document. */
export function conditionOf(documentId: string, { elementId, isResolved }: CommentFilter) {
  return {
    documentId,
    threadId: null,
    ...(elementId == null ? {} : { elementId: isId(elementId) ? elementId.toLowerCase() : newId() }),
    ...(isResolved == null ? {} : { dateResolved: isResolved ? { $ne: null } : null }),
  };
}
