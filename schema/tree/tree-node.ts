/** Elements as the tree sees them: kind, name and place. */
import { giveWay, inParts } from '../../src/db/in-parts.js';
import { LoupeError } from '../../src/kernel/errors.js';
import { batched, requestLoader } from '../../src/graphql/loaders.js';
import { type NodeType, nodeTypes } from '../../src/tree/node.entity.js';
import type { NodeView } from '../../src/documents/views.js';
import { builder, enumType } from '../builder.js';
import { given } from '../inputs.js';
import { arg, condition, problemMutation, seen } from '../mutations.js';
import { registerFinder } from '../node.js';
import { Document, Folder, Image, Organization, TreeNode, Zone } from '../refs.js';

const NodeTypeEnum = enumType('NodeType', {
  description: 'Kinds of elements in the tree.',
  values: nodeTypes,
});

const childrenOf = requestLoader<{ id: string; type: NodeType | null }, readonly NodeView[]>(
  ({ services, viewer }, requests) => services.elements.childrenOf(viewer, requests),
);

/** A list whose members are answered in parts, between which the event loop runs. */
async function* inTurns<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const part of inParts(items)) {
    yield* part;
    if (part.length < items.length) await giveWay();
  }
}

TreeNode.implement({
  description: 'An element as the tree sees it: id, type, place and name.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the element.' }),
    type: t.field({ type: NodeTypeEnum, description: 'Kind of the element.', resolve: ({ type }) => type }),
    parentId: t.exposeID('parentId', { nullable: true, description: 'The element above; null at the top.' }),
    name: t.exposeString('name', { description: 'Name of the element.' }),
    children: t.field({
      type: [TreeNode],
      description: 'Elements directly below, in the order of the tree.',
      args: { type: t.arg({ type: NodeTypeEnum, description: 'Only elements of this kind.' }) },
      // Branches get thin towards the leaves.
      complexity: { field: 1, multiplier: 5 },
      resolve: async ({ id }, { type }, context) =>
        inTurns(await childrenOf(context).load({ id, type: type ?? null })),
    }),
    path: t.loadableList({
      loaderOptions: batched,
      type: TreeNode,
      description: 'The elements from the top of the tree down to this one.',
      load: (ids: string[], { services, viewer }) => services.elements.pathsOf(viewer, ids),
      resolve: ({ id }) => id,
    }),
  }),
});

builder.queryField('treeNode', (t) =>
  t.field({
    type: TreeNode,
    description: 'An element as the tree sees it.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the element.' }) },
    resolve: (_root, { id }) => id,
  }),
);

/** The types of the elements of the tree. */
export const treeRefs = { Organization, Folder, Document, Image, Zone } as const;

registerFinder(async (context, ids) => {
  const { services, viewer } = context;
  const nodes = await services.elements.nodes(viewer, ids);
  return Promise.all(
    nodes.map(async (node) => {
      if (node instanceof LoupeError) return node;
      const element = await treeRefs[node.type].getDataloader(context).load(node.id);
      return { ...element, __typename: node.type };
    }),
  );
});

const TreeNodePatch = builder.inputType('TreeNodePatch', {
  description: 'What to change of an element of any kind.',
  fields: (t) => ({
    name: t.string({ description: 'Its name.' }),
    parentId: t.id({ description: 'The organization or folder to move it to; pages and zones stay.' }),
  }),
});

problemMutation('updateTreeNode', {
  type: TreeNode,
  description: 'Renames or moves an element of any kind, with everything below it.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the element.' }),
    patch: arg.field({ type: TreeNodePatch, required: true, description: 'What to change.' }),
    ...condition,
  },
  resolve: async ({ id, patch, ifVersion }, { services, viewer }) => {
    await services.nodeChanges.update(viewer, id, given(patch), seen(ifVersion));
    return services.nodes.get(viewer, id);
  },
});
