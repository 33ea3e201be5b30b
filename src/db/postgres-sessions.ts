/**
 * Settings of every PostgreSQL session, and dedicated sessions: locks of the whole database and
 * notices between servers.
 */
import { setTimeout } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/core';
import type { AbstractSqlDriver } from '@mikro-orm/sqlite';
import { CompiledQuery, type DatabaseConnection } from 'kysely';
import { LoupeError } from '../kernel/errors.js';

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
  /** Sessions, also those that are being opened. */
  readonly totalCount: number;
  readonly idleCount: number;
  /** Statements that wait for a session. */
  readonly waitingCount: number;
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

const DRAIN_EVERY_MS = 5;

/**
 * Resolves when no statement runs, waits for a session or has one opened. kysely forgets the pool before it ends it, and
 * then never gives a session back that is still being opened: the pool would not end.
 */
export async function drained(orm: MikroORM<AbstractSqlDriver>): Promise<void> {
  const pool = await nativePoolOf(orm);
  while (pool.totalCount > pool.idleCount || pool.waitingCount > 0) await setTimeout(DRAIN_EVERY_MS);
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

/** The error of a change that was held up. */
export function heldUp(cause: unknown): LoupeError {
  const message = 'Somebody else is changing the same data. Nothing was changed; try again.';
  return new LoupeError('OVERLOADED', message, {}, { cause });
}
