/**
 * Removes for good an element with everything that belongs to it. The rows go in the caller's transaction; what is kept
 * elsewhere (targets of the index, files) is taken care of by followers, who see the rows while they still exist.
 */
import type { Transaction } from '../db/database.js';
import { Node } from './node.entity.js';
import { inSubtree } from './node-path.js';
import { type NodeStore, removedFields, type RemovedNode } from './node.store.js';

/** SQL databases take only so many values in one statement. */
const BATCH = 500;

export interface RemovalFollower {
  /** Called in the transaction before the rows go, with the element first and then everything below it. */
  beforeRemoval(transaction: Transaction, nodes: readonly RemovedNode[]): Promise<void>;
}

export class NodeRemoval {
  constructor(
    private readonly nodes: NodeStore,
    private readonly followers: readonly RemovalFollower[],
  ) {}

  /** @throws LoupeError BAD_USER_INPUT when there are children and they may not go with it */
  async remove(
    transaction: Transaction,
    node: Node,
    options: { readonly deleteChildren: boolean },
  ): Promise<void> {
    const { em } = transaction;
    if (!options.deleteChildren) await this.nodes.demandEmpty(em, node);
    const below: readonly RemovedNode[] = await em.find(
      Node,
      { path: inSubtree(node.path) },
      { orderBy: { path: 'asc' }, fields: removedFields },
    );
    const organizationIds = below.filter(({ type }) => type === 'Organization').map(({ id }) => id);
    const trashed = await this.nodes.loadTrash(em, organizationIds);
    for (const follower of this.followers) await follower.beforeRemoval(transaction, [...below, ...trashed]);
    await this.nodes.remove(em, node, { withChildren: options.deleteChildren });
    for (let from = 0; from < trashed.length; from += BATCH) {
      const ids = trashed.slice(from, from + BATCH).map(({ id }) => id);
      await em.nativeDelete(Node, { id: { $in: ids } });
    }
  }
}
