/** Active pages that are removed count as deactivated. */
import type { CreditLedger } from '../credits/credit-ledger.js';
import type { Transaction } from '../db/database.js';
import { Image } from '../hierarchy/image.entity.js';
import type { RemovalFollower } from '../hierarchy/node-removal.js';
import type { RemovedNode } from '../hierarchy/node.store.js';

/** SQL databases take only so many values in one statement. */
const BATCH = 500;

export class PageRemoval implements RemovalFollower {
  constructor(private readonly credits: Pick<CreditLedger, 'countDeactivation'>) {}

  async beforeRemoval({ em }: Transaction, nodes: readonly RemovedNode[]): Promise<void> {
    const removedIds = new Set(nodes.map(({ id }) => id));
    const pages = nodes.filter((node) => node.type === 'Image' && !removedIds.has(node.organizationId));
    const active = new Map<string, number>();
    for (let from = 0; from < pages.length; from += BATCH) {
      const batch = pages.slice(from, from + BATCH);
      const where = { id: { $in: batch.map(({ id }) => id) }, isCountedActive: true };
      const counted = new Set((await em.find(Image, where, { fields: ['id'] })).map(({ id }) => id));
      for (const { id, organizationId } of batch) {
        if (counted.has(id)) active.set(organizationId, (active.get(organizationId) ?? 0) + 1);
      }
    }
    for (const [organizationId, count] of active) {
      await this.credits.countDeactivation(em, organizationId, count);
    }
  }
}
