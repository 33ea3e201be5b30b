/** Sessions join recognitions and the clicks that follow them. */
import { badInput } from '../errors.js';
import { newId } from '../ids.js';

const MAX_SESSION_ID_LENGTH = 200;

/**
 * The caller's session, or a new one when there is none.
 *
 * @throws LoupeError BAD_USER_INPUT when it is longer than 200 characters
 */
export function sessionOf(sessionId: string | null): string {
  if (sessionId === null || sessionId === '') return newId();
  if (sessionId.length > MAX_SESSION_ID_LENGTH || sessionId.includes('\0')) {
    throw badInput('SessionId', `must have at most ${MAX_SESSION_ID_LENGTH} characters`);
  }
  return sessionId;
}
