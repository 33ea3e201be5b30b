/** Removes what is kept for a while only: matches and clicks by their organization's setting, and old archives. */
import { MS_PER_DAY, type Clock } from '../kernel/clock.js';
import { operator } from '../access/viewer.js';
import type { AuditSealer } from '../audit/chain/audit-sealer.js';
import { AuditDelivery } from '../audit/delivery/audit-delivery.entity.js';
import type { OperationLog } from '../audit/operation-log.js';
import { AnsweredRequest } from '../audit/answered-request.entity.js';
import { ANSWERS_KEPT_MS } from '../audit/answered-requests.js';
import type { Database } from '../db/database.js';
import { Organization } from '../organizations/organization.entity.js';
import type { FileStore } from '../media/blobs/file-store.js';
import { StoredFile } from '../media/blobs/stored-file.entity.js';
import { Click } from './click.entity.js';
import { Match, UnmatchedScan } from './match.entity.js';

const ARCHIVE_DAYS = 7;

export class Retention {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly files: FileStore,
    private readonly audit: Pick<AuditSealer, 'forget'>,
    private readonly operations: OperationLog,
  ) {}

  /** @returns how many matches, clicks, unmatched scans and archives went */
  async run(): Promise<{ readonly records: number; readonly archives: number }> {
    const now = this.clock.now().getTime();
    const limited = await this.database
      .reader()
      .find(Organization, { retentionDays: { $ne: null } }, { fields: ['id', 'retentionDays'] });
    let records = 0;
    for (const { id: organizationId, retentionDays } of limited) {
      const before = new Date(now - (retentionDays ?? 0) * MS_PER_DAY);
      records += await this.database.transaction(async ({ em }) => {
        const clicks = await em.nativeDelete(Click, { organizationId, clickTime: { $lt: before } });
        const aged = { organizationId, requestTime: { $lt: before } };
        const scans = await em.nativeDelete(UnmatchedScan, aged);
        return clicks + scans + (await em.nativeDelete(Match, aged));
      });
    }
    await this.forgetOperations(now);
    const answered = { dateCreated: { $lt: new Date(now - ANSWERS_KEPT_MS) } };
    await this.database.transaction(({ em }) => em.nativeDelete(AnsweredRequest, answered));
    return { records, archives: await this.removeArchives(new Date(now - ARCHIVE_DAYS * MS_PER_DAY)) };
  }

  /** Removes old entries of operation logs; that they went is an entry itself. */
  private async forgetOperations(now: number): Promise<void> {
    const limited = await this.database
      .reader()
      .find(Organization, { auditDays: { $ne: null } }, { fields: ['id', 'auditDays'] });
    for (const { id, auditDays } of limited) {
      const before = new Date(now - (auditDays ?? 0) * MS_PER_DAY);
      await this.database.transaction(async ({ em }) => {
        // Entries that are still to be sent elsewhere stay until they have arrived.
        const delivery = await em.findOne(AuditDelivery, { organizationId: id, isActive: true });
        const removed = await this.audit.forget(em, id, before, delivery?.deliveredThrough);
        if (removed === 0) return;
        const change = { kind: 'AuditLog', elementId: id, languageCode: null, field: 'removedEntries' };
        const changes = [{ ...change, before: null, after: String(removed) }];
        this.operations.write(em, operator, 'audit:retention', { id, organizationId: id, changes });
      });
    }
  }

  private async removeArchives(before: Date): Promise<number> {
    return this.database.transaction(async (transaction) => {
      const old = await transaction.em.find(
        StoredFile,
        { kind: 'Archive', dateCreated: { $lt: before } },
        { fields: ['id'] },
      );
      await this.files.remove(transaction, old);
      return old.length;
    });
  }
}
