/** Providers of OpenID Connect for tests: a real one in the process, and one that sends whatever a test makes up. */
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata } from 'oidc-provider';

interface Account {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

export interface RealProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The person who logs in next. */
  account: Account;
  /** Says what Loupe's addresses are: they are known once it knows the provider. */
  register(client: Partial<ClientMetadata>): void;
  close(): Promise<void>;
}

const CLIENT_ID = 'loupe';
const CLIENT_SECRET = 'a-secret-of-tests-that-is-long-enough';

/** Logs everybody in who comes, without asking. */
export async function startRealProvider(): Promise<RealProvider> {
  const server = createServer();
  const issuer = await listen(server);
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'first' };
  const state = { account: { sub: 'nobody' } as Account };
  let provider = makeProvider(issuer, key, {}, () => state.account);
  server.on('request', (request, response) => void answer(provider, request, response, () => state.account));
  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    get account() {
      return state.account;
    },
    set account(account) {
      state.account = account;
    },
    register: (client) => {
      provider = makeProvider(issuer, key, client, () => state.account);
    },
    close: () => close(server),
  };
}

function makeProvider(
  issuer: string,
  key: JWK,
  client: Partial<ClientMetadata>,
  current: () => Account,
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: ['https://loupe.example/none'],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        ...client,
      },
    ],
    jwks: { keys: [key] } as never,
    cookies: { keys: ['of tests'] },
    claims: {
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'groups', 'preferred_username'],
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    interactions: { url: (_context: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    findAccount: () => {
      const account = current();
      return { accountId: account.sub, claims: () => account };
    },
    // Its own way refuses addresses of this machine, where the Loupe of a test stands.
    fetch: (
      address: string | URL | Request,
      { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown },
    ) => fetch(address, options),
  } as never);
}

async function answer(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  current: () => Account,
): Promise<void> {
  if (request.url?.startsWith('/interaction/') !== true) {
    await provider.callback()(request, response);
    return;
  }
  const { params, prompt } = await provider.interactionDetails(request, response);
  const accountId = current().sub;
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope('openid email profile');
  const result =
    prompt.name === 'login' ? { login: { accountId } } : { consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

export interface MadeUpProvider {
  readonly issuer: string;
  /** The answers of the token endpoint and of the address of keys. */
  idToken: string;
  keys: readonly JWK[];
  /** Members of the discovery document that differ. */
  metadata: Readonly<Record<string, unknown>>;
  isAway: boolean;
  /** Paths that do not answer. */
  silent: readonly string[];
  /** Paths that were asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

export async function startMadeUpProvider(): Promise<MadeUpProvider> {
  const server = createServer();
  const issuer = await listen(server);
  const made: MadeUpProvider = {
    issuer,
    idToken: '',
    keys: [],
    metadata: {},
    isAway: false,
    silent: [],
    asked: [],
    close: () => close(server),
  };
  server.on('request', (request, response) => {
    made.asked.push(request.url ?? '');
    if (made.isAway || made.silent.includes(request.url ?? '')) {
      request.socket.destroy();
      return;
    }
    const answers: Readonly<Record<string, () => object>> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...made.metadata,
      }),
      '/keys': () => ({ keys: made.keys }),
      '/token': () => ({ access_token: 'x', token_type: 'Bearer', id_token: made.idToken }),
    };
    const body = answers[request.url ?? '']?.();
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  return made;
}

/** A token of now, for five minutes unless it says otherwise. */
export async function signedToken(payload: JWTPayload, key: CryptoKey, header: object = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ iat: now, exp: now + 300, ...payload })
    .setProtectedHeader({ alg: 'RS256', kid: 'good', ...header })
    .sign(key);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
