/** Titles, actions and zones as drafts have them. */
import { batched } from '../../src/graphql/loaders.js';
import type { ActionType } from '../../src/content/actions/action.entity.js';
import type { DraftedZoneView } from '../../src/documents/drafts/draft-batches.js';
import type {
  DraftedAction,
  DraftedContent,
  DraftedTitle,
} from '../../src/documents/drafts/drafted-content.js';
import { builder } from '../builder.js';
import { ActionTargetUnion, targetOfAction } from '../content/action-target.js';
import { ActionTypeEnum } from '../content/target-words.js';
import { ContentElement } from '../content/content-fields.js';
import { ruledField } from '../content/address-rule.js';
import { windowed } from '../content/time-window.js';
import { VERSION_DESCRIPTION } from '../mutations.js';
import { Icon, Image } from '../refs.js';
import { zoneFields } from './zone-fields.js';

const DraftedTitleType = builder.objectRef<DraftedTitle>('DraftedTitle').implement({
  description: 'A title as readers get it once the draft is published.',
  fields: (t) => ({
    nodeId: t.exposeID('nodeId', { description: 'The element that is named.' }),
    languageCode: t.expose('languageCode', { type: 'Locale', description: 'Language, for example fr-FR.' }),
    value: t.exposeString('value', { description: 'The name; may be empty.' }),
    style: t.exposeString('style', { nullable: true, description: 'Free text read by the client.' }),
    timeWindow: t.field(windowed),
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
      description: 'Whether its target follows the rules of its type; readers see no other.',
    }),
    languageCode: t.expose('languageCode', { type: 'Locale', description: 'Language, for example fr-FR.' }),
    priority: t.exposeInt('priority', { nullable: true, description: 'Sorting, first criterion.' }),
    order: t.exposeInt('order', { nullable: true, description: 'Sorting, second criterion.' }),
    name: t.exposeString('name', { description: 'Text shown to the reader.' }),
    style: t.exposeString('style', { nullable: true, description: 'Free text read by the client.' }),
    type: t.field({
      type: ActionTypeEnum,
      description: 'What it does.',
      resolve: ({ type }) => type as ActionType,
    }),
    timeWindow: t.field(windowed),
    rules: t.field(ruledField),
    target: t.field({ type: ActionTargetUnion, description: 'What it opens.', resolve: targetOfAction }),
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

const DraftedZoneType = builder.objectRef<DraftedZoneView>('DraftedZone').implement({
  description: 'A zone of a page as it is once the draft is published.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid; a zone that the draft adds keeps it when it is published.' }),
    imageId: t.exposeID('imageId', { description: 'The page.' }),
    ...zoneFields(t),
    order: t.exposeInt('order', { description: 'Place in the page, from 1; new zones stand last.' }),
    isNew: t.exposeBoolean('isNew', { description: 'Only the draft has it: no other query answers it.' }),
    isChanged: t.exposeBoolean('isChanged', { description: 'Whether the draft adds or changes it.' }),
    isRecognizable: t.exposeBoolean('isRecognizable', {
      nullable: true,
      description:
        'Whether a photo can find it at all; null where its place is new: it is judged when the draft is published.',
    }),
    version: t.exposeString('version', { description: VERSION_DESCRIPTION }),
    content: t.field({
      type: ContentType,
      description: 'Its own titles and actions as the draft has them.',
      resolve: ({ content }) => content,
    }),
  }),
});

builder.objectField(Image, 'draftedZones', (t) =>
  t.loadableList({
    loaderOptions: batched,
    type: DraftedZoneType,
    nullable: true,
    description: 'Its zones as the draft of its document has them; null where there is no draft.',
    load: (ids: string[], { services, viewer }) => services.draftBatches.zonesOf(viewer, ids),
    resolve: ({ id }) => id,
  }),
);
