/** Content of the elements of the tree: titles, actions, icons, defaults and the way up, fetched for many at once. */
import { batched } from '../../src/graphql/loaders.js';
import { builder } from '../builder.js';
import { NodeInterface } from '../node.js';
import { Action, Icon, Property, Title, TreeNode } from '../refs.js';

/** Organizations, folders, documents, pages and zones. */
export const TreeElement = builder.interfaceRef<{ readonly id: string }>('TreeElement').implement({
  description: 'What every element of the tree has: titles, icons, defaults, and the way down to it.',
  interfaces: [NodeInterface],
});

/** Documents, pages and zones: what readers get. */
export const ContentElement = builder.interfaceRef<{ readonly id: string }>('ContentElement').implement({
  description: 'A document, a page or a zone: what readers get actions of.',
  interfaces: [NodeInterface, TreeElement],
});

builder.interfaceFields(TreeElement, (t) => ({
  titles: t.loadableList({
    loaderOptions: batched,
    type: Title,
    description:
      'Its own titles, by language. On organizations and folders they are defaults for what lies below.',
    load: (ids: string[], { services, viewer }) => services.content.titlesOf(viewer, ids),
    resolve: ({ id }) => id,
  }),
  icons: t.loadableList({
    loaderOptions: batched,
    type: Icon,
    description: 'Icons that belong to it, by name; actions at or below it may use them.',
    load: (ids: string[], { services, viewer }) => services.content.iconsOf(viewer, ids),
    resolve: ({ id }) => id,
  }),
  inheritedIcons: t.loadableList({
    loaderOptions: batched,
    type: Icon,
    description: 'Icons of the elements above it, from the top down; its actions may use them, too.',
    load: (ids: string[], { services, viewer }) => services.content.inheritedIconsOf(viewer, ids),
    resolve: ({ id }) => id,
  }),
  properties: t.loadableList({
    loaderOptions: batched,
    type: Property,
    description: 'Its defaults: styles for the titles and actions at or below it, and icons.',
    load: (ids: string[], { services, viewer }) => services.content.propertiesOf(viewer, ids),
    resolve: ({ id }) => id,
  }),
  path: t.loadableList({
    loaderOptions: batched,
    type: TreeNode,
    description: 'The elements from your organization down to this one.',
    load: (ids: string[], { services, viewer }) => services.elements.pathsOf(viewer, ids),
    resolve: ({ id }) => id,
  }),
}));

builder.interfaceFields(ContentElement, (t) => ({
  actions: t.loadableList({
    loaderOptions: batched,
    type: Action,
    description:
      'Its own actions. Those of a document are offered with every page, those of a page with its zones.',
    load: (ids: string[], { services, viewer }) => services.content.actionsOf(viewer, ids),
    resolve: ({ id }) => id,
  }),
}));
