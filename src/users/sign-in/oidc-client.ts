/**
 * Speaks OpenID Connect with providers, by the library of its authors: discovery, PKCE, state and nonce, signatures with keys that change.
 * Their addresses are named by administrators: private ones are connected to only where the operator allows it.
 */
import { createRemoteJWKSet, customFetch as jwksFetch, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import * as oidc from 'openid-client';
import { ClosedAddressError } from '../../http-client/public-address.js';
import { readOutgoing } from '../../http-client/outgoing-request.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import type { Claims } from './sign-in.rules.js';

export interface OidcProvider {
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
}

/** Kept by the browser between the two halves of a log-in. */
export interface SignInAttempt {
  readonly providerId: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
  /** Where in the console they wanted to go. */
  readonly returnTo: string;
  /** In milliseconds since 1970. */
  readonly expiresMs: number;
}

export interface SignedIn {
  readonly subject: string;
  readonly sid: string | null;
  readonly claims: Claims;
}

/** Sessions that a provider ends. */
export interface EndedAtProvider {
  readonly subject: string | null;
  readonly sid: string | null;
  /** Of the token that says so; good for one time. */
  readonly tokenName: string;
}

type Answer = Awaited<ReturnType<typeof readOutgoing>>;

interface Asked {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

interface Known {
  readonly configuration: oidc.Configuration;
  readonly readMs: number;
}

const MOST_BYTES = 1024 * 1024;
const TIMEOUT_S = 10;
/** Clocks of providers may differ by so much. */
const TOLERANCE_S = 60;
/** Afterwards what a provider says of itself is read again; while it does not answer, the last answer counts. */
const FRESH_MS = 10 * 60 * 1000;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const LOGOUT_MAX_AGE_S = 5 * 60;
const SCOPE = 'openid email profile';

export class OidcClient {
  private readonly known = new LRUCache<string, Known>({ max: 200 });
  private readonly keys = new LRUCache<string, ReturnType<typeof createRemoteJWKSet>>({ max: 200 });
  /** The last good answers of the addresses of keys. */
  private readonly lastKeys = new LRUCache<string, Answer>({
    max: 200,
    maxSize: 10 * MOST_BYTES,
    sizeCalculation: ({ body }) => body.length + 1,
  });

  constructor(private readonly options: { readonly allowsPrivate: boolean }) {}

  /** @throws LoupeError BAD_USER_INPUT when the provider cannot be asked, or is another one than it is said to be */
  async check(provider: OidcProvider): Promise<void> {
    try {
      await this.discover(provider);
    } catch (error) {
      throw badInput('issuer', `must be ${wordsOf(error)}`);
    }
  }

  /** The address at the provider at which somebody logs in, and what has to come back. @throws LoupeError SIGN_IN_FAILED */
  async begin(
    provider: OidcProvider,
    { redirectUri, returnTo, nowMs }: { redirectUri: string; returnTo: string; nowMs: number },
  ): Promise<{ readonly url: string; readonly attempt: SignInAttempt }> {
    const configuration = await this.configurationOf(provider);
    const attempt: SignInAttempt = {
      providerId: provider.id,
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
      redirectUri,
      returnTo,
      expiresMs: nowMs + 15 * 60 * 1000,
    };
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, attempt };
  }

  /**
   * Exchanges what the provider sent back for who it is.
   *
   * @param query what stands behind the question mark of the address that the browser came back to
   * @throws LoupeError SIGN_IN_FAILED for everything that does not fit the attempt, or is not signed by the provider
   */
  async finish(provider: OidcProvider, attempt: SignInAttempt, query: string): Promise<SignedIn> {
    const configuration = await this.configurationOf(provider);
    const currentUrl = new URL(attempt.redirectUri);
    currentUrl.search = query;
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, currentUrl, {
        pkceCodeVerifier: attempt.codeVerifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
      const idToken = tokens.claims();
      if (idToken === undefined) throw failed('The provider sent no ID token.');
      const more =
        configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await oidc.fetchUserInfo(configuration, tokens.access_token, idToken.sub);
      const { sid } = idToken;
      return {
        subject: idToken.sub,
        sid: typeof sid === 'string' ? sid : null,
        claims: { ...more, ...idToken },
      };
    } catch (error) {
      throw error instanceof LoupeError ? error : failed(wordsOf(error), error);
    }
  }

  /** Where the browser ends its session at the provider, too; null where the provider has no such address. No token is in it. */
  async endUrlOf(provider: OidcProvider, returnUrl: string): Promise<string | null> {
    const configuration = await this.configurationOf(provider);
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnUrl }).href;
  }

  /**
   * Reads a token by which a provider ends sessions (OpenID Connect Back-Channel Logout 1.0, 2.6).
   *
   * @throws LoupeError SIGN_IN_FAILED when it is not this provider's, not for us, too old, or of another kind
   */
  async readLogout(provider: OidcProvider, token: string, now: Date): Promise<EndedAtProvider> {
    const metadata = (await this.configurationOf(provider)).serverMetadata();
    try {
      const { payload } = await jwtVerify(token, this.keysOf(metadata.jwks_uri ?? ''), {
        issuer: metadata.issuer,
        audience: provider.clientId,
        algorithms: [
          'RS256',
          'RS384',
          'RS512',
          'PS256',
          'PS384',
          'PS512',
          'ES256',
          'ES384',
          'ES512',
          'EdDSA',
        ],
        maxTokenAge: LOGOUT_MAX_AGE_S,
        clockTolerance: TOLERANCE_S,
        currentDate: now,
        requiredClaims: ['iat', 'jti', 'events'],
      });
      const { events, jti = '', sub = null, sid } = payload;
      const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
      const session = typeof sid === 'string' ? sid : null;
      if (!isLogout || 'nonce' in payload || (sub === null && session === null)) {
        throw new Error('It is no logout token.');
      }
      return { subject: sub, sid: session, tokenName: jti };
    } catch (error) {
      throw failed('The logout token is not valid.', error);
    }
  }

  private async configurationOf(provider: OidcProvider): Promise<oidc.Configuration> {
    const known = this.known.get(keyOf(provider));
    if (known !== undefined && Date.now() - known.readMs < FRESH_MS) return known.configuration;
    try {
      return await this.discover(provider);
    } catch (error) {
      if (known !== undefined) return known.configuration;
      throw failed(`The provider does not answer as it should: it must be ${wordsOf(error)}.`, error);
    }
  }

  private async discover(provider: OidcProvider): Promise<oidc.Configuration> {
    const { allowsPrivate } = this.options;
    const { clientId, clientSecret } = provider;
    let keys: string | null = null;
    const configuration = await oidc.discovery(
      new URL(provider.issuer),
      clientId,
      { [oidc.clockTolerance]: TOLERANCE_S },
      clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
      {
        [oidc.customFetch]: (url, options) =>
          url === keys ? this.fetchKeys(url, options) : this.fetch(url, options),
        timeout: TIMEOUT_S,
        // The ID token is believed for its signature, not for the connection that it came by.
        execute: allowsPrivate
          ? [oidc.enableNonRepudiationChecks, oidc.allowInsecureRequests]
          : [oidc.enableNonRepudiationChecks],
      },
    );
    keys = configuration.serverMetadata().jwks_uri ?? null;
    this.known.set(keyOf(provider), { configuration, readMs: Date.now() });
    return configuration;
  }

  private keysOf(address: string): ReturnType<typeof createRemoteJWKSet> {
    const known = this.keys.get(address);
    if (known !== undefined) return known;
    const keys = createRemoteJWKSet(new URL(address), {
      [jwksFetch]: (url, { method, headers, signal }) =>
        this.fetchKeys(url, { method, headers: Object.fromEntries(headers), signal, body: null }),
    });
    this.keys.set(address, keys);
    return keys;
  }

  /** While the address of keys does not answer as it should, its last answer counts. */
  private async fetchKeys(url: string, request: Asked): Promise<Response> {
    const last = this.lastKeys.get(url);
    try {
      const answer = await this.ask(url, request);
      if (answer.status === 200) this.lastKeys.set(url, answer);
      return responseOf(answer.status >= 500 ? (last ?? answer) : answer);
    } catch (error) {
      if (last === undefined) throw error;
      return responseOf(last);
    }
  }

  private async fetch(url: string, request: Asked): Promise<Response> {
    return responseOf(await this.ask(url, request));
  }

  private async ask(url: string, request: Asked): Promise<Answer> {
    const { allowsPrivate } = this.options;
    const { body } = request;
    const text = body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : null;
    return readOutgoing(
      url,
      {
        method: request.method === 'POST' ? 'POST' : 'GET',
        headers: request.headers,
        allowsPrivate,
        signal: request.signal ?? AbortSignal.timeout(TIMEOUT_S * 1000),
        ...(text === null ? {} : { body: text }),
      },
      MOST_BYTES,
    );
  }
}

function responseOf({ status, contentType, body }: Answer): Response {
  const headers = new Headers(contentType === null ? [] : [['content-type', contentType]]);
  return new Response(new Uint8Array(body), { status, headers });
}

/** Another secret or issuer is another conversation. */
const keyOf = ({ id, issuer, clientId, clientSecret }: OidcProvider): string =>
  JSON.stringify([id, issuer, clientId, clientSecret]);

function failed(message: string, cause?: unknown): LoupeError {
  return new LoupeError('SIGN_IN_FAILED', message, {}, { cause });
}

/** The fault in words that hold nothing of the answers. */
function wordsOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (error instanceof ClosedAddressError || cause instanceof ClosedAddressError) {
    return 'a public address, unless the operator allows private ones (LOUPE_SIGN_IN_PRIVATE)';
  }
  return 'the address of a provider of OpenID Connect that answers, with exactly the issuer that it names itself';
}
