/** The requests that Entra ID sends in its cycles, in its spelling. */
import { beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { newId } from '../../../src/kernel/ids.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { useTestApp } from '../../kit/use-app.js';
import { ruleFor, ScimClient, switchOnProvider } from './scim-client.js';

describe('users and groups as Entra keeps them up to date', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let administrator: SeededUser;
  let entra: ScimClient;
  const mail = () => `${newId()}@press.example`;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    administrator = await organization.user();
    entra = await ScimClient.of(administrator);
    await switchOnProvider(administrator, [
      ruleFor('Editors', 'Editor'),
      ruleFor('group-of-viewers', 'Viewer'),
    ]);
  });

  const rolesOf = async (id: string) => loupe.app.services.roles.rolesOf(operator, id);

  const newUser = (userName: string) => ({
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ],
    externalId: newId(),
    userName,
    active: true,
    displayName: 'Lovelace, Ada',
    emails: [{ primary: true, type: 'work', value: userName }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
    title: 'Countess',
    preferredLanguage: 'en-GB',
    phoneNumbers: [{ type: 'work', value: '+44 1' }],
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Engines' },
  });

  it('are looked for by name first, made when they are absent, and read back as they were sent', async () => {
    const userName = mail();
    const asked = await entra.send('GET', `/Users?filter=userName+eq+%22${newId()}%22`);
    expect(asked).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [], itemsPerPage: 0 } });
    expect(asked.headers.get('content-type')).toContain('application/scim+json');
    const sent = newUser(userName);
    const made = await entra.send('POST', '/Users', sent);
    const { externalId, displayName, name, emails } = sent;
    expect(made).toMatchObject({
      status: 201,
      body: { externalId, userName, displayName, name, emails, active: true, meta: { resourceType: 'User' } },
    });
    const id = String(made.body['id']);
    expect(made.headers.get('location')).toBe(`${loupe.url}/scim/v2/Users/${id}`);
    expect(await entra.send('GET', `/Users/${id}`)).toMatchObject({ status: 200, body: made.body });
    for (const filter of [
      `userName eq "${userName.toUpperCase()}"`,
      `externalId eq "${externalId}"`,
      `emails[type eq "work"].value eq "${userName}"`,
      `id eq "${id}" and userName EQ "${userName}"`,
    ]) {
      expect(await entra.find('Users', filter), filter).toMatchObject([{ id }]);
    }
    expect(await entra.send('POST', '/Users', sent)).toMatchObject({
      status: 409,
      body: {
        status: '409',
        scimType: 'uniqueness',
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      },
    });
    const users = await loupe.app.services.users.list(operator, { organizationId: organization.id });
    expect(users.find((user) => user.id === id)).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      hasPassword: false,
    });
  });

  it('are renamed and moved to another address, path by path and in one value', async () => {
    const id = await entra.user(mail(), newUser(mail()));
    const [first, second, renamed] = [mail(), mail(), mail()];
    const paths = await entra.patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: first },
      { op: 'Add', path: 'name.familyName', value: 'King' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'X',
      },
      { op: 'Replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:displayName', value: 'King, Ada' },
      { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '+44 2' },
    );
    expect(paths).toMatchObject({
      status: 200,
      body: {
        emails: [{ value: first }],
        name: { givenName: 'Ada', familyName: 'King' },
        displayName: 'King, Ada',
      },
    });
    const whole = await entra.patch(`/Users/${id}`, {
      op: 'replace',
      value: {
        userName: renamed,
        'name.givenName': 'Augusta',
        'emails[type eq "work"].value': second,
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber': '7',
      },
    });
    expect(whole).toMatchObject({
      status: 200,
      body: { id, userName: renamed, name: { givenName: 'Augusta' }, emails: [{ value: second }] },
    });
    expect(await loupe.app.services.users.get(operator, id)).toMatchObject({
      userName: renamed,
      mail: second,
    });
  });

  it('lose every log-in with "False", and come back with "True"', async () => {
    const leaver = await organization.user({ roles: ['Editor'], mail: mail() });
    expect(await leaver.viewer()).toMatchObject({ userId: leaver.id });
    const left = await entra.patch(`/Users/${leaver.id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect(left).toMatchObject({ status: 200, body: { active: false } });
    expect((await leaver.request('GET', '/api/Roles')).status).toBe(401);
    expect(await loupe.app.services.users.get(operator, leaver.id)).toMatchObject({ status: 'Inactive' });
    const back = await entra.patch(`/Users/${leaver.id}`, { op: 'Replace', value: { active: 'True' } });
    expect(back).toMatchObject({ status: 200, body: { active: true } });
    expect((await leaver.request('GET', '/api/Roles')).status).toBe(401);
    expect(await entra.send('DELETE', `/Users/${leaver.id}`)).toMatchObject({ status: 204 });
    expect(await entra.send('GET', `/Users/${leaver.id}`)).toMatchObject({
      status: 404,
      body: { status: '404' },
    });
  });

  it('are put into groups and taken out, and have the roles that the rules give to these', async () => {
    const [ada, grace] = [await entra.user(mail()), await entra.user(mail())];
    expect(await rolesOf(ada)).toEqual([]);
    const made = await entra.send('POST', '/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Editors',
      externalId: newId(),
      meta: { resourceType: 'Group' },
    });
    expect(made).toMatchObject({ status: 201, body: { displayName: 'Editors', members: [] } });
    const id = String(made.body['id']);
    const found = await entra.find('Groups', 'displayName eq "editors"', '&excludedAttributes=members');
    expect(found).toMatchObject([{ id }]);
    expect(found[0]).not.toHaveProperty('members');
    const added = await entra.patch(`/Groups/${id}`, {
      op: 'Add',
      path: 'members',
      value: [{ value: ada }, { $ref: null, value: grace }],
    });
    expect(added).toMatchObject({ status: 204, body: {} });
    expect([await rolesOf(ada), await rolesOf(grace)]).toEqual([['Editor'], ['Editor']]);
    expect((await entra.send('GET', `/Users/${ada}`)).body['groups']).toMatchObject([
      { value: id, display: 'Editors' },
    ]);
    expect(await entra.find('Groups', `id eq "${id}" and members eq "${ada}"`)).toMatchObject([{ id }]);
    await entra.patch(`/Groups/${id}`, { op: 'Remove', path: `members[value eq "${ada}"]` });
    await entra.patch(`/Groups/${id}`, { op: 'Remove', path: 'members', value: [{ value: grace }] });
    expect([await rolesOf(ada), await rolesOf(grace)]).toEqual([[], []]);
    expect((await entra.send('GET', `/Groups/${id}`)).body['members']).toEqual([]);
    // A rule may know the group by its id at the provider.
    await entra.patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: [{ value: ada }] });
    await entra.patch(`/Groups/${id}`, { op: 'Replace', path: 'displayName', value: 'Readers' });
    expect(await rolesOf(ada)).toEqual([]);
    await entra.patch(`/Groups/${id}`, { op: 'Replace', path: 'externalId', value: 'group-of-viewers' });
    expect(await rolesOf(ada)).toEqual(['Viewer']);
    expect(await entra.send('DELETE', `/Groups/${id}`)).toMatchObject({ status: 204 });
    expect(await rolesOf(ada)).toEqual([]);
    expect(await entra.send('GET', `/Groups/${id}`)).toMatchObject({ status: 404 });
  });

  it('stand in the operation log with the token that changed them', async () => {
    const id = await entra.user(mail());
    await entra.group('Of the log', [id]);
    const entries = await loupe.app.services.operations.list(operator, { organizationId: organization.id });
    expect(entries.slice(0, 2)).toMatchObject([
      { operation: 'group:create', elementName: 'Of the log', changes: [{ field: 'members', after: id }] },
      { operation: 'user:create', elementId: id, user: expect.stringContaining('Directory (token of ') },
    ]);
  });
});
