/**
 * What servers of one PostgreSQL database tell each other (NOTIFY). A notice says that there is something to look at,
 * never what is true: one that was missed costs time, nothing else. The session that hears them also keeps the names of this
 * process.
 */
import type { MikroORM } from '@mikro-orm/core';
import type { AbstractSqlDriver } from '@mikro-orm/sqlite';
import { ownSession, type PostgresSession } from './postgres-sessions.js';

/**
 * Which processes are there, as a PostgreSQL database knows it: each keeps a lock by its name in a session of its own. A
 * process that is killed loses its sessions at once, its locks with them; one that hangs keeps both.
 */

/** Any number that no other locks by two numbers have. */
const PRESENCE_LOCKS = 1_280_266_064;

/** Statement that keeps a name, the only parameter, until the session ends. Shared, since names may have one checksum. */
const keepNameStatement = `select pg_try_advisory_lock_shared(${PRESENCE_LOCKS}, hashtext($1))`;

/** @returns a condition in SQL: some session keeps the name that `column` holds */
export function isKept(column: string): string {
  return `exists (
    select 1 from pg_locks held
    where held.locktype = 'advisory' and held.objsubid = 2 and held.classid = ${PRESENCE_LOCKS}
      and cast(held.objid as bigint) = (cast(hashtext(cast(${column} as text)) as bigint) & 4294967295)
      and held.database = (select oid from pg_database where datname = current_database())
  )`;
}

const RECONNECT_AFTER_MS = 1000;

type Handler = (payload: string) => void;
type Statement = readonly [sql: string, values?: readonly unknown[]];

/** Hears notices in a session of its own, which is opened again when it breaks. */
export class Notices {
  private readonly handlers = new Map<string, Set<Handler>>();
  /** What each session begins with. */
  private readonly beginnings: Statement[] = [];
  private session: PostgresSession | null = null;
  private opening: Promise<void> | null = null;
  /** Notices to an open session, in order. */
  private telling: Promise<void> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(private readonly orm: MikroORM<AbstractSqlDriver>) {}

  /** Calls `handler` with each notice of a channel; after a time without a connection, once with an empty one. */
  listen(channel: string, handler: Handler): void {
    const known = this.handlers.get(channel);
    this.handlers.set(channel, (known ?? new Set()).add(handler));
    if (known === undefined) void this.beginWith([`listen "${channel}"`]);
  }

  /** Keeps a name, see `isKept`, whenever there is a connection. Resolves when that was tried once. */
  async keepName(name: string): Promise<void> {
    await this.beginWith([keepNameStatement, [name]]);
  }

  /** Notifies all servers, including this one. They find by polling what a lost notice announced, or one after `close`. */
  async tell(channel: string, payload: string): Promise<void> {
    if (this.isClosed) return;
    const connection = this.orm.em.getConnection();
    // Polling will find it.
    await connection.execute('select pg_notify(?, ?)', [channel, payload]).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retry);
    await this.opening;
    const { session } = this;
    this.session = null;
    session?.release(true);
  }

  private async beginWith(statement: Statement): Promise<void> {
    this.beginnings.push(statement);
    const { session } = this;
    if (session !== null) {
      // A session takes one statement at a time.
      this.telling = this.telling.then(async () => {
        await session.query(...statement).catch(() => undefined);
      });
      await this.telling;
      return;
    }
    this.open();
    await this.opening;
  }

  private open(): void {
    if (this.isClosed || this.opening !== null) return;
    this.opening = this.connect()
      .catch(() => this.openLater())
      .finally(() => (this.opening = null));
  }

  private async connect(): Promise<void> {
    const session = await ownSession(this.orm);
    const lose = () => {
      if (this.session !== session) return;
      this.session = null;
      session.release(true);
      this.openLater();
    };
    session.on('error', lose).on('end', lose);
    session.on('notification', ({ channel, payload = '' }) => {
      for (const handler of this.handlers.get(channel) ?? []) handler(payload);
    });
    try {
      // Those that are added meanwhile are gone through, too.
      for (const statement of this.beginnings) await session.query(...statement);
    } catch (error) {
      session.release(true);
      throw error;
    }
    this.session = session;
    for (const handlers of this.handlers.values()) for (const handler of handlers) handler('');
  }

  private openLater(): void {
    if (this.isClosed) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), RECONNECT_AFTER_MS).unref();
  }
}
