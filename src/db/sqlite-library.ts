/**
 * The copy of SQLite that the server itself works with: two copies in one process would take each other's locks from the
 * file.
 */
import { createRequire } from 'node:module';

interface SqliteStatement {
  run(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
}

export interface SqliteHandle {
  readonly inTransaction: boolean;
  pragma(text: string): unknown;
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

const requireOfOrm = createRequire(import.meta.resolve('@mikro-orm/sqlite'));
export const Sqlite = requireOfOrm('better-sqlite3') as new (file: string) => SqliteHandle;
