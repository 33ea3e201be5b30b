/**
 * Reads of what is committed in a SQLite file, by a connection of its own: they wait for no transaction of the one that writes,
 * see every change that was acknowledged before they began, and cost a few microseconds where the mapper's machinery takes ten
 * times as many.
 */
import Sqlite from 'better-sqlite3';
import type { BoundValue } from './sqlite/sqlite-values.js';
import { reusePreparedStatements } from './statement-cache.js';

export class CommittedReads {
  private readonly connection: Sqlite.Database;

  constructor(file: string, pragmas: readonly string[]) {
    this.connection = new Sqlite(file);
    for (const pragma of [...pragmas, 'query_only = ON']) this.connection.pragma(pragma);
    reusePreparedStatements(this.connection);
  }

  /** All rows, so that nothing of the file is held when this returns. @throws Error of the database */
  all(sql: string, values: readonly BoundValue[]): object[] {
    return this.connection.prepare(sql).all(...values) as object[];
  }

  close(): void {
    this.connection.close();
  }
}
