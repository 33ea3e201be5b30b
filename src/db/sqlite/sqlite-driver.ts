/**
 * SQLite as this program uses it. MikroORM writes the values of a statement into its text, so that each execution is a
 * new statement that SQLite parses and plans again; here values are bound, and prepared statements are kept.
 */
import { type Configuration, type Dictionary, isRaw, raw } from '@mikro-orm/core';
import { AbstractSqlDriver, NativeQueryBuilder, SqliteConnection, SqlitePlatform } from '@mikro-orm/sqlite';
import { CompiledQuery } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { CommittedReads } from '../committed-reads.js';
import { requireLiveTransaction, endTransactionsWhole } from '../ended-transactions.js';
import { yieldAfterLongTurn } from '../long-turns.js';
import { boundValues } from './sqlite-values.js';
import { type PreparingDatabase, reusePreparedStatements } from '../statement-cache.js';

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
