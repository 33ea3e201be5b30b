/** Changes of drafts: edits, decisions, publishing. */
import type { DraftView } from '../../src/documents/drafts/draft-views.js';
import type { DraftEdit, EditedElement } from '../../src/documents/drafts/draft-edit.js';
import type { PublishedDraft } from '../../src/documents/drafts/draft-publication.js';
import { builder } from '../builder.js';
import { givenOrNull } from '../inputs.js';
import { arg, condition, Deleted, problemMutation, seen } from '../mutations.js';
import { ChangeInput, changesOf } from '../tree/changes.js';
import { DraftType } from './draft.js';
import { zoneNullable, zoneOtherInputs, zonePatchInputs, zonePlaceInputs } from './zone-fields.js';

const NewDraftedZone = builder.inputType('NewDraftedZone', {
  description: 'A zone that a draft adds.',
  fields: (t) => ({
    id: t.id({
      description:
        'Guid of a zone that was deleted in the draft, to have it back; made by the server when left out.',
    }),
    imageId: t.id({ required: true, description: 'The page.' }),
    ...zonePlaceInputs(t),
    ...zoneOtherInputs(t, { name: '; “Zone 1” and so on when left out', others: '' }),
  }),
});

const DraftedZonePatch = builder.inputType('DraftedZonePatch', {
  description: 'What a draft changes of a zone.',
  fields: zonePatchInputs,
});

const DraftedZoneChange = builder.inputType('DraftedZoneChange', {
  description: 'A zone and what a draft changes of it.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Guid of the zone.' }),
    patch: t.field({ type: DraftedZonePatch, required: true, description: 'What to change.' }),
  }),
});

const EditInput = builder.inputType('DraftEdit', {
  description: 'One edit in a draft: `change`, `createZone`, `updateZone` or `deleteZone`.',
  fields: (t) => ({
    change: t.field({
      type: ChangeInput,
      description:
        'As in `applyChanges`: `setTitle`, `createAction`, `updateAction` or `deleteAction`. What else it may hold is not collected in a draft: NOT_IN_DRAFT.',
    }),
    createZone: t.field({ type: NewDraftedZone, description: 'Adds a zone to a page.' }),
    updateZone: t.field({ type: DraftedZoneChange, description: 'Changes a zone.' }),
    deleteZone: t.id({
      description: 'Deletes a zone, with its titles and actions where only the draft has it: its guid.',
    }),
    ifVersion: t.string({
      description:
        'The version of the title, action or zone that was read in the draft: the edit is made only while it is in force; else the problem is CHANGED_MEANWHILE.',
    }),
  }),
});

const Edited = builder.objectRef<EditedElement>('EditedText').implement({
  description: 'A title, action or zone after an edit in a draft.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Guid of the action or zone, or of the element that the title names.',
    }),
    version: t.exposeString('version', {
      nullable: true,
      description: 'Its version in the draft; null for what is deleted.',
    }),
  }),
});

const EditedDraft = builder
  .objectRef<{ readonly draft: DraftView; readonly edited: readonly EditedElement[] }>('EditedDraft')
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
    edits: arg.field({
      type: [EditInput],
      required: true,
      description: 'At most 1,000; a draft changes at most 1,000 titles, actions and zones.',
    }),
  },
  resolve: ({ documentId: id, edits }, { services, viewer }) => {
    return services.drafts.edit(viewer, id, edits.map(editOf));
  },
});

problemMutation('dropDraftChanges', {
  type: DraftType,
  description:
    'Takes changes out of a draft: readers go on getting what they get now. With a zone that only the draft has go its titles and actions.',
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
    'Decides a conflict for the draft: publishing replaces what readers get now by its title, action or zone. The other way is `dropDraftChanges`.',
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
    changed: t.exposeInt('changed', {
      description: 'Titles, actions and zones that are not what they were.',
    }),
    undoId: t.exposeID('undoId', {
      nullable: true,
      description: 'For `undoTextChange`, for a day; null when nothing changed.',
    }),
  }),
});

problemMutation('publishDraft', {
  may: ['credit'],
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

function editOf({
  change,
  createZone,
  updateZone,
  deleteZone,
  ifVersion,
}: typeof EditInput.$inferInput): DraftEdit {
  return {
    change: change == null ? null : changesOf([change])[0],
    createZone,
    updateZone:
      updateZone == null ? null : { id: updateZone.id, patch: givenOrNull(updateZone.patch, zoneNullable) },
    deleteZone,
    ifVersion,
  };
}
