/**
 * Logins and what they leave behind. A token is 256 random bits of which only the hash is kept; it is good for some
 * days, for as long as its user is active, and until it is revoked.
 */
import { LoginThrottle } from '../access/login-throttle.js';
import { verifyPassword } from '../access/passwords.js';
import type { Secrets } from '../access/secrets.js';
import type { ApiKeyViewer, UserViewer } from '../access/viewer.js';
import type { Clock } from '../clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { LoupeError } from '../errors.js';
import { newId } from '../ids.js';
import { Node } from '../hierarchy/node.entity.js';
import { AccessToken } from './access-token.entity.js';
import { UserRole } from './user-role.entity.js';
import { foldName, toUserView } from './user.rules.js';
import { User } from './user.entity.js';
import { loadApiKeyViewer, loadUserViewer } from './viewer-loader.js';
import type { LoginView } from './views.js';

const DAY_S = 86_400;

export interface Credentials {
  /** ApiKey of the user's organization or of one above it. */
  readonly apiKey: string | null;
  readonly userName: string;
  readonly password: string;
  /** The caller's network address, for throttling; null when there is none. */
  readonly address: string | null;
}

export class AuthService {
  private readonly throttle = new LoginThrottle();
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

  /** @throws LoupeError INVALID_CLIENT, INVALID_GRANT or RATE_LIMITED */
  async login(credentials: Credentials): Promise<LoginView> {
    const client = credentials.apiKey === null ? null : await this.viewerOfApiKey(credentials.apiKey);
    if (client === null) {
      throw new LoupeError('INVALID_CLIENT', "Send the header ApiKey with your organization's key.");
    }
    const attempt = await this.throttle.begin(foldName(credentials.userName), credentials.address);
    const user = await findUser(this.database.reader(), credentials.userName);
    const isRight = await verifyPassword(user?.user.passwordHash ?? null, credentials.password);
    const isUsable = user?.user.status === 'Active' && user.path.startsWith(client.organizationPath);
    if (!isRight || !isUsable) {
      throw new LoupeError('INVALID_GRANT', 'The user name or the password is wrong.');
    }
    await attempt.succeeded();
    return this.issue(user.user);
  }

  /** The user behind a bearer token; null when it is unknown, expired, revoked or its user not active. */
  async viewerOfToken(token: string): Promise<UserViewer | null> {
    return loadUserViewer(this.database.reader(), this.secrets.hash(token), this.clock.now());
  }

  /** The organization behind an ApiKey; null when there is none. */
  async viewerOfApiKey(apiKey: string): Promise<ApiKeyViewer | null> {
    return loadApiKeyViewer(this.database.reader(), this.secrets.hash(apiKey));
  }

  /** Revokes a token; one that is not known is left alone. */
  async logout(token: string): Promise<void> {
    const tokenHash = this.secrets.hash(token);
    await this.database.transaction(({ em }) =>
      em.nativeUpdate(AccessToken, { tokenHash, dateRevoked: null }, { dateRevoked: this.clock.now() }),
    );
  }

  private async issue(user: User): Promise<LoginView> {
    const token = this.secrets.newSecret();
    const dateIssued = this.clock.now();
    const dateExpires = new Date(dateIssued.getTime() + this.lifeSeconds * 1000);
    const roles = await this.database.transaction(async ({ em }) => {
      await em.nativeDelete(AccessToken, { userId: user.id, dateExpires: { $lt: dateIssued } });
      em.create(AccessToken, {
        id: newId(),
        tokenHash: this.secrets.hash(token),
        purpose: 'Bearer',
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

async function findUser(em: EntityManager, userName: string): Promise<{ user: User; path: string } | null> {
  const user = await em.findOne(User, { userNameKey: foldName(userName) });
  if (user === null) return null;
  const { path } = await em.findOneOrFail(Node, { id: user.organizationId });
  return { user, path };
}
