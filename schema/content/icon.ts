/** Icons: small pictures for actions. */
import { iconState } from '../../src/content/icons/icon.service.js';
import { builder } from '../builder.js';
import { given, givenOrNull, withUpload } from '../inputs.js';
import { arg, condition, deletion, problemMutation, seen, VERSION_DESCRIPTION } from '../mutations.js';
import { NodeInterface } from '../node.js';
import { Icon, TreeNode } from '../refs.js';

Icon.implement({
  description: 'A picture of at most 64 × 64 pixels that actions at or below its element may show.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    nodeId: t.exposeID('nodeId', { description: 'The element that it belongs to.' }),
    node: t.field({
      type: TreeNode,
      description: 'The element that it belongs to.',
      resolve: ({ nodeId }) => nodeId,
    }),
    name: t.exposeString('name', { nullable: true, description: 'Name for the publisher.' }),
    tags: t.exposeString('tags', { nullable: true, description: 'Tags, separated by commas.' }),
    url: t.field({
      type: 'URL',
      description: 'The picture.',
      resolve: ({ fileId }, _args, { fileUrl }) => fileUrl(fileId),
    }),
    version: t.string({ description: VERSION_DESCRIPTION, resolve: (icon) => iconState(icon).version }),
  }),
});

const iconFields = {
  nodeId: arg.id({ required: true, description: 'The element that it belongs to.' }),
  name: arg.string({ description: 'Name for the publisher.' }),
  tags: arg.string({ description: 'Tags, separated by commas.' }),
};

const IconPatch = builder.inputType('IconPatch', {
  description: 'What to change of an icon.',
  fields: (t) => ({
    nodeId: t.id({ description: 'Element of the same organization to hang it on.' }),
    name: t.string({ description: 'Name for the publisher; null removes it.' }),
    tags: t.string({ description: 'Tags, separated by commas; null removes them.' }),
  }),
});

problemMutation('createIcon', {
  type: Icon,
  description: 'Uploads an icon: JPEG, PNG or GIF of at most 64 × 64 pixels.',
  args: {
    ...iconFields,
    file: arg.field({ type: 'Upload', required: true, description: 'The picture.' }),
  },
  resolve: ({ nodeId, file, ...others }, context) =>
    withUpload(file, (upload) =>
      context.services.icons.create(context.viewer, { ...given(others), nodeId }, upload),
    ),
});

problemMutation('replaceIconFile', {
  type: Icon,
  description: 'Replaces the picture of the icon.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the icon.' }),
    file: arg.field({ type: 'Upload', required: true, description: 'The picture.' }),
    ...condition,
  },
  resolve: ({ id, file, ifVersion }, { services, viewer }) =>
    withUpload(file, (upload) => services.icons.replaceFile(viewer, id, upload, seen(ifVersion))),
});

problemMutation('updateIcon', {
  type: Icon,
  description: 'Changes the given members of an icon.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the icon.' }),
    patch: arg.field({ type: IconPatch, required: true, description: 'What to change.' }),
    ...condition,
  },
  resolve: ({ id, patch, ifVersion }, { services, viewer }) =>
    services.icons.patch(viewer, id, givenOrNull(patch, ['name', 'tags']), seen(ifVersion)),
});

deletion('deleteIcon', {
  description: 'Deletes an icon; actions that use it go on without one.',
  idDescription: 'Guid of the icon.',
  work: ({ services, viewer }, id, precondition) => services.icons.delete(viewer, id, precondition),
});
