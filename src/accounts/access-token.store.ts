import type { EntityManager } from '../db/database.js';
import { AccessToken } from './access-token.entity.js';

/** Revokes every token of a user, those for password recovery included. */
export async function revokeTokens(em: EntityManager, userId: string, now: Date): Promise<void> {
  await em.nativeUpdate(AccessToken, { userId, dateRevoked: null }, { dateRevoked: now });
}
