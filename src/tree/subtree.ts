/**
 * Everything below an element, as plain rows and in parts: a subtree may hold all of an organization, and reading it as entities
 * at one go would hold the event loop.
 */
import type { EntityManager } from '../db/database.js';
import { giveWay } from '../db/in-parts.js';
import { readRows, type SqlValue } from '../db/rows.js';
import type { Node } from './node.entity.js';
import { inSubtree } from './node-path.js';
import { inTrash } from './trash-place.js';

/** A node as those see it who follow its removal. */
export type RemovedNode = Pick<Node, 'id' | 'type' | 'organizationId' | 'path'>;

const AT_A_TIME = 1000;

/** An element and everything below it: each before what is below it. */
export async function readSubtree(em: EntityManager, path: string): Promise<readonly RemovedNode[]> {
  return readInOrder(em, inSubtree(path).$like);
}

/** Everything of an organization that lies in the trash: each before what is below it. */
export async function readTrash(em: EntityManager, organizationId: string): Promise<readonly RemovedNode[]> {
  return readInOrder(em, inTrash.$like, { condition: 'organization_id = ?', values: [organizationId] });
}

async function readInOrder(
  em: EntityManager,
  pattern: string,
  { condition = 'true', values = [] }: { condition?: string; values?: readonly SqlValue[] } = {},
): Promise<readonly RemovedNode[]> {
  const found: RemovedNode[] = [];
  for (;;) {
    const part = await readRows<RemovedNode>(
      em,
      `select id, type, organization_id as "organizationId", path from node
        where path > ? and path like ? and ${condition} order by path limit ${AT_A_TIME}`,
      [found.at(-1)?.path ?? pattern.slice(0, -2), pattern, ...values],
    );
    found.push(...part);
    if (part.length < AT_A_TIME) return found;
    await giveWay();
  }
}
