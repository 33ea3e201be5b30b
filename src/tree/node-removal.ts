/**
 * Removes for good an element with everything that belongs to it. The rows go in the caller's transaction; what is kept
 * elsewhere (targets of the index, files) is taken care of by followers, who see the rows while they still exist.
 */
import type { Transaction } from '../db/database.js';
import { eachPart } from '../db/in-parts.js';
import { Node } from './node.entity.js';
import type { NodeStore } from './node.store.js';
import { readSubtree, type RemovedNode } from './subtree.js';

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
    if (!options.deleteChildren) await this.nodes.requireEmpty(em, node);
    await em.flush();
    const below = await readSubtree(em, node.path);
    const organizationIds = below.filter(({ type }) => type === 'Organization').map(({ id }) => id);
    const all = [...below, ...(await this.nodes.loadTrash(em, organizationIds))];
    for (const follower of this.followers) await follower.beforeRemoval(transaction, all);
    await em.flush();
    // From the leaves up, so that no statement takes along more than its own part.
    const leavesFirst = all.map(({ id }) => id).toReversed();
    await eachPart(leavesFirst, async (ids) => void (await em.nativeDelete(Node, { id: { $in: ids } })));
  }
}
