/** The requests that Okta sends, in its spelling. */
import { beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { newId } from '../../../src/kernel/ids.js';
import { User } from '../../../src/users/user.entity.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { useTestApp } from '../../kit/use-app.js';
import { ruleFor, ScimClient, switchOnProvider } from './scim-client.js';

describe('users and groups as Okta keeps them up to date', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let administrator: SeededUser;
  let okta: ScimClient;
  const mail = () => `${newId()}@press.example`;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    administrator = await organization.user();
    okta = await ScimClient.of(administrator);
    await switchOnProvider(administrator, [ruleFor('Editors', 'Editor')]);
  });

  const profile = (userName: string, more: object = {}) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName,
    name: { givenName: 'Grace', familyName: 'Hopper' },
    emails: [
      { primary: false, value: mail(), type: 'home' },
      { primary: true, value: userName, type: 'work' },
    ],
    displayName: 'Grace Hopper',
    locale: 'en-US',
    externalId: `00u${newId()}`,
    groups: [],
    password: 'a password that nobody keeps',
    active: true,
    ...more,
  });

  it('are read in parts at the first import, with where each part begins', async () => {
    await Promise.all(Array.from({ length: 5 }, async () => okta.user(mail())));
    const { body } = await okta.send('GET', '/Users?startIndex=1&count=2');
    expect(body).toMatchObject({ startIndex: 1, itemsPerPage: 2, totalResults: expect.any(Number) });
    const total = Number(body['totalResults']);
    const ids: unknown[] = [];
    for (let startIndex = 1; startIndex <= total; startIndex += 2) {
      const part = await okta.find('Users', '', `startIndex=${startIndex}&count=2`);
      ids.push(...part.map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(total);
    expect((await okta.send('GET', '/Users?count=0')).body).toMatchObject({
      totalResults: total,
      Resources: [],
    });
    expect((await okta.send('GET', '/Groups?startIndex=1&count=100')).status).toBe(200);
  });

  it('are made, replaced as a whole, and switched off by a value without a path', async () => {
    const userName = mail();
    const made = await okta.send('POST', '/Users', profile(userName));
    expect(made).toMatchObject({
      status: 201,
      body: { userName, emails: [{ value: userName }], active: true },
    });
    expect(JSON.stringify(made.body)).not.toContain('password');
    const id = String(made.body['id']);
    expect((await loupe.app.services.users.get(operator, id)).hasPassword).toBe(false);
    const renamed = mail();
    const replaced = await okta.send('PUT', `/Users/${id}`, {
      ...profile(renamed),
      id,
      name: { givenName: 'Amazing', familyName: 'Grace' },
      meta: { resourceType: 'User' },
    });
    expect(replaced).toMatchObject({
      status: 200,
      body: { id, userName: renamed, name: { givenName: 'Amazing' } },
    });
    const off = { op: 'replace', value: { active: false } };
    expect(await okta.patch(`/Users/${id}`, off)).toMatchObject({ status: 200, body: { active: false } });
    expect(await okta.send('PUT', `/Users/${id}`, profile(renamed, { active: true }))).toMatchObject({
      status: 200,
      body: { active: true },
    });
  });

  it('are the ones that are there already, if they have the same address', async () => {
    const address = mail();
    const local = await organization.user({ roles: ['Viewer'], mail: address });
    const made = await okta.send('POST', '/Users', profile(`${newId()}`, { emails: [{ value: address }] }));
    expect(made).toMatchObject({ status: 201, body: { id: local.id, emails: [{ value: address }] } });
    const again = await okta.send('POST', '/Users', profile(`${newId()}`, { emails: [{ value: address }] }));
    expect(again.body['id']).not.toBe(local.id);
  });

  it('are pushed as groups: members at once, one by one, and with another name', async () => {
    const [first, second] = [await okta.user(mail()), await okta.user(mail())];
    const made = await okta.send('POST', '/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Editors',
      members: [{ value: first, display: 'first' }],
    });
    expect(made).toMatchObject({ status: 201, body: { members: [{ value: first, type: 'User' }] } });
    const id = String(made.body['id']);
    const roles = async () =>
      Promise.all([first, second].map(async (user) => loupe.app.services.roles.rolesOf(operator, user)));
    expect(await roles()).toEqual([['Editor'], []]);
    await okta.patch(`/Groups/${id}`, {
      op: 'replace',
      path: 'members',
      value: [{ value: second, display: 'x' }],
    });
    expect(await roles()).toEqual([[], ['Editor']]);
    await okta.patch(
      `/Groups/${id}`,
      { op: 'remove', path: `members[value eq "${second}"]` },
      { op: 'add', path: 'members', value: [{ value: first, display: 'first' }] },
    );
    expect(await roles()).toEqual([['Editor'], []]);
    const renamed = await okta.patch(`/Groups/${id}`, {
      op: 'replace',
      value: { id, displayName: 'Authors' },
    });
    expect(renamed.status).toBe(204);
    expect(await okta.find('Groups', 'displayName eq "Authors"')).toMatchObject([{ id }]);
    expect(await roles()).toEqual([[], []]);
    const whole = await okta.send('PUT', `/Groups/${id}`, { displayName: 'Editors', members: [] });
    expect(whole).toMatchObject({ status: 200, body: { displayName: 'Editors', members: [] } });
  });

  it('may be many: a group of 600 is sent at once and changed in a moment', async () => {
    const now = new Date();
    const rows = Array.from({ length: 600 }, () => {
      const userName = mail();
      return {
        ...{ id: newId(), organizationId: organization.id, userName, userNameKey: userName, mail: userName },
        ...{
          mailKey: userName,
          searchFolded: userName,
          status: 'Active' as const,
          gender: 'Unknown' as const,
        },
        ...{ dateCreated: now, dateModified: now },
      };
    });
    await loupe.app.services.database.transaction(async ({ em }) => em.insertMany(User, rows));
    const many = rows.map((row) => row.id);
    const id = await okta.group('Many', many.slice(0, 300));
    const { status } = await okta.patch(`/Groups/${id}`, {
      op: 'replace',
      path: 'members',
      value: many.map((value) => ({ value })),
    });
    expect(status).toBe(204);
    const { body } = await okta.send('GET', `/Groups/${id}`);
    expect(body['members']).toHaveLength(600);
  });
});
