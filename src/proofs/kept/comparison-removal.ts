/** Removes the bytes of an organization's kept comparisons and approvals with it; the rows go with the node. */
import type { Transaction } from '../../db/database.js';
import type { RemovalFollower } from '../../tree/node-removal.js';
import type { RemovedNode } from '../../tree/subtree.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import { ComparisonApproval, KeptComparison } from './kept-comparison.entity.js';

export class ComparisonRemoval implements RemovalFollower {
  constructor(private readonly files: FileStore) {}

  async beforeRemoval(transaction: Transaction, nodes: readonly RemovedNode[]): Promise<void> {
    for (const { id: organizationId } of nodes.filter(({ type }) => type === 'Organization')) {
      const kept = await transaction.em.find(KeptComparison, { organizationId }, { fields: ['id'] });
      const approvals = await transaction.em.find(ComparisonApproval, { organizationId }, { fields: ['id'] });
      await this.files.removeOwnedBy(
        transaction,
        [...kept, ...approvals].map(({ id }) => id),
      );
    }
  }
}
