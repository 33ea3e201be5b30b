/**
 * Who runs which job. A runner holds a job for a while and asks for more time while it works; a job whose runner has
 * not been heard of for that long is anybody's again. So several processes share one table, and none runs what
 * another one runs.
 */
import type { Clock } from '../clock.js';
import type { Database } from '../db/database.js';
import { newId } from '../ids.js';
import { Job } from './job.entity.js';

/** Long enough for a process that is busy, short enough that the work of a dead one is not missed. */
export const LEASE_MS = 60_000;
const KEEP_FINISHED_MS = 7 * 24 * 60 * 60 * 1000;

/** The job was taken by another runner, because this one was not heard of for too long. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

export class JobLeases {
  private readonly runnerId = newId();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Frees what an earlier run of this process left, and forgets jobs that ended long ago. */
  async begin(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEEP_FINISHED_MS);
    await this.database.transaction(async ({ em }) => {
      // Nobody else can be running a job of a database that belongs to this process alone.
      if (!this.database.isShared) {
        await em.nativeUpdate(Job, { state: 'Running' }, { state: 'Waiting', ...nobody });
      }
      await em.nativeDelete(Job, { state: { $in: ['Done', 'Failed'] }, dateModified: { $lt: before } });
    });
  }

  /** Takes the next job that is due, or that its runner gave no sign of; null when there is none. */
  async claim(types: readonly string[]): Promise<Job | null> {
    return this.database.transaction(async ({ em }) => {
      const now = this.clock.now();
      const isFree = [
        { state: 'Waiting' as const, runAfter: { $lte: now } },
        { state: 'Running' as const, leaseExpires: { $lt: now } },
      ];
      const job = await em.findOne(
        Job,
        { type: { $in: [...types] }, $or: isFree },
        { orderBy: { runAfter: 'asc', id: 'asc' } },
      );
      if (job === null) return null;
      const taken = await em.nativeUpdate(
        Job,
        { id: job.id, $or: isFree },
        { state: 'Running', attempts: job.attempts + 1, dateModified: now, ...this.lease(now) },
      );
      if (taken === 0) return null;
      job.attempts += 1;
      return job;
    });
  }

  /** Asks for more time for everything that this runner holds. */
  async extend(): Promise<void> {
    await this.database.transaction(async ({ em }) => {
      await em.nativeUpdate(Job, { runnerId: this.runnerId, state: 'Running' }, this.lease(this.clock.now()));
    });
  }

  /** Changes a job that this runner holds. @throws LeaseLostError when it does not any more */
  async update(id: string, values: Partial<Job>): Promise<void> {
    const changed = await this.database.transaction(async ({ em }) => {
      const now = this.clock.now();
      const holder = values.state === undefined ? this.lease(now) : nobody;
      return em.nativeUpdate(
        Job,
        { id, runnerId: this.runnerId },
        { ...values, ...holder, dateModified: now },
      );
    });
    if (changed === 0) throw new LeaseLostError(`Job ${id} is not held by this runner any more.`);
  }

  private lease(now: Date) {
    return { runnerId: this.runnerId, leaseExpires: new Date(now.getTime() + LEASE_MS) };
  }
}

const nobody = { runnerId: null, leaseExpires: null };
