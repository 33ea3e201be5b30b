/**
 * The types with an id, by reference: each knows how to load many of itself at once. A field of such a type may answer
 * with the bare id. Kept apart from the nouns, which refer to each other.
 */
import { batched } from '../src/graphql/loaders.js';
import { builder } from './builder.js';
import { registerNodeType } from './node.js';

export const Organization = builder.loadableObjectRef('Organization', {
  loaderOptions: batched,
  load: (ids: string[], { services, viewer }) => services.elements.organizations(viewer, ids),
});
export const Folder = builder.loadableObjectRef('Folder', {
  loaderOptions: batched,
  load: (ids: string[], { services, viewer }) => services.elements.folders(viewer, ids),
});
export const Document = builder.loadableObjectRef('Document', {
  loaderOptions: batched,
  load: (ids: string[], { services, viewer }) => services.elements.documents(viewer, ids),
});
export const Image = builder.loadableObjectRef('Image', {
  loaderOptions: batched,
  load: (ids: string[], { services, viewer }) => services.elements.images(viewer, ids),
});
export const Zone = builder.loadableObjectRef('Zone', {
  loaderOptions: batched,
  load: (ids: string[], { services, viewer }) => services.elements.zones(viewer, ids),
});
/** One step of a path; also what a list of mixed children holds. */
export const TreeNode = builder.loadableObjectRef('TreeNode', {
  loaderOptions: batched,
  load: (ids: string[], { services, viewer }) => services.elements.nodes(viewer, ids),
});
export const Action = builder.loadableObjectRef('Action', {
  loaderOptions: batched,
  load: (ids: string[], { services, viewer }) => services.content.actions(viewer, ids),
});
export const Icon = builder.loadableObjectRef('Icon', {
  loaderOptions: batched,
  load: (ids: string[], { services, viewer }) => services.content.icons(viewer, ids),
});
export const Property = builder.loadableObjectRef('Property', {
  loaderOptions: batched,
  load: (ids: string[], { services, viewer }) => services.content.properties(viewer, ids),
});
export const User = builder.loadableObjectRef('User', {
  loaderOptions: batched,
  load: (ids: string[], { services, viewer }) => services.userBatches.users(viewer, ids),
});
export const Title = builder.loadableObjectRef('Title', {
  load: (ids: string[], { services, viewer }) => services.content.titles(viewer, ids),
});
export const Picture = builder.loadableObjectRef('Picture', {
  load: (ids: string[], { services, viewer }) => services.pictureBatches.pictures(viewer, ids),
});
export const Operation = builder.loadableObjectRef('Operation', {
  load: (ids: string[], { services, viewer }) => services.operations.each(viewer, ids),
});
export const Match = builder.loadableObjectRef('Match', {
  loaderOptions: batched,
  load: (ids: string[], { services, viewer }) => services.recordBatches.matches(viewer, ids),
});
export const Click = builder.loadableObjectRef('Click', {
  loaderOptions: batched,
  load: (ids: string[], { services, viewer }) => services.recordBatches.clicks(viewer, ids),
});

registerNodeType('Action', ({ services, viewer }, ids) => services.content.actions(viewer, ids));
registerNodeType('Icon', ({ services, viewer }, ids) => services.content.icons(viewer, ids));
registerNodeType('Property', ({ services, viewer }, ids) => services.content.properties(viewer, ids));
registerNodeType('User', ({ services, viewer }, ids) => services.userBatches.users(viewer, ids));
registerNodeType('Title', ({ services, viewer }, ids) => services.content.titles(viewer, ids));
registerNodeType('Picture', ({ services, viewer }, ids) => services.pictureBatches.pictures(viewer, ids));
registerNodeType('Operation', ({ services, viewer }, ids) => services.operations.each(viewer, ids));
registerNodeType('Match', ({ services, viewer }, ids) => services.recordBatches.matches(viewer, ids));
registerNodeType('Click', ({ services, viewer }, ids) => services.recordBatches.clicks(viewer, ids));
