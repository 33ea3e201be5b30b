/** Sessions join recognitions and the clicks that follow them. */
import { badInput } from '../kernel/errors.js';
import { newRandomId } from '../kernel/ids.js';

const MAX_SESSION_ID_LENGTH = 200;

/** What applications send when they mean nothing: the word for it in their programming language, or a zero. */
const WORDS_FOR_NOTHING: ReadonlySet<string> = new Set([
  '',
  'null',
  '(null)',
  '<null>',
  'nil',
  'none',
  'undefined',
  '0',
]);

/**
 * The session that a caller names; null when it names none.
 *
 * @throws LoupeError BAD_USER_INPUT when it is longer than 200 characters
 */
export function givenSession(sessionId: string | null): string | null {
  if (sessionId === null || WORDS_FOR_NOTHING.has(sessionId.trim().toLowerCase())) return null;
  if (sessionId.length > MAX_SESSION_ID_LENGTH || sessionId.includes('\0')) {
    throw badInput('sessionId', `must have at most ${MAX_SESSION_ID_LENGTH} characters`);
  }
  return sessionId;
}

/** The caller's session, or a new one when there is none. @throws LoupeError as `givenSession` */
export function sessionOf(sessionId: string | null): string {
  return givenSession(sessionId) ?? newRandomId();
}
