/** Many changes in one transaction. */
import type { GraphqlContext } from '../../src/graphql/context.js';
import type { Change } from '../../src/documents/nodes/changes.service.js';
import { ActionPatch, CreateActionInput, patchOfAction } from '../content/action.js';
import { givenRules } from '../content/address-rule.js';
import { builder } from '../builder.js';
import { given, givenOrNull } from '../inputs.js';
import { arg, problemMutation } from '../mutations.js';
import { findNode, NodeInterface } from '../node.js';
import { ActivityStatusEnum } from '../status.js';
import { TitleInput, titleNullable, TitlePatch } from '../content/title.js';

const ActionChange = builder.inputType('ActionChange', {
  description: 'An action and what to change of it.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Guid of the action.' }),
    patch: t.field({ type: ActionPatch, required: true, description: 'What to change.' }),
  }),
});

const TitleChange = builder.inputType('TitleChange', {
  description: 'A title and what to change of it.',
  fields: (t) => ({
    nodeId: t.id({ required: true, description: 'The element that is named.' }),
    languageCode: t.field({ type: 'Locale', required: true, description: 'Language, for example fr-FR.' }),
    patch: t.field({ type: TitlePatch, required: true, description: 'What to change.' }),
  }),
});

const MoveInput = builder.inputType('MoveInput', {
  description: 'An element and where to move it.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Guid of the element.' }),
    parentId: t.id({ required: true, description: 'The organization or folder to move it to.' }),
  }),
});

const RenameInput = builder.inputType('RenameInput', {
  description: 'An element and its name.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Guid of the element.' }),
    name: t.string({ required: true, description: 'Its name.' }),
  }),
});

const StatusInput = builder.inputType('StatusInput', {
  description: 'A document or page and its status.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Guid of the document or page.' }),
    status: t.field({ type: ActivityStatusEnum, required: true, description: 'Its status.' }),
  }),
});

export const ChangeInput = builder.inputType('ChangeInput', {
  description: 'One change: exactly one of the members.',
  isOneOf: true,
  fields: (t) => ({
    setTitle: t.field({ type: TitleInput, description: 'As `setTitle` and `setDefaultTitle`.' }),
    updateTitle: t.field({ type: TitleChange, description: 'As `updateTitle`.' }),
    createAction: t.field({ type: CreateActionInput, description: 'As `createAction`.' }),
    updateAction: t.field({ type: ActionChange, description: 'As `updateAction`.' }),
    deleteAction: t.id({ description: 'As `deleteAction`: Guid of the action.' }),
    move: t.field({ type: MoveInput, description: 'Moves an element with everything below it.' }),
    rename: t.field({ type: RenameInput, description: 'Renames an element.' }),
    setStatus: t.field({ type: StatusInput, description: 'Activates or deactivates a document or a page.' }),
  }),
});

const ChangesResult = builder.objectRef<{ readonly ids: readonly string[] }>('ChangesResult').implement({
  description: 'What was changed, in the order of the changes.',
  fields: (t) => ({
    ids: t.idList({
      description: 'Guid of the title, action or element of each change.',
      resolve: ({ ids }) => [...ids],
    }),
    nodes: t.field({
      type: [NodeInterface],
      nullable: { list: false, items: true },
      description: 'The titles, actions and elements; null for what was deleted.',
      resolve: ({ ids }, _args, context: GraphqlContext) =>
        Promise.all(ids.map((id) => findNode(context, id))),
    }),
  }),
});

problemMutation('applyChanges', {
  may: ['credit'],
  type: ChangesResult,
  description:
    'Makes all of the changes, in their order, or none of them. The fields of a problem begin with the place of the mistake, counted from 0: `changes.3.languageCode`.',
  args: { changes: arg.field({ type: [ChangeInput], required: true, description: 'At most 1,000.' }) },
  resolve: async ({ changes }, { services, viewer }) => ({
    ids: await services.changes.apply(viewer, changesOf(changes)),
  }),
});

/** Changes as the services take them. */
export function changesOf(changes: readonly (typeof ChangeInput.$inferInput)[]): readonly Change[] {
  return changes.map(({ setTitle, updateTitle, createAction, updateAction, ...others }) => ({
    ...others,
    setTitle: setTitle == null ? null : titleOf(setTitle),
    updateTitle:
      updateTitle == null ? null : { ...updateTitle, patch: givenOrNull(updateTitle.patch, titleNullable) },
    createAction:
      createAction == null
        ? null
        : { ...createAction, ...given(createAction), rules: givenRules(createAction.rules) ?? null },
    updateAction:
      updateAction == null
        ? null
        : {
            id: updateAction.id,
            patch: patchOfAction(updateAction.patch),
          },
  }));
}

/** A style that is left out keeps what is there. */
function titleOf({ nodeId, languageCode, value, style, timeWindow }: typeof TitleInput.$inferInput) {
  return { nodeId, languageCode, value, timeWindow, ...(style == null ? {} : { style }) };
}
