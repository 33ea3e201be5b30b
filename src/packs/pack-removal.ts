/** Removes the files of packs with the element that they were made of; the rows go with the node. */
import type { Transaction } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import { eachPart } from '../db/in-parts.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { RemovalFollower } from '../tree/node-removal.js';
import type { RemovedNode } from '../tree/subtree.js';

export class PackRemoval implements RemovalFollower {
  constructor(private readonly files: FileStore) {}

  async beforeRemoval(transaction: Transaction, nodes: readonly RemovedNode[]): Promise<void> {
    const places = nodes.filter(({ type }) => type !== 'Image' && type !== 'Zone').map(({ id }) => id);
    await eachPart(places, async (part) => {
      const packs = await readRows<{ readonly id: string }>(
        transaction.em,
        `select id from pack where element_id in (${marks(part)})`,
        [...part],
      );
      if (packs.length > 0)
        await this.files.removeOwnedBy(
          transaction,
          packs.map(({ id }) => id),
          ['Pack'],
        );
    });
  }
}
