/** The pictures of icons go with the elements that the icons belong to. */
import type { Transaction } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import type { RemovalFollower } from '../../tree/node-removal.js';
import type { RemovedNode } from '../../tree/subtree.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import { Icon } from './icon.entity.js';

export class IconRemoval implements RemovalFollower {
  constructor(private readonly files: FileStore) {}

  async beforeRemoval(transaction: Transaction, nodes: readonly RemovedNode[]): Promise<void> {
    await eachPart(nodes, async (part) => {
      const nodeId = { $in: part.map(({ id }) => id) };
      const icons = await transaction.em.find(Icon, { nodeId }, { fields: ['id'] });
      await this.files.removeOwnedBy(
        transaction,
        icons.map(({ id }) => id),
      );
    });
  }
}
