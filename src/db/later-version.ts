/** Refuses a database that a later version of Loupe has changed: this one does not know what its tables mean by now. */
import type { MikroORM } from '@mikro-orm/core';
import type { AbstractSqlDriver } from '@mikro-orm/sqlite';
import { ConfigError } from '../config.js';
import { migrationsFor } from './migrations/index.js';

/** @returns those that this version does not know */
export function unknownMigrations(url: string, names: readonly string[]): readonly string[] {
  const known = new Set(migrationsFor(url).map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

/**
 * @param names of the migrations that a database has gone through
 * @throws ConfigError
 */
export function requireKnownMigrations(url: string, names: readonly string[]): void {
  const [unknown] = unknownMigrations(url, names);
  if (unknown === undefined) return;
  throw new ConfigError(
    `The database was written by a newer version of Loupe (its migration ${unknown} is not known here). Open it with that version or a later one; to go back, restore a backup with the version that wrote it.`,
  );
}

/** Brings the schema up to date. @throws ConfigError for a database of a later version, which is left as it is */
export async function migrate(orm: MikroORM<AbstractSqlDriver>, url: string): Promise<void> {
  const executed = await orm.migrator.getExecuted();
  requireKnownMigrations(
    url,
    executed.map(({ name }) => name),
  );
  await orm.migrator.up();
}
