/** Whose job runs next, on both databases. */
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entities } from '../../src/app/entities.js';
import type { Clock } from '../../src/kernel/clock.js';
import { Database } from '../../src/db/database.js';
import { newId } from '../../src/kernel/ids.js';
import { Job } from '../../src/jobs/job.entity.js';
import { JobRunner, type JobRunnerOptions, type RunningJob } from '../../src/jobs/job-runner.js';
import type { AmountOfWork } from '../../src/jobs/new-job.js';
import { migratedPostgresDatabase } from '../kit/servers/postgres.js';

const databases = [
  { name: 'SQLite', url: () => Promise.resolve('sqlite::memory:') },
  { name: 'PostgreSQL', url: () => migratedPostgresDatabase() },
];

/** A promise and the function that fulfils it. */
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

const [ann, bob] = [newId(), newId()];
const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(databases)('turns on $name', ({ url }) => {
  let database: Database;
  let now: number;
  const clock: Clock = { now: () => new Date(now) };
  const runners: JobRunner[] = [];
  let done: string[];
  let ids: Map<string, string>;

  beforeEach(async () => {
    now = Date.now();
    done = [];
    ids = new Map();
    database = await Database.open(await url(), entities);
  });
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.close();
    await database.close();
  });

  function newRunner(options: JobRunnerOptions, work: (job: RunningJob) => Promise<void>): JobRunner {
    const runner = new JobRunner(database, clock, pino({ level: 'silent' }), options);
    runner.register('work', {
      run: async (job) => {
        await work(job);
        done.push(String(job.payload['name']));
      },
    });
    runners.push(runner);
    return runner;
  }

  async function enqueue(
    runner: JobRunner,
    name: string,
    organizationId: string,
    work: AmountOfWork = { size: 10 },
  ): Promise<string> {
    const id = await database.transaction(async (transaction) =>
      runner.enqueue(transaction, { type: 'work', payload: { name }, organizationId, work }),
    );
    ids.set(name, id);
    now += 1;
    return id;
  }

  async function allDone(runner: JobRunner): Promise<string[]> {
    for (const id of ids.values()) await runner.waitFor(id);
    return done;
  }

  it('go round the organizations, however much one of them has', async () => {
    const runner = newRunner({ slots: 1 }, () => Promise.resolve());
    for (const name of ['a1', 'a2', 'a3', 'a4']) await enqueue(runner, name, ann);
    for (const name of ['b1', 'b2']) await enqueue(runner, name, bob);
    runner.start();
    expect(await allDone(runner)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('put small work of an organization first, without keeping large work waiting for ever', async () => {
    const runner = newRunner({ slots: 1 }, () => Promise.resolve());
    await enqueue(runner, 'large', ann, { size: 300 });
    await enqueue(runner, 'small', ann, { size: 2 });
    now += DAY_MS;
    await enqueue(runner, 'later', ann, { size: 2 });
    runner.start();
    expect(await allDone(runner)).toEqual(['small', 'large', 'later']);
  });

  it('keep a slot for single pictures, which go round the organizations, too', async () => {
    const slow = gate();
    const picture = gate();
    const runner = newRunner({}, async ({ payload }) => {
      if (String(payload['name']).startsWith('slow')) await slow.passed;
      if (payload['name'] === 'a1') picture.open();
    });
    for (const name of ['slow1', 'slow2', 'slow3']) await enqueue(runner, name, ann, { size: 100 });
    runner.start();
    for (const name of ['a1', 'a2']) await enqueue(runner, name, ann, { size: 1, isSingle: true });
    await enqueue(runner, 'b1', bob, { size: 1, isSingle: true });
    await picture.passed;
    for (const name of ['a2', 'b1']) await runner.waitFor(ids.get(name) ?? '');
    expect(done.toSorted()).toEqual(['a1', 'a2', 'b1']);
    slow.open();
    expect((await allDone(runner)).slice(3).toSorted()).toEqual(['slow1', 'slow2', 'slow3']);
  });

  it('interrupt a long job between two pages, which goes on where it was', async () => {
    const pages: string[] = [];
    const firstPage = gate();
    const arrived = gate();
    let made = 0;
    const runner = newRunner({ slots: 1, turnMs: 0 }, async (job) => {
      const { name } = job.payload as { name: string };
      if (name === 'short') return void pages.push('short');
      while (made < 3) {
        made += 1;
        pages.push(`page ${made}`);
        firstPage.open();
        await arrived.passed;
        await job.giveWay();
      }
    });
    runner.start();
    const long = await enqueue(runner, 'long', ann, { size: 3 });
    await firstPage.passed;
    await enqueue(runner, 'short', bob, { size: 50 });
    arrived.open();
    await allDone(runner);
    expect(pages).toEqual(['page 1', 'short', 'page 2', 'page 3']);
    expect(await database.reader().findOneOrFail(Job, long)).toMatchObject({ state: 'Done', attempts: 1 });
  });

  it('do not interrupt an organization that has no more than its share', async () => {
    const [started, enqueued] = [gate(), gate()];
    let left = false;
    const runner = newRunner({ slots: 1, turnMs: 0 }, async (job) => {
      if (job.payload['name'] !== 'a1') return;
      started.open();
      await enqueued.passed;
      left = true;
      await job.giveWay();
      left = false;
    });
    runner.start();
    await enqueue(runner, 'a1', ann, { size: 5 });
    await started.passed;
    await enqueue(runner, 'a2', ann, { size: 50 });
    enqueued.open();
    expect(await allDone(runner)).toEqual(['a1', 'a2']);
    expect(left).toBe(false);
  });

  it('come when a clock is set back by weeks', async () => {
    let attempts = 0;
    const runner = newRunner({ slots: 1 }, async () => {
      attempts += 1;
      now -= 20 * DAY_MS;
      if (attempts === 1) throw new Error('again later');
    });
    await enqueue(runner, 'a1', ann);
    await enqueue(runner, 'a2', ann);
    runner.start();
    expect((await allDone(runner)).toSorted()).toEqual(['a1', 'a2']);
  });

  it('take over what nobody works on after its end could not be written', async () => {
    const runner = newRunner({ slots: 1 }, () => Promise.resolve());
    const id = await enqueue(runner, 'a1', ann);
    await database.transaction(({ em }) =>
      em.nativeUpdate(Job, id, {
        state: 'Running',
        attempts: 1,
        runnerId: newId(),
        leaseExpires: new Date(0),
      }),
    );
    runner.start();
    expect(await allDone(runner)).toEqual(['a1']);
  });
});
