/** Access to the database: readers and transactions with work that waits for the commit. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { IsolationLevel, type MikroORM, type TransactionOptions } from '@mikro-orm/core';
import type { AbstractSqlDriver } from '@mikro-orm/sqlite';
import { waitFor } from '../kernel/current-request.js';
import { databaseAway, isDatabaseAway, diskFull, isDiskFull } from '../kernel/outages.js';
import type { EntityManager } from './entities.js';
import { connect, type ConnectOptions, type EntityList, isPostgres } from './connect.js';
import { migrate } from './later-version.js';
import { migrationsFor } from './migrations/index.js';
import { Notices } from './notices.js';
import { aloneInDatabase, drained, heldUp, isHeldUp, nativePoolOf } from './postgres-sessions.js';
import { readCommitted, readRows, type SqlValue } from './rows.js';
import { SqliteThreads } from './sqlite/sqlite-threads.js';
import { Turn } from './turn.js';

export type { EntityManager };

/**
 * One transaction. SQLite has a single connection: inside a transaction use `em` of the transaction only, because a
 * reader opened meanwhile would wait for it for ever.
 */
export interface Transaction {
  readonly em: EntityManager;
  /** Runs once the changes are durable, before `transaction` resolves: catching up an index, waking the jobs. */
  readonly afterCommit: (step: Step) => void;
  /** Runs when the changes were not made: removing bytes that were stored for them. */
  readonly afterRollback: (step: Step) => void;
}

/** The entity managers of parts of transactions, with those of the whole. */
const wholes = new WeakMap<object, object>();

/** The entity manager of the whole transaction that another one of it is a part of; itself for that of the whole. */
export function wholeOf(em: object): object {
  return wholes.get(em) ?? em;
}

/** A savepoint of a transaction; steps after the commit or roll-back are those of the whole. */
async function partOf<T>(
  { em, afterCommit, afterRollback }: Transaction,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const steps: Step[] = [];
  const fork = em.fork({ keepTransactionContext: true });
  wholes.set(fork, wholeOf(em));
  const result = await fork.transactional(async (part) => {
    wholes.set(part, wholeOf(em));
    return work({ em: part, afterCommit: (step) => void steps.push(step), afterRollback });
  });
  steps.forEach(afterCommit);
  return result;
}

/**
 * What notices are about: a job that waits; a job that has ended, by its id; a document that has changed, by who says so and
 * its id.
 */
type NoticeChannel = 'loupe_job' | 'loupe_job_ended' | 'loupe_document' | 'loupe_presence';

type Step = () => Promise<void> | void;

/** Runs every step in order, also those behind one that fails, and returns what they threw. */
async function runAll(steps: readonly Step[]): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}

export class Database {
  /** The transaction of `together` that the running calls belong to. */
  private readonly shared = new AsyncLocalStorage<Transaction>();

  private readonly notices: Notices | null;
  /** Of writing to SQLite. */
  private readonly turn = new Turn();
  private readonly aside: SqliteThreads | null;
  private readonly connection: object;

  private constructor(
    private readonly orm: MikroORM<AbstractSqlDriver>,
    /** Whether other processes may work on it at the same time; a SQLite file belongs to one server. */
    readonly isShared: boolean,
    readonly isPostgres: boolean,
    url: string,
  ) {
    this.connection = orm.em.getConnection();
    this.notices = isShared ? new Notices(orm) : null;
    this.aside = isPostgres ? null : this.openAside(url);
  }

  /**
   * Connects and brings the schema up to date.
   *
   * @param url `sqlite:<file>`, `sqlite::memory:` or `postgres://…`
   * @throws ConfigError for a database of a later version, which is left as it is
   */
  static async open(url: string, entities: EntityList, options: ConnectOptions = {}): Promise<Database> {
    const orm = await connect(url, entities, migrationsFor(url), options);
    try {
      if (isPostgres(url)) {
        // Another server may have made it between looking and making.
        await orm.schema.ensureDatabase().catch(() => orm.schema.ensureDatabase({ forceCheck: true }));
        await aloneInDatabase(orm, () => migrate(orm, url));
      } else {
        await migrate(orm, url);
      }
    } catch (error) {
      await orm.close(true);
      throw error;
    }
    return new Database(orm, isPostgres(url), isPostgres(url), url);
  }

  /**
   * A fresh entity manager for reading; nothing of it is shared with other requests. Within `together` it reads what
   * the transaction has written.
   */
  reader(): EntityManager {
    return this.shared.getStore()?.em.fork({ keepTransactionContext: true }) ?? this.orm.em.fork();
  }

  /**
   * Runs calls of services in one transaction: the transactions that they open become parts of it, and their steps
   * after a commit wait for it. A part that fails is rolled back alone; the caller that goes on after it decides about the whole.
   * Work that waits for jobs or for bodies of requests does not belong here.
   *
   * @throws AggregateError as `transaction`
   */
  async together<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.transaction((transaction) => this.shared.run(transaction, () => work(transaction)));
  }

  /**
   * Runs `work` in one transaction: all of its changes are made, or none.
   *
   * @throws LoupeError OVERLOADED when another server held for too long what is to be changed; STORAGE_FULL; AggregateError when
   *   steps after the commit failed, though the change was made and every step was tried; or when steps after a
   *   roll-back failed, with the reason of the roll-back as the first error
   */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.transact(work, {});
  }

  /**
   * Reads everything as it was at one moment, whatever others change meanwhile. Changes nothing: on PostgreSQL a statement that
   * would fails.
   *
   * @throws LoupeError as `transaction`
   */
  async snapshot<T>(read: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.transact(
      async ({ em }) => read(em),
      this.isPostgres ? { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true } : {},
    );
  }

  private async transact<T>(
    work: (transaction: Transaction) => Promise<T>,
    options: Pick<TransactionOptions, 'isolationLevel' | 'readOnly'>,
  ): Promise<T> {
    const whole = this.shared.getStore();
    if (whole !== undefined) return partOf(whole, work);
    const onCommit: Step[] = [];
    const onRollback: Step[] = [];
    let result: T;
    try {
      const run = () =>
        this.orm.em.fork().transactional(
          async (em) =>
            work({
              em,
              afterCommit: (step) => void onCommit.push(step),
              afterRollback: (step) => void onRollback.push(step),
            }),
          options,
        );
      result = await (this.isPostgres ? run() : this.turn.take(run));
    } catch (error) {
      const failures = await runAll(onRollback);
      if (isDiskFull(error)) throw diskFull(error);
      if (isDatabaseAway(error)) throw databaseAway(error, { isChange: options.readOnly !== true });
      if (failures.length === 0) throw isHeldUp(error) ? heldUp(error) : error;
      const message = 'The change failed, and its cleanup was incomplete.';
      throw new AggregateError([error, ...failures], message, { cause: error });
    }
    const failures = await runAll(onCommit);
    if (failures.length > 0) {
      const share = `${failures.length} of the ${onCommit.length}`;
      throw new AggregateError(failures, `The change was made, but ${share} steps after it failed.`);
    }
    return result;
  }

  /**
   * Runs one statement that writes by itself; its change is durable when this resolves. Not for use within a transaction.
   * On SQLite it shares a commit with what others write meanwhile, off the event loop.
   */
  async write(sql: string, values: readonly SqlValue[]): Promise<void> {
    const whole = this.shared.getStore();
    if (whole === undefined && this.aside !== null) return this.aside.write(sql, values);
    const em = this.reader();
    await em.getConnection().execute(sql, [...values], 'run', em.getTransactionContext());
  }

  /**
   * As `readRows`, for reads that go through many rows: on SQLite off the event loop, which they would hold. Within
   * `together` it reads what the transaction has written.
   */
  async readInThread<Row extends object>(sql: string, values: readonly SqlValue[]): Promise<Row[]> {
    const whole = this.shared.getStore();
    const reading = whole === undefined ? this.aside?.read<Row>(sql, values) : undefined;
    const rows = reading === undefined ? null : await waitFor(reading);
    return rows ?? readRows<Row>(this.reader(), sql, values);
  }

  /**
   * How many committed changes there were of what `CommittedCache` keeps; grows with each. Within `together` null: what
   * is written there is not committed yet.
   */
  async changeMark(): Promise<number | null> {
    if (this.shared.getStore() !== undefined) return null;
    const sql = 'select sum("changes") as mark from "change_mark"';
    const rows = readCommitted(this.connection, sql, []) ?? (await readRows(this.reader(), sql, []));
    const [row] = rows as readonly { readonly mark: number | string | null }[];
    return Number(row?.mark ?? 0);
  }

  /**
   * A number that differs after each commit to a SQLite file, by whichever process; null on PostgreSQL and in memory. Takes a few
   * microseconds.
   */
  fileVersion(): number | null {
    const [row] = this.isPostgres ? [] : (readCommitted(this.connection, 'pragma data_version', []) ?? []);
    return row === undefined ? null : Number((row as { readonly data_version: number }).data_version);
  }

  /** SQL that would bring the schema from what the migrations made to what the entities say; empty when equal. */
  async schemaDrift(): Promise<string> {
    return this.orm.schema.getUpdateSchemaSQL({ wrap: false });
  }

  /** Notifies every server on the database; does nothing where this is the only one. */
  async notify(channel: NoticeChannel, payload = ''): Promise<void> {
    await this.notices?.tell(channel, payload);
  }

  /** Calls `handler` for each notice, and with an empty one where some may have been missed. */
  onNotice(channel: NoticeChannel, handler: (payload: string) => void): void {
    this.notices?.listen(channel, handler);
  }

  /**
   * Keeps a name, see `isKept`, for as long as this process lives and reaches the database; on SQLite, which has no other
   * process, nothing. Resolves when that was tried once.
   */
  async keepName(name: string): Promise<void> {
    await this.notices?.keepName(name);
  }

  /** The pool of connections that `pg` keeps, for libraries that write tables of their own. PostgreSQL only. */
  async nativePool(): Promise<object> {
    return nativePoolOf(this.orm);
  }

  private openAside(url: string): SqliteThreads {
    const file = url.replace(/^sqlite:/, '');
    return new SqliteThreads(file === ':memory:' ? null : file, this.turn, async (statements) => {
      await this.orm.em.fork().transactional(async (em) => {
        for (const { sql, values } of statements) await em.execute(sql, [...values]);
      });
    });
  }

  /** Whether it can be read and changed: a server of PostgreSQL that another one has replaced can only be read. */
  async isAnswering(): Promise<boolean> {
    if (!this.isPostgres) return this.orm.isConnected();
    const sql = `select current_setting('transaction_read_only') as "isReadOnly"`;
    const [row] = await readRows<{ readonly isReadOnly: string }>(this.reader(), sql, []);
    return row?.isReadOnly === 'off';
  }

  /** Resolves when statements that are on their way are answered. */
  async close(): Promise<void> {
    await this.notices?.close();
    await this.aside?.close();
    if (this.isPostgres) await drained(this.orm);
    await this.orm.close(true);
  }
}
