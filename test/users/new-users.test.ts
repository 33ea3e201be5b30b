/** Users who get roles of their organization the moment they are made. */
import { beforeEach, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { newId } from '../../src/kernel/ids.js';
import { memberOf } from '../kit/json.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let administrator: SeededUser;
let everywhere: string;
let inFolder: string;

beforeEach(async () => {
  organization = await seed(loupe).organization();
  administrator = await organization.user();
  const { madeRoles } = loupe.app.services;
  const { id: folderId } = await administrator.folder();
  const operations = ['content:write'];
  const role = async (name: string, more: object) =>
    (await madeRoles.create(operator, organization.id, { name, operations, ...more })).id;
  everywhere = await role('Translators', {});
  inFolder = await role('Of a folder', { placeIds: [folderId] });
});

const given = (more: object) => ({
  organizationId: organization.id,
  mail: `${newId()}@loupe.example`,
  ...more,
});
const create = async (more: object) => {
  const query = `mutation ($input: CreateUserInput!) {
    done: createUser(input: $input) { ... on User { roles madeRoles { name } } ... on Problem { code message } }
  }`;
  const json = { query, variables: { input: given(more) } };
  return memberOf(memberOf(await administrator.send('POST', '/graphql', { json }), 'data'), 'done');
};

test('made roles come at once, also without a fixed one', async () => {
  const madeRoles = [{ name: 'Translators' }];
  const both = { roles: ['VIEWER'], madeRoleIds: [everywhere, everywhere.toUpperCase()] };
  expect(await create(both)).toEqual({ roles: ['VIEWER'], madeRoles });
  expect(await create({ roles: [], madeRoleIds: [everywhere] })).toEqual({ roles: [], madeRoles });
  expect(await create({ madeRoleIds: [everywhere] })).toEqual({ roles: [], madeRoles });
  expect(await create({ madeRoleIds: [] })).toEqual({ roles: ['VIEWER'], madeRoles: [] });
});

test('one of them is for the whole organization, and none of another one', async () => {
  const { madeRoles, users } = loupe.app.services;
  expect(await create({ madeRoleIds: [inFolder] })).toMatchObject({ code: 'CONFLICT' });
  expect(await create({ roles: [], madeRoleIds: [] })).toMatchObject({ code: 'BAD_USER_INPUT' });
  const elsewhere = await seed(loupe).organization();
  const theirs = await madeRoles.create(operator, elsewhere.id, { name: 'X', operations: ['node:read'] });
  for (const id of [newId(), theirs.id, 'nonsense'])
    expect(await create({ madeRoleIds: [id] })).toMatchObject({
      ...{
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining('a role of the organization') as unknown,
      },
    });
  expect(await users.list(operator, { organizationId: organization.id })).toHaveLength(1);
  expect(await create({ madeRoleIds: [inFolder], roles: ['VIEWER'] })).toMatchObject({ roles: ['VIEWER'] });
});

test('nobody gives what they may not do themselves', async () => {
  const viewer = { ...(await administrator.viewer()), roles: new Set(['Viewer'] as const) };
  const maker = { operations: new Set(['user:write', 'role:assign', 'node:read']), path: '' };
  const { users } = loupe.app.services;
  const refused = users.create({ ...viewer, grants: [maker] } as never, given({ madeRoleIds: [everywhere] }));
  await expect(refused).rejects.toMatchObject({
    ...{ code: 'FORBIDDEN', message: expect.stringContaining('content:write') as unknown },
  });
});
