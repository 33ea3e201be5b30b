/** Active pages that are removed count as deactivated. */
import type { CreditLedger } from '../../credits/credit-ledger.js';
import type { Transaction } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import type { RemovalFollower } from '../../tree/node-removal.js';
import type { RemovedNode } from '../../tree/subtree.js';

export class PageRemoval implements RemovalFollower {
  constructor(private readonly credits: Pick<CreditLedger, 'countDeactivation'>) {}

  async beforeRemoval({ em }: Transaction, nodes: readonly RemovedNode[]): Promise<void> {
    const removedIds = new Set(nodes.map(({ id }) => id));
    const pages = nodes.filter((node) => node.type === 'Image' && !removedIds.has(node.organizationId));
    const active = new Map<string, number>();
    await eachPart(pages, async (part) => {
      const ids = part.map(({ id }) => id);
      const rows = await readRows<{ readonly organizationId: string; readonly count: number | string }>(
        em,
        `select n.organization_id as "organizationId", count(*) as count
           from image i join node n on n.id = i.id
          where i.is_counted_active and i.id in (${marks(ids)}) group by n.organization_id`,
        ids,
      );
      for (const { organizationId, count } of rows) {
        active.set(organizationId, (active.get(organizationId) ?? 0) + Number(count));
      }
    });
    for (const [organizationId, count] of active) {
      await this.credits.countDeactivation(em, organizationId, count);
    }
  }
}
