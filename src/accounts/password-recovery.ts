/** Password recovery without a token: a mail carries a secret that is good once and for an hour. */
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { UsageLimits } from '../access/usage-limits.js';
import { demandApiKey } from '../access/access.js';
import type { PasswordHasher } from '../access/passwords.js';
import type { Secrets } from '../access/secrets.js';
import { validate } from '../access/validate.js';
import type { Viewer } from '../access/viewer.js';
import type { Clock } from '../clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { LoupeError } from '../errors.js';
import { Node } from '../hierarchy/node.entity.js';
import { Organization } from '../hierarchy/organization.entity.js';
import { newId } from '../ids.js';
import { AccessToken } from './access-token.entity.js';
import { revokeTokens } from './access-token.store.js';
import { invitationMail, mailLanguageOf, recoveryMail } from './mail-texts.js';
import type { MailSink } from './mail.js';
import { loadUser } from './user-place.js';
import { foldName, password as passwordRule } from './user.rules.js';
import { User } from './user.entity.js';

const LIFE_MS = 60 * 60_000;
const INVITATION_LIFE_MS = 7 * 24 * 60 * 60_000;
const patchedPassword = z.object({ password: passwordRule });

/** Until a mail is written the answer has gone; and when exactly, the next answers do not tell either. */
const SOONEST_MS = 100;

/** A user who asks again and again gets a mail only so often. */
const PAUSE_MS = 60_000;

export class PasswordRecovery {
  private readonly writing = new Set<Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly mails: MailSink,
    private readonly clock: Clock,
    /** What addresses of this server begin with; null where it does not know. */
    private readonly publicUrl: string | null,
    private readonly usage: UsageLimits,
    private readonly logger: Pick<Logger, 'error'>,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * Has a mail written to every active user of that address in the ApiKey's organization or below it. Nothing of it is done before
   * the answer, so that neither the answer nor its time tells who has an account.
   *
   * @throws LoupeError UNAUTHENTICATED without a known ApiKey, RATE_LIMITED
   */
  async recover(viewer: Viewer | null, mail: string): Promise<void> {
    demandApiKey(viewer);
    await this.usage.recovery(viewer.organizationId, foldName(mail));
    const written = setTimeout(SOONEST_MS + Math.random() * SOONEST_MS)
      .then(() => this.writeTo(viewer.organizationPath, mail))
      .catch((error: unknown) => this.logger.error(error, 'The mail of a recovery could not be written'))
      .finally(() => this.writing.delete(written));
    this.writing.add(written);
  }

  /** Resolves when the mails of all answered requests are written. */
  async settled(): Promise<void> {
    await Promise.all(this.writing);
  }

  private async writeTo(organizationPath: string, mail: string): Promise<void> {
    const em = this.database.reader();
    const users = await em.find(
      User,
      { mailKey: foldName(mail), status: 'Active' },
      { orderBy: { id: 'asc' } },
    );
    for (const user of users) {
      const place = await loadUser(em, user.id);
      if (place?.path.startsWith(organizationPath) !== true) continue;
      const issued = await this.issue(user.id, LIFE_MS);
      if (issued === null) continue;
      const { language } = await this.organizationOf(em, user);
      const text = recoveryMail[language]({ userName: user.userName, code: issued.code });
      await this.mails.send({ ...text, ...issued.mail, to: user.mail });
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
    const passwordHash = await this.hasher.hash(password);
    await this.database.transaction(async ({ em, afterCommit }) => {
      const row = demandUsable(await findToken(em, tokenHash), now);
      const codes = await em.find(AccessToken, { userId: row.userId, purpose: 'PasswordRecovery' });
      // A code that was used, and those that end with it, leave no copy.
      afterCommit(async () => {
        for (const { id } of codes) await this.mails.forget(id);
      });
      await revokeTokens(em, row.userId, now);
      await em.nativeUpdate(User, { id: row.userId }, { passwordHash, dateModified: now });
    });
  }

  /** Sends a code to somebody for whom an account without a password was made, where mails are delivered. */
  async invite(userId: string): Promise<void> {
    if (!this.mails.isDelivering) return;
    const em = this.database.reader();
    const user = await em.findOne(User, userId);
    const issued = user === null ? null : await this.issue(userId, INVITATION_LIFE_MS);
    if (user === null || issued === null) return;
    const { language, name } = await this.organizationOf(em, user);
    const facts = { userName: user.userName, organization: name, address: this.publicUrl, code: issued.code };
    await this.mails.send({ ...invitationMail[language](facts), ...issued.mail, to: user.mail });
  }

  /** The secret of a new code, and what its mail is known by; null when one was made just now. */
  private async issue(userId: string, lifeMs: number) {
    const code = this.secrets.newSecret();
    const now = this.clock.now();
    const id = newId();
    const dateExpires = new Date(now.getTime() + lifeMs);
    return this.database.transaction(async ({ em }) => {
      const since = new Date(now.getTime() - PAUSE_MS);
      const recent = { userId, purpose: 'PasswordRecovery' as const, dateCreated: { $gt: since } };
      if ((await em.count(AccessToken, recent)) > 0) return null;
      em.create(AccessToken, {
        id,
        tokenHash: this.secrets.hash(code),
        purpose: 'PasswordRecovery',
        userId,
        dateCreated: now,
        dateExpires,
        dateRevoked: null,
      });
      return { code, mail: { id, date: now, dateExpires } };
    });
  }

  /** Mails are in the language of the receiver's organization. */
  private async organizationOf(em: EntityManager, { organizationId }: User) {
    const organization = await em.findOneOrFail(Organization, organizationId);
    const node = await em.findOneOrFail(Node, organizationId);
    return { language: mailLanguageOf(organization.languageCode), name: node.name };
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
