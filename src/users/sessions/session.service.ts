/**
 * Sessions of browsers: logins whose secret lies in a cookie that no script can read. A session's secret is no bearer
 * token, and a bearer token is no session.
 */
import type { Secrets } from '../../access/secrets.js';
import type { UserViewer, Viewer } from '../../access/viewer.js';
import type { Clock } from '../../kernel/clock.js';
import type { Database } from '../../db/database.js';
import { badInput, forbidden, LoupeError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { AccessToken } from './access-token.entity.js';
import type { FactorAnswer } from '../second-factors/factor-proofs.js';
import type { LoginSteps } from '../second-factors/login-steps.js';
import type { Site } from '../second-factors/second-factor.rules.js';
import type { NameAndPassword, PasswordCheck } from '../passwords/password-check.js';
import type { TokenIssuer } from './token-issuer.js';
import { requirePasswordCounts } from '../sign-in/sign-in-provider.service.js';
import { User } from '../user.entity.js';
import { loadUser } from '../user-rows.js';
import { foldName } from '../user.rules.js';
import type { ViewerLoader } from '../viewer-loader.js';
import type { LoginLinkView, LoginView } from '../views.js';

const LINK_LIFE_MS = 30 * 60 * 1000;

export class SessionService {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly passwords: PasswordCheck,
    private readonly issuer: TokenIssuer,
    private readonly viewers: ViewerLoader,
    private readonly steps: Pick<LoginSteps, 'begin' | 'finish'>,
  ) {}

  /**
   * A session by name and password.
   *
   * @param site the page that logs in; null where passkeys cannot be used
   * @throws LoupeError INVALID_GRANT or RATE_LIMITED; SecondFactorRequired with the ticket of the second step
   */
  async start(credentials: NameAndPassword, site: Site | null): Promise<LoginView> {
    const user = await this.passwords.require(credentials, () => true);
    return this.steps.begin(user, 'Session', site);
  }

  /** A session by the second step. @throws LoupeError INVALID_GRANT or RATE_LIMITED */
  async finish(
    ticket: string,
    answer: FactorAnswer,
    from: { readonly site: Site | null; readonly address: string | null },
  ): Promise<LoginView> {
    return this.steps.finish(ticket, 'Session', answer, from);
  }

  /**
   * A session of a user who has just set their password by a code, and need not prove it once more.
   *
   * @throws LoupeError INVALID_GRANT for a user who was deactivated meanwhile, SIGN_IN_FAILED where passwords do not count;
   *   SecondFactorRequired: who reads somebody's mail has not proved more
   */
  async startAfterReset(userId: string, site: Site | null): Promise<LoginView> {
    const em = this.database.reader();
    const user = await em.findOne(User, { id: userId, status: 'Active' });
    const place = user === null ? null : await loadUser(em, userId);
    if (user === null || place === null) throw new LoupeError('INVALID_GRANT', 'This user is not active.');
    await requirePasswordCounts(em, userId, place.path);
    return this.steps.begin(user, 'Session', site);
  }

  /** The user of a session; null when it is unknown, expired, ended or its user not active. */
  async viewerOf(token: string): Promise<UserViewer | null> {
    return this.viewers.userOf(this.secrets.hash(token), 'Session', this.clock.now());
  }

  /**
   * A code that starts one session without a password, for half an hour. A person at the server may get one for
   * any active user.
   *
   * @throws LoupeError NOT_FOUND or BAD_USER_INPUT (a user who is not active); FORBIDDEN for everybody else
   */
  async newLink(viewer: Viewer, userName: string): Promise<LoginLinkView> {
    if (viewer.kind !== 'operator') throw forbidden('make links to log in');
    const code = this.secrets.newSecret();
    const now = this.clock.now();
    const dateExpires = new Date(now.getTime() + LINK_LIFE_MS);
    await this.database.transaction(async ({ em }) => {
      const user = await em.findOne(User, { userNameKey: foldName(userName) });
      if (user === null) throw new LoupeError('NOT_FOUND', `There is no user ${userName}.`);
      if (user.status !== 'Active') throw badInput('userName', 'this user is not active');
      em.create(AccessToken, {
        id: newId(),
        tokenHash: this.secrets.hash(code),
        purpose: 'LoginLink',
        userId: user.id,
        dateCreated: now,
        dateExpires,
        dateRevoked: null,
      });
    });
    return { code, dateExpires };
  }

  /**
   * A session by the code of a link, which is used up.
   *
   * @throws LoupeError INVALID_GRANT or RATE_LIMITED
   */
  async startByLink(code: string, address: string | null): Promise<LoginView> {
    const tokenHash = this.secrets.hash(code);
    const attempt = await this.passwords.throttle.begin(`link ${tokenHash}`, address);
    const user = await this.database.transaction(async ({ em }) => {
      const now = this.clock.now();
      const usable = {
        tokenHash,
        purpose: 'LoginLink' as const,
        dateRevoked: null,
        dateExpires: { $gt: now },
      };
      const used = await em.nativeUpdate(AccessToken, usable, { dateRevoked: now });
      if (used === 0) return null;
      const { userId } = await em.findOneOrFail(AccessToken, { tokenHash });
      return em.findOne(User, { id: userId, status: 'Active' });
    });
    if (user === null) {
      throw new LoupeError(
        'INVALID_GRANT',
        'This link was used already, or is too old. Log in with your password.',
      );
    }
    await attempt.succeeded();
    return this.issuer.issue(user, 'Session');
  }
}
