import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { newPdf } from '../kit/files/pdfs.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { GraphqlClient } from './support.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let user: SeededUser;
let client: GraphqlClient;
const letters = ['Ash', 'Beech', 'Cedar', 'Date', 'Elm', 'Fig', 'Gum'];

interface Page {
  readonly edges: readonly { cursor: string; node: { id: string; name: string } }[];
  readonly pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string;
    endCursor: string;
  };
  readonly totalCount: number;
}

beforeAll(async () => {
  organization = await seed(loupe).organization();
  user = await organization.user();
  client = new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` });
  for (const name of letters) await user.folder({ name });
});

async function folders(args: string, parentId = organization.id): Promise<Page> {
  const answer = await client.run(
    `query ($id: ID!) { organization(id: $id) { folders(${args}) {
      totalCount edges { cursor node { id name } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    } } }`,
    { id: parentId },
  );
  expect(answer.errors).toBeUndefined();
  return (answer.data!['organization'] as { folders: Page }).folders;
}

const names = (page: Page) => page.edges.map(({ node }) => node.name);

test('a list is read page by page, forwards and backwards, and each row comes once', async () => {
  const first = await folders('first: 3');
  expect(names(first)).toEqual(['Ash', 'Beech', 'Cedar']);
  expect(first).toMatchObject({ totalCount: 7, pageInfo: { hasNextPage: true, hasPreviousPage: false } });
  const second = await folders(`first: 3, after: "${first.pageInfo.endCursor}"`);
  const third = await folders(`first: 3, after: "${second.pageInfo.endCursor}"`);
  expect([...names(second), ...names(third)]).toEqual(['Date', 'Elm', 'Fig', 'Gum']);
  expect(third.pageInfo.hasNextPage).toBe(false);
  const back = await folders(`last: 2, before: "${third.pageInfo.startCursor}"`);
  expect(names(back)).toEqual(['Elm', 'Fig']);
  expect(names(await folders('last: 2'))).toEqual(['Fig', 'Gum']);
});

test('a list is sorted and filtered as asked, and pages go on in that order', async () => {
  const newest = await folders('first: 2, orderBy: { field: CREATED_AT, direction: DESC }');
  expect(names(newest)).toEqual(['Gum', 'Fig']);
  const older = await folders(
    `first: 2, after: "${newest.pageInfo.endCursor}", orderBy: { field: CREATED_AT, direction: DESC }`,
  );
  expect(names(older)).toEqual(['Elm', 'Date']);
  expect(names(await folders('nameContains: "E"'))).toEqual(['Beech', 'Cedar', 'Date', 'Elm']);
  expect(await folders('nameContains: "%"')).toMatchObject({ edges: [], totalCount: 0 });
});

test('names are sorted and found without regard to case and accents, and numbers in them by value', async () => {
  const shelf = await user.folder({ name: 'Fig' });
  const sorted = ['apfel', 'Äpfel', 'Band 2', 'band 10', 'Élan', 'elan', 'Zebra'];
  for (const name of sorted.toReversed()) await user.folder({ name, parentId: shelf.id });
  const read = async (args: string) => {
    const answer = await client.run(
      `query ($id: ID!) { folder: node(id: $id) { ... on Folder { folders(${args}) {
        edges { node { name } } pageInfo { endCursor }
      } } } }`,
      { id: shelf.id },
    );
    const { edges, pageInfo } = (answer.data!['folder'] as { folders: Page }).folders;
    return { names: edges.map(({ node }) => node.name), cursor: pageInfo.endCursor };
  };
  const seen: string[] = [];
  for (let after = ''; seen.length < sorted.length;) {
    const { names: some, cursor } = await read(`first: 2${after}`);
    seen.push(...some);
    after = `, after: "${cursor}"`;
  }
  // Names that differ only in case and accents are ordered by age.
  const alike = (name: string) => ({ Äpfel: 'apfel', Élan: 'elan' })[name] ?? name;
  expect(seen.map(alike)).toEqual(sorted.map(alike));
  expect((await read('nameContains: "ELÁN"')).names.sort()).toEqual(['elan', 'Élan']);
  const listed = (await user.send('GET', `/api/nodes/${shelf.id}/folders`)) as { Name: string }[];
  expect(listed.map(({ Name }) => Name)).toEqual(seen);
  await user.send('DELETE', `/api/folders/${shelf.id}?deletechildren=true`);
});

test('a folder that appears between two pages neither repeats nor hides a row', async () => {
  const parent = await user.folder({ name: 'Shelf' });
  for (const name of ['b', 'd', 'f']) await user.folder({ name, parentId: parent.id });
  const read = async (args: string) => {
    const answer = await client.run(
      `query ($id: ID!) { node(id: $id) { ... on Folder { folders(${args}) { edges { node { name } } pageInfo { endCursor } } } } }`,
      { id: parent.id },
    );
    return (answer.data!['node'] as { folders: Page }).folders;
  };
  const first = await read('first: 2');
  await user.folder({ name: 'a', parentId: parent.id });
  await user.folder({ name: 'e', parentId: parent.id });
  expect(names(await read(`first: 2, after: "${first.pageInfo.endCursor}"`))).toEqual(['e', 'f']);
});

test('cursors of another order, broken cursors and pages out of range are refused in words', async () => {
  const { pageInfo } = await folders('first: 1');
  const refused = async (args: string) => {
    const answer = await client.run(`{ me { organization { folders(${args}) { edges { cursor } } } } }`);
    return answer.errors?.[0];
  };
  const other = await refused(`after: "${pageInfo.endCursor}", orderBy: { field: UPDATED_AT }`);
  expect(other).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', fields: [{ path: 'after' }] } });
  expect((await refused('after: "nonsense"'))?.message).toContain('not a cursor');
  expect((await refused('first: 101'))?.message).toContain('100');
  expect((await refused('first: -1'))?.message).toContain('first');
  expect((await refused('first: 1, last: 1'))?.message).toContain('either');
});

test('node(id) and nodes(ids) know every kind of element, and say null for strangers’ and absent ones', async () => {
  const folder = await user.folder({ name: 'Found' });
  const stranger = await (await seed(loupe).organization()).user();
  const absent = '01900000-0000-7000-8000-000000000000';
  const ids = [
    folder.id,
    absent,
    organization.id,
    stranger.id,
    user.id,
    'no id at all',
    folder.id.toUpperCase(),
  ];
  const answer = await client.run('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', { ids });
  expect(answer.data!['nodes']).toEqual([
    { __typename: 'Folder', id: folder.id },
    null,
    { __typename: 'Organization', id: organization.id },
    null,
    { __typename: 'User', id: user.id },
    null,
    { __typename: 'Folder', id: folder.id },
  ]);
});

test('two changes in one document each answer with what they made', async () => {
  const folder = await user.folder({ name: 'Before' });
  const rename =
    'updateFolder(input: { id: $id, patch: { name: "%" } }) { ... on Folder { name path { name } } }';
  const answer = await client.run(
    `mutation ($id: ID!) { one: ${rename.replace('%', 'One')} two: ${rename.replace('%', 'Two')} }`,
    { id: folder.id },
  );
  expect(answer.data).toEqual({
    one: { name: 'One', path: [{ name: organization.name }, { name: 'One' }] },
    two: { name: 'Two', path: [{ name: organization.name }, { name: 'Two' }] },
  });
});

test('children are filtered by status and by the time of their last change, users by a part of their names', async () => {
  const picture = await jpegPicture(12);
  const folder = await user.folder({ name: 'Filtered' });
  const active = await folder.document(picture, { name: 'Active one' });
  const inactive = await folder.document(picture, { name: 'Inactive one' });
  await user.send('PATCH', `/api/documents/${inactive.id}`, { json: { Status: 'Inactive' } });
  const read = async (args: string) => {
    const query = `query ($id: ID!) { node(id: $id) { ... on Folder { documents(${args}) { totalCount edges { node { id } } } } } }`;
    const answer = await client.run(query, { id: folder.id });
    expect(answer.errors).toBeUndefined();
    return (answer.data!['node'] as { documents: unknown }).documents;
  };
  expect(await read('status: ACTIVE')).toEqual({ totalCount: 1, edges: [{ node: { id: active.id } }] });
  expect(await read('status: INACTIVE, isRecursive: true')).toMatchObject({ totalCount: 1 });
  expect(await read('updatedSince: "2999-01-01T00:00:00Z"')).toEqual({ totalCount: 0, edges: [] });
  expect(await read('updatedSince: "2001-01-01T00:00:00Z"')).toMatchObject({ totalCount: 2 });

  const wanted = await organization.user({ mail: `zo_E-${letters.length}@loupe.example`, roles: ['Viewer'] });
  const users = `query ($id: ID!, $name: String!) {
    organization(id: $id) { users(nameContains: $name) { totalCount edges { node { id } } } }
  }`;
  const found = async (name: string, asking = client) =>
    (await asking.run(users, { id: organization.id, name })).data?.['organization'];
  expect(await found('ZO_e')).toEqual({ users: { totalCount: 1, edges: [{ node: { id: wanted.id } }] } });
  expect(await found('zo%e')).toEqual({ users: { totalCount: 0, edges: [] } });
  const viewer = new GraphqlClient(loupe.url, { authorization: `Bearer ${wanted.token}` });
  expect((await found('zo', viewer)) ?? null).toBeNull();
});

test('pages of a document come some at a time, forward and backward, and those of several documents together', async () => {
  const folder = await user.folder({ name: 'Long ones' });
  const made = await Promise.all(
    [7, 2].map(async (count) =>
      folder.document(await newPdf(Array.from({ length: count }, (_, at) => 40 + count * 10 + at)), {
        contentType: 'application/pdf',
      }),
    ),
  );
  const [{ id, imageIds }, other] = made as [(typeof made)[number], (typeof made)[number]];
  const pages = async (args: string) => {
    const answer = await client.run(
      `query ($id: ID!) { document(id: $id) { imagesConnection(${args}) {
        totalCount nodes { id order } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      } } }`,
      { id },
    );
    expect(answer.errors).toBeUndefined();
    return (answer.data as { document: { imagesConnection: unknown } }).document.imagesConnection as {
      nodes: { id: string; order: number }[];
      pageInfo: Page['pageInfo'];
    };
  };
  const idsOf = ({ nodes }: Awaited<ReturnType<typeof pages>>) => nodes.map((node) => node.id);
  const first = await pages('first: 3');
  expect(first).toMatchObject({
    totalCount: 7,
    pageInfo: { hasNextPage: true, hasPreviousPage: false },
  });
  expect(idsOf(first)).toEqual(imageIds.slice(0, 3));
  const rest = await pages(`first: 10, after: "${first.pageInfo.endCursor}"`);
  expect(idsOf(rest)).toEqual(imageIds.slice(3));
  expect(rest.pageInfo).toMatchObject({ hasNextPage: false });
  const last = await pages('last: 2');
  expect(idsOf(last)).toEqual(imageIds.slice(5));
  expect(idsOf(await pages(`last: 2, before: "${last.pageInfo.startCursor}"`))).toEqual(imageIds.slice(3, 5));
  const both = await client.run(
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Document { imagesConnection(first: 1) { nodes { id } } } } }`,
    { ids: [id, other.id] },
  );
  expect(both.data).toEqual({
    nodes: [id, other.id].map((_, at) => ({
      imagesConnection: { nodes: [{ id: made[at]?.imageIds[0] }] },
    })),
  });
});
