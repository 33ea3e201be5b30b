/**
 * Who runs which job. A runner holds a job for a while and asks for more time while it works; a job whose runner has
 * not been heard of for that long is anybody's again, much sooner where the database sees that its process is gone. So
 * several processes share one table, and none runs what another one runs. Times are those of the database where several share it.
 */
import { raw } from '@mikro-orm/core';
import type { Clock } from '../kernel/clock.js';
import type { Database } from '../db/database.js';
import { SqlClock } from '../db/sql-clock.js';
import { newId } from '../kernel/ids.js';
import { Job } from './job.entity.js';
import { claimStatement, outrankedStatement, type TurnsOf } from './job-turns.js';

/** Ten times as long as a runner that shares the table needs to ask for more, and short enough that nobody waits long for the work of a dead one. */
export const LEASE_MS = 20_000;
/**
 * A runner that has not asked for more time for so long, and whose process the database no longer sees, is dead. Three
 * times as long as between two askings, so that one that only lost a connection has it again.
 */
const QUIET_MS = 6000;
const KEEP_FINISHED_MS = 7 * 24 * 60 * 60 * 1000;

/** The job was taken by another runner, because this one was not heard of for too long. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

export interface Wanted {
  readonly types: readonly string[];
  /** Ids of the jobs that this runner works on. */
  readonly heldIds: readonly string[];
}

export class JobLeases {
  private readonly runnerId = newId();
  private readonly turns: TurnsOf;

  constructor(
    private readonly database: Database,
    clock: Clock,
  ) {
    const { isShared, isPostgres } = database;
    const quietLeaseMs = LEASE_MS - QUIET_MS;
    const { runnerId } = this;
    this.turns = { clock: new SqlClock(isPostgres, clock), isShared, isPostgres, quietLeaseMs, runnerId };
  }

  /** Forgets jobs that ended long ago. */
  async begin(): Promise<void> {
    const before = this.turns.clock.instant(-KEEP_FINISHED_MS);
    await this.database.transaction(async ({ em }) => {
      await em.nativeDelete(Job, { state: { $in: ['Done', 'Failed'] }, dateModified: { $lt: before } });
    });
  }

  /** Lets others see that this runner lives, so that they need not wait for the end of its leases when it does not. */
  async beSeen(): Promise<void> {
    await this.database.keepName(this.runnerId);
  }

  /** Takes the job whose turn it is; null when there is none. @param onlySingle only single pictures */
  async claim({ types, heldIds }: Wanted, onlySingle = false): Promise<Job | null> {
    const wanted = { types, heldIds, onlySingle, leaseMs: LEASE_MS };
    const statement = raw<never>(...claimStatement(this.turns, wanted));
    return this.database.transaction(async ({ em }) => {
      const [taken] = await em.execute<{ id: string }[]>(statement);
      return taken === undefined ? null : em.findOneOrFail(Job, taken.id);
    });
  }

  /** Whether another job should run instead of one that this runner holds. */
  async isOutranked(id: string, wanted: Wanted): Promise<boolean> {
    const statement = raw<never>(...outrankedStatement(this.turns, { ...wanted, id }));
    const found = await this.database.reader().execute<unknown[]>(statement);
    return found.length > 0;
  }

  /** Asks for more time for jobs that this runner holds. */
  async extend(ids: readonly string[]): Promise<void> {
    await this.database.transaction(async ({ em }) => {
      const held = { id: { $in: [...ids] }, runnerId: this.runnerId, state: 'Running' as const };
      await em.nativeUpdate(Job, held, { leaseExpires: this.turns.clock.instant(LEASE_MS) });
    });
  }

  /** Notes how much of a job is done, 0..1, and in which attempt, and asks for more time. @throws LeaseLostError */
  async progress(id: string, progress: number, attempts?: number): Promise<void> {
    const leaseExpires = this.turns.clock.instant(LEASE_MS);
    await this.change(id, { progress, leaseExpires, ...(attempts === undefined ? {} : { attempts }) });
  }

  /** Lets a job go, in another state. @throws LeaseLostError when this runner no longer holds it */
  async release(id: string, values: Partial<Job>, runAfterMs?: number): Promise<void> {
    const runAfter = runAfterMs === undefined ? {} : { runAfter: this.turns.clock.instant(runAfterMs) };
    await this.change(id, { ...values, ...runAfter, runnerId: null, leaseExpires: null });
  }

  private async change(id: string, values: Partial<Job>): Promise<void> {
    const dateModified = this.turns.clock.instant();
    const changed = await this.database.transaction(async ({ em }) =>
      em.nativeUpdate(Job, { id, runnerId: this.runnerId }, { ...values, dateModified }),
    );
    if (changed === 0) throw new LeaseLostError(`Job ${id} is no longer held by this runner.`);
  }
}
