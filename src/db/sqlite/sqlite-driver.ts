/**
 * SQLite as this program uses it. MikroORM writes the values of a statement into its text, so that each execution is a
 * new statement that SQLite parses and plans again; here values are bound, and prepared statements are kept.
 */
import { type Configuration, type Dictionary, isRaw, raw } from '@mikro-orm/core';
import { AbstractSqlDriver, NativeQueryBuilder, SqliteConnection, SqlitePlatform } from '@mikro-orm/sqlite';
import { CompiledQuery } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { yieldAfterLongTurn } from '../in-parts.js';
import { boundValues, type BoundValue } from './sqlite-values.js';
import Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

/** A cache of prepared statements by text, so that SQLite parses and plans each text once. */
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

/**
 * SQLite ends a transaction by itself when it runs out of room or of memory (https://www.sqlite.org/lang_transaction.html,
 * "Response To Errors Within A Transaction"). What its caller sends afterwards would be made at once, each statement for
 * itself, and rolling it back would fail and leave the only connection taken for ever.
 */

interface TransactingDatabase {
  readonly inTransaction: boolean;
  prepare(sql: string): object;
}

const NOTHING = 'select 1 where 0';

function requireLiveTransaction(database: Pick<TransactingDatabase, 'inTransaction'>): void {
  if (!database.inTransaction) throw new Error('SQLite has ended this transaction; nothing of it was made.');
}

/** Lets a transaction that is over be rolled back, and nothing else be done in it. */
function endTransactionsWhole(database: TransactingDatabase): void {
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    if (sql === 'rollback' && !database.inTransaction) return prepare(NOTHING);
    if (/^(savepoint|release|rollback to)\b/.test(sql)) requireLiveTransaction(database);
    return prepare(sql);
  };
}

/**
 * Reads of what is committed in a SQLite file, by a connection of its own: they wait for no transaction of the one that writes,
 * see every change that was acknowledged before they began, and cost a few microseconds where the mapper's machinery takes ten
 * times as many.
 */
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

interface OpenDatabase extends PreparingDatabase {
  readonly inTransaction: boolean;
  pragma(text: string): unknown;
  close(): unknown;
}

type Execute = SqliteConnection['execute'];
type Begin = SqliteConnection['begin'];

/**
 * Takes the turn to write: a transaction that reads first and writes later would otherwise fail at once when another
 * process has written in between, because it may not go on from what it has read.
 */
const TAKE_TURN = CompiledQuery.raw('delete from "mikro_orm_migrations" where 0');
/** Each waits for `busy_timeout` and holds the thread; between them other work goes on. */
const MOST_TURNS_ASKED_FOR = 20;
const BETWEEN_TURNS_MS = 20;

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/**
 * WAL with full synchronization, so that an acknowledged write survives a power loss: better-sqlite3 falls back to
 * NORMAL in WAL mode unless each connection sets FULL after the mode.
 */
export const pragmas = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'busy_timeout = 1000',
  'trusted_schema = OFF',
  // As PostgreSQL does; and only so does a prefix, as that of a subtree, take an index.
  'case_sensitive_like = ON',
];

export class ReusingConnection extends SqliteConnection {
  private reads: CommittedReads | null = null;
  /** The database's file, and from when on a statement is slow: asked for once, because every scan reads several times. */
  private readonly file = String(this.config.get('dbName'));
  private readonly slowMs = this.config.get('slowQueryThreshold') ?? Infinity;

  /**
   * Rows of what is committed, by a connection of its own that waits for no transaction. Not for use within one.
   *
   * @returns null where there is no file that could be opened twice, and for values that cannot be bound
   */
  readCommitted(sql: string, params: readonly unknown[]): object[] | null {
    const values = this.file === ':memory:' ? null : boundValues(sql, params);
    if (values === null) return null;
    this.reads ??= new CommittedReads(this.file, pragmas);
    const since = performance.now();
    const rows = this.reads.all(sql, values);
    const took = performance.now() - since;
    if (took >= this.slowMs) this.logQuery(sql, { took });
    return rows;
  }

  override async close(force?: boolean): Promise<void> {
    this.reads?.close();
    this.reads = null;
    await super.close(force);
  }

  override createKyselyDialect(options: Dictionary): ReturnType<SqliteConnection['createKyselyDialect']> {
    const dialect = super.createKyselyDialect(options);
    const database = this['database'] as OpenDatabase;
    try {
      for (const pragma of pragmas) database.pragma(pragma);
    } catch (error) {
      database.close();
      throw error;
    }
    reusePreparedStatements(database);
    endTransactionsWhole(database);
    return dialect;
  }

  /** @throws the database's error SQLITE_BUSY after some 20 s in which another process did not end its change */
  override async begin(...[options]: Parameters<Begin>): ReturnType<Begin> {
    const transaction = await super.begin(options);
    if (options?.ctx !== undefined) return transaction;
    for (let asked = 1; ; asked += 1) {
      try {
        await transaction.executeQuery(TAKE_TURN);
        return transaction;
      } catch (error) {
        // While the schema is first made there is nobody to wait for.
        if (error instanceof Error && error.message.includes('no such table')) return transaction;
        if (!isLocked(error) || asked === MOST_TURNS_ASKED_FOR) {
          await this.rollback(transaction);
          throw error;
        }
        await wait(BETWEEN_TURNS_MS);
      }
    }
  }

  override async execute<T>(
    ...[query, params = [], method = 'all', transaction, loggerContext]: Parameters<Execute>
  ): Promise<T> {
    await yieldAfterLongTurn();
    const statement = toStatement(query, params);
    const values = boundValues(statement.sql, statement.params);
    if (values === null)
      return super.execute(query, params, method, transaction, loggerContext) as Promise<T>;
    await this.ensureConnection();
    if (transaction !== undefined) requireLiveTransaction(this['database'] as OpenDatabase);
    const { sql } = statement;
    return this.executeQuery<T>(
      sql,
      async () => {
        const connection =
          (transaction as ReturnType<SqliteConnection['getClient']> | undefined) ?? this.getClient();
        return this.transformRawResult<T>(
          await connection.executeQuery(CompiledQuery.raw(sql, values)),
          method,
        );
      },
      { params: statement.params, ...loggerContext },
    );
  }
}

function toStatement(
  query: Parameters<Execute>[0],
  params: NonNullable<Parameters<Execute>[1]>,
): { readonly sql: string; readonly params: unknown[] } {
  if (query instanceof NativeQueryBuilder) return query.toRaw();
  if (isRaw(query)) return query;
  return Array.isArray(params) ? { sql: query, params } : raw(query, params as Dictionary);
}

export class ReusingSqliteDriver extends AbstractSqlDriver<ReusingConnection, SqlitePlatform> {
  constructor(config: Configuration) {
    super(config, new SqlitePlatform(), ReusingConnection, []);
  }
}
