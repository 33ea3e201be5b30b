/**
 * Keeps the references of a document equal to its active targets. A page or zone is a target when it is active and
 * its document is ready and active, and it can be recognized; the index follows before the caller's transaction
 * resolves. A page costs a credit when it, or a zone on it, becomes a target for the first time.
 */
import type { CreditLedger } from '../credits/credit-ledger.js';
import type { Clock } from '../clock.js';
import type { EntityManager, Transaction } from '../db/database.js';
import { Application } from '../applications/application.entity.js';
import type { ReferenceStore, Signature } from '../applications/reference-store.js';
import { Document } from '../hierarchy/document.entity.js';
import { Image } from '../hierarchy/image.entity.js';
import { Node } from '../hierarchy/node.entity.js';
import { inSubtree } from '../hierarchy/node-path.js';
import type { RemovedNode } from '../hierarchy/node.store.js';
import { isTrashed } from '../hierarchy/trash-place.js';
import { Zone } from '../hierarchy/zone.entity.js';

/** SQL databases take only so many values in one statement. */
const BATCH = 500;

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
   * Ends what pages and zones that are thrown away are to readers and to the account: they are not found any more,
   * count as deactivated, and their credits are free. Restored ones take them anew by `refresh`.
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
    const pages: Image[] = [];
    for (let from = 0; from < ids.length; from += BATCH) {
      pages.push(...(await em.find(Image, { id: { $in: ids.slice(from, from + BATCH) } })));
    }
    const active = pages.filter(({ isCountedActive }) => isCountedActive).length;
    const paid = pages.filter(({ isPaid }) => isPaid).length;
    for (const page of pages) {
      em.assign(page, { isCountedActive: false, isPaid: false, firstActivatedAt: null });
    }
    await this.credits.countDeactivation(em, organizationId, active);
    await this.credits.giveBack(em, organizationId, paid);
    await em.flush();
    await this.references.write(
      transaction,
      await this.applicationOf(em, organizationId),
      ids.map((externalId) => ({ kind: 'show', externalId, isPresent: false })),
    );
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
    const below = await em.find(Node, { path: inSubtree(node.path), type: { $in: ['Image', 'Zone'] } });
    const ids = below.map(({ id }) => id);
    const images = await em.find(Image, { id: { $in: ids } });
    const zones = await em.find(Zone, { id: { $in: ids } });
    const isLive = document.status === 'Active' && document.processing === 'Ready' && !isTrashed(node.path);
    const isTarget = (element: Image | Zone) =>
      isLive && element.status === 'Active' && element.isRecognizable;
    const activeIds = new Set([...images, ...zones].filter(isTarget).map(({ id }) => id));
    const pageOf = new Map(below.map(({ id, type, parentId }) => [id, type === 'Zone' ? parentId : id]));
    const activePages = new Set([...activeIds].map((id) => pageOf.get(id)));
    await this.payFor(
      em,
      node.organizationId,
      images.filter(({ id }) => activePages.has(id)),
    );
    // While a file is replaced its pages are hidden, and come back: that is no deactivation.
    if (document.processing === 'Ready') {
      await this.countActive(em, node.organizationId, images, activePages);
    }
    const applicationId = await this.applicationOf(em, node.organizationId);
    await this.references.write(
      transaction,
      applicationId,
      ids.map((id) => ({ kind: 'show', externalId: id, isPresent: activeIds.has(id) })),
    );
  }

  private async payFor(em: EntityManager, organizationId: string, pages: readonly Image[]): Promise<void> {
    const firstTimers = pages.filter((page) => page.firstActivatedAt == null);
    const isPaid = await this.credits.takeForActivation(em, organizationId, firstTimers.length);
    for (const page of firstTimers) em.assign(page, { firstActivatedAt: this.clock.now(), isPaid });
    await em.flush();
  }

  /** Notes which pages are active, and counts those that stopped being so. */
  private async countActive(
    em: EntityManager,
    organizationId: string,
    images: readonly Image[],
    activePages: ReadonlySet<string | null | undefined>,
  ): Promise<void> {
    const ended = images.filter(({ id, isCountedActive }) => isCountedActive && !activePages.has(id));
    for (const image of images) image.isCountedActive = activePages.has(image.id);
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
