/** Links by which people set their password: for somebody who was invited, and for somebody who forgot it. */
import { requireRight } from '../../access/access.js';
import type { Secrets } from '../../access/secrets.js';
import type { Viewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Clock } from '../../kernel/clock.js';
import type { Database, EntityManager } from '../../db/database.js';
import { badInput, LoupeError, notFound } from '../../kernel/errors.js';
import { createPasswordCode, HANDED_LIFE_MS, INVITATION_LIFE_MS } from './password-codes.js';
import type { PasswordRecovery } from './password-recovery.js';
import { loadUser } from '../user-rows.js';
import { User } from '../user.entity.js';
import { foldName, userSubject } from '../user.rules.js';
import type { LoginLinkView } from '../views.js';

interface PasswordLinkParts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly operations: OperationLog;
  readonly recovery: PasswordRecovery;
}

export class PasswordLinkService {
  constructor(private readonly parts: PasswordLinkParts) {}

  /**
   * A code to hand on, with which the user sets a password once: good for seven days for somebody who has none yet, else
   * for a day.
   *
   * @throws LoupeError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, BAD_USER_INPUT (a user who is not active)
   */
  async create(viewer: Viewer, userId: string): Promise<LoginLinkView> {
    const { database, secrets, clock, operations } = this.parts;
    return database.transaction(async ({ em }) => {
      const user = await requireUser(em, viewer, userId);
      const lifeMs = user.passwordHash == null ? INVITATION_LIFE_MS : HANDED_LIFE_MS;
      const made = createPasswordCode(em, secrets, { userId: user.id, date: clock.now(), lifeMs });
      operations.write(em, viewer, 'user:invite', userSubject(user));
      return { code: made.code, dateExpires: made.dateExpires };
    });
  }

  /** As `create`, for a user of that name for the login. @throws LoupeError as `create` */
  async createByName(viewer: Viewer, userName: string): Promise<LoginLinkView> {
    const em = this.parts.database.reader();
    const user = await em.findOne(User, { userNameKey: foldName(userName) }, { fields: ['id'] });
    if (user === null) throw notFound(`User ${userName}`);
    return this.create(viewer, user.id);
  }

  /**
   * Sends such a link by mail.
   *
   * @throws LoupeError as `create`; CONFLICT where this server sends no mails, RATE_LIMITED within a minute of the last one
   */
  async send(viewer: Viewer, userId: string): Promise<void> {
    const { database, recovery } = this.parts;
    const user = await requireUser(database.reader(), viewer, userId);
    if (!recovery.isDelivering) {
      throw new LoupeError(
        'CONFLICT',
        'This server sends no mails, because LOUPE_SMTP_URL names no mail server. Create a link and pass it on.',
      );
    }
    if (!(await recovery.sendCode(user.id))) {
      throw new LoupeError('RATE_LIMITED', `A mail went to ${user.mail} just now. Try again in a minute.`);
    }
  }
}

async function requireUser(em: EntityManager, viewer: Viewer, userId: string) {
  const place = await loadUser(em, userId);
  requireRight(viewer, 'user:write', place, `User ${userId}`);
  if (place.user.status !== 'Active')
    throw badInput('userId', 'this user is not active; activate them first');
  return place.user;
}
