import { z } from 'zod';
import { created, noContent, ok } from './answer.js';
import { optional, text } from '../shared/members.js';
import { route, type Route } from './route.js';
import { folderView } from './tree.view.js';

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
    async (call) => ok(folderView.of(await call.services.folders.get(call.viewer, call.id('folder')))),
    { answer: folderView.shape },
  ),
  route(
    'PUT',
    '/api/folders/:id?',
    'Replace the name and the parent of a folder',
    async (call) => {
      const { Id, ParentId, Name } = await call.members(wholeFolder);
      await call.services.folders.update(call.viewer, call.id('folder', Id), {
        parentId: ParentId,
        name: Name,
      });
      return noContent;
    },
    { body: wholeFolder },
  ),
  route(
    'PATCH',
    '/api/folders/:id?',
    'Change the name or the parent of a folder',
    async (call) => {
      const { Id, ParentId, Name } = await call.members(changedFolder);
      await call.services.folders.update(call.viewer, call.id('folder', Id), {
        parentId: ParentId,
        name: Name,
      });
      return noContent;
    },
    { body: changedFolder },
  ),
  route(
    'DELETE',
    '/api/folders/:id?',
    'Delete a folder; ?deletechildren=true with all that it holds',
    async (call) => {
      const deleteChildren = call.query.flag('deletechildren') ?? false;
      await call.services.folders.delete(call.viewer, call.id('folder'), { deleteChildren });
      return noContent;
    },
    { query: { deletechildren: 'true deletes everything in it, too' } },
  ),
];
