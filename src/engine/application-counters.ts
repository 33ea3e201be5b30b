/** Counts what is done with applications, month by month (see `GatheredCounts`). */
import type { Clock } from '../kernel/clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { ApplicationCounter, type CounterName, counterNames } from './application.entity.js';
import { GatheredCounts } from './gathered-counts.js';

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
  readonly count: number;
}

export class ApplicationCounters {
  private readonly gathered: GatheredCounts<Entry>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    onFailure: (error: unknown) => void = () => undefined,
  ) {
    const keyOf = ({ applicationId, month, name }: Entry): string => `${applicationId} ${month} ${name}`;
    this.gathered = new GatheredCounts({ database, keyOf, add, onFailure });
  }

  note(applicationId: string, name: CounterName, by = 1): void {
    const month = this.clock.now().toISOString().slice(0, 7);
    this.gathered.note([{ applicationId, month, name, count: by }]);
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
    await this.gathered.flush();
  }
}

async function add(em: EntityManager, entries: readonly Entry[]): Promise<void> {
  const values = entries.flatMap(({ applicationId, month, name, count }) => [
    applicationId,
    month,
    name,
    count,
  ]);
  await em.execute(
    `insert into "application_counter" ("application_id", "month", "name", "count")
     values ${entries.map(() => '(?, ?, ?, ?)').join(', ')}
     on conflict ("application_id", "month", "name") do update
     set "count" = "application_counter"."count" + excluded."count"`,
    values,
  );
}
