/** Prepared statements by their text, so that SQLite parses and plans each of them once. */
import { LRUCache } from 'lru-cache';

export interface PreparingDatabase {
  prepare(sql: string): object;
}

/** Statements kept at most, and characters of all their texts: what SQLite holds for one grows with its text. */
const MAX_STATEMENTS = 500;
const MAX_CHARACTERS = 1_000_000;
/** Longer texts are lists of values or of rows that hardly come twice. */
const MAX_STATEMENT_CHARACTERS = 20_000;

/**
 * Lets `prepare` answer the statement that it made for the same text before. SQLite prepares a kept statement again by
 * itself when the schema has changed. Statements must be run to their end: one that is being iterated is busy.
 */
export function reusePreparedStatements(database: PreparingDatabase): void {
  const prepare = database.prepare.bind(database);
  const kept = new LRUCache<string, object>({
    max: MAX_STATEMENTS,
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_STATEMENT_CHARACTERS,
    sizeCalculation: (_statement, sql) => sql.length,
  });
  database.prepare = (sql) => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    const statement = prepare(sql);
    kept.set(sql, statement);
    return statement;
  };
}
