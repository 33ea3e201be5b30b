/** Why jobs fail, in words for the people who wait for them. */
import { type ErrorCode, errorCatalogue, LoupeError } from '../kernel/errors.js';
import type { Job } from './job.entity.js';

/** The reason that a failed job keeps. */
export function reasonOf({ error, errorCode }: Job): LoupeError {
  const isKnown = errorCode != null && errorCode in errorCatalogue;
  return new LoupeError(isKnown ? (errorCode as ErrorCode) : 'INTERNAL_SERVER_ERROR', error ?? '');
}

export function interruptedTooOften(): LoupeError {
  return new LoupeError(
    'INVALID_IMAGE',
    'The server stopped several times while it worked on this. Send another file.',
  );
}

/** @param why for those who wait */
export function postponed(why: string | null | undefined): LoupeError {
  return new LoupeError('RATE_LIMITED', why ?? 'The work waits for another day.');
}

export function unexpected(cause: unknown): LoupeError {
  const message = 'Something went wrong on the server. Retry; if it happens again, tell the operator.';
  return new LoupeError('INTERNAL_SERVER_ERROR', message, {}, { cause });
}

export function shuttingDown(): LoupeError {
  return new LoupeError('OVERLOADED', 'The server is shutting down. The work goes on when it is back.');
}
