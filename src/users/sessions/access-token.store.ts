import type { EntityManager } from '../../db/database.js';
import { AccessToken } from './access-token.entity.js';

/** Revokes the token of a hash; one that is not known is left alone. */
export async function revokeToken(em: EntityManager, tokenHash: string, now: Date): Promise<void> {
  await em.nativeUpdate(AccessToken, { tokenHash, dateRevoked: null }, { dateRevoked: now });
}

/** Revokes every token of a user, those of sessions, links and password recovery included. */
export async function revokeTokens(em: EntityManager, userId: string, now: Date): Promise<void> {
  await em.nativeUpdate(AccessToken, { userId, dateRevoked: null }, { dateRevoked: now });
}
