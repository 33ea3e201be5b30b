/** PostgreSQL in tests: a database for each who asks. */
import { randomUUID } from 'node:crypto';
import { entities } from '../../../src/app/entities.js';
import { connect } from '../../../src/db/connect.js';
import { Database } from '../../../src/db/database.js';

/**
 * Whether every Loupe that a test starts has its data in PostgreSQL instead of SQLite: LOUPE_TEST_DATABASE=postgres.
 * Tests that are about one of the two ask it.
 */
export const isOnPostgres = process.env['LOUPE_TEST_DATABASE'] === 'postgres';

/** Address of the server that tests use. @throws Error in a file that `vitest.config.ts` does not list as needing one */
function postgresServer(): string {
  const server = process.env['LOUPE_TEST_POSTGRES_URL'];
  if (server === undefined)
    throw new Error('Name this file among those that need PostgreSQL: vitest.config.ts');
  return server;
}

/** Makes an empty database on a PostgreSQL server. @returns its address */
export async function newPostgresDatabase(server = postgresServer()): Promise<string> {
  return createDatabase(server, '');
}

/** Makes a database with the present schema on the server that tests use. @returns its address */
export async function migratedPostgresDatabase(): Promise<string> {
  const template = process.env['LOUPE_TEST_POSTGRES_TEMPLATE'];
  return createDatabase(postgresServer(), template === undefined ? '' : ` template ${template}`);
}

/** Makes what `migratedPostgresDatabase` copies. @returns its name */
export async function makePostgresTemplate(): Promise<string> {
  const url = await newPostgresDatabase();
  await (await Database.open(url, entities)).close();
  return new URL(url).pathname.slice(1);
}

async function createDatabase(server: string, options: string): Promise<string> {
  const name = `loupe_test_${randomUUID().replaceAll('-', '')}`;
  const orm = await connect(server, entities, []);
  await orm.em.execute(`create database ${name}${options}`);
  await orm.close(true);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

/** Where a further database lies: an empty one on the server if Loupes have theirs there, else a file in `folder`. */
export async function newDatabaseUrl(folder: string): Promise<string> {
  return isOnPostgres ? newPostgresDatabase() : `sqlite:${folder}/loupe.sqlite`;
}
