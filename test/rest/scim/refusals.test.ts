/** Requests of directories that are refused, and the answers to them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { newId } from '../../../src/kernel/ids.js';
import { AccessToken } from '../../../src/users/sessions/access-token.entity.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { useTestApp } from '../../kit/use-app.js';
import { ruleFor, ScimClient, switchOnProvider } from './scim-client.js';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

describe('directories', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let owner: SeededUser;
  let directory: ScimClient;
  let id: string;
  const mail = () => `${newId()}@press.example`;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    owner = await organization.user();
    directory = await ScimClient.of(owner);
    id = await directory.user(mail());
  });

  it('need a token of the organization with the scope, and nobody else gets in', async () => {
    const other = await ScimClient.of(owner, { scopes: ['user:read', 'content:write'] });
    expect(await other.send('GET', '/Users')).toMatchObject({
      status: 403,
      body: { schemas: [ERROR], status: '403', detail: expect.stringContaining('user:provision') },
    });
    const folder = await owner.folder();
    const limited = await ScimClient.of(owner, { placeId: folder.id });
    expect(await limited.send('GET', '/Users')).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('folder') },
    });
    const people = await owner.request('GET', '/scim/v2/Users');
    expect(people.status).toBe(401);
    expect(await people.json()).toMatchObject({ schemas: [ERROR], status: '401' });
    expect((await fetch(`${loupe.url}/scim/v2/Users`)).status).toBe(401);
    expect((await fetch(`${loupe.url}/scim/v2/ServiceProviderConfig`)).status).toBe(200);
  });

  it('say what they are, so that clients can ask before they begin', async () => {
    expect((await directory.send('GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
    });
    expect((await directory.send('GET', '/ResourceTypes')).body).toMatchObject({ totalResults: 2 });
    expect((await directory.send('GET', '/ResourceTypes/Group')).body).toMatchObject({ endpoint: '/Groups' });
    const user = 'urn:ietf:params:scim:schemas:core:2.0:User';
    expect((await directory.send('GET', `/Schemas/${user}`)).body).toMatchObject({ id: user, name: 'User' });
    expect(await directory.send('GET', '/Schemas/urn:none')).toMatchObject({ status: 404 });
  });

  it('never see or touch users and groups of other organizations, even by their names', async () => {
    const stranger = await (await seed(loupe).organization()).user({ mail: mail() });
    const theirs = await ScimClient.of(stranger);
    const group = await theirs.group('Editors', [stranger.id]);
    expect(await directory.find('Users', `userName eq "${stranger.userName}"`)).toEqual([]);
    expect(await directory.find('Users', `id eq "${stranger.id}"`)).toEqual([]);
    expect(await directory.find('Groups', `id eq "${group}"`)).toEqual([]);
    for (const path of [`/Users/${stranger.id}`, `/Groups/${group}`]) {
      const rename = { op: 'replace', path: 'displayName', value: 'x' };
      expect((await directory.send('GET', path)).status).toBe(404);
      expect((await directory.patch(path, rename)).status).toBe(404);
      expect((await directory.send('PUT', path, { userName: mail(), displayName: 'x' })).status).toBe(404);
      expect((await directory.send('DELETE', path)).status).toBe(404);
    }
    expect(
      await directory.send('POST', '/Groups', { displayName: 'Ours', members: [{ value: stranger.id }] }),
    ).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    // The name is taken on the platform, which is no fault of this directory.
    const made = await directory.send('POST', '/Users', {
      userName: stranger.userName,
      emails: [{ value: mail() }],
    });
    expect(made).toMatchObject({ status: 201, body: { userName: stranger.userName } });
    expect(made.body['id']).not.toBe(stranger.id);
    expect(await directory.find('Users', `userName eq "${stranger.userName}"`)).toMatchObject([
      { id: made.body['id'] },
    ]);
    expect((await stranger.viewer()).userName).toBe(stranger.userName);
  });

  it('cannot lock everybody out: the last administrator, the emergency one, the owner of the token', async () => {
    const house = await seed(loupe).organization();
    const [first, emergency] = [await house.user(), await house.user()];
    const scim = await ScimClient.of(first);
    const off = { op: 'Replace', path: 'active', value: 'False' };
    const refused = { status: 409, body: { schemas: [ERROR], status: '409', detail: expect.any(String) } };
    const owned = await scim.patch(`/Users/${first.id}`, off);
    expect(owned).toMatchObject(refused);
    expect(owned.body['detail']).toContain('token');
    await switchOnProvider(first, [ruleFor('Administrators', 'Administrator')], emergency.id);
    expect(await scim.patch(`/Users/${emergency.id}`, off)).toMatchObject(refused);
    expect(await scim.send('DELETE', `/Users/${emergency.id}`)).toMatchObject(refused);
    const rename = { op: 'replace', value: { userName: mail() } };
    expect(await scim.patch(`/Users/${emergency.id}`, rename)).toMatchObject(refused);
    await loupe.app.services.roles.assign(operator, emergency.id, 'Viewer');
    await loupe.app.services.roles.revoke(operator, emergency.id, 'Administrator');
    const group = await scim.group('Administrators', [first.id]);
    const out = await scim.patch(`/Groups/${group}`, { op: 'remove', path: 'members' });
    expect(out).toMatchObject(refused);
    expect(out.body['detail']).toContain('last active administrator');
    expect(await scim.send('DELETE', `/Groups/${group}`)).toMatchObject(refused);
    expect(await loupe.app.services.roles.rolesOf(operator, first.id)).toEqual(['Administrator']);
    expect((await scim.send('GET', `/Groups/${group}`)).body['members']).toHaveLength(1);
  });

  it('open no account by a mail: nobody recovers the password of an address that a program wrote', async () => {
    const person = await organization.user({ roles: ['Viewer'], mail: mail() });
    const address = mail();
    const codes = async (to: string) => {
      const key = await loupe.app.services.auth.viewerOfApiKey(organization.apiKey);
      await loupe.app.services.users.recoverPassword(key, to);
      await loupe.app.services.passwordRecovery.settled();
      const em = loupe.app.services.database.reader();
      return em.count(AccessToken, { userId: person.id, purpose: 'PasswordRecovery' });
    };
    await directory.patch(`/Users/${person.id}`, {
      op: 'replace',
      value: { 'emails[type eq "work"].value': address },
    });
    expect(await codes(address)).toBe(0);
  });

  it.each([
    ['GET', '/Users?filter=userName%20sw%20%22a%22', undefined, 400, 'invalidFilter'],
    ['GET', '/Users?filter=title%20eq%20%22a%22', undefined, 400, 'invalidFilter'],
    ['GET', '/Users?filter=userName%20eq%20%22a', undefined, 400, 'invalidFilter'],
    [
      'GET',
      '/Users?filter=userName%20eq%20%22a%22%20or%20id%20eq%20%22b%22',
      undefined,
      400,
      'invalidFilter',
    ],
    ['GET', '/Users?count=many', undefined, 400, 'invalidValue'],
    ['POST', '/Users', { emails: [{ value: 'a@b.example' }] }, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 'no address' }, 400, 'invalidValue'],
    ['POST', '/Users', [], 400, 'invalidSyntax'],
    ['PUT', '/Users/:id', { active: true }, 400, 'invalidValue'],
    ['PATCH', '/Users/:id', { Operations: [] }, 400, 'invalidSyntax'],
    ['PATCH', '/Users/:id', { Operations: [{ op: 'move', path: 'active' }] }, 400, 'invalidSyntax'],
    ['PATCH', '/Users/:id', { Operations: [{ op: 'replace', path: 'id', value: 'x' }] }, 400, 'mutability'],
    [
      'PATCH',
      '/Users/:id',
      { Operations: [{ op: 'replace', path: 'groups', value: [] }] },
      400,
      'mutability',
    ],
    ['PATCH', '/Users/:id', { Operations: [{ op: 'remove', path: 'userName' }] }, 400, 'mutability'],
    [
      'PATCH',
      '/Users/:id',
      { Operations: [{ op: 'replace', path: 'shoeSize', value: 1 }] },
      400,
      'invalidPath',
    ],
    ['PATCH', '/Users/:id', { Operations: [{ op: 'replace', path: 'a b[', value: 1 }] }, 400, 'invalidPath'],
    [
      'PATCH',
      '/Users/:id',
      { Operations: [{ op: 'replace', path: 'active', value: 'no' }] },
      400,
      'invalidValue',
    ],
    ['PATCH', '/Users/:id', { Operations: [{ op: 'remove' }] }, 400, 'noTarget'],
    [
      'PATCH',
      '/Users/:id',
      { Operations: Array.from({ length: 1001 }, () => ({ op: 'add', path: 'title', value: 'x' })) },
      400,
      'tooMany',
    ],
    ['POST', '/Groups', {}, 400, 'invalidValue'],
    ['PATCH', '/Groups/none', { Operations: [{ op: 'remove', path: 'members' }] }, 404, undefined],
    ['GET', '/Users/none', undefined, 404, undefined],
  ])('refuses %s %s %j with %i %s', async (method, path, json, status, scimType) => {
    const answer = await directory.send(method, path.replace(':id', id), json);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      schemas: [ERROR],
      status: String(status),
      detail: expect.any(String),
    });
    expect(answer.body['scimType']).toBe(scimType);
  });

  it('refuse bodies that are no JSON or too large', async () => {
    const send = async (body: string, type: string) => {
      const headers = { 'content-type': type, authorization: `Bearer ${directory.secret}` };
      const answer = await fetch(`${loupe.url}/scim/v2/Users`, { method: 'POST', body, headers });
      return [answer.status, await answer.json()] as const;
    };
    expect(await send('{', 'application/scim+json')).toMatchObject([400, { scimType: 'invalidSyntax' }]);
    expect(await send('a=b', 'application/x-www-form-urlencoded')).toMatchObject([415, { status: '415' }]);
    expect(await send(' '.repeat(5 * 1024 * 1024), 'application/json')).toMatchObject([
      413,
      { status: '413' },
    ]);
  });
});
