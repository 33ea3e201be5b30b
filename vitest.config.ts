import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Node loads graphql's CommonJS build; the test runner would pick its module build beside it, and two do not mix.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    restoreMocks: true,
    expect: { requireAssertions: true },
  },
});
