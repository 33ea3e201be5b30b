/**
 * Logins and what they leave behind. A token is 256 random bits of which only the hash is kept; it is good for some
 * days, for as long as its user is active, and until it is revoked.
 */
import type { Secrets } from '../../access/secrets.js';
import type { ApiKeyViewer, BearerViewer } from '../../access/viewer.js';
import type { Clock } from '../../kernel/clock.js';
import type { Database } from '../../db/database.js';
import { LoupeError } from '../../kernel/errors.js';
import { revokeToken } from './token-issuer.js';
import { TOKEN_PREFIX } from '../machine-tokens/machine-token.rules.js';
import type { MachineTokenService } from '../machine-tokens/machine-token.service.js';
import type { TokenUses } from '../machine-tokens/token-uses.js';
import type { FactorAnswer } from '../second-factors/factor-proofs.js';
import type { LoginSteps } from '../second-factors/login-steps.js';
import type { Site } from '../second-factors/second-factor.rules.js';
import type { PasswordCheck } from '../passwords/password-check.js';
import type { ViewerLoader } from '../viewer-loader.js';
import type { LoginView } from '../views.js';

export interface Credentials {
  /** ApiKey of the user's organization or of one above it. */
  readonly apiKey: string | null;
  readonly userName: string;
  readonly password: string;
  /** The caller's network address, for throttling; null when there is none. */
  readonly address: string | null;
  /** The page that logs in, null where passkeys cannot be used; left out by callers that know no second step. */
  readonly site?: Site | null;
}

export class AuthService {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly passwords: PasswordCheck,
    private readonly viewers: ViewerLoader,
    private readonly steps: Pick<LoginSteps, 'begin' | 'finish'>,
    private readonly machines: {
      readonly tokens: Pick<MachineTokenService, 'revokeOwn'>;
      readonly uses: Pick<TokenUses, 'note'>;
    },
  ) {}

  /** @throws LoupeError INVALID_CLIENT, INVALID_GRANT or RATE_LIMITED; SecondFactorRequired */
  async login(credentials: Credentials): Promise<LoginView> {
    const client = credentials.apiKey === null ? null : await this.viewerOfApiKey(credentials.apiKey);
    if (client === null) {
      throw new LoupeError('INVALID_CLIENT', "Send the header ApiKey with your organization's key.");
    }
    const user = await this.passwords.require(credentials, ({ path }) =>
      path.startsWith(client.organizationPath),
    );
    return this.steps.begin(user, 'Bearer', credentials.site);
  }

  /** The second step of a log-in. @throws LoupeError INVALID_GRANT or RATE_LIMITED */
  async finishLogin(
    ticket: string,
    answer: FactorAnswer,
    from: { readonly site: Site | null; readonly address: string | null },
  ): Promise<LoginView> {
    return this.steps.finish(ticket, 'Bearer', answer, from);
  }

  /**
   * The user behind a bearer token, or the program behind a machine token; null when it is unknown, expired, revoked or its user
   * not active.
   */
  async viewerOfToken(token: string): Promise<BearerViewer | null> {
    const hash = this.secrets.hash(token);
    if (!token.startsWith(TOKEN_PREFIX)) return this.viewers.userOf(hash, 'Bearer', this.clock.now());
    const machine = await this.viewers.machineOf(hash, this.clock.now());
    if (machine !== null) this.machines.uses.note(machine.tokenId);
    return machine;
  }

  /** The organization behind an ApiKey; null when there is none. */
  async viewerOfApiKey(apiKey: string): Promise<ApiKeyViewer | null> {
    return this.viewers.apiKeyOf(this.secrets.hash(apiKey));
  }

  /** Revokes a token or ends a session, by its secret; one that is not known is left alone. A machine token ends for good. */
  async logout(token: string): Promise<void> {
    if (token.startsWith(TOKEN_PREFIX)) {
      const machine = await this.viewerOfToken(token);
      if (machine !== null) await this.machines.tokens.revokeOwn(machine);
      return;
    }
    const tokenHash = this.secrets.hash(token);
    await this.database.transaction(({ em }) => revokeToken(em, tokenHash, this.clock.now()));
  }
}
