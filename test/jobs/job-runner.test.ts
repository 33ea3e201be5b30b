import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entities } from '../../src/app/entities.js';
import { systemClock } from '../../src/kernel/clock.js';
import { Database } from '../../src/db/database.js';
import { LoupeError } from '../../src/kernel/errors.js';
import { Job } from '../../src/jobs/job.entity.js';
import { JobLeases, LEASE_MS, LeaseLostError } from '../../src/jobs/job-leases.js';
import { JobRunner, type RunningJob } from '../../src/jobs/job-runner.js';
import { MovableClock } from '../kit/seed/seed-clock.js';

/** Polls come every 15 s. */
const POLLED_LATE_MS = 10_000;

const WORK = { types: ['work'], heldIds: [] };

let database: Database;
let runner: JobRunner;

function newRunner(): JobRunner {
  return new JobRunner(database, systemClock, pino({ level: 'silent' }));
}

beforeEach(async () => {
  database = await Database.open('sqlite::memory:', entities);
  runner = newRunner();
});

afterEach(async () => {
  await runner.close();
  await database.close();
});

async function enqueue(payload: Record<string, unknown> = {}): Promise<string> {
  return database.transaction(async (transaction) =>
    runner.enqueue(transaction, { type: 'work', payload, subjectId: null }),
  );
}

async function rowOf(id: string): Promise<Job> {
  return database.reader().findOneOrFail(Job, id);
}

describe('a job', () => {
  it('runs after its transaction, with its payload, and is done', async () => {
    const seen: unknown[] = [];
    runner.register('work', { run: async (job) => void seen.push(job.payload) });
    runner.start();
    const id = await enqueue({ page: 7 });
    await runner.waitFor(id);
    expect(seen).toEqual([{ page: 7 }]);
    expect(await rowOf(id)).toMatchObject({ state: 'Done', progress: 1, attempts: 1 });
  });

  it('does not exist when its transaction fails', async () => {
    runner.register('work', { run: async () => undefined });
    runner.start();
    const failing = database.transaction(async (transaction) => {
      runner.enqueue(transaction, { type: 'work' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await database.reader().count(Job, {})).toBe(0);
  });

  it('that fails for a reason is given up at once, and waiters get the reason', async () => {
    const given: string[] = [];
    runner.register('work', {
      run: async () => {
        throw new LoupeError('INVALID_IMAGE', 'Page 3 cannot be read.');
      },
      giveUp: async (_job, reason) => void given.push(reason.message),
    });
    runner.start();
    const id = await enqueue();
    await expect(runner.waitFor(id)).rejects.toThrow('Page 3 cannot be read.');
    expect(given).toEqual(['Page 3 cannot be read.']);
    expect(await rowOf(id)).toMatchObject({ state: 'Failed', error: 'Page 3 cannot be read.' });
    await expect(runner.waitFor(id)).rejects.toMatchObject({
      code: 'INVALID_IMAGE',
      message: 'Page 3 cannot be read.',
    });
  });

  it('that stumbles is tried again', async () => {
    let attempts = 0;
    runner.register('work', {
      run: async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('database is locked');
      },
    });
    runner.start();
    const id = await enqueue();
    await runner.waitFor(id);
    expect(attempts).toBe(2);
    expect(await rowOf(id)).toMatchObject({ state: 'Done', attempts: 2, error: null });
  });

  it('that is interrupted by the end of the process runs again at the next start', async () => {
    let report: (job: RunningJob) => void = () => undefined;
    const started = new Promise<RunningJob>((resolve) => (report = resolve));
    runner.register('work', {
      run: (job) =>
        new Promise((_resolve, reject) => {
          job.signal.addEventListener('abort', () => reject(new Error('stopped')));
          report(job);
        }),
    });
    runner.start();
    const id = await enqueue();
    await started;
    await runner.close();
    expect(await rowOf(id)).toMatchObject({ state: 'Waiting', attempts: 0 });
    runner = newRunner();
    runner.register('work', { run: async () => undefined });
    runner.start();
    await runner.waitFor(id);
    expect(await rowOf(id)).toMatchObject({ state: 'Done' });
  });

  it('that was running when the process was killed runs again, but not for ever', async () => {
    let runs = 0;
    runner.register('work', { run: async () => void (runs += 1) });
    const once = await enqueue();
    const often = await enqueue();
    await database.transaction(async ({ em }) => {
      await em.nativeUpdate(Job, { id: once }, { state: 'Running', attempts: 1 });
      await em.nativeUpdate(Job, { id: often }, { state: 'Running', attempts: 3 });
    });
    runner.start();
    await runner.waitFor(once);
    await expect(runner.waitFor(often)).rejects.toThrow(/stopped several times/);
    expect(runs).toBe(1);
  });

  it('is not given up for the ends of processes that it got further in', async () => {
    let stumbles = 0;
    runner.register('work', {
      run: async (job) => {
        await job.progress(0.6);
        stumbles += 1;
        if (stumbles === 1) throw new Error('database is locked');
      },
    });
    const further = await enqueue();
    await database.transaction(({ em }) =>
      em.nativeUpdate(Job, { id: further }, { state: 'Running', attempts: 2, progress: 0.4 }),
    );
    runner.start();
    await expect.poll(async () => (await rowOf(further)).state, { timeout: 10_000 }).toBe('Done');
    expect(await rowOf(further)).toMatchObject({ attempts: 2 });
  });
});

describe('several runners of one table', () => {
  let clock: MovableClock;
  let shared: Database;
  const runners: JobRunner[] = [];

  beforeEach(() => {
    clock = new MovableClock();
    shared = Object.create(database, { isShared: { value: true } }) as Database;
  });
  afterEach(async () => {
    for (const each of runners.splice(0)) await each.close();
  });

  function sharedRunner(): JobRunner {
    const made = new JobRunner(shared, clock, pino({ level: 'silent' }));
    runners.push(made);
    return made;
  }

  async function enqueueShared(): Promise<string> {
    return shared.transaction(async (transaction) =>
      sharedRunner().enqueue(transaction, { type: 'work', subjectId: null }),
    );
  }

  it('do each job once, and notify waiters elsewhere', async () => {
    const ids = [await enqueueShared(), await enqueueShared(), await enqueueShared(), await enqueueShared()];
    const done: string[] = [];
    const workers = [sharedRunner(), sharedRunner()];
    for (const worker of workers) worker.register('work', { run: async ({ id }) => void done.push(id) });
    const bystander = sharedRunner();
    for (const each of [...workers, bystander]) each.start();
    for (const id of ids) await bystander.waitFor(id);
    expect(done.toSorted()).toEqual(ids.toSorted());
  });

  it('leave a job to its runner until that has not been heard of for a minute', async () => {
    const id = await enqueueShared();
    const dead = new JobLeases(shared, clock);
    expect((await dead.claim(WORK))?.id).toBe(id);
    let runs = 0;
    const worker = sharedRunner();
    worker.register('work', { run: async () => void (runs += 1) });
    worker.start();
    const next = await enqueueShared();
    worker.wake();
    await worker.waitFor(next);
    expect([runs, (await rowOf(id)).state]).toEqual([1, 'Running']);
    clock.forward({ seconds: LEASE_MS / 1000 + 1 });
    worker.wake();
    await worker.waitFor(id);
    expect([runs, await rowOf(id)]).toEqual([2, expect.objectContaining({ state: 'Done', attempts: 2 })]);
    await expect(dead.progress(id, 0.5)).rejects.toThrow(LeaseLostError);
  });

  it('keep a job that asks for more time', async () => {
    const id = await enqueueShared();
    const holder = new JobLeases(shared, clock);
    await holder.claim(WORK);
    clock.forward({ seconds: (0.8 * LEASE_MS) / 1000 });
    await holder.extend([id]);
    clock.forward({ seconds: (0.8 * LEASE_MS) / 1000 });
    expect(await new JobLeases(shared, clock).claim(WORK)).toBeNull();
    await holder.release(id, { state: 'Done', progress: 1 });
    expect(await rowOf(id)).toMatchObject({ state: 'Done', runnerId: null, leaseExpires: null });
  });
});

describe('a SQLite file that a command works on beside its server', () => {
  it('has its jobs taken up by the server before it polls', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'loupe-jobs-'));
    const url = `sqlite:${join(folder, 'loupe.sqlite')}`;
    const ofServer = await Database.open(url, entities);
    const ofCommand = await Database.open(url, entities);
    const server = new JobRunner(ofServer, systemClock, pino({ level: 'silent' }));
    const command = new JobRunner(ofCommand, systemClock, pino({ level: 'silent' }));
    try {
      const done = new Promise<unknown>((resolve) =>
        server.register('work', { run: async ({ payload }) => resolve(payload) }),
      );
      server.start();
      // The server has found nothing to do when the command comes.
      await ofServer.transaction(async ({ em }) => em.count(Job, {}));
      await ofCommand.transaction(async (transaction) =>
        command.enqueue(transaction, { type: 'work', payload: { page: 7 }, subjectId: null }),
      );
      const late = wait(POLLED_LATE_MS, 'polled', { ref: false });
      expect(await Promise.race([done, late])).toEqual({ page: 7 });
    } finally {
      await server.close();
      await command.close();
      await ofServer.close();
      await ofCommand.close();
      await rm(folder, { recursive: true });
    }
  });
});
