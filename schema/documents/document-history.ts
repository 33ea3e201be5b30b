/** The history of a document, and the way back to earlier texts and files of pages. */
import type { ChangeOperation } from '../../src/documents/history/document-change.entity.js';
import type {
  DocumentChangeView,
  DocumentHistory,
  RestoredTexts,
  TextsToRestore,
} from '../../src/documents/history/document-history.service.js';
import { batched } from '../../src/graphql/loaders.js';
import { builder } from '../builder.js';
import { arg, problemMutation } from '../mutations.js';
import { OperationChangeType } from '../organizations/operation.js';
import { Document, Image } from '../refs.js';
import { DraftReviewType } from './draft-review.js';

const ChangeOperationType = builder.objectRef<ChangeOperation>('DocumentChangeOperation').implement({
  description: 'What was done, on what.',
  fields: (t) => ({
    operation: t.exposeString('operation', { description: 'What, for example title:write.' }),
    elementId: t.exposeID('elementId', { nullable: true, description: 'On what; it may be gone by now.' }),
    elementType: t.exposeString('elementType', { description: 'Its kind: Document, Image or Zone.' }),
    elementName: t.exposeString('elementName', { description: 'Its name at that time.' }),
    pageName: t.string({
      nullable: true,
      description: 'Of a zone: the name of its page at that time, where it is known.',
      resolve: ({ pageName }) => pageName ?? null,
    }),
  }),
});

type EarlierPageFile = NonNullable<DocumentChangeView['earlierFile']>;

const EarlierPageFileType = builder.objectRef<EarlierPageFile>('EarlierPageFile').implement({
  description: 'The file that a page had before.',
  fields: (t) => ({
    pageId: t.exposeID('pageId', { description: 'Guid of the page.' }),
    purgedAt: t.expose('datePurged', {
      type: 'DateTime',
      description: 'When it is removed for good; sooner when the page gets many others.',
    }),
    thumbnailUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Its small picture, for as long as the file is kept; null where there is none.',
      resolve: ({ thumbnailFileId }, _args, { fileUrl }) =>
        thumbnailFileId === null ? null : fileUrl(thumbnailFileId),
    }),
  }),
});

const DocumentChangeType = builder.objectRef<DocumentChangeView>('DocumentChange').implement({
  description: 'One change of a document: everything that was done at once.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the change.' }),
    createdAt: t.expose('date', { type: 'DateTime', description: 'When.' }),
    user: t.exposeString('user', { description: 'Who: a user name, apiKey or operator.' }),
    userId: t.exposeID('userId', { nullable: true, description: 'Guid of the user.' }),
    operations: t.field({
      type: [ChangeOperationType],
      description: 'What was done, at most 20 of it.',
      resolve: ({ operations }) => [...operations],
    }),
    operationsLeftOut: t.exposeInt('operationsLeftOut', { description: 'How many more.' }),
    changes: t.field({
      type: [OperationChangeType],
      description: 'Values of titles, actions, zones and languages that were changed, at most 50 of them.',
      resolve: ({ changes }) => [...changes],
    }),
    changesLeftOut: t.exposeInt('changesLeftOut', { description: 'How many more.' }),
    hasTexts: t.exposeBoolean('hasTexts', { description: 'Whether titles or actions changed.' }),
    isVersion: t.exposeBoolean('isVersion', {
      description: 'Whether `restoreTexts` leads back to it: titles, actions, zones or languages changed.',
    }),
    earlierFile: t.field({
      type: EarlierPageFileType,
      nullable: true,
      description:
        'The file that a page had before; null for everything else, and when it is no longer kept.',
      resolve: ({ earlierFile }) => earlierFile,
    }),
    review: t.field({
      type: DraftReviewType,
      nullable: true,
      description: 'The review of the draft that was published; null for everything else.',
      resolve: ({ review }) => review,
    }),
  }),
});

const DocumentHistoryType = builder.objectRef<DocumentHistory>('DocumentHistory').implement({
  description: 'A part of the history of a document.',
  fields: (t) => ({
    changes: t.field({
      type: [DocumentChangeType],
      description: 'Newest first.',
      resolve: ({ changes }) => [...changes],
    }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether there are older ones.' }),
    begins: t.expose('begins', {
      type: 'DateTime',
      nullable: true,
      description:
        'Since when it is kept, for a document that is older than that; what was changed before stands in the operation log alone. null where it is kept since the document was made.',
    }),
  }),
});

builder.objectField(Document, 'history', (t) =>
  t.field({
    type: DocumentHistoryType,
    description:
      'Who changed what of it, its pages and zones, and when: the newest 500 changes. For those who may edit it.',
    args: {
      before: t.arg.id({ description: 'Only changes older than this one.' }),
      first: t.arg.int({ defaultValue: 30, description: 'How many, at most 100.' }),
    },
    resolve: ({ id }, { before, first }, { services, viewer }) =>
      services.documentHistory.list(viewer, id, { before: before ?? null, first: first ?? 30 }),
  }),
);

builder.objectField(Document, 'lastEditor', (t) =>
  t.loadable({
    loaderOptions: batched,
    type: 'String',
    nullable: true,
    description:
      'Who changed it, its pages or zones last, or else made it: a user name, apiKey or operator. null where that is not known, and for those who may not edit it.',
    load: (ids: string[], { services, viewer }) => services.documentHistory.lastEditors(viewer, ids),
    resolve: ({ id }) => id,
  }),
);

const LEFT_OUT_DESCRIPTION =
  'Titles and actions of pages and zones that are no longer in the document, and zones that are in the trash no more.';

const RestoredTextsType = builder.objectRef<RestoredTexts>('RestoredTexts').implement({
  description: 'What it did to bring earlier texts back.',
  fields: (t) => ({
    changed: t.exposeInt('changed', {
      description: 'Titles, actions, zones and languages that are not what they were.',
    }),
    leftOut: t.exposeInt('leftOut', { description: LEFT_OUT_DESCRIPTION }),
    undoId: t.exposeID('undoId', {
      nullable: true,
      description: 'For `undoTextChange`, for a day; null when nothing changed.',
    }),
  }),
});

const CHANGE_DESCRIPTION = 'Guid of a change of the document’s history.';

const TextsToRestoreType = builder.objectRef<TextsToRestore>('TextsToRestore').implement({
  description: 'What `restoreTexts` would do.',
  fields: (t) => ({
    count: t.exposeInt('count', {
      description: 'Titles, actions, zones and languages that would not be what they are.',
    }),
    changes: t.field({
      type: [OperationChangeType],
      description: 'Values from what they are now to what they would be, at most 50 of them.',
      resolve: ({ changes }) => [...changes],
    }),
    changesLeftOut: t.exposeInt('changesLeftOut', { description: 'How many more.' }),
    leftOut: t.exposeInt('leftOut', { description: LEFT_OUT_DESCRIPTION }),
  }),
});

builder.queryField('textsToRestore', (t) =>
  t.field({
    type: TextsToRestoreType,
    description:
      'What `restoreTexts` would do now, for people to look at first. For those who may edit the document.',
    args: {
      changeId: t.arg.id({ required: true, description: CHANGE_DESCRIPTION }),
      isBefore: t.arg.boolean({ defaultValue: false, description: 'What they were before the change.' }),
    },
    resolve: (_root, { changeId, isBefore }, { services, viewer }) =>
      services.documentHistory.previewTexts(viewer, changeId, { isBefore: isBefore ?? false }),
  }),
);

problemMutation('restoreTexts', {
  may: ['credit'],
  type: RestoredTextsType,
  description:
    'Makes all titles, actions, zones and languages of a document what they were after a change of its history, or before it. Zones come back from the trash, and those that came since go there. That is a change of the history, too.',
  args: {
    changeId: arg.id({ required: true, description: CHANGE_DESCRIPTION }),
    isBefore: arg.boolean({ defaultValue: false, description: 'What they were before the change.' }),
  },
  resolve: ({ changeId, isBefore }, { services, viewer }) =>
    services.documentHistory.restoreTexts(viewer, changeId, { isBefore: isBefore ?? false }),
});

problemMutation('restorePageFile', {
  may: ['credit'],
  type: Image,
  description:
    'Gives a page the file back that it had before a change of its document’s history. Titles, actions and zones stay; the present file becomes an earlier one.',
  args: { changeId: arg.id({ required: true, description: CHANGE_DESCRIPTION }) },
  resolve: ({ changeId }, { services, viewer }) => services.documentHistory.restorePageFile(viewer, changeId),
});
