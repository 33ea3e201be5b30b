/** Everything in the tree has an id, a name and a place; `node(id)` finds any of it. */
import type { NodeView } from '../src/tree/views.js';
import { builder } from './builder.js';

export const NodeInterface = builder.interfaceRef<{ readonly id: string }>('Node').implement({
  description: 'Anything with an id. The id is the Guid that the REST API uses, too.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Guid, unique across all types.' }) }),
});

export const NodeType = builder.enumType('NodeType', {
  description: 'Kinds of elements in the tree.',
  values: ['Organization', 'Folder', 'Document', 'Image', 'Zone'] as const,
});

/** One step of a path; also what a list of mixed children holds. */
export const TreeNode = builder.objectRef<NodeView>('TreeNode');

TreeNode.implement({
  description: 'An element as the tree sees it: id, type, place and name.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the element.' }),
    type: t.field({ type: NodeType, description: 'Kind of the element.', resolve: (node) => node.type }),
    parentId: t.exposeID('parentId', { nullable: true, description: 'The element above; null at the top.' }),
    name: t.exposeString('name', { description: 'Name of the element.' }),
    children: t.field({
      type: [TreeNode],
      description: 'Elements directly below, in the order of the tree.',
      args: { type: t.arg({ type: NodeType, description: 'Only elements of this kind.' }) },
      resolve: (node, { type }, { services, viewer }) =>
        services.nodes.children(viewer, node.id, type ?? undefined),
    }),
    path: t.field({
      type: [TreeNode],
      description: 'The elements from the top of the tree down to this one.',
      resolve: (node, _args, { services, viewer }) => services.nodes.path(viewer, node.id),
    }),
  }),
});

builder.queryField('treeNode', (t) =>
  t.field({
    type: TreeNode,
    description: 'An element as the tree sees it.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the element.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.nodes.get(viewer, id),
  }),
);

builder.queryField('node', (t) =>
  t.field({
    type: NodeInterface,
    nullable: true,
    description: 'The element with this id, of whatever type; an error when there is none for you.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the element.' }) },
    resolve: async (_root, { id }, { services, viewer }) => {
      const { type } = await services.nodes.get(viewer, id);
      switch (type) {
        case 'Organization':
          return { __typename: type, ...(await services.organizations.get(viewer, id)) };
        case 'Folder':
          return { __typename: type, ...(await services.folders.get(viewer, id)) };
        case 'Document':
          return { __typename: type, ...(await services.documents.get(viewer, id)) };
        case 'Image':
          return { __typename: type, ...(await services.images.get(viewer, id)) };
        case 'Zone':
          return { __typename: type, ...(await services.zones.get(viewer, id)) };
      }
    },
  }),
);
