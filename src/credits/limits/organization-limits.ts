/**
 * Limits that the operator sets for an organization: bytes of files, and scans in a month (UTC). Where there is no limit nothing is counted,
 * and no scan waits for a write.
 */
import type { Clock } from '../../kernel/clock.js';
import type { Database, EntityManager } from '../../db/database.js';
import { GatheredWrites } from '../../db/gathered-writes.js';
import { readRows } from '../../db/rows.js';
import { LoupeError } from '../../kernel/errors.js';

/** A part of the limits: what is used of how much; null for as much as they like. */
export interface Use {
  readonly used: number;
  readonly limit: number | null;
}

export interface OrganizationUses {
  readonly storageBytes: Use;
  readonly scansAMonth: Use;
}

interface KnownScans extends Use {
  readonly month: string;
  readonly readMs: number;
}

interface CountedScans {
  readonly organizationId: string;
  readonly month: string;
  readonly scans: number;
}

/** So long other servers' scans and another limit may be unknown here. */
const FRESH_MS = 10_000;
const WRITE_AFTER_MS = 3000;
/** Organizations that are remembered. */
const MOST_KNOWN = 10_000;

export class OrganizationLimits {
  private readonly known = new Map<string, KnownScans>();
  private readonly counted: GatheredWrites<CountedScans>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    onFailure: (error: unknown) => void,
  ) {
    this.counted = new GatheredWrites({
      database,
      writeAfterMs: WRITE_AFTER_MS,
      keyOf: ({ organizationId, month }) => `${organizationId} ${month}`,
      join: (earlier, later) => ({ ...later, scans: earlier.scans + later.scans }),
      write: writeScans,
      onFailure,
    });
  }

  /** Counts a scan. @throws LoupeError LIMIT_REACHED */
  async admitScan(organizationId: string): Promise<void> {
    const { limit, used, month, readMs } = await this.scansOf(organizationId);
    if (limit === null) return;
    if (used >= limit) {
      throw new LoupeError(
        'LIMIT_REACHED',
        `Your organization may scan ${limit} times a month, and has. Ask the operator of the platform for more, or wait for the next month (UTC).`,
      );
    }
    this.known.set(organizationId, { limit, used: used + 1, month, readMs });
    this.counted.note([{ organizationId, month, scans: 1 }]);
  }

  async usesOf(em: EntityManager, organizationId: string): Promise<OrganizationUses> {
    const [row] = await readRows<LimitRow>(em, LIMITS, [monthOf(this.clock.now()), organizationId]);
    return {
      storageBytes: { used: await storedBytes(em, organizationId), limit: numberOf(row?.storage_limit) },
      scansAMonth: { used: Number(row?.scans ?? 0), limit: numberOf(row?.scan_limit) },
    };
  }

  /** Writes what is counted here. */
  async flush(): Promise<void> {
    await this.counted.flush();
  }

  private async scansOf(organizationId: string): Promise<KnownScans> {
    const now = this.clock.now();
    const known = this.known.get(organizationId);
    const month = monthOf(now);
    if (known?.month === month && Math.abs(now.getTime() - known.readMs) < FRESH_MS) return known;
    if (known?.limit != null) await this.counted.flush();
    const [row] = await readRows<LimitRow>(this.database.reader(), LIMITS, [month, organizationId]);
    const read = {
      limit: numberOf(row?.scan_limit),
      used: Number(row?.scans ?? 0),
      month,
      readMs: now.getTime(),
    };
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(organizationId, read);
    return read;
  }
}

interface LimitRow {
  readonly storage_limit: number | string | null;
  readonly scan_limit: number | string | null;
  readonly scans: number | string | null;
}

const LIMITS = `select o.storage_limit, o.scan_limit, u.scans from organization o
  left join organization_use u on u.organization_id = o.id and u.month = ? where o.id = ?`;

/** Bytes of all files of an organization, those of organizations below apart. */
export async function storedBytes(em: EntityManager, organizationId: string): Promise<number> {
  const [row] = await readRows<{ readonly bytes: number | string | null }>(
    em,
    'select sum(size_bytes) as bytes from stored_file where organization_id = ?',
    [organizationId],
  );
  return Number(row?.bytes ?? 0);
}

const numberOf = (value: number | string | null | undefined) => (value == null ? null : Number(value));

const monthOf = (date: Date) => date.toISOString().slice(0, 7);

async function writeScans(em: EntityManager, entries: readonly CountedScans[]): Promise<void> {
  for (const { organizationId, month, scans } of entries) {
    // The organization may be gone by now.
    await em.execute(
      `insert into organization_use (organization_id, month, scans)
       select id, ?, ? from organization where id = ?
       on conflict (organization_id, month) do update set scans = organization_use.scans + excluded.scans`,
      [month, scans, organizationId],
    );
  }
}
