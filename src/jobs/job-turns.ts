/**
 * Whose turn it is, as SQL. Organizations take turns: the one with the fewest running jobs first, then the one that had
 * none for the longest time. Within an organization small work goes first, without keeping large work waiting for ever.
 */
import { isKept } from '../db/notices.js';
import type { SqlClock } from '../db/sql-clock.js';

/** So much later than it was enqueued a job is ranked, for each page that it has. */
export const RANK_MS_PER_PAGE = 2000;

/** Longest wait before another try; what waits longer was written before a clock was set back. */
const LONGEST_RETRY_MS = 60_000;
const LONGEST_POSTPONEMENT_MS = 25 * 60 * 60 * 1000;
/** Ten leases: likewise. */
const LONGEST_LEASE_MS = 600_000;

export interface TurnsOf {
  readonly clock: SqlClock;
  /** Whether runners of other processes hold jobs. */
  readonly isShared: boolean;
  readonly isPostgres: boolean;
  /** A lease that ends sooner was not kept for a while; its runner is dead if the database does not see its process. */
  readonly quietLeaseMs: number;
  /** Who asks. */
  readonly runnerId: string;
}

type Values = Record<string, unknown>;

/** Names of values for a list in SQL; a list of nothing matches nothing. */
function listOf(values: Values, prefix: string, items: readonly string[]): string {
  const names = items.map((item, at) => {
    values[`${prefix}${at}`] = item;
    return `:${prefix}${at}`;
  });
  return names.length === 0 ? '(null)' : `(${names.join(', ')})`;
}

/** Condition: nobody works on job `alias`, and nothing keeps it from being worked on. */
function isDue({ clock, isShared, isPostgres, quietLeaseMs }: TurnsOf, alias: string, held: string): string {
  const waits = `${alias}.state = 'Waiting' and (
    ${alias}.run_after <= ${clock.at()}
    or ${alias}.run_after > ${clock.at(LONGEST_POSTPONEMENT_MS)}
    or not ${alias}.is_postponed
      and (${alias}.attempts = 0 or ${alias}.run_after > ${clock.at(LONGEST_RETRY_MS)}))`;
  const isOfDead = isPostgres
    ? ` or ${alias}.lease_expires < ${clock.at(quietLeaseMs)} and not ${isKept(`${alias}.runner_id`)}`
    : '';
  // A job that this runner holds without running it was not released, because the database was away. Where this is the only
  // runner, every job that it does not run is left over.
  const isLeft = isShared
    ? ` and (${alias}.runner_id = :runnerId or ${alias}.lease_expires is null or ${alias}.lease_expires < ${clock.at()}
        or ${alias}.lease_expires > ${clock.at(LONGEST_LEASE_MS)}${isOfDead})`
    : '';
  const isOurs = held === '(null)' ? '' : ` and ${alias}.id not in ${held}`;
  return `(${waits} or ${alias}.state = 'Running'${isLeft}${isOurs})`;
}

export interface ClaimOf {
  readonly types: readonly string[];
  /** Ids of the jobs that this runner works on. */
  readonly heldIds: readonly string[];
  readonly onlySingle: boolean;
  readonly leaseMs: number;
}

/** Statement that takes the next job and returns its id; on PostgreSQL it skips jobs that others are taking. */
export function claimStatement(of: TurnsOf, claim: ClaimOf): readonly [sql: string, values: Values] {
  const { clock, isPostgres } = of;
  const values: Values = { ...clock.values, runnerId: of.runnerId };
  const types = listOf(values, 'type', claim.types);
  const held = listOf(values, 'held', claim.heldIds);
  const sql = `
    with lanes as (select distinct lane from job where state in ('Waiting', 'Running')),
    turns as (
      select lanes.lane,
        (select count(*) from job r where r.state = 'Running' and r.lane = lanes.lane) as running,
        (select max(t.turn) from job t where t.lane = lanes.lane) as served
      from lanes
    )
    update job set state = 'Running', attempts = attempts + 1, runner_id = :runnerId,
      lease_expires = ${clock.at(claim.leaseMs)}, turn = 1 + (select max(t.turn) from job t),
      date_modified = ${clock.at()}
    where id = (
      select j.id from job j join turns on turns.lane = j.lane
      where j.type in ${types} and ${isDue(of, 'j', held)}
        ${claim.onlySingle ? 'and j.is_single' : ''}
      order by turns.running, turns.served, j.rank_at nulls first, j.id
      limit 1 ${isPostgres ? 'for update of j skip locked' : ''}
    )
    returning id`;
  return [sql, values];
}

/**
 * Statement that returns a row when another job should run instead of a running one: of an organization that would still
 * not have more than its own if it did, or earlier work of the same.
 */
export function outrankedStatement(
  of: TurnsOf,
  { types, heldIds, id }: Pick<ClaimOf, 'types' | 'heldIds'> & { readonly id: string },
): readonly [sql: string, values: Values] {
  const values: Values = { ...of.clock.values, runnerId: of.runnerId, id };
  const sql = `
    select w.id from job w join job mine on mine.id = :id
    where w.type in ${listOf(values, 'type', types)}
      and ${isDue(of, 'w', listOf(values, 'held', heldIds))}
      and (w.lane = mine.lane and w.rank_at < mine.rank_at
        or w.lane <> mine.lane
          and (select count(*) from job r where r.state = 'Running' and r.lane = w.lane)
            < (select count(*) from job r where r.state = 'Running' and r.lane = mine.lane))
    limit 1`;
  return [sql, values];
}
