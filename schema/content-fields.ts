/** What hangs on the elements of the tree: titles, actions, icons, defaults and the way up, fetched for many at once. */
import { batched } from '../src/graphql/loaders.js';
import { builder } from './builder.js';
import {
  Action,
  Document,
  Folder,
  Icon,
  Image,
  Organization,
  Property,
  Title,
  TreeNode,
  Zone,
} from './refs.js';

for (const element of [Organization, Folder, Document, Image, Zone]) {
  builder.objectFields(element, (t) => ({
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
      description: 'Icons that hang on it, by name; actions at or below it may use them.',
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
}

for (const element of [Document, Image, Zone]) {
  builder.objectFields(element, (t) => ({
    actions: t.loadableList({
      loaderOptions: batched,
      type: Action,
      description:
        'Its own actions. Those of a document are offered with every page, those of a page with its zones.',
      load: (ids: string[], { services, viewer }) => services.content.actionsOf(viewer, ids),
      resolve: ({ id }) => id,
    }),
  }));
}
