/** Several limits that are asked about one and the same act, in one statement of PostgreSQL. */
import { LRUCache } from 'lru-cache';

/** Keys known to be over their limit: another request for one of them costs the database nothing. */
const MOST_REFUSED_KEYS = 10_000;

/** A count in the table `rate_count`, which `rate-limiter-flexible` reads and writes as well. */
export interface SharedCount {
  /** As the library writes it: the limit's name, a colon, what is counted. */
  readonly key: string;
  readonly points: number;
  readonly windowMs: number;
  /** It is not counted where this key is remembered. */
  readonly unlessKnown?: string | undefined;
}

/** What a count has come to. */
export interface CountedUp {
  /** With this time; above `points` it is too often. */
  readonly consumed: number;
  /** Until the window ends. */
  readonly leftMs: number;
}

interface Pool {
  query(statement: {
    readonly name: string;
    readonly text: string;
    readonly values: readonly unknown[];
  }): Promise<{ readonly rows: readonly unknown[] }>;
}

interface Row {
  readonly at: number;
  readonly points: number;
  readonly expire: string | number;
}

export class CountsTogether {
  private readonly refused = new LRUCache<string, { readonly consumed: number; readonly untilMs: number }>({
    max: MOST_REFUSED_KEYS,
  });

  constructor(private readonly pool: Pool) {}

  /**
   * Counts once for each, in their order, up to the first that is over its limit; that one is the last of the answer.
   *
   * @returns null for those that were not counted
   * @throws Error of the database
   */
  async count(counts: readonly SharedCount[]): Promise<readonly (CountedUp | null)[]> {
    const nowMs = Date.now();
    const before = counts.findIndex(
      ({ key, unlessKnown }) => unlessKnown === undefined && (this.refused.get(key)?.untilMs ?? 0) > nowMs,
    );
    const asked = before < 0 ? counts : counts.slice(0, before);
    const found = asked.length === 0 ? [] : await this.ask(asked, nowMs);
    for (const [at, { key, points }] of asked.entries()) {
      const counted = found[at];
      if (counted && counted.consumed > points) {
        this.refused.set(key, { consumed: counted.consumed, untilMs: nowMs + counted.leftMs });
        return found;
      }
    }
    const known = this.refused.get(counts[before]?.key ?? '');
    if (known === undefined) return found;
    return [...found, { consumed: known.consumed, leftMs: known.untilMs - nowMs }];
  }

  /**
   * After an act that has come right: takes back one count of each key but of one, which is forgotten, and remembers another, in
   * one statement.
   *
   * @param counted in the order in which they were counted: rows are locked in it, so that nobody waits for each other
   * @throws Error of the database
   */
  async settle(
    counted: readonly string[],
    forgotten: string,
    remembered: { readonly key: string; readonly windowMs: number },
  ): Promise<void> {
    const nowMs = Date.now();
    this.refused.delete(forgotten);
    await this.pool.query({
      name: 'rate_count:settle',
      text: `
        with locked as (
            select key from rate_count where key = any($1::varchar[]) order by array_position($1::varchar[], key) for update
          ),
          forgotten as (delete from rate_count where key = $2 and (select count(*) from locked) >= 0),
          taken_back as (
            update rate_count set points = points - 1
            where key = any($1::varchar[]) and key <> $2 and expire > $3 and (select count(*) from locked) >= 0
          )
        insert into rate_count (key, points, expire) select $4, 1, $5::bigint
        where (select count(*) from locked) >= 0
        on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
      values: [counted, forgotten, nowMs, remembered.key, nowMs + remembered.windowMs],
    });
  }

  private async ask(counts: readonly SharedCount[], nowMs: number): Promise<(CountedUp | null)[]> {
    const { rows } = await this.pool.query(statement(counts, nowMs));
    const found = new Map((rows as readonly Row[]).map((row) => [row.at, row]));
    return counts.map((_, at) => {
      const row = found.get(at);
      if (row === undefined) return null;
      return { consumed: row.points, leftMs: Math.max(0, Number(row.expire) - nowMs) };
    });
  }
}

/** Each counts only if the one before it was counted, or left out, and is not over its limit. */
function statement(counts: readonly SharedCount[], nowMs: number): Parameters<Pool['query']>[0] {
  const values: unknown[] = [nowMs];
  const bound = (value: unknown) => `$${values.push(value)}`;
  const steps = counts.map(({ key, windowMs, unlessKnown }, at) => {
    const conditions = counts.slice(0, at).map((earlier, index) => {
      return `not exists (select from step_${index} where points > ${bound(earlier.points)})`;
    });
    if (unlessKnown !== undefined) {
      conditions.push(
        `not exists (select from rate_count where key = ${bound(unlessKnown)} and expire > $1)`,
      );
    }
    return `step_${at} as (
      insert into rate_count as counted (key, points, expire)
      select ${bound(key)}::varchar, 1, ${bound(nowMs + windowMs)}::bigint
      ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
      on conflict (key) do update set
        points = case when counted.expire <= $1 then 1 else counted.points + 1 end,
        expire = case when counted.expire <= $1 then excluded.expire else counted.expire end
      returning points, expire)`;
  });
  const answers = counts.map((_, at) => `select ${at} as "at", points, expire from step_${at}`);
  const form = counts.map(({ unlessKnown }) => (unlessKnown === undefined ? 'c' : 'k')).join('');
  return {
    name: `rate_count:${form}`,
    text: `with ${steps.join(', ')} ${answers.join(' union all ')}`,
    values,
  };
}
