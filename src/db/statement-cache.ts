/** A cache of prepared statements by text, so that SQLite parses and plans each text once. */
import { LRUCache } from 'lru-cache';

export interface PreparingDatabase {
  prepare(sql: string): object;
}

/** Limits of the cache. Characters count because SQLite's memory for a statement grows with its text. */
const MAX_STATEMENTS = 500;
const MAX_CHARACTERS = 1_000_000;
/** Longer texts hold lists of values and hardly repeat. */
const MAX_STATEMENT_CHARACTERS = 20_000;

/**
 * Makes `prepare` return the cached statement of the same text. SQLite itself prepares a statement again when the schema has
 * changed. Run statements to their end: one that is being iterated is busy.
 */
export function reusePreparedStatements(database: PreparingDatabase): void {
  const prepare = database.prepare.bind(database);
  const cache = new LRUCache<string, object>({
    max: MAX_STATEMENTS,
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_STATEMENT_CHARACTERS,
    sizeCalculation: (_statement, sql) => sql.length,
  });
  database.prepare = (sql) => {
    const known = cache.get(sql);
    if (known !== undefined) return known;
    const statement = prepare(sql);
    cache.set(sql, statement);
    return statement;
  };
}
