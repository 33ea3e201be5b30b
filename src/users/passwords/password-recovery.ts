/** Password recovery without a token: a mail carries a secret that is good once and for an hour. */
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { UsageLimits } from '../../access/usage-limits.js';
import { requireApiKey } from '../../access/access.js';
import type { PasswordHasher } from '../../access/passwords.js';
import type { Secrets } from '../../access/secrets.js';
import { validate } from '../../access/validate.js';
import type { Viewer } from '../../access/viewer.js';
import type { Clock } from '../../kernel/clock.js';
import type { Database, EntityManager } from '../../db/database.js';
import { Node } from '../../tree/node.entity.js';
import { Organization } from '../../organizations/organization.entity.js';
import { DirectoryUser } from '../directory/directory.entity.js';
import { AccessToken } from '../sessions/access-token.entity.js';
import { revokeTokens } from '../sessions/token-issuer.js';
import { passwordAddress } from '../sessions/login-address.js';
import { invitationMail, mailLanguageOf, recoveryMail } from '../mail/mail-texts.js';
import type { MailSink } from '../mail/mail.js';
import {
  createPasswordCode,
  requireUsableCode,
  findPasswordCode,
  hasRecentCode,
  INVITATION_LIFE_MS,
  RECOVERY_LIFE_MS,
} from './password-codes.js';
import { loadUser } from '../user-rows.js';
import { foldName, password as passwordRule } from '../user.rules.js';
import { User } from '../user.entity.js';

const patchedPassword = z.object({ password: passwordRule });

/** Until a mail is written the answer has gone; and when exactly, the next answers do not tell either. */
const SOONEST_MS = 100;

interface Issued {
  readonly code: string;
  readonly mail: { readonly id: string; readonly date: Date; readonly dateExpires: Date };
}

export class PasswordRecovery {
  private readonly writing = new Set<Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly mails: MailSink,
    private readonly clock: Clock,
    /** The start of addresses of this server; null where it does not know. */
    private readonly publicUrl: string | null,
    private readonly usage: UsageLimits,
    private readonly logger: Pick<Logger, 'error'>,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * Has a mail written to every active user of that address in the ApiKey's organization or below it. The work starts after
   * the answer, so that neither the answer nor its time reveals who has an account.
   *
   * @throws LoupeError UNAUTHENTICATED without a known ApiKey, RATE_LIMITED
   */
  async recover(viewer: Viewer | null, mail: string): Promise<void> {
    requireApiKey(viewer);
    await this.usage.recovery(viewer.organizationId, foldName(mail));
    this.writeSoon(viewer.organizationPath, mail);
  }

  /**
   * As `recover`, for a page of this server, which belongs to no organization: to the users of that address in all of them.
   *
   * @throws LoupeError RATE_LIMITED
   */
  async recoverOnOwnPage(mail: string): Promise<void> {
    await this.usage.recovery('', foldName(mail));
    this.writeSoon('', mail);
  }

  private writeSoon(organizationPath: string, mail: string): void {
    const written = setTimeout(SOONEST_MS + Math.random() * SOONEST_MS)
      .then(() => this.writeTo(organizationPath, mail))
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
      // A program wrote the address: it opens nothing.
      if ((await em.count(DirectoryUser, { userId: user.id })) > 0) continue;
      const issued = await this.issue(user.id, RECOVERY_LIFE_MS);
      if (issued !== null) await this.sendRecovery(em, user, issued);
    }
  }

  /**
   * Sets a new password by the secret of a mail and ends the user's logins.
   *
   * @returns the id of the user
   * @throws LoupeError BAD_USER_INPUT (password), INVALID_GRANT (secret unknown, used or too old)
   */
  async reset(token: string, newPassword: string): Promise<string> {
    const { password } = validate(patchedPassword, { password: newPassword });
    const now = this.clock.now();
    const tokenHash = this.secrets.hash(token);
    requireUsableCode(await findPasswordCode(this.database.reader(), tokenHash), now);
    const passwordHash = await this.hasher.hash(password);
    return this.database.transaction(async ({ em, afterCommit }) => {
      const row = requireUsableCode(await findPasswordCode(em, tokenHash), now);
      const codes = await em.find(AccessToken, { userId: row.userId, purpose: 'PasswordRecovery' });
      // A code that was used, and those that end with it, leave no copy.
      afterCommit(async () => {
        for (const { id } of codes) await this.mails.forget(id);
      });
      await revokeTokens(em, row.userId, now);
      await em.nativeUpdate(User, { id: row.userId }, { passwordHash, dateModified: now });
      return row.userId;
    });
  }

  /** Whether mails reach their receivers by themselves. */
  get isDelivering(): boolean {
    return this.mails.isDelivering;
  }

  /** Sends a code to somebody for whom an account without a password was made, where mails are delivered. */
  async invite(userId: string): Promise<void> {
    if (this.isDelivering) await this.sendCode(userId);
  }

  /**
   * Sends a mail with a code: an invitation to somebody without a password, else one that replaces a forgotten password.
   *
   * @returns false when the user is gone, or a code was made for them less than a minute ago
   */
  async sendCode(userId: string): Promise<boolean> {
    const em = this.database.reader();
    const user = await em.findOne(User, userId);
    if (user === null) return false;
    const isInvitation = user.passwordHash == null;
    const issued = await this.issue(userId, isInvitation ? INVITATION_LIFE_MS : RECOVERY_LIFE_MS);
    if (issued === null) return false;
    if (isInvitation) await this.sendInvitation(em, user, issued);
    else await this.sendRecovery(em, user, issued);
    return true;
  }

  private async sendInvitation(em: EntityManager, user: User, { code, mail }: Issued): Promise<void> {
    const { language, name } = await this.organizationOf(em, user);
    const { userName } = user;
    const facts = { userName, organization: name, address: this.publicUrl, code, link: this.linkOf(code) };
    await this.mails.send({ ...invitationMail[language](facts), ...mail, to: user.mail });
  }

  private async sendRecovery(em: EntityManager, user: User, { code, mail }: Issued): Promise<void> {
    const { language } = await this.organizationOf(em, user);
    const text = recoveryMail[language]({ userName: user.userName, code, link: this.linkOf(code) });
    await this.mails.send({ ...text, ...mail, to: user.mail });
  }

  /**
   * Only with a public address: a mail never leads to an address that its requester chose.
   */
  private linkOf(code: string): string | null {
    return this.publicUrl === null ? null : passwordAddress(this.publicUrl, code);
  }

  /** The secret of a new code, and what its mail is known by; null when one was made just now. */
  private async issue(userId: string, lifeMs: number): Promise<Issued | null> {
    const date = this.clock.now();
    return this.database.transaction(async ({ em }) => {
      if (await hasRecentCode(em, userId, date)) return null;
      const { id, code, dateExpires } = createPasswordCode(em, this.secrets, { userId, date, lifeMs });
      return { code, mail: { id, date, dateExpires } };
    });
  }

  /** Mails are in the language of the receiver's organization. */
  private async organizationOf(em: EntityManager, { organizationId }: User) {
    const organization = await em.findOneOrFail(Organization, organizationId);
    const node = await em.findOneOrFail(Node, organizationId);
    return { language: mailLanguageOf(organization.languageCode), name: node.name };
  }
}
