/**
 * Counts what is done with applications, month by month. Counts are gathered in memory and written every few
 * seconds and at the end, so that a search costs no write; a crash loses at most the last seconds.
 */
import { raw } from '@mikro-orm/core';
import type { Clock } from '../clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { ApplicationCounter, type CounterName, counterNames } from './application-counter.entity.js';
import { Application } from './application.entity.js';

const WRITE_AFTER_MS = 3000;

type Counts = Readonly<Record<CounterName, number>>;

export interface MonthCounts {
  /** `YYYY-MM`, UTC. */
  readonly month: string;
  readonly counts: Counts;
}

interface Entry {
  readonly applicationId: string;
  readonly month: string;
  readonly name: CounterName;
  count: number;
}

export class ApplicationCounters {
  private entries = new Map<string, Entry>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly onFailure: (error: unknown) => void = () => undefined,
  ) {}

  note(applicationId: string, name: CounterName, by = 1): void {
    this.keep(applicationId, this.clock.now().toISOString().slice(0, 7), name, by);
    this.timer ??= setTimeout(() => void this.flush().catch(this.onFailure), WRITE_AFTER_MS).unref();
  }

  private keep(applicationId: string, month: string, name: CounterName, by: number): void {
    const id = `${applicationId} ${month} ${name}`;
    const known = this.entries.get(id);
    if (known !== undefined) known.count += by;
    else this.entries.set(id, { applicationId, month, name, count: by });
  }

  /** Months in which something was counted, newest first. */
  async read(applicationId: string): Promise<readonly MonthCounts[]> {
    await this.flush();
    const rows = await this.database.reader().find(ApplicationCounter, { applicationId });
    const months = [...new Set(rows.map((row) => row.month))].sort().reverse();
    return months.map((month) => {
      const of = (name: CounterName) =>
        rows.find((row) => row.month === month && row.name === name)?.count ?? 0;
      return { month, counts: Object.fromEntries(counterNames.map((name) => [name, of(name)])) as Counts };
    });
  }

  /** Writes what was gathered. */
  async flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const entries = [...this.entries.values()];
    this.entries = new Map();
    const turn = this.writing
      .then(() => this.write(entries))
      .catch((error: unknown) => {
        for (const { applicationId, name, count, month } of entries)
          this.keep(applicationId, month, name, count);
        throw error;
      });
    this.writing = turn.catch(() => undefined);
    await turn;
  }

  private async write(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    await this.database.transaction(async ({ em }) => {
      const ids = [...new Set(entries.map((entry) => entry.applicationId))];
      const found = await em.find(Application, { id: { $in: ids } }, { fields: ['id'] });
      const existing = new Set(found.map((application) => application.id));
      for (const entry of entries) if (existing.has(entry.applicationId)) await this.add(em, entry);
    });
  }

  private async add(em: EntityManager, { applicationId, month, name, count }: Entry): Promise<void> {
    const where = { applicationId, month, name };
    // Another process may write the same row: it is made first, empty, by whoever comes first.
    await em.upsert(ApplicationCounter, { ...where, count: 0 }, { onConflictAction: 'ignore' });
    await em.nativeUpdate(ApplicationCounter, where, { count: raw('count + ?', [count]) });
  }
}
