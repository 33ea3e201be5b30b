/** Drafts of documents, and what they change. */
import { stateOf } from '../../src/kernel/precondition.js';
import type { ConflictReason } from '../../src/documents/drafts/draft-comparison.js';
import type {
  DraftChangeKind,
  DraftChangeView,
  DraftElement,
  DraftView,
} from '../../src/documents/drafts/draft-views.js';
import { builder, enumType } from '../builder.js';
import { PrintedTypeEnum } from '../content/text-table.js';
import { VERSION_DESCRIPTION } from '../mutations.js';
import { OperationChangeType } from '../organizations/operation.js';
import { Document } from '../refs.js';

export const DraftElementType = builder.objectRef<DraftElement>('DraftElement').implement({
  description: 'The document, page or zone that a change of a draft is about.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its guid.' }),
    type: t.field({
      type: PrintedTypeEnum,
      description: 'Its kind.',
      resolve: ({ type }) => type as 'Document',
    }),
    name: t.exposeString('name', { description: 'Its name.' }),
    pageOrder: t.exposeInt('pageOrder', {
      nullable: true,
      description: 'Number of the page that it is or lies on, from 1; null for the document.',
    }),
  }),
});

const KindEnum = enumType('DraftChangeKind', {
  description: 'What a change of a draft is about.',
  values: {
    Title: { value: 'Title', description: 'A title.' },
    Action: { value: 'Action', description: 'An action.' },
    Zone: { value: 'Zone', description: 'A zone: its place, its name, or whether it is there at all.' },
  } as const satisfies Record<DraftChangeKind, object>,
});

const ReasonEnum = enumType('DraftConflictReason', {
  description: 'Why a change of a draft cannot simply be made.',
  values: {
    Changed: {
      value: 'Changed',
      description: 'The title, action or zone was changed outside of the draft since.',
    },
    Gone: {
      value: 'Gone',
      description: 'Its page or zone is gone; the change can only be taken out of the draft.',
    },
  } as const satisfies Record<ConflictReason, object>,
});

const ConflictType = builder.objectRef<NonNullable<DraftChangeView['conflict']>>('DraftConflict').implement({
  description: 'What stands in the way of a change of a draft.',
  fields: (t) => ({
    reason: t.field({ type: ReasonEnum, description: 'Why.', resolve: ({ reason }) => reason }),
    version: t.exposeString('version', {
      description: 'Of what readers get now; send it with `keepDraftChange`.',
    }),
    changes: t.field({
      type: [OperationChangeType],
      description: 'What was changed outside of the draft, value by value.',
      resolve: ({ changes }) => [...changes],
    }),
  }),
});

const ChangeType = builder.objectRef<DraftChangeView>('DraftChange').implement({
  description: 'A title, an action or a zone that a draft changes.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the change.' }),
    element: t.field({
      type: DraftElementType,
      nullable: true,
      description: 'What it is about; null where that is gone.',
      resolve: ({ element }) => element,
    }),
    actionName: t.exposeString('actionName', {
      nullable: true,
      description: 'Name of the action; null for what is none.',
    }),
    kind: t.field({ type: KindEnum, description: 'What is changed.', resolve: ({ kind }) => kind }),
    languageCode: t.expose('languageCode', {
      type: 'Locale',
      nullable: true,
      description: 'Language of the title or action; null for a zone.',
    }),
    user: t.exposeString('user', { description: 'Who changed it last.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When.' }),
    changes: t.field({
      type: [OperationChangeType],
      description: 'From what readers got when it was first changed to what they will get, value by value.',
      resolve: ({ changes }) => [...changes],
    }),
    conflict: t.field({
      type: ConflictType,
      nullable: true,
      description: 'What stands in its way; null when it can be published.',
      resolve: ({ conflict }) => conflict,
    }),
  }),
});

export const DraftType = builder.objectRef<DraftView>('Draft').implement({
  description:
    'Changes of the titles, actions and zones of a document that readers do not get before it is published.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its guid.' }),
    documentId: t.exposeID('documentId', { description: 'Guid of the document.' }),
    user: t.exposeString('user', { description: 'Who started it.' }),
    userId: t.exposeID('userId', { nullable: true, description: 'Guid of the user.' }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was started.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
    version: t.string({ description: VERSION_DESCRIPTION, resolve: (draft) => stateOf(draft).version }),
    changeCount: t.exposeInt('changeCount', { description: 'Titles, actions and zones that it changes.' }),
    changes: t.field({
      type: [ChangeType],
      description: 'What it changes, in the order of the print.',
      resolve: async (draft, _args, { services }) => [...(await services.drafts.changes(draft))],
    }),
  }),
});

builder.objectField(Document, 'draft', (t) =>
  t.field({
    type: DraftType,
    nullable: true,
    description:
      'Changes of its titles, actions and zones that are not published yet; null where there is no draft.',
    resolve: ({ id }, _args, { services, viewer }) => services.drafts.get(viewer, id),
  }),
);
