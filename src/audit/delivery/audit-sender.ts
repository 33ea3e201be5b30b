/**
 * Sends operation logs as they grow to a bucket or an address: in the order of their chains, a part behind the other, each until it has
 * arrived. A part may arrive twice, and none is left out.
 */
import type { Secrets } from '../../access/secrets.js';
import type { Database } from '../../db/database.js';
import { readRows } from '../../db/rows.js';
import type { Clock } from '../../kernel/clock.js';
import type { S3Objects } from '../../media/blobs/s3-objects.js';
import { postWebhook } from '../../http-client/signed-message.js';
import { auditLine } from '../audit-lines.js';
import { chainedAfter } from '../operation-record.entity.js';
import { AuditDelivery } from './audit-delivery.entity.js';

export interface AuditSenderParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'decrypt'>;
  /** Null where the operator names none. */
  readonly bucket: Pick<S3Objects, 'put'> | null;
  readonly allowsPrivate: boolean;
}

/** Consecutive entries of one log. */
interface Part {
  readonly organizationId: string;
  readonly first: number;
  readonly last: number;
  readonly hash: string;
  readonly lines: readonly string[];
}

const AUDIT_EVENT = 'audit.recorded';

/** Entries of a part, and characters beyond which it takes no further one. */
const MOST_ENTRIES = 500;
const MOST_LENGTH = 1_000_000;
/** How long a server may take for a part before another one tries. */
const LEASE_MS = 2 * 60_000;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 30 * 60_000;
const NUMBER_LENGTH = 12;
const MAX_ERROR_LENGTH = 500;

export class AuditSender {
  private readonly stopping = new AbortController();

  constructor(private readonly parts: AuditSenderParts) {}

  /** Organizations with entries that are due. */
  async due(): Promise<readonly string[]> {
    const { database, clock } = this.parts;
    const rows = await readRows<{ organization_id: string }>(
      database.reader(),
      `select d.organization_id from audit_delivery d join audit_chain c on c.organization_id = d.organization_id
       where d.is_active = ? and d.next_attempt <= ? and c.number > d.delivered_through order by d.next_attempt`,
      [true, clock.now()],
    );
    return rows.map(({ organization_id: id }) => id);
  }

  /**
   * Sends what is due.
   *
   * @returns how many entries have arrived
   * @throws Error when a log could not be sent; the others are sent all the same
   */
  async sendDue(): Promise<number> {
    let sent = 0;
    const failed: string[] = [];
    for (const organizationId of await this.due()) {
      if (this.stopping.signal.aborted) break;
      try {
        sent += await this.sendAll(organizationId);
      } catch (error) {
        failed.push(`${organizationId}: ${wordsOf(error)}`);
      }
    }
    if (failed.length > 0) throw new Error(`Operation logs could not be sent: ${failed.join('; ')}`);
    return sent;
  }

  close(): void {
    this.stopping.abort();
  }

  private async sendAll(organizationId: string): Promise<number> {
    let sent = 0;
    while (!this.stopping.signal.aborted) {
      const delivery = await this.claim(organizationId);
      if (delivery === null) return sent;
      const part = await this.nextPart(delivery);
      if (part === null) {
        await this.note(delivery, { nextAttempt: this.parts.clock.now() });
        return sent;
      }
      try {
        await this.send(delivery, part);
      } catch (error) {
        await this.failed(delivery, error);
        throw error;
      }
      await this.arrived(delivery, part);
      sent += part.lines.length;
    }
    return sent;
  }

  /** Takes a log for itself: the next attempt of another server is put off. Null where another one has it. */
  private async claim(organizationId: string): Promise<AuditDelivery | null> {
    const { database, clock } = this.parts;
    const now = clock.now();
    return database.transaction(async ({ em }) => {
      const due = { organizationId, isActive: true, nextAttempt: { $lte: now } };
      const taken = await em.nativeUpdate(AuditDelivery, due, {
        nextAttempt: new Date(now.getTime() + LEASE_MS),
      });
      return taken === 0 ? null : em.findOne(AuditDelivery, { organizationId }, { disableIdentityMap: true });
    });
  }

  private async nextPart({ organizationId, deliveredThrough }: AuditDelivery): Promise<Part | null> {
    const reader = this.parts.database.reader();
    const records = await chainedAfter(reader, organizationId, deliveredThrough, MOST_ENTRIES);
    const lines: string[] = [];
    let length = 0;
    for (const record of records) {
      if (length > MOST_LENGTH) break;
      const line = auditLine.jsonl(record);
      lines.push(line);
      length += line.length;
    }
    const [first, last] = [records[0], records[lines.length - 1]];
    if (first === undefined || last === undefined) return null;
    return {
      organizationId,
      first: first.chainNumber ?? 0,
      last: last.chainNumber ?? 0,
      hash: last.chainHash ?? '',
      lines,
    };
  }

  private async send(delivery: AuditDelivery, part: Part): Promise<void> {
    if (delivery.target === 'Bucket') await this.put(part);
    else await this.post(delivery, part);
  }

  /** A part that is sent again, with more entries by then, takes the place of the one before. */
  private async put({ organizationId, first, lines }: Part): Promise<void> {
    const { bucket } = this.parts;
    if (bucket === null) throw new Error('No bucket is named: set LOUPE_AUDIT_URL.');
    const name = `${organizationId}/${String(first).padStart(NUMBER_LENGTH, '0')}.jsonl`;
    await bucket.put(name, Buffer.from(lines.map((line) => `${line}\n`).join('')));
  }

  private async post({ url, secretCipher }: AuditDelivery, part: Part): Promise<void> {
    const { clock, secrets, allowsPrivate } = this.parts;
    const { organizationId, first, last, hash, lines } = part;
    const time = clock.now();
    const entries = lines.map((line) => JSON.parse(line) as unknown);
    const data = { organizationId, first, last, hash, entries };
    const message = {
      id: `audit-${organizationId}-${first}-${last}`,
      time,
      payload: JSON.stringify({ type: AUDIT_EVENT, timestamp: time.toISOString(), data }),
      secret: secrets.decrypt(secretCipher ?? ''),
    };
    const { signal } = this.stopping;
    const status = await postWebhook(url ?? '', message, { allowsPrivate, signal });
    if (status < 200 || status > 299) throw new Error(`The receiver answered ${status}.`);
  }

  /** Settings that were changed meanwhile are left alone: what they say comes next. */
  private async arrived(delivery: AuditDelivery, { last }: Part): Promise<void> {
    const now = this.parts.clock.now();
    await this.note(delivery, {
      deliveredThrough: last,
      dateDelivered: now,
      attempts: 0,
      lastError: null,
      nextAttempt: now,
    });
  }

  private async failed(delivery: AuditDelivery, error: unknown): Promise<void> {
    const wait = Math.min(FIRST_WAIT_MS * 3 ** Math.min(delivery.attempts, 10), LONGEST_WAIT_MS);
    await this.note(delivery, {
      attempts: delivery.attempts + 1,
      lastError: wordsOf(error).slice(0, MAX_ERROR_LENGTH),
      nextAttempt: new Date(this.parts.clock.now().getTime() + wait),
    });
  }

  private async note(
    { organizationId, deliveredThrough, dateModified }: AuditDelivery,
    facts: Partial<AuditDelivery>,
  ): Promise<void> {
    await this.parts.database.transaction(({ em }) =>
      em.nativeUpdate(AuditDelivery, { organizationId, deliveredThrough, dateModified }, facts),
    );
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
