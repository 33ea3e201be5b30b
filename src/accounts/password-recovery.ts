/** Password recovery without a token: a mail carries a secret that is good once and for an hour. */
import type { UsageLimits } from '../access/usage-limits.js';
import { z } from 'zod';
import { demandApiKey } from '../access/access.js';
import { hashPassword } from '../access/passwords.js';
import type { Secrets } from '../access/secrets.js';
import { validate } from '../access/validate.js';
import type { Viewer } from '../access/viewer.js';
import type { Clock } from '../clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { LoupeError } from '../errors.js';
import { newId } from '../ids.js';
import { AccessToken } from './access-token.entity.js';
import { revokeTokens } from './access-token.store.js';
import type { MailSink } from './mail-folder.js';
import { loadUser } from './user-place.js';
import { foldName, password as passwordRule } from './user.rules.js';
import { User } from './user.entity.js';

const LIFE_MS = 60 * 60_000;
const patchedPassword = z.object({ password: passwordRule });

/** A user who asks again and again gets a mail only so often. */
const PAUSE_MS = 60_000;

export class PasswordRecovery {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly mails: MailSink,
    private readonly clock: Clock,
    private readonly usage: UsageLimits,
  ) {}

  /**
   * Writes a mail to every active user of that address in the ApiKey's organization or below it. The answer is the
   * same when there is none, so that nobody learns who has an account.
   *
   * @throws LoupeError UNAUTHENTICATED without a known ApiKey, RATE_LIMITED
   */
  async recover(viewer: Viewer | null, mail: string): Promise<void> {
    demandApiKey(viewer);
    await this.usage.recovery(viewer.organizationId, foldName(mail));
    const em = this.database.reader();
    const users = await em.find(
      User,
      { mailKey: foldName(mail), status: 'Active' },
      { orderBy: { id: 'asc' } },
    );
    for (const user of users) {
      const place = await loadUser(em, user.id);
      if (place?.path.startsWith(viewer.organizationPath) !== true) continue;
      const token = await this.issue(user.id);
      if (token !== null) await this.mails.send(this.message(user, token));
    }
  }

  /**
   * Sets a new password by the secret of a mail and ends the user's logins.
   *
   * @throws LoupeError BAD_USER_INPUT (password), INVALID_GRANT (secret unknown, used or too old)
   */
  async reset(token: string, newPassword: string): Promise<void> {
    const { password } = validate(patchedPassword, { password: newPassword });
    const now = this.clock.now();
    const tokenHash = this.secrets.hash(token);
    demandUsable(await findToken(this.database.reader(), tokenHash), now);
    const passwordHash = await hashPassword(password);
    await this.database.transaction(async ({ em }) => {
      const row = demandUsable(await findToken(em, tokenHash), now);
      await revokeTokens(em, row.userId, now);
      await em.nativeUpdate(User, { id: row.userId }, { passwordHash, dateModified: now });
    });
  }

  private async issue(userId: string): Promise<string | null> {
    const token = this.secrets.newSecret();
    const now = this.clock.now();
    return this.database.transaction(async ({ em }) => {
      const since = new Date(now.getTime() - PAUSE_MS);
      const recent = { userId, purpose: 'PasswordRecovery' as const, dateCreated: { $gt: since } };
      if ((await em.count(AccessToken, recent)) > 0) return null;
      em.create(AccessToken, {
        id: newId(),
        tokenHash: this.secrets.hash(token),
        purpose: 'PasswordRecovery',
        userId,
        dateCreated: now,
        dateExpires: new Date(now.getTime() + LIFE_MS),
        dateRevoked: null,
      });
      return token;
    });
  }

  private message(user: User, token: string) {
    return {
      to: user.mail,
      subject: 'Set a new password',
      text: [
        `Somebody asked for a new password for ${user.userName}.`,
        'Use this code within an hour to set it. If it was not you, do nothing.',
        '',
        token,
      ].join('\n'),
      date: this.clock.now(),
    };
  }
}

async function findToken(em: EntityManager, tokenHash: string): Promise<AccessToken | null> {
  return em.findOne(AccessToken, { tokenHash, purpose: 'PasswordRecovery' });
}

function demandUsable(token: AccessToken | null, now: Date): AccessToken {
  if (token === null || token.dateRevoked !== null || token.dateExpires <= now) {
    throw new LoupeError('INVALID_GRANT', 'This code is not valid any more. Ask for a new one.');
  }
  return token;
}
