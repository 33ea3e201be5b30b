/** Roles that organizations make of operations of the access table. */
import { beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { elementsOf, memberOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let administrator: SeededUser;
let user: SeededUser;
let document: SeededDocument;
let menus: string;
let beside: SeededDocument;

const PROBLEM = '... on Problem { code message }';
const ask = async (query: string, variables: object, who: SeededUser) =>
  memberOf(await who.send('POST', '/graphql', { json: { query, variables } }), 'data');
const mutate = async (name: string, input: object, success: string, who = administrator) => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { done: ${name}(input: $input) { ${success} ${PROBLEM} } }`;
  return memberOf(await ask(query, { input }, who), 'done');
};
const ROLE = '... on MadeRole { id name operations placeIds holderCount version }';
const make = async (operations: readonly string[], more: object = {}, who = administrator) =>
  mutate(
    'createMadeRole',
    { organizationId: organization.id, name: 'Translators', operations, ...more },
    ROLE,
    who,
  );
const give = async (role: unknown, to = user, who = administrator) =>
  mutate('assignMadeRole', { userId: to.id, roleId: textMember(role, 'id') }, '... on User { id }', who);
const setTitle = async (of: SeededDocument, who = user) => {
  const json = { NodeId: of.id, LanguageCode: 'en-US', Value: `Title ${Math.random()}` };
  return (await who.request('PUT', '/api/Titles', { json })).status;
};

beforeEach(async () => {
  organization = await seed(loupe).organization({ credit: 10 });
  administrator = await organization.user();
  user = await organization.user({ roles: ['Viewer'] });
  const folder = await administrator.folder({ name: 'Menus' });
  menus = folder.id;
  document = await folder.document(await jpegPicture(5));
  beside = await (await administrator.folder({ name: 'Beside' })).document(await jpegPicture(6));
});

test('a role gives what it is made of at once, and a change of it holds at once', async () => {
  expect(await setTitle(document)).toBe(403);
  const role = await make(['CONTENT_WRITE']);
  expect(role).toMatchObject({ name: 'Translators', operations: ['CONTENT_WRITE'], placeIds: null });
  await give(role);
  expect(await setTitle(document)).toBe(204);
  expect(await setTitle(beside)).toBe(204);
  const id = textMember(role, 'id');
  expect(await mutate('updateMadeRole', { id, operations: ['COMMENT_WRITE'] }, ROLE)).toMatchObject({
    holderCount: 1,
  });
  expect(await setTitle(document)).toBe(403);
  const entries = await loupe.app.services.operations.list(operator, {
    organizationId: organization.id,
    operation: 'role',
  });
  expect(entries.map(({ operation }) => operation)).toEqual(['role:write', 'role:assign', 'role:create']);
});

test('a role of a folder gives nothing beside it, also when the folder is moved, thrown away or restored', async () => {
  await give(await make(['CONTENT_WRITE'], { placeIds: [menus] }));
  expect(await setTitle(document)).toBe(204);
  expect(await setTitle(beside)).toBe(403);
  const { folders, trash, documents } = loupe.app.services;
  const viewer = await administrator.viewer();
  const above = await folders.create(viewer, { parentId: organization.id, name: 'Above' });
  await folders.update(viewer, menus, { parentId: above.id });
  expect(await setTitle(document)).toBe(204);
  await documents.patch(viewer, document.id, { parentId: above.id });
  expect(await setTitle(document)).toBe(403);
  await documents.patch(viewer, document.id, { parentId: menus });
  await folders.delete(viewer, menus, { deleteChildren: true });
  expect(await setTitle(document)).toBe(404);
  await trash.restore(viewer, menus);
  expect(await setTitle(document)).toBe(204);
  // Not even there: it is for administrators.
  expect((await user.request('GET', `/api/users/${administrator.id}`)).status).toBe(403);
});

describe('nobody gets more than they may have', () => {
  test('roles are made, changed, given and taken by administrators of the organization alone', async () => {
    const editor = await organization.user({ roles: ['Editor'] });
    expect(await make(['CONTENT_WRITE'], {}, editor)).toMatchObject({ code: 'FORBIDDEN' });
    const role = await make(['CONTENT_WRITE', 'USER_READ']);
    const id = textMember(role, 'id');
    expect(await give(role, editor, editor)).toMatchObject({ code: 'FORBIDDEN' });
    // Its holders may not give it, or make it greater.
    await give(role);
    expect(await give(role, editor, user)).toMatchObject({ code: 'FORBIDDEN' });
    const greater = { id, operations: ['ORGANIZATION_WRITE'] };
    expect(await mutate('updateMadeRole', greater, ROLE, user)).toMatchObject({ code: 'FORBIDDEN' });
    const stranger = await (await seed(loupe).organization()).user();
    expect(await give(role, stranger, stranger)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await mutate('deleteMadeRole', { id }, '__typename', stranger)).toMatchObject({
      code: 'NOT_FOUND',
    });
    const below = await organization.organization();
    expect(await give(role, await below.user({ roles: ['Viewer'] }))).toMatchObject({
      message: expect.stringContaining('roleId') as unknown,
    });
  });

  test('with an operation that the maker does not have, a role is refused', async () => {
    const { madeRoles } = loupe.app.services;
    const viewer = { ...(await administrator.viewer()), roles: new Set(['Viewer'] as const) };
    const assigning = { operations: new Set(['role:assign', 'content:read', 'node:read']), path: '' };
    const sneaky = { ...viewer, grants: [assigning] } as never;
    const input = { name: 'Sneaky', operations: ['content:write'] };
    await expect(madeRoles.create(sneaky, organization.id, input)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('content:write') as unknown,
    });
  });

  test('a user who goes to another organization leaves made roles behind', async () => {
    await give(await make(['CONTENT_WRITE']));
    const below = await organization.organization();
    const { users, madeRoles, madeRoleBatches } = loupe.app.services;
    await users.patch(operator, user.id, { organizationId: below.id });
    expect((await user.viewer()).grants).toEqual([]);
    expect(await madeRoleBatches.ofUsers(operator, [user.id])).toEqual([[]]);
    const [{ id } = { id: '' }] = await madeRoles.list(operator, organization.id);
    expect(await madeRoleBatches.holderCounts([id])).toEqual([0]);
    expect(await madeRoleBatches.holders([id])).toEqual([[]]);
    await madeRoles.delete(operator, id, {});
  });

  test('a user with made roles alone does not go to another organization', async () => {
    await give(await make(['CONTENT_WRITE']));
    const { users, roles } = loupe.app.services;
    await roles.revoke(operator, user.id, 'Viewer');
    const { id: organizationId } = await organization.organization();
    await expect(users.patch(operator, user.id, { organizationId })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('would have none') as unknown,
    });
  });
});

test('what makes no sense is refused with what to do', async () => {
  const refused = async (operations: readonly string[], more: object) =>
    textMember(await make(operations, more), 'message');
  expect(await refused(['NODE_READ'], { name: 'editor' })).toContain('choose another one');
  expect(await refused([], {})).toContain('at least one');
  expect(await refused(['WEBHOOK_MANAGE'], { placeIds: [menus] })).toContain('about organizations');
  expect(await refused(['NODE_READ'], { placeIds: [document.id] })).toContain('folders of the organization');
  await make(['NODE_READ']);
  expect(await refused(['NODE_READ'], { name: 'TRANSLATORS' })).toContain('Choose another name');
});

test('a role that is held is deleted when somebody says what its holders get', async () => {
  const { madeRoleBatches, roles } = loupe.app.services;
  const role = await make(['CONTENT_WRITE']);
  const id = textMember(role, 'id');
  await give(role);
  expect(await mutate('deleteMadeRole', { id }, '__typename')).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('held by 1 user') as unknown,
  });
  await roles.revoke(operator, user.id, 'Viewer');
  expect(await mutate('deleteMadeRole', { id, takeAway: true }, '__typename')).toMatchObject({
    message: expect.stringContaining('would have none') as unknown,
  });
  const placeIds = [menus];
  expect(await mutate('updateMadeRole', { id, placeIds }, '__typename')).toMatchObject({
    message: expect.stringContaining('would have none') as unknown,
  });
  const other = await make(['COMMENT_WRITE'], { name: 'Commenters' });
  const replacementId = textMember(other, 'id');
  expect(await mutate('deleteMadeRole', { id, replacementId }, '... on Deleted { id }')).toEqual({ id });
  expect(await madeRoleBatches.ofUsers(operator, [user.id])).toMatchObject([[{ name: 'Commenters' }]]);
  expect(await setTitle(document)).toBe(403);
  const taken = { userId: user.id, roleId: replacementId };
  expect(await mutate('revokeMadeRole', taken, '__typename')).toMatchObject({ code: 'CONFLICT' });
});

test('a preview says what somebody could do, and a user sees what they may', async () => {
  const role = await make(['CONTENT_WRITE'], { placeIds: [menus] });
  await give(role);
  const query = `query ($id: ID!, $roles: [ID!]) { rights: previewRights(organizationId: $id, madeRoleIds: $roles, operations: [PICTURE_READ]) { operation placeIds } }`;
  const asked = { id: organization.id, roles: [textMember(role, 'id')] };
  expect(memberOf(await ask(query, asked, administrator), 'rights')).toEqual([
    { operation: 'node:read', placeIds: null },
    { operation: 'content:read', placeIds: [menus] },
    { operation: 'draft:write', placeIds: [menus] },
    { operation: 'content:write', placeIds: [menus] },
    { operation: 'picture:read', placeIds: null },
  ]);
  const me = memberOf(await ask('{ me { rights { subject operation words placeIds } } }', {}, user), 'me');
  expect(elementsOf(memberOf(me, 'rights'))).toContainEqual({
    ...{ subject: 'content', operation: 'content:write', words: 'change content', placeIds: [menus] },
  });
});

test('lists say who has each role, and which roles each user has', async () => {
  const other = await organization.user({ roles: ['Editor'] });
  const role = await make(['COMMENT_WRITE'], { placeIds: [menus] });
  await make(['PICTURE_READ'], { name: 'Agency' });
  await give(role);
  await give(role, other);
  const query = `query ($id: ID!) { machineScopes { scope isOfFolders } organization(id: $id) {
    madeRoles { name holderCount holders { id } }
    users(first: 50) { nodes { id madeRoles { name } rights { operation placeIds } } } } }`;
  const asked = { id: organization.id };
  const found = await ask(query, asked, administrator);
  const byName = [user, other].sort((one, two) => one.userName.localeCompare(two.userName));
  expect(memberOf(memberOf(found, 'organization'), 'madeRoles')).toEqual([
    { name: 'Agency', holderCount: 0, holders: [] },
    { name: 'Translators', holderCount: 2, holders: byName.map(({ id }) => ({ id })) },
  ]);
  const users = elementsOf(memberOf(memberOf(memberOf(found, 'organization'), 'users'), 'nodes'));
  const rolesOf = (id: string) =>
    memberOf(
      users.find((each) => textMember(each, 'id') === id),
      'madeRoles',
    );
  expect(rolesOf(administrator.id)).toEqual([]);
  expect(rolesOf(user.id)).toEqual([{ name: 'Translators' }]);
  const rights = memberOf(
    users.find((each) => textMember(each, 'id') === other.id),
    'rights',
  );
  expect(elementsOf(rights)).toContainEqual({ operation: 'picture:write', placeIds: null });
  expect(elementsOf(memberOf(found, 'machineScopes'))).toContainEqual({
    ...{ scope: 'PICTURE_WRITE', isOfFolders: false },
  });
  // Holders see their own role, and not the others who have it.
  const own = `query ($id: ID!) { node(id: $id) { ... on User { madeRoles { name holders { id } } } } }`;
  const answer = await user.request('POST', '/graphql', { json: { query: own, variables: { id: user.id } } });
  expect(await answer.text()).not.toContain(other.id);
});

test('with a role as their only one, people see their organization and what the role is about, and no more', async () => {
  await give(await make(['INSIGHT_READ']));
  await loupe.app.services.roles.revoke(operator, user.id, 'Viewer');
  const me = memberOf(await ask('{ me { roles organization { id } } }', {}, user), 'me');
  expect(me).toEqual({ roles: [], organization: { id: organization.id } });
  expect((await user.request('GET', `/api/documents/${document.id}`)).status).toBe(403);
  const { textSearch } = loupe.app.services;
  await expect(textSearch.count(await user.viewer(), { text: 'title' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

test('its holders approve drafts of their folder, and rules about second factors hold for them', async () => {
  await loupe.app.services.publishingRules.updateFolder(operator, menus, false);
  const { publishingRules, factorRules, auth } = loupe.app.services;
  const refused = publishingRules.updateFolder(operator, menus, true);
  await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' });
  await give(await make(['CONTENT_WRITE'], { placeIds: [menus] }));
  expect(await publishingRules.updateFolder(operator, menus, true)).toMatchObject({ needsApproval: true });
  await expect(
    publishingRules.update(operator, organization.id, { needsApproval: true }),
  ).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  const rule = { roles: ['Editor'] as const, emergencyUser: null };
  await factorRules.setRule(await administrator.viewer(), organization.id, rule);
  const { userName, password } = user;
  const { apiKey } = organization;
  await expect(auth.login({ apiKey, userName, password, address: null })).rejects.toMatchObject({
    code: expect.stringContaining('FACTOR') as unknown,
  });
});
