/** Comments on documents, pages, zones, actions, titles and places on pages. */
import { userIdOf } from '../../../src/audit/operation-log.js';
import type { CommentView, ThreadView } from '../../../src/documents/comments/comment-views.js';
import { commentSubjects } from '../../../src/documents/comments/comment.entity.js';
import { connectionComplexity } from '../../../src/graphql/complexity.js';
import { builder, enumType } from '../../builder.js';
import { connectionOf, keysetConnection } from '../../connection.js';
import { arg, idDeletion, problemMutation } from '../../mutations.js';
import { Document } from '../../refs.js';
import { DraftElementType } from '../draft.js';

const SubjectEnum = enumType('CommentSubject', {
  description: 'What a comment is about.',
  values: commentSubjects,
});

interface Person {
  readonly id: string;
  readonly name: string;
}

export const PersonType = builder.objectRef<Person>('Person').implement({
  description: 'Somebody who may see a document.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the user.' }),
    name: t.exposeString('name', { description: 'User name.' }),
  }),
});

const CommentType = builder.objectRef<CommentView>('Comment').implement({
  description: 'What somebody said about a document or what is in it: plain text.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the comment.' }),
    text: t.exposeString('text', { description: 'Plain text with line breaks; empty where it was deleted.' }),
    user: t.exposeString('user', { description: 'Who wrote it.' }),
    isGuest: t.exposeBoolean('isGuest', {
      description: 'Whether that is somebody without an account, who gave this name by a preview link.',
    }),
    isOwn: t.boolean({
      description: 'Whether you wrote it, and so may change and delete it.',
      resolve: ({ userId }, _args, { viewer }) => userId !== null && userId === userIdOf(viewer),
    }),
    isDeleted: t.exposeBoolean('isDeleted', {
      description: 'Whether its author deleted it; the answers of others stay.',
    }),
    mentions: t.field({
      type: [PersonType],
      description: 'People who are called to it.',
      resolve: ({ mentions }) => [...mentions],
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was written.' }),
    editedAt: t.expose('dateEdited', {
      type: 'DateTime',
      nullable: true,
      description: 'When its author changed it last; null for never.',
    }),
  }),
});

export const ThreadType = builder.objectRef<ThreadView>('CommentThread').implement({
  description: 'A comment and the answers to it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of its first comment.' }),
    subject: t.field({
      type: SubjectEnum,
      description: 'What it is about.',
      resolve: (each) => each.subject,
    }),
    element: t.field({
      type: DraftElementType,
      nullable: true,
      description: 'The document, page or zone, published or in the draft; null where it is gone.',
      resolve: ({ element }) => element,
    }),
    elementId: t.exposeID('elementId', { description: 'Guid of that element, also of one that is gone.' }),
    actionId: t.exposeID('actionId', { nullable: true, description: 'Guid of the action; else null.' }),
    languageCode: t.expose('languageCode', {
      type: 'Locale',
      nullable: true,
      description: 'Language of the title; else null.',
    }),
    subjectName: t.exposeString('subjectName', {
      description: 'Name of the page, zone or action; of one that is gone, when the thread began.',
    }),
    isGone: t.exposeBoolean('isGone', { description: 'Whether what it is about was deleted.' }),
    positionXPercent: t.exposeFloat('positionXPercent', {
      nullable: true,
      description: 'A place on the picture of the page, from the left; null for the whole.',
    }),
    positionYPercent: t.exposeFloat('positionYPercent', {
      nullable: true,
      description: 'The same, from above.',
    }),
    isShared: t.exposeBoolean('isShared', {
      description: 'Whether guests of a preview link read it: one of them began it.',
    }),
    isResolved: t.boolean({
      description: 'Whether somebody closed it.',
      resolve: ({ dateResolved }) => dateResolved !== null,
    }),
    resolvedBy: t.exposeString('resolvedBy', { nullable: true, description: 'Who closed it.' }),
    resolvedAt: t.expose('dateResolved', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was closed; null while it is open.',
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it began.' }),
    comments: t.field({
      type: [CommentType],
      description: 'Its comments, the oldest first: 200 at most.',
      resolve: ({ comments }) => [...comments],
    }),
  }),
});

const [Connection, Edge] = connectionOf(ThreadType, 'CommentThread', 'threads of comments');

builder.objectField(Document, 'comments', (t) =>
  t.connection(
    {
      type: ThreadType,
      description: 'Comments on it and on what is in it, the newest thread first.',
      complexity: connectionComplexity,
      args: {
        elementId: t.arg.id({ description: 'Only those about this document, page or zone itself.' }),
        isResolved: t.arg.boolean({
          description: 'true: only those that are closed; false: only those that are open.',
        }),
      },
      resolve: ({ id }, args, { services, viewer }) =>
        keysetConnection<ThreadView>({
          args,
          order: 'Newest',
          valuesOf: (thread) => [thread.id],
          read: (keyset) => services.comments.page(viewer, id, args, keyset),
          count: () => services.comments.count(viewer, id, args),
        }),
    },
    Connection,
    Edge,
  ),
);

builder.objectFields(Document, (t) => ({
  openCommentCount: t.int({
    description: 'Number of threads of comments that are open.',
    complexity: 2,
    resolve: ({ id }, _args, { services, viewer }) =>
      services.comments.count(viewer, id, { isResolved: false }),
  }),
  people: t.field({
    type: [PersonType],
    description:
      'Up to twenty users to call to a comment: of its organization, and those who have commented on it. Others who may see it can be called by their guid.',
    complexity: 20,
    args: { search: t.arg.string({ description: 'A part of the user name.' }) },
    resolve: async ({ id }, { search }, { services, viewer }) => [
      ...(await services.comments.people(viewer, id, search ?? '')),
    ],
  }),
}));

const written = {
  text: arg.string({ required: true, description: 'Plain text: 1 to 4,000 characters.' }),
  mentionedUserIds: arg.idList({
    description:
      'People who are called to it, 20 at most. They get a mail, and must be allowed to see the document.',
  }),
};

problemMutation('createComment', {
  type: ThreadType,
  description:
    'Comments on a document, or on a page, zone, action, title or place in it, published or in the draft.',
  args: {
    documentId: arg.id({ required: true, description: 'Guid of the document.' }),
    elementId: arg.id({ description: 'Guid of a page or zone of it; the document itself without one.' }),
    actionId: arg.id({ description: 'Guid of an action of the element, to comment on that.' }),
    languageCode: arg.field({ type: 'Locale', description: 'To comment on the title in this language.' }),
    positionXPercent: arg.float({ description: 'A place on the picture of the page, from the left.' }),
    positionYPercent: arg.float({ description: 'The same, from above.' }),
    ...written,
  },
  resolve: ({ documentId, text, mentionedUserIds, ...place }, { services, viewer }) =>
    services.comments.create(viewer, documentId, place, { text, mentionedUserIds }),
});

problemMutation('replyToComment', {
  type: ThreadType,
  description: 'Answers in a thread of comments.',
  args: {
    threadId: arg.id({ required: true, description: 'Guid of the thread.' }),
    ...written,
  },
  resolve: ({ threadId, ...answer }, { services, viewer }) =>
    services.comments.reply(viewer, threadId, answer),
});

problemMutation('updateComment', {
  type: ThreadType,
  description: 'Changes the text of a comment of your own.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the comment.' }),
    ...written,
  },
  resolve: ({ id, ...text }, { services, viewer }) => services.comments.update(viewer, id, text),
});

for (const [name, isResolved, description] of [
  ['resolveComment', true, 'Closes a thread of comments: what it asked for is done.'],
  ['reopenComment', false, 'Opens a thread of comments again.'],
] as const)
  problemMutation(name, {
    cannot: ['input'],
    type: ThreadType,
    description,
    args: { threadId: arg.id({ required: true, description: 'Guid of the thread.' }) },
    resolve: ({ threadId }, { services, viewer }) => services.comments.resolve(viewer, threadId, isResolved),
  });

idDeletion('deleteComment', {
  description: 'Deletes a comment of your own. The answers of others stay.',
  idDescription: 'Guid of the comment.',
  work: ({ services, viewer }, id) => services.comments.remove(viewer, id),
});
