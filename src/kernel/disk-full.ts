/** The error for callers when the disk is full, for every kind of write. */
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
