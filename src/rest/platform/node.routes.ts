/** Nodes: the hierarchy, and what hangs on each of its elements. */
import { ok } from './answer.js';
import type { Call } from './call.js';
import { actionWire, titleWire } from './content.wire.js';
import { route, type Route } from './route.js';
import { folderWire, nodeWire, organizationWire, stepWire } from './tree.wire.js';

const id = (call: Call) => call.id('node');

export const nodeRoutes: readonly Route[] = [
  route('GET', '/api/nodes/:id?', 'Read a node', async (call) =>
    ok(nodeWire(await call.services.nodes.get(call.viewer, id(call)))),
  ),
  route('GET', '/api/nodes/:id/nodes', "List a node's direct children", async (call) =>
    ok((await call.services.nodes.children(call.viewer, id(call))).map(nodeWire)),
  ),
  route('GET', '/api/nodes/:id/folders', 'List the folders in a node', async (call) =>
    ok((await call.services.folders.list(call.viewer, { parentId: id(call) })).map(folderWire)),
  ),
  route('GET', '/api/nodes/:id/organizations', 'List the organizations in a node', async (call) => {
    const organizations = await call.services.organizations.list(call.viewer, { parentId: id(call) });
    return ok(organizations.map((organization) => organizationWire(organization, call.urlOf)));
  }),
  route('GET', '/api/nodes/:id/path', 'The way from the organization to a node', async (call) =>
    ok((await call.services.nodes.path(call.viewer, id(call))).map(stepWire)),
  ),
  route('GET', '/api/nodes/:id/titles', "List a node's titles", async (call) =>
    ok((await call.services.titles.list(call.viewer, id(call))).map(titleWire)),
  ),
  route('GET', '/api/nodes/:id/actions', "List a node's actions", async (call) =>
    ok((await call.services.actions.list(call.viewer, id(call))).map(actionWire)),
  ),
];
