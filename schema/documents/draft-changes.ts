/** What is done with drafts: edits, decisions, publishing. */
import type { DraftView } from '../../src/publishing/drafts/draft-views.js';
import type { EditedText } from '../../src/publishing/drafts/drafted-document.js';
import type { PublishedDraft } from '../../src/publishing/drafts/draft-publication.js';
import { builder } from '../builder.js';
import { arg, condition, Deleted, problemMutation, seen } from '../mutations.js';
import { ChangeInput, changesOf } from '../tree/changes.js';
import { DraftType } from './draft.js';

const DraftEdit = builder.inputType('DraftEdit', {
  description: 'One edit in a draft.',
  fields: (t) => ({
    change: t.field({
      type: ChangeInput,
      required: true,
      description:
        'As in `applyChanges`: `setTitle`, `createAction`, `updateAction` or `deleteAction`. What else it may hold is not collected in a draft: NOT_IN_DRAFT.',
    }),
    ifVersion: t.string({
      description:
        'The version of the title or action that was read in the draft: the edit is made only while it is in force; else the problem is CHANGED_MEANWHILE.',
    }),
  }),
});

const Edited = builder.objectRef<EditedText>('EditedText').implement({
  description: 'A title or action after an edit in a draft.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the action, or of the element that the title names.' }),
    version: t.exposeString('version', {
      nullable: true,
      description: 'Its version in the draft; null for an action that is deleted.',
    }),
  }),
});

const EditedDraft = builder
  .objectRef<{ readonly draft: DraftView; readonly edited: readonly EditedText[] }>('EditedDraft')
  .implement({
    description: 'A draft after edits.',
    fields: (t) => ({
      draft: t.field({ type: DraftType, description: 'The draft.', resolve: ({ draft }) => draft }),
      edited: t.field({
        type: [Edited],
        description: 'What was edited, in the order of the edits.',
        resolve: ({ edited }) => [...edited],
      }),
    }),
  });

const documentId = arg.id({ required: true, description: 'Guid of the document.' });

problemMutation('startDraft', {
  cannot: ['input'],
  type: DraftType,
  description:
    'Begins a draft of a document: edits that are made in it reach readers when it is published. Answers with the present draft where there is one already.',
  args: { documentId },
  resolve: ({ documentId: id }, { services, viewer }) => services.drafts.start(viewer, id),
});

problemMutation('changeDraft', {
  may: ['rereading'],
  type: EditedDraft,
  description: 'Makes all of the edits in the draft of a document, in their order, or none of them.',
  args: {
    documentId,
    edits: arg({
      type: [DraftEdit],
      required: true,
      description: 'At most 1,000; a draft changes at most 1,000 titles and actions.',
    }),
  },
  resolve: ({ documentId: id, edits }, { services, viewer }) => {
    const changes = changesOf(edits.map(({ change }) => change));
    return services.drafts.edit(
      viewer,
      id,
      edits.map(({ ifVersion }, at) => ({ change: changes[at] ?? {}, ifVersion })),
    );
  },
});

problemMutation('dropDraftChanges', {
  type: DraftType,
  description: 'Takes changes out of a draft: readers go on getting what they get now.',
  args: {
    documentId,
    changeIds: arg.idList({ required: true, description: 'Guids of changes of the draft.' }),
  },
  resolve: ({ documentId: id, changeIds }, { services, viewer }) =>
    services.drafts.drop(viewer, id, changeIds),
});

problemMutation('keepDraftChange', {
  may: ['rereading'],
  type: DraftType,
  description:
    'Decides a conflict for the draft: publishing puts its title or action in the place of what readers get now. The other way is `dropDraftChanges`.',
  args: {
    documentId,
    changeId: arg.id({ required: true, description: 'Guid of the change.' }),
    conflictVersion: arg.string({ required: true, description: 'Version of the conflict that was seen.' }),
  },
  resolve: ({ documentId: id, changeId, conflictVersion }, { services, viewer }) =>
    services.drafts.keep(viewer, id, changeId, conflictVersion),
});

const Published = builder.objectRef<PublishedDraft>('PublishedDraft').implement({
  description: 'What it did to publish a draft.',
  fields: (t) => ({
    changed: t.exposeInt('changed', { description: 'Titles and actions that are not what they were.' }),
    undoId: t.exposeID('undoId', {
      nullable: true,
      description: 'For `undoTextChange`, for a day; null when nothing changed.',
    }),
  }),
});

problemMutation('publishDraft', {
  type: Published,
  description:
    'Makes all changes of a draft what readers get, in one transaction, and ends the draft. Nothing is published while one of them conflicts with what was changed since (`DraftChange.conflict`): the problem is CHANGED_MEANWHILE.',
  args: { documentId, ...condition },
  resolve: ({ documentId: id, ifVersion }, { services, viewer }) =>
    services.drafts.publish(viewer, id, seen(ifVersion)),
});

problemMutation('discardDraft', {
  cannot: ['input'],
  type: Deleted,
  description: 'Drops a draft with all of its changes.',
  args: { documentId, ...condition },
  resolve: async ({ documentId: id, ifVersion }, { services, viewer }) => {
    await services.drafts.discard(viewer, id, seen(ifVersion));
    return { id };
  },
});
