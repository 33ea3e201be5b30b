import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';

export const commentSubjects = ['Document', 'Page', 'Zone', 'Action', 'Title'] as const;
export type CommentSubject = (typeof commentSubjects)[number];

export interface Mention {
  readonly id: string;
  readonly name: string;
}

/** Sayings of people about a document and what is in it. The first comment of a thread says about what; the others answer it. */
export const Comment = defineEntity({
  name: 'Comment',
  tableName: 'comment',
  indexes: [{ properties: ['documentId', 'threadId'] }],
  properties: {
    id: p.uuid().primary(),
    documentId: () => p.manyToOne(Node).mapToPk().fieldName('document_id').deleteRule('cascade'),
    /** The first comment of the thread; null for the first itself. */
    threadId: () =>
      p.manyToOne(Comment).mapToPk().fieldName('thread_id').nullable().deleteRule('cascade').index(),
    /** Plain text; empty once it was deleted while others had answered. */
    text: p.text(),
    /** Users whom it mentions. */
    mentions: p.json<readonly Mention[]>().nullable(),
    /** Name of the author, which stays when the user goes. */
    user: p.text(),
    userId: p.uuid().nullable(),
    /** The guest of a preview link who wrote it, also one that is gone; null for users. */
    guestId: p.uuid().nullable(),
    dateCreated: p.datetime(),
    /** Grows with each change of the row. */
    dateModified: p.datetime(),
    /** When its author changed the text last; null for never. */
    dateEdited: p.datetime().nullable(),
    /** Set where the text is gone and the answers stay. */
    dateDeleted: p.datetime().nullable(),

    // Of the first comment of a thread alone:
    /** The link by which a guest began it; guests of that link read it. */
    linkId: p.uuid().nullable(),
    subject: p.string().$type<CommentSubject>().nullable(),
    /** Document, page or zone. It names one that is gone, or that a draft alone has, too. */
    elementId: p.uuid().nullable(),
    actionId: p.uuid().nullable(),
    /** Of a title. */
    languageCode: p.string().nullable(),
    /** Name of the zone, page or action when the thread began. */
    subjectName: p.text().nullable(),
    /** A place on the picture of the page, in percent of its width and height; null for the whole. */
    positionX: p.float().nullable(),
    positionY: p.float().nullable(),
    /** null while the thread is open. */
    dateResolved: p.datetime().nullable(),
    resolvedBy: p.text().nullable(),
  },
});
export type Comment = InferEntity<typeof Comment>;
