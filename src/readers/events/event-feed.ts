/**
 * Gives records of readers their numbers, soon after they are written: a scan itself costs nothing more. Several servers may do
 * it; the lock on the last number lets one at a time.
 */
import type { Clock } from '../../kernel/clock.js';
import type { Database, EntityManager } from '../../db/database.js';
import { readRows } from '../../db/rows.js';
import { EventPosition, nextNumber } from './event-number.js';
import { EVENT_TABLES, type NumberedRow } from './recorded-event.js';

/** Names that followers of records wait for: of new ones, and of those that have numbers now. */
const FRESH_RECORDS = 'fresh-records';
export const NUMBERED_RECORDS = 'numbered-records';

/** Records of so long get their numbers together. */
const GATHER_MS = 200;
const AT_ONCE = 500;
const THE_ROW = 1;

/** Wakes followers of a name, on every server, when there may be something new. */
export interface Watch {
  changed(name: string): void;
  /** As `changed`, on this server alone. */
  wake(name: string): void;
  follow(name: string): AsyncGenerator<void>;
}

export interface EventFeedParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly watch: Watch;
  /** A failure does not end the feed: it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

export class EventFeed {
  private gathering: NodeJS.Timeout | undefined;
  private feeding: Promise<void> = Promise.resolve();
  private numbering: Promise<number> = Promise.resolve(0);
  private following: AsyncGenerator<void> | null = null;
  private readonly listeners: ((rows: readonly NumberedRow[]) => Promise<void> | void)[] = [];

  constructor(private readonly parts: EventFeedParts) {}

  /** Called after each record was written, by whichever server. Costs nothing. */
  readonly recorded = (): void => {
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      this.parts.watch.changed(FRESH_RECORDS);
    }, GATHER_MS).unref();
  };

  /** Called with what has numbers now, in their order; once at least, on the server that gave them. */
  onNumbered(listener: (rows: readonly NumberedRow[]) => Promise<void> | void): void {
    this.listeners.push(listener);
  }

  /** Begins to give numbers, also to what was written while nobody did. */
  start(): void {
    this.following = this.parts.watch.follow(FRESH_RECORDS);
    this.feeding = this.run(this.following);
  }

  async close(): Promise<void> {
    clearTimeout(this.gathering);
    // Ends at the next look.
    void this.following?.return(undefined);
    this.parts.watch.wake(FRESH_RECORDS);
    await this.feeding;
  }

  /** Numbers what waits for it, after what is being numbered. @returns how many there were */
  async feed(): Promise<number> {
    const feeding = this.numbering.catch(() => 0).then(async () => this.feedAll());
    this.numbering = feeding;
    return feeding;
  }

  private async feedAll(): Promise<number> {
    let count = 0;
    for (;;) {
      if (!(await this.isAnyFresh())) return count;
      const rows = await this.numberSome();
      if (rows.length === 0) return count;
      count += rows.length;
      this.parts.watch.changed(NUMBERED_RECORDS);
      for (const listener of this.listeners) await listener(rows);
    }
  }

  private async run(wakes: AsyncGenerator<void>): Promise<void> {
    for await (const _ of wakes) await this.feed().catch(this.parts.onFailure);
  }

  private async isAnyFresh(): Promise<boolean> {
    const arms = EVENT_TABLES.map(
      ({ table }) => `exists (select 1 from ${table} where event_number = 0) as ${table}`,
    );
    const [row] = await this.parts.database.readInThread<Readonly<Record<string, number | boolean>>>(
      `select ${arms.join(', ')}`,
      [],
    );
    return Object.values(row ?? {}).some(Boolean);
  }

  /** Numbers the earliest of what waits, by their times; a click comes after its match. Empty where another server does it. */
  private async numberSome(): Promise<readonly NumberedRow[]> {
    const { database, clock } = this.parts;
    return database.transaction(async ({ em }) => {
      const last = await takePosition(em, database.isPostgres);
      if (last === null) return [];
      const rows = await readFresh(em);
      let number = nextNumber(last, clock.now());
      const numbered = rows.map((row) => ({ ...row, number: number++ }));
      for (const { kind, table } of EVENT_TABLES) {
        const given = numbered.filter((row) => row.kind === kind).map(({ id, number: of }) => [id, of]);
        if (given.length === 0) continue;
        await em.execute(numbering(table, database.isPostgres), [JSON.stringify(Object.fromEntries(given))]);
      }
      if (numbered.length > 0) await em.nativeUpdate(EventPosition, { id: THE_ROW }, { last: number - 1 });
      return numbered;
    });
  }
}

/** The last number, held until the transaction ends; null while another server holds it. */
async function takePosition(em: EntityManager, isPostgres: boolean): Promise<number | null> {
  const sql = `select last from event_position where id = ${THE_ROW}`;
  const take = async () =>
    em.execute<{ last: number | string }[]>(isPostgres ? `${sql} for update skip locked` : sql);
  const [held] = await take();
  if (held !== undefined) return Number(held.last);
  await em.execute(
    `insert into event_position (id, last) values (${THE_ROW}, 0) on conflict (id) do nothing`,
  );
  const [made] = await take();
  return made === undefined ? null : Number(made.last);
}

async function readFresh(em: EntityManager): Promise<readonly Omit<NumberedRow, 'number'>[]> {
  const arms = EVENT_TABLES.map(
    ({ kind, table, time }) =>
      `select * from (select id, organization_id, '${kind}' as kind, ${time} as happened from ${table}
         where event_number = 0 order by ${time} limit ${AT_ONCE}) as ${table}_fresh`,
  );
  const rows = await em.execute<{ id: string; organization_id: string; kind: NumberedRow['kind'] }[]>(
    `select * from (${arms.join(' union all ')}) as fresh order by happened, kind desc, id limit ${AT_ONCE}`,
  );
  return rows.map(({ id, organization_id: organizationId, kind }) => ({ id, organizationId, kind }));
}

/** One statement for many records; its value is a JSON object of numbers by ids. */
function numbering(table: string, isPostgres: boolean): string {
  return isPostgres
    ? `update ${table} set event_number = cast(given.value as bigint)
         from json_each_text(cast(? as json)) as given where ${table}.id = cast(given.key as uuid)`
    : `update ${table} set event_number = given.value from json_each(?) as given where ${table}.id = given.key`;
}

/** The last number that was given; 0 before the first. */
export async function lastNumber(em: EntityManager): Promise<number> {
  const sql = `select last from event_position where id = ${THE_ROW}`;
  const [row] = await readRows<{ readonly last: number | string }>(em, sql, []);
  return Number(row?.last ?? 0);
}
