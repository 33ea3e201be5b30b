import { z } from 'zod';
import { nodeStateOf } from '../../kernel/precondition.js';
import { created, ok } from '../../rest/platform/answer.js';
import { optional, text } from '../../rest/shared/members.js';
import { deleteRoute, patchRoute, replaceRoute } from '../../rest/platform/change-routes.js';
import { route, type Route } from '../../rest/platform/route.js';
import { folderView } from '../../tree/tree.view.js';

const newFolder = z.object({ ParentId: text, Name: text });
const changedFolder = z.object({ Id: optional(text), ParentId: optional(text), Name: optional(text) });
const wholeFolder = newFolder.extend({ Id: optional(text) });

export const folderRoutes: readonly Route[] = [
  route(
    'POST',
    '/api/folders',
    'Create a folder',
    async (call) => {
      const { ParentId, Name } = await call.members(newFolder);
      return created(
        folderView.of(await call.services.folders.create(call.viewer, { parentId: ParentId, name: Name })),
      );
    },
    { body: newFolder, answer: folderView.shape },
  ),
  route(
    'GET',
    '/api/folders/:id?',
    'Read a folder',
    async (call) => {
      const folder = await call.services.folders.get(call.viewer, call.id('folder'));
      return ok(folderView.of(folder), nodeStateOf(folder));
    },
    { answer: folderView.shape },
  ),
  replaceRoute(
    '/api/folders/:id?',
    'Replace the name and the parent of a folder',
    wholeFolder,
    async (call, { Id, ParentId, Name }) => {
      const patch = { parentId: ParentId, name: Name };
      await call.services.folders.update(call.viewer, call.id('folder', Id), patch, call.precondition);
    },
  ),
  patchRoute(
    '/api/folders/:id?',
    'Change the name or the parent of a folder',
    changedFolder,
    async (call, { Id, ParentId, Name }) => {
      const patch = { parentId: ParentId, name: Name };
      await call.services.folders.update(call.viewer, call.id('folder', Id), patch, call.precondition);
    },
  ),
  deleteRoute(
    '/api/folders/:id?',
    'Delete a folder; ?deletechildren=true with all that it holds',
    async (call) => {
      const deleteChildren = call.query.flag('deletechildren') ?? false;
      const { folders } = call.services;
      await folders.delete(call.viewer, call.id('folder'), { deleteChildren }, call.precondition);
    },
    { query: { deletechildren: 'true deletes everything in it, too' } },
  ),
];
