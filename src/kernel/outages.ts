/**
 * Errors for callers when the database does not answer (it is starting, has failed over or cannot be reached) or the disk is
 * full.
 */
import { LoupeError } from './errors.js';

/** Of the operating system, of SQLite (SQLITE_FULL) and of PostgreSQL (disk_full). */
const CODES = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);

export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && CODES.has(String(error.code))) return true;
  return isDiskFull(error.cause) || (error instanceof AggregateError && error.errors.some(isDiskFull));
}

export function diskFull(cause: unknown): LoupeError {
  const message = 'The server’s disk is full. Nothing was changed; tell the operator, and try again later.';
  return new LoupeError('STORAGE_FULL', message, {}, { cause });
}

/** Of PostgreSQL: shut down, crashed, starting; too many connections; read-only, as a server is that another one has replaced. */
const SQL_STATES = new Set(['57P01', '57P02', '57P03', '53300', '25006']);
/** Class of PostgreSQL for connections that break. */
const BROKEN_CONNECTION = /^08\w{3}$/;
/** Codes of the operating system. Other connections of a request report failures by their own errors. */
const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** What `pg` says without a code. */
const WORDS =
  /^Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/;

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (SQL_STATES.has(code) || SOCKET_CODES.has(code)) return true;
  if (BROKEN_CONNECTION.test(code) || WORDS.test(error.message)) return true;
  return (
    isDatabaseAway(error.cause) || (error instanceof AggregateError && error.errors.some(isDatabaseAway))
  );
}

/** @param options.isChange whether something was being changed: then nobody knows whether it was */
export function databaseAway(cause: unknown, { isChange = false } = {}): LoupeError {
  const message = isChange
    ? 'The database went away during the change. Check whether it was made before you repeat it, or repeat it under the same Idempotency-Key.'
    : 'The database does not answer at the moment. Try again.';
  return new LoupeError('STORAGE_UNAVAILABLE', message, {}, { cause });
}
