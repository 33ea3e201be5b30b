/**
 * Sees events in what transactions write, and writes their deliveries into the same transaction just before it commits:
 * an event is sent exactly when its change was committed.
 */
import type { ChangeSet, EventSubscriber, FlushEventArgs, TransactionEventArgs } from '@mikro-orm/core';
import { OperationRecord } from '../audit/operation-record.entity.js';
import type { Clock } from '../kernel/clock.js';
import { remainingCredit } from '../credits/credit-ledger.js';
import { CreditTransfer } from '../credits/credit-movements.entity.js';
import type { EntityManager } from '../db/database.js';
import { Document } from '../documents/document.entity.js';
import { Node } from '../tree/node.entity.js';
import { Organization } from '../organizations/organization.entity.js';
import { orderCheck } from './conflict-reporter.js';
import { writeDeliveries } from './webhook-outbox.js';

/** Credits are low at this share of all that were ever given, and at this number. */
const LOW_SHARE = 0.1;
const LOW_PAGES = 10;

type Teller = (em: EntityManager) => Promise<number>;

export class WebhookRecorder implements EventSubscriber {
  private readonly seen = new WeakMap<object, Teller[]>();
  private readonly told = new WeakSet<object>();
  /** Called after deliveries, or jobs that may lead to some, were committed. */
  onDeliveries: () => void = () => undefined;

  constructor(private readonly clock: Clock) {}

  onFlush({ em, uow }: FlushEventArgs): void {
    const tellers = uow.getChangeSets().flatMap((changeSet) => this.tellersOf(changeSet));
    if (tellers.length > 0) this.seen.set(em, [...(this.seen.get(em) ?? []), ...tellers]);
  }

  async beforeTransactionCommit({ em }: TransactionEventArgs): Promise<void> {
    const tellers = this.seen.get(em) ?? [];
    this.seen.delete(em);
    let written = 0;
    for (const tell of tellers) written += await tell(em as EntityManager);
    if (written > 0) this.told.add(em);
  }

  afterTransactionCommit({ em }: TransactionEventArgs): void {
    if (this.told.delete(em)) this.onDeliveries();
  }

  private tellersOf({ meta, type, entity, originalEntity }: ChangeSet<object>): readonly Teller[] {
    const way: string = type;
    const original = (originalEntity ?? {}) as Readonly<Record<string, unknown>>;
    switch (meta.className) {
      case Document.name: {
        const document = entity as Document;
        if (way !== 'update' || original['processing'] === document.processing) return [];
        if (document.processing === 'Ready')
          return [(em) => this.tellDocument(em, document, 'document.ready')];
        if (document.processing === 'Failed')
          return [(em) => this.tellDocument(em, document, 'document.failed')];
        return [];
      }
      case OperationRecord.name: {
        const { operation, nodeId } = entity as unknown as OperationRecord;
        if (way !== 'create' || operation !== 'document:import' || nodeId == null) return [];
        return [(em) => this.tellImport(em, nodeId)];
      }
      case CreditTransfer.name: {
        const { sourceOrganizationId, amount } = entity as CreditTransfer;
        if (way !== 'create' || sourceOrganizationId == null) return [];
        return [(em) => this.tellCredit(em, sourceOrganizationId, amount)];
      }
      default:
        return [];
    }
  }

  private async tellDocument(
    em: EntityManager,
    { id, pagesTotal, failureReason }: Document,
    event: 'document.ready' | 'document.failed',
  ): Promise<number> {
    const node = await em.findOne(Node, { id });
    if (node === null) return 0;
    const data = {
      documentId: id,
      name: node.name,
      pages: pagesTotal ?? null,
      reason: failureReason ?? null,
    };
    const now = this.clock.now();
    const ordered = event === 'document.ready' ? await orderCheck(em, now, node) : 0;
    const { organizationId } = node;
    return ordered + (await writeDeliveries(em, now, { event, organizationId, data }));
  }

  private async tellImport(em: EntityManager, documentId: string): Promise<number> {
    const node = await em.findOne(Node, { id: documentId });
    if (node === null) return 0;
    const data = { documentId, name: node.name };
    const { organizationId } = node;
    return writeDeliveries(em, this.clock.now(), { event: 'import.done', organizationId, data });
  }

  /** Once, when the limit is crossed. */
  private async tellCredit(em: EntityManager, organizationId: string, amount: number): Promise<number> {
    const organization = await em.findOne(Organization, { id: organizationId }, { disableIdentityMap: true });
    const left = organization === null ? null : remainingCredit(organization);
    if (organization === null || left === null) return 0;
    const limit = Math.max(LOW_PAGES, Math.ceil(organization.totalCredit * LOW_SHARE));
    if (left > limit || left + amount <= limit) return 0;
    const data = { organizationId, remainingCredit: left };
    return writeDeliveries(em, this.clock.now(), { event: 'credit.low', organizationId, data });
  }
}
