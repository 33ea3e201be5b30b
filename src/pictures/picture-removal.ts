/** Removes the thumbnails of an organization's pictures with it; the rows go with the node. */
import type { Transaction } from '../db/database.js';
import { readRows } from '../db/rows.js';
import type { RemovalFollower } from '../tree/node-removal.js';
import type { RemovedNode } from '../tree/subtree.js';
import type { FileStore } from '../media/blobs/file-store.js';

export class PictureRemoval implements RemovalFollower {
  constructor(private readonly files: FileStore) {}

  async beforeRemoval(transaction: Transaction, nodes: readonly RemovedNode[]): Promise<void> {
    for (const { id: organizationId } of nodes.filter(({ type }) => type === 'Organization')) {
      const pictures = await readRows<{ readonly id: string }>(
        transaction.em,
        'select id from picture where organization_id = ?',
        [organizationId],
      );
      await this.files.removeOwnedBy(
        transaction,
        pictures.map(({ id }) => id),
      );
    }
  }
}
