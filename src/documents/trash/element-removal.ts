/** Removes with elements: their targets, their files and an organization's own applications. */
import { Application } from '../../engine/application.entity.js';
import type { ReferenceStore } from '../../engine/references/reference-store.js';
import type { Transaction } from '../../db/database.js';
import type { RemovalFollower } from '../../tree/node-removal.js';
import type { RemovedNode } from '../../tree/subtree.js';
import type { FileStore } from '../../media/blobs/file-store.js';

export class ElementRemoval implements RemovalFollower {
  constructor(
    private readonly references: ReferenceStore,
    private readonly files: FileStore,
  ) {}

  async beforeRemoval(transaction: Transaction, nodes: readonly RemovedNode[]): Promise<void> {
    const idsOf = (type: RemovedNode['type']) =>
      nodes.filter((node) => node.type === type).map(({ id }) => id);
    const organizationIds = idsOf('Organization');
    for (const organizationId of new Set(nodes.map((node) => node.organizationId))) {
      if (organizationIds.includes(organizationId)) continue;
      const targets = nodes.filter((node) => node.organizationId === organizationId);
      await this.removeTargets(transaction, organizationId, targets);
    }
    for (const organizationId of organizationIds) await this.removeApplications(transaction, organizationId);
    await this.files.removeOwnedBy(
      transaction,
      nodes.map(({ id }) => id),
    );
  }

  private async removeTargets(
    transaction: Transaction,
    organizationId: string,
    nodes: readonly RemovedNode[],
  ): Promise<void> {
    const targets = nodes.filter(({ type }) => type === 'Image' || type === 'Zone').map(({ id }) => id);
    const where = { organizationId, purpose: 'content' } as const;
    for (const { id } of await transaction.em.find(Application, where, { fields: ['id'] })) {
      await this.references.setPresence(transaction, id, targets, 'remove');
    }
  }

  private async removeApplications(transaction: Transaction, organizationId: string): Promise<void> {
    const { em } = transaction;
    for (const { id } of await em.find(Application, { organizationId }, { fields: ['id'] })) {
      await em.nativeDelete(Application, { id });
      await this.references.forget(transaction, id);
    }
  }
}
