/** What runners of several servers do with the jobs of one PostgreSQL database. */
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { entities } from '../../src/app/entities.js';
import type { Clock } from '../../src/kernel/clock.js';
import { Database } from '../../src/db/database.js';
import { newId } from '../../src/kernel/ids.js';
import { Job } from '../../src/jobs/job.entity.js';
import { JobLeases, LEASE_MS, LeaseLostError } from '../../src/jobs/job-leases.js';
import { JobRunner } from '../../src/jobs/job-runner.js';
import { migratedPostgresDatabase } from '../kit/servers/postgres.js';

const [ann, bob] = [newId(), newId()];
const DAY_MS = 24 * 60 * 60 * 1000;

describe('runners on one PostgreSQL database', () => {
  const opened: Database[] = [];
  const runners: JobRunner[] = [];
  const clock: Clock = { now: () => new Date() };
  const work = { types: ['work'], heldIds: [] };
  const far: Clock = { now: () => new Date(Date.now() - 20 * DAY_MS) };

  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.close();
    for (const database of opened.splice(0)) await database.close();
  });

  async function openDatabase(url: string): Promise<Database> {
    const database = await Database.open(url, entities);
    opened.push(database);
    return database;
  }

  /** Writes a job without a notice to the runners here. @returns its id */
  async function enqueue(database: Database): Promise<string> {
    const runner = new JobRunner(database, clock, pino({ level: 'silent' }));
    return database.transaction(async (transaction) =>
      runner.enqueue(transaction, { type: 'work', organizationId: ann }),
    );
  }

  it('share many jobs, each once, though one of their clocks is weeks behind', async () => {
    const url = await migratedPostgresDatabase();
    const seen: string[] = [];
    const by = new Set<number>();
    for (let at = 0; at < 4; at += 1) {
      const database = await openDatabase(url);
      const runner = new JobRunner(database, at === 0 ? far : clock, pino({ level: 'silent' }));
      runner.register('work', {
        run: async ({ id }) => {
          seen.push(id);
          by.add(at);
          await new Promise((resolve) => setImmediate(resolve));
        },
      });
      runners.push(runner);
    }
    const [first] = runners;
    const [database] = opened;
    if (first === undefined || database === undefined) throw new Error('There is no runner.');
    const ids = await database.transaction(async (transaction) =>
      Array.from({ length: 100 }, (_, at) =>
        first.enqueue(transaction, { type: 'work', organizationId: at % 3 === 0 ? ann : bob }),
      ),
    );
    for (const runner of runners) runner.start();
    for (const id of ids) await runners[3]?.waitFor(id);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect(by.size).toBeGreaterThan(1);
  });

  it('take what a process that is gone was working on without waiting for the end of its lease', async () => {
    const url = await migratedPostgresDatabase();
    const [hung, living] = [await openDatabase(url), await openDatabase(url)];
    const dead = await Database.open(url, entities);
    const taken: string[] = [];
    for (const database of [hung, dead]) {
      const leases = new JobLeases(database, clock);
      await leases.beSeen();
      await enqueue(database);
      taken.push((await leases.claim(work))?.id ?? '');
    }
    const [ofHung, ofDead] = taken;
    const quiet = new Date(Date.now() + LEASE_MS / 2);
    await living.transaction(({ em }) =>
      em.nativeUpdate(Job, { id: { $in: taken } }, { leaseExpires: quiet }),
    );
    const others = new JobLeases(living, clock);
    expect(await others.claim(work)).toBeNull();
    await dead.close();
    // The server of the database notices the end of a session a moment later.
    await expect.poll(async () => (await others.claim(work))?.id).toBe(ofDead);
    expect(await others.claim({ ...work, heldIds: [ofDead ?? ''] })).toBeNull();
    expect((await living.reader().findOneOrFail(Job, ofHung ?? '')).state).toBe('Running');
  });

  it('leave a job to a runner that lost its connection and asks for more time', async () => {
    const url = await migratedPostgresDatabase();
    const [holder, others] = [await openDatabase(url), await openDatabase(url)];
    const leases = new JobLeases(holder, clock);
    const id = await enqueue(holder);
    // Without a session that keeps its name.
    expect((await leases.claim(work))?.id).toBe(id);
    expect(await new JobLeases(others, clock).claim(work)).toBeNull();
    await leases.extend([id]);
    expect(await new JobLeases(others, clock).claim(work)).toBeNull();
    const quiet = new Date(Date.now() + LEASE_MS / 2);
    await others.transaction(({ em }) => em.nativeUpdate(Job, id, { leaseExpires: quiet }));
    expect((await new JobLeases(others, clock).claim(work))?.id).toBe(id);
    await expect(leases.progress(id, 0.5)).rejects.toThrow(LeaseLostError);
  });

  it('take up again at once what they could not let go while the database was away', async () => {
    const database = await openDatabase(await migratedPostgresDatabase());
    const [leases, others] = [new JobLeases(database, clock), new JobLeases(database, clock)];
    const id = await enqueue(database);
    expect((await leases.claim(work))?.id).toBe(id);
    // As long as it works on it, nobody takes it; then its end could not be written.
    expect(await leases.claim({ ...work, heldIds: [id] })).toBeNull();
    expect(await others.claim(work)).toBeNull();
    expect((await leases.claim(work))?.id).toBe(id);
    await leases.release(id, { state: 'Done' });
    expect((await database.reader().findOneOrFail(Job, id)).state).toBe('Done');
  });

  it('pass by a job whose row a hung process holds', async () => {
    const url = await migratedPostgresDatabase();
    const [hung, living] = [await openDatabase(url), await openDatabase(url)];
    const runner = new JobRunner(living, clock, pino({ level: 'silent' }));
    runners.push(runner);
    const done: string[] = [];
    runner.register('work', { run: async ({ id }) => void done.push(id) });
    const [held, free] = await hung.transaction(async (transaction) => [
      runner.enqueue(transaction, { type: 'work', organizationId: ann }),
      runner.enqueue(transaction, { type: 'work', organizationId: ann }),
    ]);
    await hung.transaction(async ({ em }) => {
      await em.nativeUpdate(Job, held ?? '', { progress: 0.5 });
      runner.start();
      await runner.waitFor(free ?? '');
      expect(done).toEqual([free]);
    });
    await runner.waitFor(held ?? '');
    expect(done).toEqual([free, held]);
  });
});
