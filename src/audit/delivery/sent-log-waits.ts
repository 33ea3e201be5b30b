/** How long entries of operation logs wait that are sent elsewhere: for `loupe doctor` and for monitoring. */
import type { EntityManager } from '../../db/entities.js';
import { readRows } from '../../db/rows.js';

/** A log that is sent elsewhere. */
export interface SentLog {
  readonly organizationId: string;
  readonly isActive: boolean;
  /** Why the last attempt failed; null where it did not. */
  readonly lastError: string | null;
  /** How long its oldest entry waits that was not sent; null where all were. */
  readonly waitsMs: number | null;
}

interface Row {
  readonly organization_id: string;
  readonly is_active: boolean | number;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly date_modified: Date | number | string;
  readonly chained: Date | number | string | null;
  readonly unchained: Date | number | string | null;
}

/** The chain is in the order of time, and an entry is sent when it has its number there. */
const SENT_LOGS = `select d.organization_id, d.is_active, d.attempts, d.last_error, d.date_modified,
    (select r.date from operation_record r
      where r.organization_id = d.organization_id and r.chain_number > d.delivered_through
      order by r.chain_number limit 1) as chained,
    (select min(r.date) from operation_record r
      where r.organization_id = d.organization_id and r.chain_number is null) as unchained
  from audit_delivery d order by d.organization_id`;

/** An entry that was there before waits since the sending was set up, or changed. */
export async function sentLogWaits(em: EntityManager, now: Date): Promise<readonly SentLog[]> {
  const rows = await readRows<Row>(em, SENT_LOGS, []);
  return rows.map((row) => {
    const written = [row.chained, row.unchained].flatMap((date) => (date === null ? [] : [timeOf(date)]));
    const since = Math.max(Math.min(...written), timeOf(row.date_modified));
    return {
      organizationId: row.organization_id,
      isActive: Boolean(row.is_active),
      lastError: Number(row.attempts) === 0 ? null : (row.last_error ?? ''),
      waitsMs: written.length === 0 ? null : Math.max(0, now.getTime() - since),
    };
  });
}

/** Of logs that are switched on; 0 where every entry was sent. */
export async function oldestSentLogSeconds(em: EntityManager, now: Date): Promise<number> {
  const logs = await sentLogWaits(em, now);
  return Math.max(0, ...logs.map(({ isActive, waitsMs }) => (isActive ? (waitsMs ?? 0) : 0))) / 1000;
}

const timeOf = (date: Date | number | string): number => new Date(date).getTime();
