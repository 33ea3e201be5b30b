import './scripts/node/require.cjs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Files whose tests need a PostgreSQL server whatever Loupe's own database is. */
const WITH_POSTGRES = [
  'test/db/history-begins.test.ts',
  'test/backup/move-database.story.test.ts',
  'test/db/clock-skew.test.ts',
  'test/db/database-away.test.ts',
  'test/db/large-numbers.test.ts',
  'test/db/postgres.test.ts',
  'test/db/refold-texts.test.ts',
  'test/http/rate-limits.test.ts',
  'test/verify/verification-beside.test.ts',
  'test/jobs/job-turns.test.ts',
  'test/jobs/jobs-of-several-servers.test.ts',
  'test/media/files-in-a-bucket.test.ts',
  'test/cluster/{cluster,credentials,two-servers-at-midnight}.test.ts',
  'test/cluster/{shards,traces}.story.test.ts',
];

/** Tests of what speaks SQL of its own that are quick: they run on both databases in every run, all others in `npm run proof -- postgres`. */
const OF_SQL = [
  'test/users/{credits,tenants}.test.ts',
  'test/engine/{database-feed,inactive-references,references}.test.ts',
  'test/audit/*.test.ts',
  'test/backup/backup.test.ts',
  'test/db/{change-marks,later-version,long-turns,notices,transaction}.test.ts',
  'test/graphql/{lists,lost-updates,progress}.test.ts',
  'test/tree/*.test.ts',
  'test/statistics/{archive-ends,clicks-of-their-own,clickstream,conflicts,statistics}.test.ts',
  'test/jobs/job-runner.test.ts',
  'test/media/orphan-sweep.test.ts',
  'test/documents/{activation,older-texts}.test.ts',
  'test/documents/size/{full-folder,large-folders}.test.ts',
  'test/rest/{changes,idempotency,lists}.test.ts',
  'test/text-search/text-search.test.ts',
  'test/webhooks/webhooks.test.ts',
];

/** Files that stand a library of their own in for one of Loupe's: they load everything again. */
const WITH_A_MOCK = ['test/documents/member-lists.test.ts', 'test/http/same-work.test.ts'];

/** Pages in a real browser: when nothing else runs, since a person does not share the machine with a test suite. */
const IN_A_BROWSER = ['test/console/**/*.test.ts'];
/** Long ones, whose rules have quicker tests too: in `npm run proof -- stories`. */
const LONG = 'test/**/*.story.test.ts';
const skipped = process.env['LOUPE_TEST_STORIES'] === 'long' ? [] : [LONG];

/** What has no database is the same on every one; what browsers see comes over GraphQL, whose tests run on both. */
const isOnPostgres = process.env['LOUPE_TEST_DATABASE'] === 'postgres';
const WITHOUT_DATABASE = isOnPostgres ? ['test/{addon,demo,deploy,docs,unit}/**'] : [];

/** Starts the server; before all tests if every Loupe has its data there. */
const POSTGRES = ['test/kit/servers/postgres-for-tests.ts'];
const globalSetup = isOnPostgres ? POSTGRES : [];

const inPackage = (path: string) => fileURLToPath(new URL(`packages/${path}`, import.meta.url));

export default defineConfig({
  // The test runner would pick another build of graphql than Node does for the libraries, and two do not mix.
  resolve: {
    alias: [
      { find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) },
      // As in tsconfig.json: a clone has no package of the engine.
      { find: /^@loupe-print\/engine$/, replacement: inPackage('engine/src/index.ts') },
      { find: /^@loupe-print\/engine\/internals$/, replacement: inPackage('engine/src/internals.ts') },
    ],
  },
  test: {
    globalSetup: ['test/kit/prepared.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // Pictures beside the heap would start a collection of the whole heap, with all modules, again and again.
    execArgv: [
      '--initial-old-space-size=3000',
      '--external-memory-accounted-in-global-limit',
      // As bin/loupe-node started this.
      ...process.execArgv.filter((option) => option === '--no-memory-protection-keys'),
    ],
    // Files share the loaded modules of a worker, since loading them took a third of the time.
    // The modules keep nothing between two apps.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    restoreMocks: true,
    // What comes by itself may take as long as a busy machine needs.
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: [...WITH_POSTGRES, ...WITH_A_MOCK, ...IN_A_BROWSER, ...WITHOUT_DATABASE, ...skipped],
          globalSetup,
        },
      },
      // `npm run proof -- bench`: what measures Loupe is no part of it.
      {
        extends: true,
        test: { name: 'bench', include: isOnPostgres ? [] : ['packages/bench/test/**/*.test.ts'] },
      },
      { extends: true, test: { name: 'mocks', include: WITH_A_MOCK, isolate: true, globalSetup } },
      {
        extends: true,
        test: {
          name: 'pages',
          include: isOnPostgres ? [] : IN_A_BROWSER,
          exclude: skipped,
          // Pages that are drawn beside other work take as long as that leaves them.
          testTimeout: 240_000,
          expect: { poll: { timeout: 90_000 } },
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'postgres', include: WITH_POSTGRES, exclude: skipped, globalSetup: POSTGRES },
      },
      {
        extends: true,
        test: {
          name: 'sql on postgres',
          include: isOnPostgres ? [] : OF_SQL,
          env: { LOUPE_TEST_DATABASE: 'postgres' },
          globalSetup: POSTGRES,
        },
      },
    ],
  },
});
