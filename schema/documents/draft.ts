/** Drafts of documents, and titles and actions as they have them. */
import { batched } from '../../src/graphql/loaders.js';
import type { DraftedAction, DraftedContent, DraftedTitle } from '../../src/content/drafts/draft-batches.js';
import type { ActionType } from '../../src/content/action.entity.js';
import { stateOf } from '../../src/kernel/precondition.js';
import type { ConflictReason } from '../../src/publishing/drafts/draft-comparison.js';
import type { DraftChangeView, DraftElement, DraftView } from '../../src/publishing/drafts/draft-views.js';
import { builder } from '../builder.js';
import { ActionTypeEnum } from '../content/action.js';
import { ContentElement } from '../content/content-fields.js';
import { VERSION_DESCRIPTION } from '../mutations.js';
import { OperationChangeType } from '../organizations/operation.js';
import { Document, Icon } from '../refs.js';

const DraftElementType = builder.objectRef<DraftElement>('DraftElement').implement({
  description: 'The document, page or zone that a change of a draft is about.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its guid.' }),
    type: t.exposeString('type', { description: 'Document, Image or Zone.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    pageOrder: t.exposeInt('pageOrder', {
      nullable: true,
      description: 'Number of the page that it is or lies on, from 1; null for the document.',
    }),
  }),
});

const ReasonEnum = builder.enumType('DraftConflictReason', {
  description: 'Why a change of a draft cannot simply be made.',
  values: {
    Changed: { value: 'Changed', description: 'The title or action was changed outside of the draft since.' },
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
  description: 'A title or an action that a draft changes.',
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
      description: 'Name of the action; null for a title.',
    }),
    languageCode: t.exposeString('languageCode', { description: 'Language of the title or action.' }),
    user: t.exposeString('user', { description: 'Who changed it last.' }),
    date: t.expose('dateModified', { type: 'DateTime', description: 'When.' }),
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
    'Changes of the titles and actions of a document, its pages and zones that readers do not get before it is published.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its guid.' }),
    documentId: t.exposeID('documentId', { description: 'Guid of the document.' }),
    user: t.exposeString('user', { description: 'Who started it.' }),
    userId: t.exposeID('userId', { nullable: true, description: 'Guid of the user.' }),
    dateCreated: t.expose('dateCreated', { type: 'DateTime', description: 'When it was started.' }),
    dateModified: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
    version: t.string({ description: VERSION_DESCRIPTION, resolve: (draft) => stateOf(draft).version }),
    changeCount: t.exposeInt('changeCount', { description: 'Titles and actions that it changes.' }),
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
      'Changes of its titles and actions that are not published yet; null where there is no draft.',
    resolve: ({ id }, _args, { services, viewer }) => services.drafts.get(viewer, id),
  }),
);

const DraftedTitleType = builder.objectRef<DraftedTitle>('DraftedTitle').implement({
  description: 'A title as readers get it once the draft is published.',
  fields: (t) => ({
    nodeId: t.exposeID('nodeId', { description: 'The element that is named.' }),
    languageCode: t.exposeString('languageCode', { description: 'Language, for example fr-FR.' }),
    value: t.exposeString('value', { description: 'The name; may be empty.' }),
    style: t.exposeString('style', { nullable: true, description: 'Free text read by the client.' }),
    version: t.exposeString('version', { description: VERSION_DESCRIPTION }),
    isChanged: t.exposeBoolean('isChanged', { description: 'Whether the draft changes it.' }),
  }),
});

const DraftedActionType = builder.objectRef<DraftedAction>('DraftedAction').implement({
  description: 'An action as readers get it once the draft is published.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Guid; one that the draft makes gets another when it is published.',
    }),
    nodeId: t.exposeID('nodeId', { description: 'Document, image or zone that offers the action.' }),
    iconId: t.exposeID('iconId', { nullable: true, description: 'Icon shown with it.' }),
    icon: t.field({
      type: Icon,
      nullable: true,
      description: 'Icon shown with it.',
      resolve: ({ iconId }) => iconId,
    }),
    isValid: t.exposeBoolean('isValid', {
      description: 'Whether the content follows the rules of its type.',
    }),
    languageCode: t.exposeString('languageCode', { description: 'Language, for example fr-FR.' }),
    priority: t.exposeInt('priority', { nullable: true, description: 'Sorting, first criterion.' }),
    order: t.exposeInt('order', { nullable: true, description: 'Sorting, second criterion.' }),
    name: t.exposeString('name', { description: 'Text shown to the reader.' }),
    style: t.exposeString('style', { nullable: true, description: 'Free text read by the client.' }),
    type: t.field({
      type: ActionTypeEnum,
      description: 'What it does.',
      resolve: ({ type }) => type as ActionType,
    }),
    content: t.exposeString('content', { description: 'Serialized JSON; its shape depends on the type.' }),
    version: t.exposeString('version', { description: VERSION_DESCRIPTION }),
    isChanged: t.exposeBoolean('isChanged', { description: 'Whether the draft makes or changes it.' }),
  }),
});

const ContentType = builder.objectRef<DraftedContent>('DraftedContent').implement({
  description: 'The titles and actions of an element as readers get them once the draft is published.',
  fields: (t) => ({
    documentId: t.exposeID('documentId', { description: 'Guid of the document, whose draft it is.' }),
    titles: t.field({
      type: [DraftedTitleType],
      description: 'By language.',
      resolve: ({ titles }) => [...titles],
    }),
    actions: t.field({
      type: [DraftedActionType],
      description: 'By language, then as readers see them.',
      resolve: ({ actions }) => [...actions],
    }),
  }),
});

builder.interfaceFields(ContentElement, (t) => ({
  drafted: t.loadable({
    loaderOptions: batched,
    type: ContentType,
    nullable: true,
    description:
      'Its own titles and actions as the draft of its document has them; null where there is no draft.',
    load: (ids: string[], { services, viewer }) => services.draftBatches.contentOf(viewer, ids),
    resolve: ({ id }) => id,
  }),
}));
