import {
  type AnyEntity,
  type Constructor,
  type EntityClass,
  type EntitySchema,
  MikroORM,
  type Options,
} from '@mikro-orm/core';
import { BetterSqliteDriver } from '@mikro-orm/better-sqlite';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

export type EntityList = readonly (EntityClass<AnyEntity> | EntitySchema)[];

interface SqliteConnection {
  pragma(text: string): unknown;
}

type Done = (error: Error | null, connection: unknown) => void;

/**
 * WAL with full synchronization, so that an acknowledged write survives a power loss: better-sqlite3 falls back to
 * NORMAL in WAL mode unless it is told on every connection, after the mode.
 */
function prepareSqlite(connection: SqliteConnection, done: Done): void {
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'busy_timeout = 5000',
    'trusted_schema = OFF',
  ]) {
    connection.pragma(pragma);
  }
  done(null, connection);
}

export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:/.test(url);
}

/** An ORM with its migrator; the schema is not touched. Offline it can only print SQL. */
export async function connect(
  url: string,
  entities: EntityList,
  migrations: readonly { name: string; class: Constructor<Migration> }[],
  { isOffline = false } = {},
): Promise<MikroORM<BetterSqliteDriver>> {
  const common = {
    entities: [...entities],
    connect: !isOffline,
    extensions: [Migrator],
    migrations: { migrationsList: [...migrations], snapshot: false, silent: true },
    discovery: { disableDynamicFileAccess: true },
    // Dates are instants: written and read in UTC whatever the server's zone.
    forceUtcTimezone: true,
    ignoreUndefinedInQuery: false,
  } satisfies Partial<Options>;
  if (isPostgres(url)) {
    const orm = await MikroORM.init({ ...common, driver: PostgreSqlDriver, clientUrl: url });
    // Both drivers are SQL drivers with the same entity manager; the rest of the program knows one type.
    return orm as unknown as MikroORM<BetterSqliteDriver>;
  }
  const file = url.replace(/^sqlite:/, '');
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  return MikroORM.init({
    ...common,
    driver: BetterSqliteDriver,
    dbName: file,
    pool: { min: 1, max: 1, afterCreate: prepareSqlite },
  });
}
