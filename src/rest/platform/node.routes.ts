/** Nodes: the hierarchy, and what hangs on each of its elements. */
import { z } from 'zod';
import { type NodeType, nodeTypes } from '../../tree/node.entity.js';
import { noContent, ok } from './answer.js';
import type { Call } from './call.js';
import { actionWire, titleWire } from './content.wire.js';
import { oneOf, optional, text } from './members.js';
import { route, type Route } from './route.js';
import { actionShape, titleShape } from './shapes/content.js';
import {
  folderShape,
  imageShape,
  nodeShape,
  organizationShape,
  stepShape,
  zoneShape,
} from './shapes/tree.js';
import { folderWire, imageWire, nodeWire, organizationWire, stepWire, zoneWire } from './tree.wire.js';

const id = (call: Call) => call.id('node');
const changedNode = z.object({ Id: optional(text), Name: optional(text), ParentId: optional(text) });

/** @throws LoupeError BAD_USER_INPUT */
function typeAsked(call: Call): NodeType | undefined {
  const type = call.query.get('type');
  return type === null ? undefined : call.check('type', oneOf(nodeTypes), type);
}

export const nodeRoutes: readonly Route[] = [
  route(
    'GET',
    '/api/nodes/:id?',
    'Read a node',
    async (call) => ok(nodeWire(await call.services.nodes.get(call.viewer, id(call)))),
    { answer: nodeShape },
  ),
  route(
    'PATCH',
    '/api/nodes/:id?',
    'Rename or move an element of any kind',
    async (call) => {
      const { Id, Name, ParentId } = await call.members(changedNode);
      const patch = { name: Name, parentId: ParentId };
      await call.services.nodeChanges.update(call.viewer, call.id('node', Id), patch);
      return noContent;
    },
    { body: changedNode },
  ),
  route(
    'GET',
    '/api/nodes/:id/nodes',
    "List a node's direct children",
    async (call) =>
      ok((await call.services.nodes.children(call.viewer, id(call), typeAsked(call))).map(nodeWire)),
    { query: { type: 'Only children of this kind' }, answer: z.array(nodeShape) },
  ),
  route(
    'GET',
    '/api/nodes/:id/folders',
    'List the folders in a node',
    async (call) =>
      ok((await call.services.folders.list(call.viewer, { parentId: id(call) })).map(folderWire)),
    { answer: z.array(folderShape) },
  ),
  route(
    'GET',
    '/api/nodes/:id/organizations',
    'List the organizations in a node',
    async (call) => {
      const organizations = await call.services.organizations.list(call.viewer, { parentId: id(call) });
      return ok(organizations.map((organization) => organizationWire(organization, call.urlOf)));
    },
    { answer: z.array(organizationShape) },
  ),
  route(
    'GET',
    '/api/nodes/:id/images',
    'List the pages of a document',
    async (call) => {
      const images = await call.services.documents.images(call.viewer, id(call));
      return ok(images.map((image) => imageWire(image, call.urlOf)));
    },
    { answer: z.array(imageShape) },
  ),
  route(
    'GET',
    '/api/nodes/:id/zones',
    'List the zones of an image',
    async (call) => {
      const zones = await call.services.zones.list(call.viewer, id(call));
      return ok(zones.map((zone) => zoneWire(zone, call.urlOf)));
    },
    { answer: z.array(zoneShape) },
  ),
  route(
    'GET',
    '/api/nodes/:id/path',
    'The way from the organization to a node',
    async (call) => ok((await call.services.nodes.path(call.viewer, id(call))).map(stepWire)),
    { answer: z.array(stepShape) },
  ),
  route(
    'GET',
    '/api/nodes/:id/titles',
    "List a node's titles",
    async (call) => ok((await call.services.titles.list(call.viewer, id(call))).map(titleWire)),
    { answer: z.array(titleShape) },
  ),
  route(
    'GET',
    '/api/nodes/:id/actions',
    "List a node's actions",
    async (call) => ok((await call.services.actions.list(call.viewer, id(call))).map(actionWire)),
    { answer: z.array(actionShape) },
  ),
];
