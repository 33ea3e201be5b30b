/** Nodes: the hierarchy, and what belongs to each of its elements. */
import { z } from 'zod';
import { type NodeType, nodeTypes } from '../../tree/node.entity.js';
import { ok } from '../../rest/platform/answer.js';
import { patchRoute } from '../../rest/platform/change-routes.js';
import type { Call } from '../../rest/platform/call.js';
import { listRoute, route, type Route } from '../../rest/platform/route.js';
import { oneOf, optional, text } from '../../rest/shared/members.js';
import { actionView, titleView } from '../../content/content.view.js';
import { folderView, imageView, nodeView, organizationView, stepView } from '../../tree/tree.view.js';
import { zoneView } from '../zones/zone.view.js';

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
    async (call) => ok(nodeView.of(await call.services.nodes.get(call.viewer, id(call)))),
    { answer: nodeView.shape },
  ),
  patchRoute(
    '/api/nodes/:id?',
    'Rename or move an element of any kind',
    changedNode,
    async (call, { Id, Name, ParentId }) => {
      const patch = { name: Name, parentId: ParentId };
      await call.services.nodeChanges.update(call.viewer, call.id('node', Id), patch, call.precondition);
    },
  ),
  listRoute(
    '/api/nodes/:id/nodes',
    "List a node's direct children",
    (call) => call.services.nodes.children(call.viewer, id(call), typeAsked(call)),
    nodeView,
    { query: { type: 'Only children of this kind' } },
  ),
  listRoute(
    '/api/nodes/:id/folders',
    'List the folders in a node',
    (call) => call.services.folders.list(call.viewer, { parentId: id(call) }),
    folderView,
  ),
  listRoute(
    '/api/nodes/:id/organizations',
    'List the organizations in a node',
    (call) => call.services.organizations.list(call.viewer, { parentId: id(call) }),
    organizationView,
  ),
  listRoute(
    '/api/nodes/:id/images',
    'List the pages of a document',
    (call) => call.services.documents.images(call.viewer, id(call)),
    imageView,
  ),
  listRoute(
    '/api/nodes/:id/zones',
    'List the zones of an image',
    (call) => call.services.zones.list(call.viewer, id(call)),
    zoneView,
  ),
  listRoute(
    '/api/nodes/:id/path',
    'The way from the organization to a node',
    (call) => call.services.nodes.path(call.viewer, id(call)),
    stepView,
  ),
  listRoute(
    '/api/nodes/:id/titles',
    "List a node's titles",
    (call) => call.services.titles.list(call.viewer, id(call)),
    titleView,
  ),
  listRoute(
    '/api/nodes/:id/actions',
    "List a node's actions",
    (call) => call.services.actions.list(call.viewer, id(call)),
    actionView,
  ),
];
