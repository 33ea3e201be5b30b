import {
  type AnyEntity,
  type Constructor,
  type EntityClass,
  type EntitySchema,
  type EventSubscriber,
  MikroORM,
  type Options,
} from '@mikro-orm/core';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import type { AbstractSqlDriver } from '@mikro-orm/sqlite';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { beginSession } from './postgres-sessions.js';
import { ReusingSqliteDriver } from './sqlite-driver.js';

export type EntityList = readonly (EntityClass<AnyEntity> | EntitySchema)[];

export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:/.test(url);
}

/** An ORM with its migrator, not connected yet; the schema is not touched. */
export async function connect(
  url: string,
  entities: EntityList,
  migrations: readonly { name: string; class: Constructor<Migration> }[],
  subscribers: readonly EventSubscriber[] = [],
): Promise<MikroORM<AbstractSqlDriver>> {
  const common = {
    entities: [...entities],
    extensions: [Migrator],
    subscribers: [...subscribers],
    migrations: { migrationsList: [...migrations], snapshot: false, silent: true },
    // The rule that the first migrations gave to foreign keys.
    schemaGenerator: { defaultUpdateRule: 'cascade' },
    // Dates are instants: written and read in UTC whatever the server's zone.
    forceUtcTimezone: true,
    ignoreUndefinedInQuery: false,
  } satisfies Partial<Options>;
  if (isPostgres(url)) {
    return MikroORM.init<AbstractSqlDriver>({
      ...common,
      driver: PostgreSqlDriver,
      clientUrl: url,
      onCreateConnection: beginSession,
      driverOptions: { keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
    });
  }
  const file = url.replace(/^sqlite:/, '');
  if (file !== ':memory:') keepPrivate(file);
  return MikroORM.init<AbstractSqlDriver>({ ...common, driver: ReusingSqliteDriver, dbName: file });
}

/** Makes the file where there is none, for its owner alone. SQLite gives the files beside it the same rights. */
function keepPrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  try {
    closeSync(openSync(file, 'a', 0o600));
    for (const each of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(each)) chmodSync(each, 0o600);
  } catch {
    // What cannot be written, SQLite tells when it opens the file.
  }
}
