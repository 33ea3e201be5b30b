/** Single sign-on with a real provider in the process: who is let in, as whom, and until when. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { newId } from '../../src/kernel/ids.js';
import type { SignInProviderView } from '../../src/users/sign-in/sign-in-provider.service.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { Browser } from './sign-in-browser.js';
import { type RealProvider, startRealProvider } from '../kit/sign-in-provider.js';
import { useTestApp } from '../kit/use-app.js';

const RULES = [
  { claim: 'groups', value: 'editors', role: 'Editor' as const },
  { claim: 'groups', value: 'admins', role: 'Administrator' as const },
];

describe('single sign-on', () => {
  const loupe = useTestApp({ environment: { LOUPE_SIGN_IN_PRIVATE: 'true' } });
  let real: RealProvider;
  let organization: SeededOrganization;
  let administrator: SeededUser;
  let provider: SignInProviderView;

  const mail = () => `${newId()}@press.example`;
  const account = (groups: readonly string[], more: object = {}) => {
    real.account = { sub: newId(), email: mail(), email_verified: true, given_name: 'Ada', groups, ...more };
    return real.account;
  };
  const browser = () => new Browser(loupe.url);
  const update = async (patch: Parameters<typeof loupe.app.services.signInProviders.update>[2]) =>
    loupe.app.services.signInProviders.update(await administrator.viewer(), provider.id, patch);

  beforeAll(async () => {
    real = await startRealProvider();
    organization = await seed(loupe).organization();
    administrator = await organization.user();
    provider = await loupe.app.services.signInProviders.create(await administrator.viewer(), {
      organizationId: organization.id,
      name: 'Press house',
      issuer: real.issuer,
      clientId: real.clientId,
      clientSecret: real.clientSecret,
      rules: RULES,
    });
    real.register({
      redirect_uris: [`${loupe.url}/sign-in/${provider.id}/return`],
      post_logout_redirect_uris: [`${loupe.url}/`],
      backchannel_logout_uri: `${loupe.url}/sign-in/${provider.id}/logout`,
    });
  });
  afterAll(() => real.close());

  async function logIn(page = browser()): Promise<Browser> {
    expect(await page.finish(provider.id, await page.logInAt(provider.id))).toEqual({
      isLoggedIn: true,
      returnTo: '/statistics',
    });
    return page;
  }

  it('shows administrators what would happen while it is tried, and lets nobody in', async () => {
    const { email } = account(['editors', 'chess']);
    const page = browser();
    expect(await page.finish(provider.id, await page.logInAt(provider.id))).toMatchObject({
      isLoggedIn: false,
    });
    expect(await page.me()).toBeNull();
    const [shown] = await loupe.app.services.signInProviders.list(operator, organization.id);
    expect(shown?.lastTrial).toMatchObject({
      claims: { email, groups: ['editors', 'chess'] },
      outcome: { roles: ['Editor'], rules: [1], refusal: null },
    });
    await update({ mode: 'Active' });
  });

  it('makes a user with the roles of the rules, and knows them by the subject afterwards', async () => {
    const first = account(['editors']);
    expect(await (await logIn()).me()).toMatchObject({
      userName: first['email'],
      roles: ['EDITOR'],
      firstName: 'Ada',
      organization: { id: organization.id },
    });
    // They married, and lead the house now.
    real.account = { ...first, email: mail(), given_name: 'Augusta', groups: ['admins'] };
    expect(await (await logIn()).me()).toMatchObject({
      userName: first['email'],
      mail: real.account['email'],
      firstName: 'Augusta',
      roles: ['ADMINISTRATOR'],
    });
  });

  it('lets nobody in for whom no rule holds, who has no mail address, or who was deactivated here', async () => {
    const refusedFor = async () => {
      const page = browser();
      const refusal = await page.finish(provider.id, await page.logInAt(provider.id));
      expect(refusal['code']).toBe('SIGN_IN_FAILED');
      expect(await page.me()).toBeNull();
      return refusal['message'];
    };
    account(Array.from({ length: 500 }, (_, at) => `group ${at}`));
    expect(await refusedFor()).toMatch(/No rule/);
    account(['editors'], { email: undefined });
    expect(await refusedFor()).toMatch(/claim email/);
    const known = account(['editors']);
    await logIn();
    const users = await loupe.app.services.users.list(operator, { organizationId: organization.id });
    const { id } = users.find((user) => user.mail === known['email'])!;
    await loupe.app.services.users.patch(operator, id, { status: 'Inactive' });
    expect(await refusedFor()).toMatch(/not active/);
  });

  it('binds a user of the organization by a verified mail address alone, and never one of another tenant', async () => {
    const local = await organization.user({ roles: ['Viewer'], mail: mail() });
    const { mail: address } = await loupe.app.services.users.get(operator, local.id);
    account(['editors'], { email: address, email_verified: false });
    const page = browser();
    expect(await page.finish(provider.id, await page.logInAt(provider.id))).toMatchObject({
      code: 'SIGN_IN_FAILED',
      message: expect.stringContaining('email_verified'),
    });
    // A name that they choose themselves is no address that was verified.
    account(['editors'], { email: undefined, preferred_username: address });
    const named = browser();
    expect(await named.finish(provider.id, await named.logInAt(provider.id))).toMatchObject({
      code: 'SIGN_IN_FAILED',
    });
    account(['editors'], { email: address });
    expect(await (await logIn()).me()).toMatchObject({ userName: local.userName, roles: ['EDITOR'] });
    const foreign = await (await seed(loupe).organization()).user({ mail: mail() });
    const { userName } = await loupe.app.services.users.get(operator, foreign.id);
    const { sub } = account(['editors'], { email: userName });
    expect((await (await logIn()).me())?.['userName']).toBe(`${sub}@${new URL(real.issuer).host}`);
  });

  it('lets somebody in from two windows at once, at the first log-in and when roles change', async () => {
    const twice = async () => {
      const pages = [browser(), browser()];
      const queries = await Promise.all(pages.map(async (page) => page.logInAt(provider.id)));
      const done = await Promise.all(
        pages.map(async (page, at) => page.finish(provider.id, queries[at] ?? '')),
      );
      expect(done).toMatchObject([{ isLoggedIn: true }, { isLoggedIn: true }]);
      return Promise.all(pages.map(async (page) => (await page.me())?.['roles']));
    };
    const person = account(['editors']);
    expect(await twice()).toEqual([['EDITOR'], ['EDITOR']]);
    real.account = { ...person, groups: ['editors', 'admins'] };
    expect(await twice()).toEqual([
      ['ADMINISTRATOR', 'EDITOR'],
      ['ADMINISTRATOR', 'EDITOR'],
    ]);
  });

  it('counts what came back once, in the browser and for the provider that it was begun with', async () => {
    account(['editors']);
    const page = browser();
    const query = await page.logInAt(provider.id);
    expect(await browser().finish(provider.id, query)).toMatchObject({ code: 'SIGN_IN_FAILED' });
    const other = browser();
    await other.logInAt(provider.id);
    expect(await other.finish(provider.id, query)).toMatchObject({ code: 'SIGN_IN_FAILED' });
    expect(await page.finish(provider.id, query)).toMatchObject({ isLoggedIn: true });
    expect(await page.finish(provider.id, query)).toMatchObject({ code: 'SIGN_IN_FAILED' });
    const mixed = browser();
    const good = await mixed.logInAt(provider.id);
    expect(
      await mixed.finish(provider.id, good.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example')),
    ).toMatchObject({
      code: 'SIGN_IN_FAILED',
    });
  });

  it('ends the session at the provider without any token in the address, and here when the provider says so', async () => {
    account(['editors']);
    const page = await logIn();
    const { signOutUrl } = await page.ask('{ signOutUrl }');
    const url = new URL(signOutUrl as unknown as string);
    expect(url.origin).toBe(real.issuer);
    expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'post_logout_redirect_uri']);
    // The provider asks whether they mean it, then says so to Loupe by a token that it signs.
    const asked = await (await page.fetch(url.href)).text();
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(asked) ?? [];
    const body = new URLSearchParams({ xsrf, logout: 'yes' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await page.fetch(`${real.issuer}/session/end/confirm`, { method: 'POST', headers, body });
    await expect.poll(() => page.me()).toBeNull();
  });

  it('can be the only way in, but for one administrator whose password stays good', async () => {
    const editor = await organization.user({ roles: ['Editor'] });
    await expect(update({ mode: 'Only' })).rejects.toMatchObject({
      fields: { emergencyUser: expect.anything() },
    });
    await expect(update({ mode: 'Only', emergencyUser: editor.userName })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await update({ mode: 'Only', emergencyUser: administrator.userName });
    const start = async ({ userName, password }: SeededUser) =>
      (
        await browser().ask(
          `mutation ($input: StartSessionInput!) {
            startSession(input: $input) { __typename ... on Problem { code message } }
          }`,
          { input: { login: userName, password } },
        )
      )['startSession'];
    expect(await start(editor)).toMatchObject({
      code: 'SIGN_IN_FAILED',
      message: expect.stringContaining('single sign-on'),
    });
    expect(await start({ ...editor, password: 'wrong password' } as SeededUser)).toMatchObject({
      code: 'INVALID_GRANT',
    });
    expect(await start(administrator)).toMatchObject({ __typename: 'StartedSession' });
    await expect(
      loupe.app.services.auth.login({ ...editor, apiKey: organization.apiKey, address: null }),
    ).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
    account(['editors']);
    await logIn();
    await update({ mode: 'Active' });
  });

  it('keeps the last administrator of an organization, whatever the groups say', async () => {
    const below = await organization.organization();
    await update({
      rules: [...RULES, { claim: 'house', value: 'kids', role: 'Viewer', organizationId: below.id }],
    });
    real.account = { sub: newId(), email: mail(), email_verified: true, groups: ['admins'] };
    await update({
      rules: [{ claim: 'groups', value: 'admins', role: 'Administrator', organizationId: below.id }],
    });
    expect(await (await logIn()).me()).toMatchObject({ organization: { id: below.id } });
    await update({ rules: [{ claim: '', value: '', role: 'Viewer' }] });
    expect((await (await logIn()).me())?.['roles']).toEqual(['ADMINISTRATOR', 'VIEWER']);
    await update({ rules: RULES });
  });

  it('gives away no organization of somebody else', async () => {
    const foreign = await seed(loupe).organization();
    const rules = [{ claim: '', value: '', role: 'Administrator' as const, organizationId: foreign.id }];
    await expect(update({ rules })).rejects.toMatchObject({ fields: { rules: expect.anything() } });
  });
});
