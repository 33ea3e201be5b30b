/** The hierarchy as viewers may read it. */
import type { Viewer } from '../../access/viewer.js';
import type { Database } from '../../db/database.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { isWithinReach } from '../../access/access.js';
import type { Node, NodeType } from '../../tree/node.entity.js';
import type { NodeStore } from '../../tree/node.store.js';
import { readSiblings } from './sibling-rows.js';
import type { NodeView } from '../views.js';

export class NodeService {
  constructor(
    private readonly database: Database,
    private readonly nodes: NodeStore,
    private readonly guarded: GuardedNodes,
  ) {}

  /** @throws LoupeError NOT_FOUND */
  async get(viewer: Viewer, id: string): Promise<NodeView> {
    return toNodeView(await this.guarded.require(this.database.reader(), viewer, 'node:read', id));
  }

  /**
   * Direct children: organizations, folders, documents, images, zones; of one kind by order, then by name.
   *
   * @throws LoupeError NOT_FOUND
   */
  async children(viewer: Viewer, id: string, type?: NodeType): Promise<readonly NodeView[]> {
    const em = this.database.reader();
    const place = await this.guarded.requirePlace(em, viewer, 'node:read', id);
    return (await readSiblings(this.database, place.id, type)).map(toNodeView);
  }

  /**
   * The element and what is above it, from the viewer's own organization (the root for the operator) down.
   *
   * @throws LoupeError NOT_FOUND
   */
  async path(viewer: Viewer, id: string): Promise<readonly NodeView[]> {
    const em = this.database.reader();
    const node = await this.guarded.require(em, viewer, 'node:read', id);
    const upwards = await this.nodes.loadUpwards(em, node);
    return upwards
      .filter((ancestor) => isWithinReach(viewer, ancestor))
      .reverse()
      .map(toNodeView);
  }
}

export function toNodeView({
  id,
  type,
  parentId,
  name,
}: Pick<Node, 'id' | 'type' | 'parentId' | 'name'>): NodeView {
  return { id, type, parentId: parentId ?? null, name };
}
