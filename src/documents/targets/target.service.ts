/**
 * Keeps the references of a document equal to its active targets. A page or zone is a target when it is active and
 * its document is ready and active, and it can be recognized; the index follows before the caller's transaction
 * resolves. A page costs a credit when it, or a zone on it, becomes a target for the first time.
 */
import type { CreditLedger } from '../../credits/credit-ledger.js';
import type { Clock } from '../../kernel/clock.js';
import type { EntityManager, Transaction } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import { refreshLoaded } from '../../db/entities.js';
import { marks, readRows } from '../../db/rows.js';
import { Application } from '../../engine/application.entity.js';
import type { ReferenceStore, Signature } from '../../engine/references/reference-store.js';
import { Document } from '../document.entity.js';
import { Image } from '../pages/image.entity.js';
import { Node } from '../../tree/node.entity.js';
import type { RemovedNode } from '../../tree/subtree.js';
import { isTrashed } from '../../tree/trash-place.js';
import { readTargetRows, type TargetRow } from './target-rows.js';

export class TargetService {
  constructor(
    private readonly references: ReferenceStore,
    private readonly credits: CreditLedger,
    private readonly clock: Clock,
  ) {}

  /**
   * Keeps the signature of a page or zone, as yet unseen by scans: call `refresh` at the end of the transaction.
   *
   * @param signature null for a picture without detail, which can never be a target
   */
  async put(
    transaction: Transaction,
    organizationId: string,
    targetId: string,
    signature: Signature | null,
  ): Promise<void> {
    const applicationId = await this.applicationOf(transaction.em, organizationId);
    const write =
      signature === null
        ? ({ kind: 'remove', externalId: targetId } as const)
        : ({ kind: 'put', externalId: targetId, signature, keywords: [], isPresent: false } as const);
    await this.references.write(transaction, applicationId, [write]);
  }

  /** Removes targets for good. */
  async remove(
    transaction: Transaction,
    organizationId: string,
    targetIds: readonly string[],
  ): Promise<void> {
    const applicationId = await this.applicationOf(transaction.em, organizationId);
    const writes = targetIds.map((externalId) => ({ kind: 'remove', externalId }) as const);
    await this.references.write(transaction, applicationId, writes);
  }

  /**
   * Withdraws pages and zones that go to the trash from readers and from the account: scans no longer find them, they
   * count as deactivated, and their credits are free. `refresh` takes the credits again for restored ones.
   *
   * @returns credits that are free again
   */
  async release(
    transaction: Transaction,
    organizationId: string,
    nodes: readonly RemovedNode[],
  ): Promise<number> {
    const { em } = transaction;
    await em.flush();
    const ids = nodes.filter(({ type }) => type === 'Image' || type === 'Zone').map(({ id }) => id);
    let active = 0;
    let paid = 0;
    await eachPart(ids, async (part) => {
      const [counts] = await readRows<{ readonly active: number | string; readonly paid: number | string }>(
        em,
        `select count(case when is_counted_active then 1 end) as active, count(case when is_paid then 1 end) as paid
           from image where id in (${marks(part)})`,
        part,
      );
      active += Number(counts?.active ?? 0);
      paid += Number(counts?.paid ?? 0);
      const free = { isCountedActive: false, isPaid: false, firstActivatedAt: null };
      await em.nativeUpdate(Image, { id: { $in: part } }, free);
    });
    await this.credits.countDeactivation(em, organizationId, active);
    await this.credits.giveBack(em, organizationId, paid);
    await em.flush();
    await this.references.setPresence(transaction, await this.applicationOf(em, organizationId), ids, 'hide');
    return paid;
  }

  /**
   * Shows and hides the targets of a document as the statuses of document, pages and zones say. Call it at the end
   * of every transaction that changed one of them.
   *
   * @throws LoupeError INSUFFICIENT_CREDIT when a page becomes a target for the first time; the transaction must fail
   */
  async refresh(transaction: Transaction, documentId: string): Promise<void> {
    const { em } = transaction;
    await em.flush();
    const document = await em.findOneOrFail(Document, { id: documentId });
    const node = await em.findOneOrFail(Node, { id: documentId });
    const isReady = document.processing === 'Ready';
    const isLive = document.status === 'Active' && isReady && !isTrashed(node.path);
    const rows = await readTargetRows(em, node.path);
    const isTarget = ({ isWanted }: TargetRow) => isLive && isWanted;
    const activePages = new Set(rows.filter(isTarget).map(({ pageId }) => pageId));
    const pages = rows.filter(({ isPage }) => isPage);
    await this.payFor(
      em,
      node.organizationId,
      pages.filter(({ id, wasActivated }) => activePages.has(id) && !wasActivated),
    );
    // While a file is replaced its pages are hidden, and come back: that is no deactivation.
    if (isReady) await this.countActive(em, node.organizationId, pages, activePages);
    const applicationId = await this.applicationOf(em, node.organizationId);
    for (const presence of ['hide', 'show'] as const) {
      const concerned = rows.filter((row) => isTarget(row) === (presence === 'show'));
      await this.references.setPresence(transaction, applicationId, idsOf(concerned), presence);
    }
  }

  private async payFor(
    em: EntityManager,
    organizationId: string,
    firstTimers: readonly TargetRow[],
  ): Promise<void> {
    const isPaid = await this.credits.takeForActivation(em, organizationId, firstTimers.length);
    await em.flush();
    await updatePages(em, firstTimers, { firstActivatedAt: this.clock.now(), isPaid });
  }

  /** Notes which pages are active, and counts those that stopped being so. */
  private async countActive(
    em: EntityManager,
    organizationId: string,
    pages: readonly TargetRow[],
    activePages: ReadonlySet<string>,
  ): Promise<void> {
    const begun = pages.filter(({ id, isCounted }) => !isCounted && activePages.has(id));
    const ended = pages.filter(({ id, isCounted }) => isCounted && !activePages.has(id));
    await updatePages(em, begun, { isCountedActive: true });
    await updatePages(em, ended, { isCountedActive: false });
    await this.credits.countDeactivation(em, organizationId, ended.length);
    await em.flush();
  }

  /** The application that holds an organization's pages and zones. */
  async applicationOf(em: EntityManager, organizationId: string): Promise<string> {
    const found = await em.findOneOrFail(
      Application,
      { organizationId, purpose: 'content' },
      { fields: ['id'] },
    );
    return found.id;
  }
}

const idsOf = (rows: readonly TargetRow[]) => rows.map(({ id }) => id);

async function updatePages(
  em: EntityManager,
  pages: readonly TargetRow[],
  values: Partial<Pick<Image, 'firstActivatedAt' | 'isPaid' | 'isCountedActive'>>,
): Promise<void> {
  await eachPart(idsOf(pages), async (ids) => {
    await em.nativeUpdate(Image, { id: { $in: ids } }, values);
    await refreshLoaded(em, Image, 'id', ids);
  });
}
