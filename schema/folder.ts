/** Folders: places for documents and other folders. */
import type { FolderView } from '../src/tree/views.js';
import { builder } from './builder.js';
import { Document } from './document.js';
import { NodeInterface, TreeNode } from './node.js';
import { asData, problems } from './problems.js';

export const Folder = builder.objectRef<FolderView>('Folder');

Folder.implement({
  description: 'A place for documents and other folders.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'The folder or organization it lies in.',
    }),
    name: t.exposeString('name', { description: 'Name of the folder.' }),
    folders: t.field({
      type: [Folder],
      description: 'Folders directly in it.',
      resolve: (folder, _args, { services, viewer }) =>
        services.folders.list(viewer, { parentId: folder.id }),
    }),
    documents: t.field({
      type: [Document],
      description: 'Documents directly in it.',
      resolve: (folder, _args, { services, viewer }) =>
        services.documents.list(viewer, { parentId: folder.id }),
    }),
    path: t.field({
      type: [TreeNode],
      description: 'The elements from the top of the tree down to this one.',
      resolve: (folder, _args, { services, viewer }) => services.nodes.path(viewer, folder.id),
    }),
    dateCreated: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    dateModified: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

builder.mutationField('createFolder', (t) =>
  t.field({
    type: Folder,
    description: 'Makes a folder.',
    errors: { types: problems },
    args: {
      parentId: t.arg.id({ required: true, description: 'The folder or organization it goes into.' }),
      name: t.arg.string({ required: true, description: 'Name of the folder.' }),
    },
    resolve: (_root, { parentId, name }, { services, viewer }) =>
      asData(() => services.folders.create(viewer, { parentId, name })),
  }),
);

builder.mutationField('deleteFolder', (t) =>
  t.field({
    type: 'ID',
    description: 'Deletes a folder; answers its id.',
    errors: { types: problems, directResult: false },
    args: {
      id: t.arg.id({ required: true, description: 'Guid of the folder.' }),
      deleteChildren: t.arg.boolean({
        defaultValue: false,
        description: 'Delete what is in it, too; otherwise a folder that holds something is refused.',
      }),
    },
    resolve: (_root, { id, deleteChildren }, { services, viewer }) =>
      asData(async () => {
        await services.folders.delete(viewer, id, { deleteChildren: deleteChildren ?? false });
        return id;
      }),
  }),
);
