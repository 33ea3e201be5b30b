/** Starts a PostgreSQL server before the tests that need one, unless LOUPE_TEST_POSTGRES_URL names one already. */
import { PostgresCluster } from './postgres-cluster.js';

let cluster: PostgresCluster | null = null;

export async function setup(): Promise<void> {
  if (process.env['LOUPE_TEST_POSTGRES_URL'] !== undefined) return;
  cluster = await PostgresCluster.start();
  // Workers are born with what stands here.
  process.env['LOUPE_TEST_POSTGRES_URL'] = cluster.url;
}

export async function teardown(): Promise<void> {
  if (cluster === null) return;
  delete process.env['LOUPE_TEST_POSTGRES_URL'];
  await cluster.remove();
  cluster = null;
}
