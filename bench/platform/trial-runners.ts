/**
 * Lets one and then four runners share 1,000 jobs of 100 ms on one PostgreSQL database, and reports how much sooner four
 * are done and whether each job ran once.
 *
 *   npm run trial:runners -- --database postgres://user:password@host/postgres [--jobs 1000]
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { entities } from '../../src/app/entities.js';
import { systemClock } from '../../src/kernel/clock.js';
import { Database } from '../../src/db/database.js';
import { newId } from '../../src/kernel/ids.js';
import { JobRunner } from '../../src/jobs/job-runner.js';
import { newPostgresDatabase } from '../../test/kit/postgres.js';

const JOB_MS = 100;
const ORGANIZATIONS = 5;

const { values } = parseArgs({
  options: { database: { type: 'string' }, jobs: { type: 'string', default: '1000' } },
});
const { database: server = process.env['LOUPE_TEST_POSTGRES_URL'] } = values;
if (server === undefined) {
  console.error('Name a PostgreSQL server: --database postgres://user:password@host/postgres');
  process.exit(2);
}

interface Outcome {
  readonly seconds: number;
  /** Jobs that ran more than once. */
  readonly repeated: number;
}

async function share(url: string, jobs: number, count: number): Promise<Outcome> {
  const runs = new Map<string, number>();
  const databases: Database[] = [];
  const runners: JobRunner[] = [];
  for (let at = 0; at < count; at += 1) {
    const database = await Database.open(url, entities);
    const runner = new JobRunner(database, systemClock, pino({ level: 'error' }));
    runner.register('work', {
      run: async ({ id }) => {
        runs.set(id, (runs.get(id) ?? 0) + 1);
        await wait(JOB_MS);
      },
    });
    databases.push(database);
    runners.push(runner);
  }
  const [database] = databases;
  const [runner] = runners;
  if (database === undefined || runner === undefined) throw new RangeError('There has to be a runner.');
  const organizations = Array.from({ length: ORGANIZATIONS }, newId);
  const ids = await database.transaction(async (transaction) =>
    Array.from({ length: jobs }, (_, at) =>
      runner.enqueue(transaction, {
        type: 'work',
        organizationId: organizations[at % ORGANIZATIONS] ?? null,
      }),
    ),
  );
  const begun = performance.now();
  for (const each of runners) each.start();
  for (const id of ids) await runner.waitFor(id);
  const seconds = (performance.now() - begun) / 1000;
  for (const each of runners) await each.close();
  for (const each of databases) await each.close();
  return { seconds, repeated: [...runs.values()].filter((times) => times > 1).length };
}

const url = await newPostgresDatabase(server);
const jobs = Number(values.jobs);
const outcomes: Outcome[] = [];
for (const count of [1, 4]) {
  const outcome = await share(url, jobs, count);
  outcomes.push(outcome);
  const { seconds, repeated } = outcome;
  console.log(
    `${count} runners: ${seconds.toFixed(1)} s for ${jobs} jobs of ${JOB_MS} ms, ${repeated} ran twice`,
  );
}
const [one, four] = outcomes;
const factor = (one?.seconds ?? 0) / (four?.seconds ?? 1);
console.log(`Four are done ${factor.toFixed(2)} times as soon.`);
if (factor < 3.5 || outcomes.some(({ repeated }) => repeated > 0)) process.exitCode = 1;
