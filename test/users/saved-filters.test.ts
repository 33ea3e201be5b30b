/** Filters of the library that users keep, each their own. */
import { beforeAll, expect, it } from 'vitest';
import { GraphqlClient } from '../graphql/support.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';

const loupe = useTestApp();
let organization: SeededOrganization;

beforeAll(async () => {
  organization = await seed(loupe).organization();
});

const client = ({ token }: SeededUser) =>
  new GraphqlClient(loupe.url, { authorization: `Bearer ${token}`, 'user-agent': 'Notepad/1.0' });
const FIELDS = 'id name nameContains status updatedWithinDays isRecursive orderField orderDirection';
const list = async (user: SeededUser) => {
  const { data } = await client(user).run(`{ me { savedFilters { ${FIELDS} } } }`);
  return (data!['me'] as { readonly savedFilters: readonly { readonly id: string }[] }).savedFilters;
};
const save = async (user: SeededUser, input: object) => {
  const { data } = await client(user).run(
    `mutation ($input: SaveFilterInput!) { saveFilter(input: $input) { __typename ... on SavedFilter { ${FIELDS} } ... on Problem { code message } } }`,
    { input },
  );
  return data!['saveFilter'];
};

it('keeps what was filtered and how it was sorted, and one of the same name in its place', async () => {
  const user = await organization.user({ roles: ['Viewer'] });
  const all = { nameContains: '', status: null, updatedWithinDays: null, isRecursive: false };
  expect(await save(user, { name: ' Winter ' })).toMatchObject({
    ...{ name: 'Winter', ...all, orderField: 'NAME', orderDirection: 'ASC' },
  });
  const spring = {
    ...{ name: 'SPRING', nameContains: 'flyer', status: 'INACTIVE', updatedWithinDays: 7, isRecursive: true },
  };
  await save(user, { name: 'Spring', nameContains: 'poster' });
  await save(user, { ...spring, orderBy: { field: 'UPDATED_AT', direction: 'DESC' } });
  expect(await list(user)).toMatchObject([
    { ...spring, orderField: 'UPDATED_AT', orderDirection: 'DESC' },
    { name: 'Winter' },
  ]);
});

it('refuses names, days and numbers of filters that are out of bounds', async () => {
  const user = await organization.user({ roles: ['Editor'] });
  for (const wrong of [
    { name: '' },
    { name: 'x'.repeat(81) },
    { name: 'x', nameContains: 'x'.repeat(201) },
    { name: 'x', updatedWithinDays: 0 },
    { name: 'x', updatedWithinDays: 3651 },
  ])
    expect(await save(user, wrong)).toMatchObject({ code: 'BAD_USER_INPUT' });
  for (let at = 1; at <= 50; at += 1) await save(user, { name: `Filter ${at}` });
  expect(await save(user, { name: 'One more' })).toMatchObject({ code: 'BAD_USER_INPUT' });
  expect(await save(user, { name: 'filter 50', isRecursive: true })).toMatchObject({ name: 'filter 50' });
  expect(await list(user)).toHaveLength(50);
});

it('shows and removes only what is the own', async () => {
  const [ada, bob] = [await organization.user(), await organization.user()];
  await save(ada, { name: 'Mine' });
  const [{ id } = { id: '' }] = await list(ada);
  const remove = async (user: SeededUser) => {
    const { data } = await client(user).run(
      'mutation ($id: ID!) { deleteSavedFilter(input: { id: $id }) { __typename ... on Problem { code } } }',
      { id },
    );
    return data!['deleteSavedFilter'];
  };
  expect(await list(bob)).toEqual([]);
  expect(await remove(bob)).toMatchObject({ code: 'NOT_FOUND' });
  expect(await list(ada)).toHaveLength(1);
  expect(await remove(ada)).toEqual({ __typename: 'Deleted' });
  expect(await list(ada)).toEqual([]);
});
