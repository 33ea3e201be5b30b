/** Log-ins by single sign-on: from the first redirect to the session, and to its end at the provider. */
import type { Secrets } from '../../access/secrets.js';
import { operator } from '../../access/viewer.js';
import type { AnsweredRequests } from '../../audit/answered-requests.js';
import type { Database, EntityManager } from '../../db/database.js';
import type { Clock } from '../../kernel/clock.js';
import { LoupeError, notFound } from '../../kernel/errors.js';
import { isId } from '../../kernel/ids.js';
import { AccessToken } from '../sessions/access-token.entity.js';
import type { TokenIssuer } from '../sessions/token-issuer.js';
import type { User } from '../user.entity.js';
import type { LoginView } from '../views.js';
import type { EndedAtProvider, OidcClient, SignedIn, SignInAttempt } from './oidc-client.js';
import { SignInProvider, SignInSession } from './sign-in.entity.js';
import { outcomeOf, trialOf } from './sign-in.rules.js';
import type { SignInProviderService } from './sign-in-provider.service.js';
import type { SignInUsers } from './sign-in-users.js';

export type FinishedSignIn =
  | { readonly login: LoginView; readonly returnTo: string }
  /** The provider is only tried: its administrators see what would have happened. */
  | { readonly login: null; readonly returnTo: string };

export interface SignInServiceParts {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt' | 'hash'>;
  readonly clock: Clock;
  readonly issuer: TokenIssuer;
  readonly client: OidcClient;
  readonly providers: Pick<SignInProviderService, 'opened'>;
  readonly users: SignInUsers;
  /** Remembers which tokens of the back channel have done their work. */
  readonly used: Pick<AnsweredRequests, 'together'>;
}

const MAX_QUERY_LENGTH = 8000;
const USE = 'logout token';

export class SignInService {
  constructor(private readonly parts: SignInServiceParts) {}

  /**
   * Where the browser has to go, and what it keeps meanwhile, encrypted.
   *
   * @throws LoupeError NOT_FOUND, SIGN_IN_FAILED when the provider does not answer
   */
  async begin(
    providerId: string,
    { redirectUri, returnTo }: { readonly redirectUri: string; readonly returnTo: string | null },
  ): Promise<{ readonly url: string; readonly kept: string }> {
    const { client, clock, providers, secrets, database } = this.parts;
    const provider = await requireProvider(database.reader(), providerId);
    const { url, attempt } = await client.begin(providers.opened(provider), {
      redirectUri,
      returnTo: ownPath(returnTo),
      nowMs: clock.now().getTime(),
    });
    return { url, kept: secrets.encrypt(JSON.stringify(attempt)) };
  }

  /**
   * A session for whom the provider sent back.
   *
   * @param kept  what `begin` made for this browser; null when it brings nothing
   * @param providerId in the address that the browser came back to: what another provider sent there is not given to this one
   * @param query of that address
   * @throws LoupeError SIGN_IN_FAILED with the reason
   */
  async finish(
    kept: string | null,
    { providerId, query }: { readonly providerId: string; readonly query: string },
  ): Promise<FinishedSignIn> {
    const { client, providers, database, clock } = this.parts;
    const attempt = this.readAttempt(kept);
    if (attempt === null || query.length > MAX_QUERY_LENGTH) {
      throw failed('This log-in was begun too long ago, or in another browser. Begin again.');
    }
    if (attempt.providerId !== providerId.toLowerCase()) {
      throw failed('This log-in was begun at another provider. Begin again.');
    }
    const provider = await database.reader().findOne(SignInProvider, { id: attempt.providerId });
    if (provider === null) throw failed('This provider is no longer used here. Begin again.');
    const signedIn = await client.finish(providers.opened(provider), attempt, query);
    const claims = await this.parts.users.claimsOf(provider, signedIn);
    const outcome = outcomeOf(provider.rules, claims, provider.organizationId);
    const { returnTo } = attempt;
    if (provider.mode === 'Trial') {
      const lastTrial = trialOf(claims, outcome, clock.now());
      await database.transaction(({ em }) =>
        em.nativeUpdate(SignInProvider, { id: provider.id }, { lastTrial }),
      );
      return { login: null, returnTo };
    }
    if (outcome.refusal !== null) throw failed(outcome.refusal);
    const user = await this.parts.users.userOf(provider, signedIn, outcome);
    return { login: await this.start(provider, signedIn, user), returnTo };
  }

  /** The address at which a session of this browser ends at the provider, too; null for sessions that began here. */
  async endUrlOf(token: string, returnUrl: string): Promise<string | null> {
    const { client, providers, database, secrets } = this.parts;
    const em = database.reader();
    const session = await em.findOne(AccessToken, { tokenHash: secrets.hash(token) });
    const signIn = session === null ? null : await em.findOne(SignInSession, { tokenId: session.id });
    const provider = signIn === null ? null : await em.findOne(SignInProvider, { id: signIn.providerId });
    if (provider === null) return null;
    // The session here ends in any case, whether the provider answers or not.
    return client.endUrlOf(providers.opened(provider), returnUrl).catch(() => null);
  }

  /** Ends the sessions that a provider names by a signed token. @throws LoupeError NOT_FOUND, SIGN_IN_FAILED */
  async endByProvider(providerId: string, token: string): Promise<void> {
    const { client, providers, database, clock, secrets, used } = this.parts;
    const provider = await requireProvider(database.reader(), providerId);
    const now = clock.now();
    const { subject, sid, tokenName } = await client.readLogout(providers.opened(provider), token, now);
    // Used up together with what it ends, on all servers of the database: a provider may send it again after a failure.
    const key = secrets.hash(`${provider.id} ${tokenName}`);
    const { isRepeated } = await used.together({ viewer: operator, key, content: [USE] }, async () => {
      await this.end({ provider, subject, sid });
      return { status: 200, body: null };
    });
    if (isRepeated) throw failed('The logout token was used already.');
  }

  private async end({
    provider,
    subject,
    sid,
  }: { provider: SignInProvider } & Pick<EndedAtProvider, 'subject' | 'sid'>) {
    const { database, clock } = this.parts;
    await database.transaction(async ({ em }) => {
      const where = {
        providerId: provider.id,
        ...(subject === null ? {} : { subject }),
        ...(sid === null ? {} : { sid }),
      };
      const ended = (await em.find(SignInSession, where)).map(({ tokenId }) => tokenId);
      await em.nativeUpdate(
        AccessToken,
        { id: { $in: ended }, dateRevoked: null },
        { dateRevoked: clock.now() },
      );
    });
  }

  private readAttempt(kept: string | null): SignInAttempt | null {
    if (kept === null) return null;
    try {
      const attempt = JSON.parse(this.parts.secrets.decrypt(kept)) as SignInAttempt;
      return attempt.expiresMs > this.parts.clock.now().getTime() ? attempt : null;
    } catch {
      return null;
    }
  }

  private async start(provider: SignInProvider, { subject, sid }: SignedIn, user: User): Promise<LoginView> {
    const { database, secrets, issuer } = this.parts;
    const login = await issuer.issue(user, 'Session');
    await database.transaction(async ({ em }) => {
      const { id: tokenId } = await em.findOneOrFail(AccessToken, { tokenHash: secrets.hash(login.token) });
      em.create(SignInSession, { tokenId, providerId: provider.id, subject, sid });
    });
    return login;
  }
}

async function requireProvider(em: EntityManager, id: string): Promise<SignInProvider> {
  const provider = isId(id) ? await em.findOne(SignInProvider, { id: id.toLowerCase() }) : null;
  if (provider === null) throw notFound('The provider');
  return provider;
}

/** A path of this server's pages; the library for everything else. */
function ownPath(returnTo: string | null): string {
  return returnTo !== null && /^\/(?![/\\])[^\\\s]{0,500}$/.test(returnTo) ? returnTo : '/library';
}

function failed(message: string): LoupeError {
  return new LoupeError('SIGN_IN_FAILED', message);
}
