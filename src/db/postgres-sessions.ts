/**
 * Settings of every PostgreSQL session, and dedicated sessions: locks of the whole database and
 * notices between servers.
 */
import type { MikroORM } from '@mikro-orm/core';
import type { AbstractSqlDriver } from '@mikro-orm/sqlite';
import { CompiledQuery, type DatabaseConnection } from 'kysely';

/** Longest wait for a row that somebody else is changing. */
const LOCK_TIMEOUT_MS = 5000;
/** A process that hangs in a transaction, or a machine that is gone, loses its locks after that. */
const IDLE_IN_TRANSACTION_MS = 15_000;

const settings: Readonly<Record<string, number>> = {
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  // Seconds: a client that lost its power is noticed within half a minute, not after Linux's two hours.
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
};

/** @param connection of kysely, which MikroORM does not name */
export async function beginSession(connection: unknown): Promise<void> {
  const assignments = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', false)`,
  );
  await (connection as DatabaseConnection).executeQuery(
    CompiledQuery.raw(`select ${assignments.join(', ')}`),
  );
}

/** The part of a client of `pg` that is used here. */
export interface PostgresSession {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
  on(event: 'notification', listener: (notice: { channel: string; payload?: string }) => void): this;
  on(event: 'error' | 'end', listener: () => void): this;
  /** Gives the session back, or ends it with `true`. */
  release(isSpoilt?: boolean): void;
}

interface SessionPool {
  connect(): Promise<PostgresSession>;
}

/** The pool of `pg` that MikroORM works with. */
export async function nativePoolOf(orm: MikroORM<AbstractSqlDriver>): Promise<SessionPool> {
  const connection = orm.em.getConnection() as unknown as { getNativeClient(): Promise<SessionPool> };
  return connection.getNativeClient();
}

/** A session out of the pool that nobody else uses until it is released. */
export async function ownSession(orm: MikroORM<AbstractSqlDriver>): Promise<PostgresSession> {
  return (await nativePoolOf(orm)).connect();
}

/** Any number that nothing else in the database locks. */
const MIGRATION_LOCK = 7_263_401_118;

/**
 * Runs `work` while no other server of the database is in here, so that servers that start at the same time make the
 * schema once; the others wait and find it made.
 */
export async function aloneInDatabase<T>(
  orm: MikroORM<AbstractSqlDriver>,
  work: () => Promise<T>,
): Promise<T> {
  const session = await ownSession(orm);
  try {
    await session.query('set lock_timeout = 0');
    await session.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    // Its settings are its own, and the lock goes with it.
    session.release(true);
  }
}

/** Whether a change was refused because somebody else held a row for too long, or both waited for each other. */
export function isHeldUp(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === '55P03' || code === '40P01';
}
