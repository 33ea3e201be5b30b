/** What a failed command says and how it ends. */
import { CommanderError } from 'commander';
import { ConfigError } from '../config.js';
import { type ErrorCode, LoupeError } from '../kernel/errors.js';

export const exitCodes = {
  done: 0,
  /** Something broke: the database, the disk, the server. */
  failed: 1,
  /** The command was written wrongly; nothing was done. */
  usage: 2,
  /** The command was understood and refused: not there, taken, not allowed. */
  refused: 3,
  /** Done, and the answer is no: nothing found, no match, or some of the files were refused. */
  negative: 4,
  /** Ctrl-C ended it, as shells tell it. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const usageCodes: readonly ErrorCode[] = [
  'BAD_USER_INPUT',
  'MISSING_PARAMETER',
  'INVALID_KEYWORD',
  'INVALID_MANIFEST',
  'INVALID_COLOR',
];

/** Thrown after the result was printed, when the answer is no. */
export class NegativeResult extends Error {
  override readonly name = 'NegativeResult';
}

/** Thrown after a command that Ctrl-C ended has kept what it had. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export interface Failure {
  readonly exitCode: ExitCode;
  /** null when it has been said already. */
  readonly message: string | null;
}

export function explain(error: unknown): Failure {
  if (error instanceof CommanderError) {
    return { exitCode: error.exitCode === 0 ? exitCodes.done : exitCodes.usage, message: null };
  }
  if (error instanceof NegativeResult) return { exitCode: exitCodes.negative, message: null };
  if (error instanceof Interrupted) return { exitCode: exitCodes.interrupted, message: null };
  if (error instanceof ConfigError) return { exitCode: exitCodes.usage, message: error.message };
  if (error instanceof LoupeError) {
    const exitCode = usageCodes.includes(error.code) ? exitCodes.usage : exitCodes.refused;
    return { exitCode, message: error.message };
  }
  const text = error instanceof Error ? error.message : String(error);
  return { exitCode: exitCodes.failed, message: text };
}
