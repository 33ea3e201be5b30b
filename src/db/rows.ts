/**
 * Plain rows for the few reads that every request or every scan makes: entities, their mapping and the building of
 * statements cost several times what the database itself takes. Everything else reads entities.
 */
import { type EntityProperty, type Platform, Type } from '@mikro-orm/core';
import { PostgreSqlPlatform } from '@mikro-orm/postgresql';
import type { EntityManager } from './entities.js';
import { yieldAfterLongTurn } from './in-parts.js';
import { ReusingConnection } from './sqlite/sqlite-driver.js';

/** An integer that may grow beyond 2.1 billion, as far as JavaScript counts exactly. SQLite knows one kind of integers only. */
export class LargeNumber extends Type<number, number> {
  override getColumnType(_property: EntityProperty, platform: Platform): string {
    return platform instanceof PostgreSqlPlatform ? 'bigint' : 'integer';
  }

  override compareAsType(): string {
    return 'number';
  }
}

export type SqlValue = string | number | boolean | Date | null;

/**
 * Rows of a statement in SQL that both databases understand. Outside of a transaction they are those that are committed.
 *
 * @param sql    question marks stand for the values; a list takes as many as it has members (`marks`)
 * @returns columns under their names in the database, as its driver gives them: booleans may be 0 and 1, times numbers
 */
export async function readRows<Row extends object>(
  em: EntityManager,
  sql: string,
  values: readonly SqlValue[],
): Promise<Row[]> {
  const transaction: unknown = em.getTransactionContext();
  await yieldAfterLongTurn();
  const committed = transaction === undefined ? readCommitted(em.getConnection(), sql, values) : null;
  if (committed !== null) return committed as Row[];
  return em.getConnection().execute<Row[]>(sql, [...values], 'all', transaction);
}

/** As `readRows`, of what is committed and on SQLite at once; null where only a session of the database can tell. */
export function readCommitted(connection: object, sql: string, values: readonly SqlValue[]): object[] | null {
  return connection instanceof ReusingConnection ? connection.readCommitted(sql, values) : null;
}

/** Statement that inserts one row, columns under their names in the database. */
export function insertInto(
  table: string,
  row: Readonly<Record<string, SqlValue>>,
): readonly [sql: string, values: readonly SqlValue[]] {
  const columns = Object.keys(row);
  const names = columns.map((column) => `"${column}"`).join(', ');
  return [`insert into "${table}" (${names}) values (${marks(columns)})`, Object.values(row)];
}

/** Question marks for the members of a list that is not empty. */
export function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
