/** How many jobs wait, and since when, for monitoring. */
import type { Clock } from '../kernel/clock.js';
import type { Database } from '../db/database.js';
import { Job } from './job.entity.js';

export interface JobCount {
  readonly type: string;
  readonly state: Job['state'];
  readonly count: number;
  /** How long the oldest of them has been due; null where none is. */
  readonly oldestSeconds: number | null;
}

/** Jobs by type and state; those that are done are not looked at. */
export async function countJobs(database: Database, clock: Clock): Promise<readonly JobCount[]> {
  const now = clock.now().getTime();
  const jobs = await database
    .reader()
    .find(
      Job,
      { state: { $ne: 'Done' } },
      { fields: ['type', 'state', 'runAfter'], disableIdentityMap: true },
    );
  const counts = new Map<string, { type: string; state: Job['state']; count: number; oldest: number }>();
  for (const { type, state, runAfter } of jobs) {
    const known = counts.get(`${type} ${state}`) ?? { type, state, count: 0, oldest: Infinity };
    known.count += 1;
    known.oldest = Math.min(known.oldest, runAfter.getTime());
    counts.set(`${type} ${state}`, known);
  }
  return [...counts.values()].map(({ oldest, ...counted }) => ({
    ...counted,
    oldestSeconds: oldest > now ? null : (now - oldest) / 1000,
  }));
}
