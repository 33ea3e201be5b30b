import './scripts/node/require.cjs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests that start the whole app, each file one of its own. Their files share the loaded modules of a worker. */
const SHARED =
  'test/{access,accounts,cli,content,documents,exchange,graphql,hierarchy,insight,integrity,jobs,recognition,rest,search}/**/*.test.ts';

export default defineConfig({
  // The test runner would pick another build of graphql than Node does for the libraries, and two do not mix.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    restoreMocks: true,
    // What comes by itself may take as long as a busy machine needs.
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    projects: [
      // Loading the app took a third of the time of such files; nothing in it is kept between two apps.
      { extends: true, test: { name: 'app', include: [SHARED], isolate: false } },
      { extends: true, test: { name: 'parts', include: ['test/**/*.test.ts'], exclude: [SHARED] } },
    ],
  },
});
