/** Makes and ends the secrets that stand for a user who has logged in. */
import type { EntityManager, Database } from '../../db/database.js';
import { AccessToken } from './access-token.entity.js';
import type { Secrets } from '../../access/secrets.js';
import type { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { UserRole, type User } from '../user.entity.js';
import { toUserView } from '../user.rules.js';
import type { LoginView } from '../views.js';

/** Revokes the token of a hash; one that is not known is left alone. */
export async function revokeToken(em: EntityManager, tokenHash: string, now: Date): Promise<void> {
  await em.nativeUpdate(AccessToken, { tokenHash, dateRevoked: null }, { dateRevoked: now });
}

/** Revokes every token of a user, those of sessions, links and password recovery included. */
export async function revokeTokens(em: EntityManager, userId: string, now: Date): Promise<void> {
  await em.nativeUpdate(AccessToken, { userId, dateRevoked: null }, { dateRevoked: now });
}

const DAY_S = 86_400;

export class TokenIssuer {
  private readonly lifeSeconds: number;

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    options: { readonly tokenDays: number },
  ) {
    // One second short of the whole days, as the field's clients know it.
    this.lifeSeconds = options.tokenDays * DAY_S - 1;
  }

  /** A new token of the user; what has expired of theirs goes. */
  async issue(user: User, purpose: 'Bearer' | 'Session'): Promise<LoginView> {
    const token = this.secrets.newSecret();
    const dateIssued = this.clock.now();
    const dateExpires = new Date(dateIssued.getTime() + this.lifeSeconds * 1000);
    const roles = await this.database.transaction(async ({ em }) => {
      await em.nativeDelete(AccessToken, { userId: user.id, dateExpires: { $lt: dateIssued } });
      em.create(AccessToken, {
        id: newId(),
        tokenHash: this.secrets.hash(token),
        purpose,
        userId: user.id,
        dateCreated: dateIssued,
        dateExpires,
        dateRevoked: null,
      });
      const held = await em.find(UserRole, { userId: user.id }, { orderBy: { role: 'asc' } });
      return held.map(({ role }) => role);
    });
    return {
      token,
      expiresInSeconds: this.lifeSeconds,
      dateIssued,
      dateExpires,
      user: toUserView(user),
      roles,
    };
  }
}
