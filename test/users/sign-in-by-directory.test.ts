/** People whom a directory keeps log in by a provider that names no groups: those of the directory count. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { newId } from '../../src/kernel/ids.js';
import { seed } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { type RealProvider, startRealProvider } from '../kit/sign-in-provider.js';
import { useTestApp } from '../kit/use-app.js';
import { ruleFor, ScimClient } from '../rest/scim/scim-client.js';
import { Browser } from './sign-in-browser.js';

describe('single sign-on of people whom a directory keeps', () => {
  const loupe = useTestApp({ environment: { LOUPE_SIGN_IN_PRIVATE: 'true' } });
  let real: RealProvider;
  let administrator: SeededUser;
  let directory: ScimClient;
  let providerId: string;
  const mail = () => `${newId()}@press.example`;

  beforeAll(async () => {
    real = await startRealProvider();
    const organization = await seed(loupe).organization();
    administrator = await organization.user();
    directory = await ScimClient.of(administrator);
    const { signInProviders } = loupe.app.services;
    const viewer = await administrator.viewer();
    const { id } = await signInProviders.create(viewer, {
      organizationId: organization.id,
      name: 'Press house',
      issuer: real.issuer,
      clientId: real.clientId,
      clientSecret: real.clientSecret,
      rules: [ruleFor('editors', 'Editor')],
    });
    providerId = id;
    await signInProviders.update(viewer, id, { mode: 'Active' });
    real.register({ redirect_uris: [`${loupe.url}/sign-in/${id}/return`] });
  });
  afterAll(() => real.close());

  async function logIn(): Promise<Readonly<Record<string, unknown>>> {
    const page = new Browser(loupe.url);
    const finished = await page.finish(providerId, await page.logInAt(providerId));
    return { ...finished, me: await page.me() };
  }

  it('finds them by the id of the provider, whatever their address, and by a verified address', async () => {
    const [byId, byMail] = [newId(), mail()];
    const firstName = mail();
    const first = await directory.user(firstName, { externalId: byId });
    const second = await directory.user(byMail);
    await directory.group('editors', [first, second]);
    real.account = { sub: byId, email: mail() };
    expect(await logIn()).toMatchObject({ isLoggedIn: true, me: { userName: firstName, roles: ['EDITOR'] } });
    real.account = { sub: newId(), email: byMail, email_verified: false };
    expect(await logIn()).toMatchObject({ code: 'SIGN_IN_FAILED', me: null });
    real.account = { sub: newId(), email: byMail, email_verified: true };
    expect(await logIn()).toMatchObject({ isLoggedIn: true, me: { userName: byMail, roles: ['EDITOR'] } });
  });

  it('lets nobody in who was switched off or is in no group, and ends the sessions of those', async () => {
    const subject = newId();
    const userName = mail();
    const id = await directory.user(userName, { externalId: subject });
    real.account = { sub: subject, email: mail() };
    expect(await logIn()).toMatchObject({
      code: 'SIGN_IN_FAILED',
      message: expect.stringContaining('No rule'),
    });
    const [group] = await directory.find('Groups', 'displayName eq "editors"');
    await directory.patch(`/Groups/${String(group?.['id'])}`, {
      op: 'add',
      path: 'members',
      value: [{ value: id }],
    });
    const page = new Browser(loupe.url);
    await page.finish(providerId, await page.logInAt(providerId));
    expect(await page.me()).toMatchObject({ userName });
    await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect(await page.me()).toBeNull();
    expect(await logIn()).toMatchObject({ message: expect.stringContaining('not active') });
    expect(await loupe.app.services.users.get(operator, id)).toMatchObject({ status: 'Inactive' });
  });

  it('gives made roles by groups at once and at log-ins, and takes back those that rules name alone', async () => {
    const { madeRoles, signInProviders } = loupe.app.services;
    const viewer = await administrator.viewer();
    const { organizationId } = viewer;
    const made = async (name: string) =>
      madeRoles.create(viewer, organizationId, { name, operations: ['content:write'] });
    const [translators, others] = [await made('Translators'), await made('Others')];
    const rule = { ...ruleFor('translators', 'Viewer'), madeRoleId: translators.id };
    const rules = [ruleFor('editors', 'Editor'), rule];
    await signInProviders.update(viewer, providerId, { rules });
    const [subject, userName] = [newId(), mail()];
    const id = await directory.user(userName, { externalId: subject });
    await madeRoles.assign(viewer, id, others.id);
    const group = await directory.group('translators', [id]);
    const namesOf = async () => {
      const [held] = await loupe.app.services.madeRoleBatches.ofUsers(operator, [id]);
      return held instanceof Error ? [] : held?.map(({ name }) => name);
    };
    expect(await namesOf()).toEqual(['Others', 'Translators']);
    await expect(madeRoles.delete(viewer, translators.id, { takeAway: true })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Rule 2 of “Press house”'),
    });
    await madeRoles.revoke(viewer, id, translators.id);
    real.account = { sub: subject, email: mail() };
    expect(await logIn()).toMatchObject({ isLoggedIn: true, me: { roles: ['VIEWER'] } });
    expect(await namesOf()).toEqual(['Others', 'Translators']);
    const members = { op: 'remove', path: `members[value eq "${id}"]` };
    await directory.patch(`/Groups/${group}`, members);
    expect(await namesOf()).toEqual(['Others']);
    const foreign = await madeRoles.create(operator, (await seed(loupe).organization()).id, {
      ...{ name: 'Foreign', operations: ['node:read'] },
    });
    const wrong = { rules: [{ ...rule, madeRoleId: foreign.id }] };
    await expect(signInProviders.update(viewer, providerId, wrong)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });
});
