/** Codes that set a password once: those of mails, and those that an administrator hands on. */
import type { Secrets } from '../../access/secrets.js';
import type { EntityManager } from '../../db/database.js';
import { LoupeError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { AccessToken } from '../sessions/access-token.entity.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long the code of a mail that was asked for is good, in milliseconds. */
export const RECOVERY_LIFE_MS = 60 * MINUTE_MS;
/** Of a code for somebody who has no password yet. */
export const INVITATION_LIFE_MS = 7 * DAY_MS;
/** Of a code that an administrator hands to somebody who forgot their password. */
export const HANDED_LIFE_MS = DAY_MS;
/** A user gets a mail only so often. */
const PAUSE_MS = MINUTE_MS;

export interface PasswordCode {
  /** Names it until it is used; also its mail. */
  readonly id: string;
  /** The secret; only its hash is kept. */
  readonly code: string;
  readonly date: Date;
  readonly dateExpires: Date;
}

/** Makes a code for a user, in the caller's transaction. */
export function createPasswordCode(
  em: EntityManager,
  secrets: Secrets,
  { userId, date, lifeMs }: { readonly userId: string; readonly date: Date; readonly lifeMs: number },
): PasswordCode {
  const code = secrets.newSecret();
  const id = newId();
  const dateExpires = new Date(date.getTime() + lifeMs);
  em.create(AccessToken, {
    id,
    tokenHash: secrets.hash(code),
    purpose: 'PasswordRecovery',
    userId,
    dateCreated: date,
    dateExpires,
    dateRevoked: null,
  });
  return { id, code, date, dateExpires };
}

/** Whether a code was made for the user within the last minute. */
export async function hasRecentCode(em: EntityManager, userId: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - PAUSE_MS);
  const recent = { userId, purpose: 'PasswordRecovery' as const, dateCreated: { $gt: since } };
  return (await em.count(AccessToken, recent)) > 0;
}

export async function findPasswordCode(em: EntityManager, codeHash: string): Promise<AccessToken | null> {
  return em.findOne(AccessToken, { tokenHash: codeHash, purpose: 'PasswordRecovery' });
}

/** @throws LoupeError INVALID_GRANT for a code that is unknown, used or too old */
export function requireUsableCode(token: AccessToken | null, now: Date): AccessToken {
  if (token === null || token.dateRevoked !== null || token.dateExpires <= now) {
    throw new LoupeError('INVALID_GRANT', 'This code is no longer valid. Ask for a new one.');
  }
  return token;
}
