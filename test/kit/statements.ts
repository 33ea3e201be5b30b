/** What work asks the database for. On SQLite, reads of what is committed go another way and are not told of. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import { ReusingConnection } from '../../src/db/sqlite/sqlite-driver.js';
import { currentRequestId } from '../../src/kernel/current-request.js';
import type { TestApp } from './app.js';

/** Statements that limits of how often something is done ask a PostgreSQL database for. */
export async function statementsOfLimits(loupe: TestApp, work: () => Promise<unknown>): Promise<number> {
  const pool = (await loupe.app.services.database.nativePool()) as { query(...of: unknown[]): unknown };
  const query = vi.spyOn(pool, 'query');
  try {
    await work();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}

interface AskedStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Statements that work asks the database for until it is done. */
export async function statementsOf(loupe: TestApp, work: () => Promise<unknown>): Promise<number> {
  return (await askedBy(loupe, work)).length;
}

/** The most values that one statement takes: how much work does at one go. */
export async function mostValuesOf(loupe: TestApp, work: () => Promise<unknown>): Promise<number> {
  const statements = await askedBy(loupe, work);
  return Math.max(0, ...statements.map(({ values }) => values.length));
}

/**
 * Reads of what is committed that work itself asks a SQLite file for: not those of what goes on beside it, such as the look for
 * drafts whose date has come.
 *
 * @returns their SQL; null on PostgreSQL, where there is no such way
 */
export async function committedReadsOf(
  loupe: TestApp,
  work: () => Promise<unknown>,
): Promise<readonly string[] | null> {
  const connection = loupe.app.services.database.reader().getConnection();
  if (!(connection instanceof ReusingConnection)) return null;
  const own = new AsyncLocalStorage<true>();
  const statements: string[] = [];
  const read = connection.readCommitted.bind(connection);
  connection.readCommitted = (sql, values) => {
    // Requests over HTTP have a context of their own.
    if (own.getStore() === true || currentRequestId() !== null) statements.push(sql);
    return read(sql, values);
  };
  try {
    await own.run(true, work);
  } finally {
    connection.readCommitted = read;
  }
  return statements;
}

export async function askedBy(
  loupe: TestApp,
  work: () => Promise<unknown>,
): Promise<readonly AskedStatement[]> {
  const connection = loupe.app.services.database.reader().getConnection();
  const execute = vi.spyOn(connection, 'execute');
  try {
    await work();
    const asked = execute.mock.calls.map(([query, params = []]) => toStatement(query, params));
    return asked.filter(({ sql }) => !isBeside(sql));
  } finally {
    execute.mockRestore();
  }
}

/**
 * Whether a statement numbers records of readers, looks for webhooks that want them, chains the operation log, or looks for jobs: that
 * happens beside everything else.
 */
function isBeside(sql: string): boolean {
  if (sql.includes('audit_chain') || sql.includes('with lanes as')) return true;
  return (
    /event_position|event_number =|from ["`]webhook|chain_number/.test(sql) && !sql.startsWith('insert into')
  );
}

function toStatement(query: unknown, params: unknown): AskedStatement {
  if (typeof query === 'string') return { sql: query, values: Object.values(params as object) };
  const made = isBuilder(query) ? query.toRaw() : (query as { sql: string; params: unknown[] });
  return { sql: made.sql, values: made.params };
}

function isBuilder(query: unknown): query is { toRaw(): { sql: string; params: unknown[] } } {
  return typeof query === 'object' && query !== null && 'toRaw' in query;
}
