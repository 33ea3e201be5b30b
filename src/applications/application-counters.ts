/**
 * Counts what is done with applications, month by month. Counts are gathered in memory and written every few
 * seconds and at the end, so that a search costs no write; a crash loses at most the last seconds.
 */
import type { Clock } from '../kernel/clock.js';
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
      const counted = entries.filter((entry) => existing.has(entry.applicationId));
      await add(em, counted.toSorted(inOrderOfKey));
    });
  }
}

const BATCH = 200;

/** Everybody locks rows in the same order, so that two servers never wait for each other. */
function inOrderOfKey(one: Entry, other: Entry): number {
  const keys = [one, other].map(({ applicationId, month, name }) => `${applicationId} ${month} ${name}`);
  return (keys[0] ?? '') < (keys[1] ?? '') ? -1 : 1;
}

async function add(em: EntityManager, entries: readonly Entry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += BATCH) {
    const batch = entries.slice(from, from + BATCH);
    const values = batch.flatMap(({ applicationId, month, name, count }) => [
      applicationId,
      month,
      name,
      count,
    ]);
    await em.execute(
      `insert into "application_counter" ("application_id", "month", "name", "count")
       values ${batch.map(() => '(?, ?, ?, ?)').join(', ')}
       on conflict ("application_id", "month", "name") do update
       set "count" = "application_counter"."count" + excluded."count"`,
      values,
    );
  }
}
