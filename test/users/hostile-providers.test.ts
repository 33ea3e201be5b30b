/** Providers that lie: none of what they send makes a session. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { OidcClient } from '../../src/users/sign-in/oidc-client.js';
import { SignInService, type SignInServiceParts } from '../../src/users/sign-in/sign-in.service.js';
import type { SignInProviderView } from '../../src/users/sign-in/sign-in-provider.service.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { type MadeUpProvider, signedToken, startMadeUpProvider } from '../kit/sign-in-provider.js';
import { useTestApp } from '../kit/use-app.js';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

/** Parts that another server of the same database has as well. */
const serviceParts = (service: SignInService) => Reflect.get(service, 'parts') as SignInServiceParts;

const RULES = [{ claim: '', value: '', role: 'Viewer' as const }];
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

describe('a provider that lies', () => {
  const loupe = useTestApp({ environment: { LOUPE_SIGN_IN_PRIVATE: 'true' } });
  let made: MadeUpProvider;
  let other: MadeUpProvider;
  let organization: SeededOrganization;
  let provider: SignInProviderView;
  let keys: Keys;
  let foreign: Keys;

  beforeAll(async () => {
    [made, other] = [await startMadeUpProvider(), await startMadeUpProvider()];
    [keys, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
    made.keys = [{ ...(await exportJWK(keys.publicKey)), kid: 'good', alg: 'RS256', use: 'sig' }];
    organization = await seed(loupe).organization();
    provider = await add(made);
  });
  afterAll(async () => Promise.all([made.close(), other.close()]));

  async function add({ issuer }: MadeUpProvider): Promise<SignInProviderView> {
    const { signInProviders } = loupe.app.services;
    const viewer = await (await organization.user()).viewer();
    const input = { organizationId: organization.id, name: 'Made up', issuer, clientId: 'loupe' };
    const { id } = await signInProviders.create(viewer, { ...input, clientSecret: 'secret', rules: RULES });
    return signInProviders.update(viewer, id, { mode: 'Active' });
  }

  interface Begun {
    readonly kept: string;
    readonly state: string;
    readonly nonce: string;
  }

  async function begin({ id }: SignInProviderView = provider): Promise<Begun> {
    const redirectUri = `${loupe.url}/sign-in/${id}/return`;
    const { url, kept } = await loupe.app.services.signIn.begin(id, { redirectUri, returnTo: null });
    const { searchParams } = new URL(url);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    return { kept, state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '' };
  }

  const claims = ({ nonce }: Begun): JWTPayload => ({
    iss: made.issuer,
    aud: 'loupe',
    sub: newId(),
    nonce,
    email: `${newId()}@press.example`,
  });

  const sign = async (payload: JWTPayload, { privateKey } = keys, header: object = {}) =>
    signedToken(payload, privateKey, header);

  const finish = (
    { kept, state }: Begun,
    { providerId = provider.id, query = `code=x&state=${state}` } = {},
  ) => loupe.app.services.signIn.finish(kept, { providerId, query });
  const refused = { code: 'SIGN_IN_FAILED' };

  it('lets in whom it signs for, with clocks that differ by less than a minute', async () => {
    const begun = await begin();
    const late = Math.floor(Date.now() / 1000) - 40;
    made.idToken = await sign({ ...claims(begun), exp: late, iat: late - 60 });
    expect((await finish(begun)).login?.roles).toEqual(['Viewer']);
  });

  it('lets nobody in by tokens for others, of others, too old, of another log-in, or not signed by it', async () => {
    const lies: Readonly<Record<string, (good: JWTPayload) => Promise<string> | string>> = {
      'no signature': (good) => new UnsecuredJWT(good).setIssuedAt().setExpirationTime('5m').encode(),
      'a key of somebody else': (good) => sign(good, foreign),
      'an unknown key': (good) => sign(good, foreign, { kid: 'other' }),
      'another audience': (good) => sign({ ...good, aud: 'another program' }),
      'several audiences, for another one': (good) =>
        sign({ ...good, aud: ['loupe', 'other'], azp: 'other' }),
      'another issuer': (good) => sign({ ...good, iss: 'https://evil.example' }),
      'another nonce': (good) => sign({ ...good, nonce: 'of another log-in' }),
      'no nonce': ({ nonce: _, ...good }) => sign(good),
      'too old': (good) => sign({ ...good, exp: Math.floor(Date.now() / 1000) - 3600 }),
      'no subject': ({ sub: _, ...good }) => sign(good),
      'the secret as key': async (good) =>
        new SignJWT(good)
          .setProtectedHeader({ alg: 'HS256' })
          .setIssuedAt()
          .setExpirationTime('5m')
          .sign(new TextEncoder().encode('secret'.padEnd(32, '.'))),
      'no token': () => '',
    };
    for (const [lie, tell] of Object.entries(lies)) {
      const begun = await begin();
      made.idToken = await tell(claims(begun));
      await expect(finish(begun), lie).rejects.toMatchObject(refused);
    }
    const begun = await begin();
    made.idToken = await sign(claims(begun));
    await expect(finish(begun, { query: 'code=x&state=another' }), 'another state').rejects.toMatchObject(
      refused,
    );
    await expect(finish(begun, { query: 'error=access_denied&state=x' }), 'an error').rejects.toMatchObject(
      refused,
    );
    await expect(
      finish({ kept: 'v1.nonsense', state: '', nonce: '' }),
      'a cookie made up',
    ).rejects.toMatchObject(refused);
  });

  it('cannot answer for another provider', async () => {
    const second = await add(other);
    const begun = await begin(second);
    // The first one signs a token for a log-in that was begun at the second one.
    other.keys = made.keys;
    other.idToken = await sign(claims(begun));
    await expect(finish(begun, { providerId: second.id })).rejects.toMatchObject(refused);
    other.metadata = { issuer: made.issuer };
    await expect(add(other)).rejects.toMatchObject({ fields: { issuer: expect.anything() } });
    other.metadata = {};
  });

  it('is never given what another provider sent back to its own address', async () => {
    const evil = await add(other);
    const begun = await begin(evil);
    other.asked.length = 0;
    // Its page of the log-in leads on to that of the honest provider, with the state of this log-in.
    await expect(finish(begun, { providerId: provider.id })).rejects.toMatchObject(refused);
    expect(other.asked).not.toContain('/token');
  });

  it('changes its keys, and may be away for a moment after it was known', async () => {
    const renewed = await generateKeyPair('RS256');
    made.keys = [...made.keys, { ...(await exportJWK(renewed.publicKey)), kid: 'renewed', alg: 'RS256' }];
    const third = await add(made);
    const begun = await begin(third);
    made.idToken = await sign(claims(begun), renewed, { kid: 'renewed' });
    expect((await finish(begun, { providerId: third.id })).login).not.toBeNull();
    other.isAway = true;
    await expect(add(other)).rejects.toMatchObject({ fields: { issuer: expect.anything() } });
    other.isAway = false;
  });

  it('takes over neither the secret nor the people of the issuer before', async () => {
    const changed = await add(made);
    const mail = `${newId()}@press.example`;
    const logIn = async (more: object) => {
      const begun = await begin(changed);
      made.idToken = other.idToken = await sign({ ...claims(begun), sub: 'one', ...more });
      return (await finish(begun, { providerId: changed.id })).login;
    };
    const before = await logIn({ email: mail });
    const { signInProviders } = loupe.app.services;
    const viewer = await (await organization.user()).viewer();
    const { issuer } = other;
    other.keys = made.keys;
    await expect(signInProviders.update(viewer, changed.id, { issuer })).rejects.toMatchObject({
      fields: { clientSecret: expect.anything() },
    });
    await signInProviders.update(viewer, changed.id, { issuer, clientSecret: 'another' });
    const after = await logIn({ iss: issuer });
    expect(after?.user.id).not.toBe(before?.user.id);
    await expect(logIn({ iss: issuer, sub: 'two', email: mail })).rejects.toMatchObject(refused);
  });

  /** Says that the sessions of a person are over. */
  const logoutToken = async (sub: string | undefined) =>
    sign({ iss: made.issuer, aud: 'loupe', sub, events: { [EVENT]: {} }, jti: newId() });

  it('counts by its last metadata and keys while it does not say them again', async () => {
    const known = await add(made);
    const logIn = async () => {
      const begun = await begin(known);
      const person = claims(begun);
      made.idToken = await sign(person);
      const { login } = await finish(begun, { providerId: known.id });
      return { person, token: login?.token ?? '' };
    };
    const logOut = async ({ sub }: JWTPayload) => {
      return loupe.app.services.signIn.endByProvider(known.id, await logoutToken(sub));
    };
    await logOut((await logIn()).person);
    made.silent = ['/.well-known/openid-configuration', '/keys'];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60 * 1000 });
    try {
      made.asked.length = 0;
      const { person, token } = await logIn();
      expect(made.asked).toEqual(expect.arrayContaining([...made.silent]));
      expect(await loupe.app.services.sessions.viewerOf(token)).not.toBeNull();
      await logOut(person);
      expect(await loupe.app.services.sessions.viewerOf(token)).toBeNull();
      const liar = await begin(known);
      made.idToken = await sign(claims(liar), foreign);
      await expect(finish(liar, { providerId: known.id })).rejects.toMatchObject(refused);
    } finally {
      vi.useRealTimers();
      made.silent = [];
    }
  });

  it('may send a token again after a failure, but not once it has ended a session, to no server', async () => {
    const begun = await begin();
    const person = claims(begun);
    made.idToken = await sign(person);
    const { login } = await finish(begun);
    const token = await logoutToken(person.sub);
    const send = () => loupe.app.services.signIn.endByProvider(provider.id, token);
    const { database } = loupe.app.services;
    const transaction: typeof database.transaction = database.transaction.bind(database);
    // Work beside the requests has transactions, too.
    const failing = new AsyncLocalStorage<true>();
    vi.spyOn(database, 'transaction').mockImplementation(async (work) => {
      if (failing.getStore() === true) throw new Error('The connection broke.');
      return transaction(work);
    });
    await expect(failing.run(true, send)).rejects.toThrow('The connection broke.');
    await send();
    expect(await loupe.app.services.sessions.viewerOf(login?.token ?? '')).toBeNull();
    const second = new SignInService({
      ...serviceParts(loupe.app.services.signIn),
      client: new OidcClient({ allowsPrivate: true }),
    });
    await expect(second.endByProvider(provider.id, token)).rejects.toMatchObject(refused);
  });

  it('ends no session by tokens that are for others, used, or of another kind', async () => {
    const begun = await begin();
    const person = claims(begun);
    made.idToken = await sign(person);
    const { login } = await finish(begun);
    const isIn = async () => (await loupe.app.services.sessions.viewerOf(login?.token ?? '')) !== null;
    const send = async (token: string, id = provider.id) => {
      const body = new URLSearchParams({ logout_token: token });
      return (await fetch(`${loupe.url}/sign-in/${id}/logout`, { method: 'POST', body })).status;
    };
    const good = { iss: made.issuer, aud: 'loupe', sub: person.sub!, events: { [EVENT]: {} } };
    const lies: readonly string[] = [
      'no token',
      new UnsecuredJWT({ ...good, jti: newId() }).setIssuedAt().encode(),
      await sign({ ...good, jti: newId() }, foreign),
      await sign({ ...good, jti: newId(), aud: 'other' }),
      await sign({ ...good, jti: newId(), nonce: 'x' }),
      await sign({ ...good, jti: newId(), events: {} }),
      await sign({ ...good, jti: newId(), iat: Math.floor(Date.now() / 1000) - 3600 }),
      made.idToken,
    ];
    for (const lie of lies) expect(await send(lie)).toBe(400);
    expect(await send(await sign({ ...good, jti: newId() }), newId())).toBe(400);
    expect(await isIn()).toBe(true);
    const token = await sign({ ...good, jti: newId() });
    expect(await send(token)).toBe(200);
    expect(await isIn()).toBe(false);
    expect(await send(token)).toBe(400);
  });
});

describe('the address of a provider', () => {
  const loupe = useTestApp();

  it('must be public where the operator does not allow others', async () => {
    const organization = await seed(loupe).organization();
    const viewer = await (await organization.user()).viewer();
    const made = await startMadeUpProvider();
    const issuers = [
      made.issuer,
      'https://127.0.0.1',
      'https://[::1]',
      'https://169.254.169.254',
      'http://idp.example',
    ];
    for (const issuer of issuers) {
      await expect(
        loupe.app.services.signInProviders.create(viewer, {
          organizationId: organization.id,
          name: 'x',
          issuer,
          clientId: 'x',
        }),
        issuer,
      ).rejects.toMatchObject({ fields: { issuer: expect.anything() } });
    }
    await made.close();
  });
});
