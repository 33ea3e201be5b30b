/**
 * Starts a PostgreSQL server before the tests that need one, unless LOUPE_TEST_POSTGRES_URL names one already, and makes a
 * database with the present schema there that others are copied from.
 */
import { PostgresCluster } from './postgres-cluster.js';
import { makePostgresTemplate } from './postgres.js';

let cluster: PostgresCluster | null = null;

export async function setup(): Promise<void> {
  if (process.env['LOUPE_TEST_POSTGRES_URL'] === undefined) {
    cluster = await PostgresCluster.start();
    // Workers inherit it.
    process.env['LOUPE_TEST_POSTGRES_URL'] = cluster.url;
  }
  process.env['LOUPE_TEST_POSTGRES_TEMPLATE'] ??= await makePostgresTemplate();
}

export async function teardown(): Promise<void> {
  if (cluster === null) return;
  delete process.env['LOUPE_TEST_POSTGRES_URL'];
  delete process.env['LOUPE_TEST_POSTGRES_TEMPLATE'];
  await cluster.remove();
  cluster = null;
}
