/** Comparisons that are kept for a while: their rows and bytes, how many there may be, and when they go. */
import { type Clock, MS_PER_DAY } from '../../kernel/clock.js';
import { LoupeError } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import { readRows } from '../../db/rows.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import { KeptComparison, ComparisonApproval } from './kept-comparison.entity.js';
import { KEPT_CONTENT_TYPE, type KeptProof, readKept, writeKept } from './kept-file.js';
import type { RemovalFollower } from '../../tree/node-removal.js';
import type { RemovedNode } from '../../tree/subtree.js';

const LIFE_MS = MS_PER_DAY;
/** Of an organization: the oldest without a link goes when another one comes. Links are fewer, so that there is always one. */
const MOST_KEPT = 30;

export class KeptComparisons {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly files: FileStore,
  ) {}

  /** Keeps a comparison for a day. @returns its id */
  async keep(organizationId: string, proof: KeptProof): Promise<string> {
    const { database, clock, files } = this;
    const staged = await files.stage(writeKept(proof), KEPT_CONTENT_TYPE);
    return database
      .transaction(async (transaction) => {
        const { em } = transaction;
        await this.makeRoom(transaction, organizationId);
        const now = clock.now();
        const [reference, query] = proof.content.record.files;
        const { id } = em.create(KeptComparison, {
          id: newId(),
          organizationId,
          referenceName: reference.name,
          queryName: query.name,
          dateCreated: now,
          dateExpires: new Date(now.getTime() + LIFE_MS),
        });
        files.attach(transaction, staged, {
          ownerId: id,
          documentId: null,
          organizationId,
          kind: 'Comparison',
        });
        return id;
      })
      .catch(async (error: unknown) => {
        await files.drop([staged]);
        throw error;
      });
  }

  /** null where it is unknown or was kept for long enough. */
  async find(em: EntityManager, id: string): Promise<KeptComparison | null> {
    if (!isId(id)) return null;
    return em.findOne(KeptComparison, { id: id.toLowerCase(), dateExpires: { $gt: this.clock.now() } });
  }

  /** @throws LoupeError NOT_FOUND */
  async read(em: EntityManager, { id }: Pick<KeptComparison, 'id'>): Promise<KeptProof> {
    const [file] = await this.files.ownedBy(em, [id], ['Comparison']);
    if (file === undefined)
      throw new LoupeError('NOT_FOUND', 'This comparison is no longer kept. Compare the files again.');
    return readKept(await this.files.read(file));
  }

  /** Removes what was kept for long enough. @returns how many */
  async purgeOld(): Promise<number> {
    const where = { dateExpires: { $lte: this.clock.now() } };
    const old = await this.database.reader().find(KeptComparison, where, { fields: ['id'] });
    for (const { id } of old) {
      await this.database.transaction(async (transaction) => {
        // A link may have been made meanwhile.
        if ((await transaction.em.count(KeptComparison, { id, ...where })) > 0)
          await this.remove(transaction, [id]);
      });
    }
    return old.length;
  }

  private async makeRoom(transaction: Transaction, organizationId: string): Promise<void> {
    const { em } = transaction;
    const count = await em.count(KeptComparison, { organizationId });
    if (count < MOST_KEPT) return;
    const oldest = await readRows<{ readonly id: string }>(
      em,
      `select id from kept_comparison where organization_id = ? and not exists
         (select 1 from comparison_link where comparison_id = kept_comparison.id)
       order by date_created, id limit ${count - MOST_KEPT + 1}`,
      [organizationId],
    );
    await this.remove(
      transaction,
      oldest.map(({ id }) => id),
    );
  }

  private async remove(transaction: Transaction, ids: readonly string[]): Promise<void> {
    await this.files.removeOwnedBy(transaction, ids, ['Comparison']);
    await transaction.em.nativeDelete(KeptComparison, { id: { $in: [...ids] } });
  }
}

/** Removes the bytes of an organization's kept comparisons and approvals with it; the rows go with the node. */
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
