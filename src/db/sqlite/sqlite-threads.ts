/**
 * Threads beside the one connection to SQLite: group commits of small writes, and long reads. A database in memory has no file
 * that a second connection could open; there the one connection does both.
 */
import { GroupCommit } from '../group-commit.js';
import { pragmas } from './sqlite-driver.js';
import { type BoundStatement, SqliteThread } from './sqlite-thread.js';
import { boundValues } from './sqlite-values.js';
import type { Turn } from '../turn.js';

type OnConnection = (statements: readonly BoundStatement[]) => Promise<void>;

/** A thread may wait where the event loop may not: another process writes, a command beside the server. */
const threadPragmas = [...pragmas, 'busy_timeout = 20000'];

export class SqliteThreads {
  private readonly groups: GroupCommit;
  private readonly writer: SqliteThread | null;
  private readonly reader: SqliteThread | null;

  /**
   * @param file         of the database; null for one in memory
   * @param writeLock    its holder is the only writer
   * @param onConnection runs statements in a transaction of the one connection
   */
  constructor(
    file: string | null,
    private readonly writeLock: Turn,
    onConnection: OnConnection,
  ) {
    this.writer = file === null ? null : new SqliteThread(file, threadPragmas);
    this.reader = file === null ? null : new SqliteThread(file, threadPragmas);
    const { writer } = this;
    const commit: OnConnection = writer === null ? onConnection : (statements) => writer.write(statements);
    this.groups = new GroupCommit((statements) => writeLock.take(() => commit(statements)));
  }

  async write(sql: string, values: readonly unknown[]): Promise<void> {
    await this.groups.write(bound(sql, values));
  }

  /** @returns null where the one connection has to read */
  async read<Row>(sql: string, values: readonly unknown[]): Promise<Row[] | null> {
    return this.reader === null ? null : this.reader.read<Row>(bound(sql, values));
  }

  /** Ends the threads once everything is written. */
  async close(): Promise<void> {
    await this.writeLock.take(() => Promise.resolve());
    await Promise.all([this.writer?.close(), this.reader?.close()]);
  }
}

function bound(sql: string, values: readonly unknown[]): BoundStatement {
  const taken = boundValues(sql, values);
  if (taken === null) throw new RangeError(`These values cannot be bound: ${sql}`);
  return { sql, values: taken };
}
