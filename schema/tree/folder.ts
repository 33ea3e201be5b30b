/** Folders: places for documents and other folders. */
import { nodeStateOf } from '../../src/kernel/precondition.js';
import { builder } from '../builder.js';
import { TreeElement } from '../content/content-fields.js';
import { given } from '../inputs.js';
import { arg, condition, problemMutation, seen, treeDeletion, VERSION_DESCRIPTION } from '../mutations.js';
import { NodeInterface } from '../node.js';
import { Folder } from '../refs.js';

Folder.implement({
  description: 'A place for documents and other folders.',
  interfaces: [NodeInterface, TreeElement],
  fields: (t) => ({
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'The folder or organization it lies in.',
    }),
    name: t.exposeString('name', { description: 'Name of the folder.' }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
    version: t.string({
      description: VERSION_DESCRIPTION,
      resolve: (element) => nodeStateOf(element).version,
    }),
  }),
});

const FolderPatch = builder.inputType('FolderPatch', {
  description: 'What to change of a folder.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the folder.' }),
    parentId: t.id({ description: 'Folder or organization to move it to.' }),
  }),
});

problemMutation('createFolder', {
  type: Folder,
  description: 'Makes a folder.',
  args: {
    parentId: arg.id({ required: true, description: 'The folder or organization it goes into.' }),
    name: arg.string({ required: true, description: 'Name of the folder.' }),
  },
  resolve: ({ parentId, name }, { services, viewer }) => services.folders.create(viewer, { parentId, name }),
});

problemMutation('updateFolder', {
  type: Folder,
  description: 'Renames or moves a folder.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the folder.' }),
    patch: arg.field({ type: FolderPatch, required: true, description: 'What to change.' }),
    ...condition,
  },
  resolve: ({ id, patch, ifVersion }, { services, viewer }) =>
    services.folders.update(viewer, id, given(patch), seen(ifVersion)),
});

treeDeletion('deleteFolder', {
  description: 'Deletes a folder.',
  idDescription: 'Guid of the folder.',
  work: ({ services, viewer }, id, deleteChildren, precondition) =>
    services.folders.delete(viewer, id, { deleteChildren }, precondition),
});
