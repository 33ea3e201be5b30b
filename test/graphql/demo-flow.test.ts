import { beforeAll, expect, test } from 'vitest';
import { toJpeg } from '../../packages/bench/paint/rgb-image.js';
import { renderMagazinePage } from '../../packages/bench/print/magazine.js';
import { simulatePhoto } from '../../packages/bench/simulation/photo-simulator.js';
import { takeUnrelatedPhoto } from '../../packages/bench/simulation/unrelated.js';
import { useTestApp } from '../kit/use-app.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { GraphqlClient } from './support.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let client: GraphqlClient;

beforeAll(async () => {
  organization = await seed(loupe).organization();
  const user = await organization.user();
  client = new GraphqlClient(loupe.url, {
    authorization: `Bearer ${user.token}`,
    apikey: organization.apiKey,
  });
});

const jpeg = (bytes: Buffer) => ({ bytes, type: 'image/jpeg', name: 'page.jpg' });

test('a page is uploaded, named, given an action, and recognized in a photo', async () => {
  const page = await renderMagazinePage(0);
  const folder = await client.run(
    'mutation ($parentId: ID!) { createFolder(input: { parentId: $parentId, name: "Spring" }) { ... on Folder { id } } }',
    { parentId: organization.id },
  );
  const { id: parentId } = folder.data!['createFolder'] as { id: string };
  const cover = { name: 'COVER', defaultLanguage: 'en-US', status: 'ACTIVE' };
  const created = await client.upload(
    `mutation ($input: CreateDocumentInput!) {
      createDocument(input: $input) {
        ... on Document { id pages status processing coverUrl images { id titles { languageCode } } }
        ... on Problem { code message }
      }
    }`,
    { input: { ...cover, parentId, file: null, waitForImages: true } },
    { 'input.file': jpeg(await toJpeg(page)) },
  );
  const document = created.data!['createDocument'] as {
    id: string;
    coverUrl: string;
    images: { id: string; titles: { languageCode: string }[] }[];
  };
  expect(document).toMatchObject({
    pages: 1,
    status: 'ACTIVE',
    processing: 'READY',
    images: [{ titles: [{ languageCode: 'en-US' }] }],
  });
  expect((await fetch(document.coverUrl)).headers.get('content-type')).toBe('image/jpeg');

  const nodeId = document.images[0]!.id;
  await client.run(
    'mutation ($input: SetTitleInput!) { setTitle(input: $input) { ... on Title { value } } }',
    { input: { nodeId, languageCode: 'en-US', value: 'Spring issue' } },
  );
  const action = await client.run(
    `mutation ($input: CreateActionInput!) {
      createAction(input: $input) { ... on Action { id isValid } ... on Problem { message } }
    }`,
    {
      input: {
        nodeId,
        languageCode: 'en-US',
        name: 'Subscribe',
        target: { url: { url: 'https://loupe.example/subscribe', contentType: 'text/html' } },
      },
    },
  );
  expect(action.data!['createAction']).toMatchObject({ isValid: true });

  const recognize = `mutation ($photo: Upload!) {
    recognize(input: { photo: $photo, languageCode: "en-US" }) {
      ... on EnrichedImage { id title sessionId score actions { id name type } }
      ... on Problem { code message }
    }
  }`;
  const { jpeg: photo } = await simulatePhoto(page, { strength: 'medium', seed: 5 });
  const seen = await client.upload(recognize, {}, { photo: jpeg(photo) });
  expect(seen.data!['recognize']).toMatchObject({
    id: nodeId,
    title: 'Spring issue',
    actions: [{ name: 'Subscribe', type: 'URL' }],
  });
  const { sessionId } = seen.data!['recognize'] as { sessionId: string };
  const click = await client.run(
    `mutation ($actionId: ID!, $sessionId: String!) {
      recordClick(input: { actionId: $actionId, sessionId: $sessionId }) { __typename }
    }`,
    { actionId: (action.data!['createAction'] as { id: string }).id, sessionId },
  );
  expect(click.data).toEqual({ recordClick: { __typename: 'RecordedClick' } });

  const unrelated = await client.upload(recognize, {}, { photo: jpeg(await takeUnrelatedPhoto(3)) });
  expect(unrelated.data).toEqual({ recognize: null });
});

test('a file that is no picture comes back as a problem, and nothing is left of it', async () => {
  const answer = await client.upload(
    `mutation ($input: CreateDocumentInput!) {
      createDocument(input: $input) { __typename ... on Problem { code message } }
    }`,
    { input: { parentId: organization.id, name: 'Nothing', defaultLanguage: 'en-US', file: null } },
    { 'input.file': { bytes: Buffer.from('plain text'), type: 'image/jpeg', name: 'fake.jpg' } },
  );
  expect(answer.data!['createDocument']).toMatchObject({
    __typename: 'MediaProblem',
    code: 'UNSUPPORTED_MEDIA',
  });
  const listed = await client.run('{ me { organization { documents { edges { node { name } } } } } }');
  expect(JSON.stringify(listed.data)).not.toContain('Nothing');
});

test('another tenant’s element looks the same as one that does not exist', async () => {
  const other = await seed(loupe).organization();
  const read = '{ treeNode(id: "%") { name } }';
  const foreign = await client.run(read.replace('%', other.id));
  const absent = await client.run(read.replace('%', '01900000-0000-7000-8000-000000000000'));
  const shape = (answer: typeof foreign, id: string) =>
    JSON.stringify({ data: answer.data, errors: answer.errors }).replaceAll(id, 'ID');
  expect(foreign.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  expect(shape(foreign, other.id)).toBe(shape(absent, '01900000-0000-7000-8000-000000000000'));
});

test('node(id) answers with the type that the tree knows', async () => {
  const answer = await client.run('query ($id: ID!) { node(id: $id) { __typename id } }', {
    id: organization.id,
  });
  expect(answer.data).toEqual({ node: { __typename: 'Organization', id: organization.id } });
});

test('a bare multipart form of another site is refused, and a document that is too deep, too', async () => {
  const bare = new GraphqlClient(loupe.url);
  const refused = await bare.upload(
    'mutation ($photo: Upload!) { recognize(input: { photo: $photo, languageCode: "en" }) { __typename } }',
    {},
    { photo: jpeg(Buffer.from('x')) },
  );
  expect(refused.status).toBe(400);
  expect(refused.errors?.[0]?.message).toContain('apikey');
  const deep = await client.run(
    `{ me { organization { ${'path { children { '.repeat(12)} id ${'} } '.repeat(12)} } } }`,
  );
  expect(deep.errors?.[0]?.message).toMatch(/depth|cost/i);
});
