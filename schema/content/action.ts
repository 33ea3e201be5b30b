/** Actions: what a reader can do after recognition. */
import { stateOf } from '../../src/kernel/precondition.js';
import { builder } from '../builder.js';
import { ActionTargetUnion, targetOfAction } from './action-target.js';
import { ActionTargetInput } from './action-target-input.js';
import { ActionTypeEnum } from './target-words.js';
import { given, givenOrNull } from '../inputs.js';
import { arg, condition, deletion, problemMutation, seen, VERSION_DESCRIPTION } from '../mutations.js';
import { NodeInterface } from '../node.js';
import { Action, Icon, TreeNode } from '../refs.js';
import { givenRules, ruledField, rulesInput } from './address-rule.js';
import { windowed, windowInput, TimeWindowInput } from './time-window.js';

Action.implement({
  description: 'Something a reader can trigger after recognition, in one language.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    nodeId: t.exposeID('nodeId', { description: 'Document, image or zone that offers the action.' }),
    iconId: t.exposeID('iconId', { nullable: true, description: 'Icon shown with it.' }),
    icon: t.field({
      type: Icon,
      nullable: true,
      description: 'Icon shown with it.',
      resolve: ({ iconId }) => iconId,
    }),
    node: t.field({
      type: TreeNode,
      description: 'The element that offers it.',
      resolve: ({ nodeId }) => nodeId,
    }),
    isValid: t.exposeBoolean('isValid', {
      description: 'Whether its target follows the rules of its type; readers see no other.',
    }),
    languageCode: t.expose('languageCode', { type: 'Locale', description: 'Language, for example fr-FR.' }),
    priority: t.exposeInt('priority', { nullable: true, description: 'Sorting, first criterion.' }),
    order: t.exposeInt('order', { nullable: true, description: 'Sorting, second criterion.' }),
    name: t.exposeString('name', { description: 'Text shown to the reader.' }),
    style: t.exposeString('style', { nullable: true, description: 'Free text read by the client.' }),
    type: t.field({ type: ActionTypeEnum, description: 'What it does.', resolve: ({ type }) => type }),
    rules: t.field(ruledField),
    timeWindow: t.field(windowed),
    target: t.field({ type: ActionTargetUnion, description: 'What it opens.', resolve: targetOfAction }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
    version: t.string({ description: VERSION_DESCRIPTION, resolve: (element) => stateOf(element).version }),
  }),
});

const actionFields = {
  nodeId: arg.id({ required: true, description: 'Document, image or zone with a title in the language.' }),
  languageCode: arg.field({ type: 'Locale', required: true, description: 'Language, for example fr-FR.' }),
  name: arg.string({ required: true, description: 'Text shown to the reader.' }),
  target: arg.field({ type: ActionTargetInput, required: true, description: 'What it opens.' }),
  iconId: arg.id({ description: 'Icon shown with it.' }),
  priority: arg.int({ description: 'Sorting, first criterion.' }),
  order: arg.int({ description: 'Sorting, second criterion.' }),
  style: arg.string({ description: 'Free text read by the client.' }),
  rules: arg.field(rulesInput),
  timeWindow: arg.field({ type: TimeWindowInput, description: 'When readers are shown it.' }),
};

/** Members of an action that null empties. */
const actionNullable = ['iconId', 'priority', 'order', 'style', 'rules', 'timeWindow'] as const;

export const ActionPatch = builder.inputType('ActionPatch', {
  description: 'What to change of an action.',
  fields: (t) => ({
    name: t.string({ description: 'Text shown to the reader.' }),
    languageCode: t.field({ type: 'Locale', description: 'Language.' }),
    target: t.field({ type: ActionTargetInput, description: 'What it opens.' }),
    nodeId: t.id({ description: 'Document, image or zone of the same organization to move it to.' }),
    iconId: t.id({ description: 'Icon shown with it; null removes it.' }),
    priority: t.int({ description: 'Sorting, first criterion; null empties it.' }),
    order: t.int({ description: 'Sorting, second criterion; null empties it.' }),
    style: t.string({ description: 'Free text read by the client; null leaves it to the defaults.' }),
    rules: t.field(rulesInput),
    timeWindow: t.field(windowInput),
  }),
});

/** Members of a patch as services take them. */
export function patchOfAction({ rules, ...patch }: typeof ActionPatch.$inferInput) {
  return givenOrNull({ ...patch, rules: givenRules(rules) }, actionNullable);
}

export const CreateActionInput = problemMutation('createAction', {
  type: Action,
  description: 'Adds an action to a document, image or zone.',
  args: actionFields,
  resolve: ({ nodeId, languageCode, name, target, rules, ...others }, { services, viewer }) =>
    services.actions.create(viewer, {
      ...given(others),
      nodeId,
      languageCode,
      name,
      target,
      rules: givenRules(rules) ?? null,
    }),
});

problemMutation('updateAction', {
  type: Action,
  description: 'Changes the given members of an action.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the action.' }),
    patch: arg.field({ type: ActionPatch, required: true, description: 'What to change.' }),
    ...condition,
  },
  resolve: ({ id, patch, ifVersion }, { services, viewer }) => {
    return services.actions.patch(viewer, id, patchOfAction(patch), seen(ifVersion));
  },
});

problemMutation('replaceAction', {
  type: Action,
  description: 'Sets every member of an action; what is left out becomes empty.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the action.' }),
    ...actionFields,
    ...condition,
  },
  resolve: ({ id, ifVersion, rules, timeWindow, ...action }, { services, viewer }) => {
    const whole = { ...action, rules: givenRules(rules) ?? null, timeWindow: timeWindow ?? null };
    return services.actions.replace(viewer, id, whole, seen(ifVersion));
  },
});

deletion('deleteAction', {
  description: 'Deletes an action.',
  idDescription: 'Guid of the action.',
  work: ({ services, viewer }, id, precondition) => services.actions.delete(viewer, id, precondition),
});
