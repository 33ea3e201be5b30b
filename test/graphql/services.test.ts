import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { GraphqlClient } from './support.js';

describe('over GraphQL', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let user: SeededUser;
  let document: SeededDocument;
  let client: GraphqlClient;

  beforeAll(async () => {
    organization = await seed(loupe).organization({ name: 'Lac' });
    user = await organization.user();
    const folder = await user.folder({ name: 'Été' });
    document = await folder.document(await jpegPicture(81), { name: 'Étang' });
    await folder.document(await jpegPicture(81), { name: 'Twin' });
    await document.action();
    client = new GraphqlClient(loupe.url, {
      Authorization: `Bearer ${user.token}`,
      ApiKey: organization.apiKey,
    });
  });

  const file = async (picture: number) => ({
    file: { bytes: await jpegPicture(picture), type: 'image/jpeg', name: 'p.jpg' },
  });
  const data = async (query: string, variables: Record<string, unknown> = {}) => {
    const answer = await client.run(query, variables);
    expect(answer.errors).toBeUndefined();
    return answer.data ?? {};
  };
  const events = async (query: string, variables: object): Promise<Record<string, unknown>[]> => {
    const response = await fetch(`${loupe.url}/graphql`, {
      method: 'POST',
      headers: { ...client.headers, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query, variables }),
    });
    const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'));
    return lines.map((line) => (JSON.parse(line.slice(6)) as { data: Record<string, unknown> }).data);
  };

  it('pictures are added, listed in pages, found by photo and color, changed and deleted', async () => {
    const create = `mutation ($file: Upload!, $name: String!, $organizationId: ID!) {
      createPicture(input: { organizationId: $organizationId, name: $name, data: "d", keywords: ["k"], file: $file }) {
        ... on Picture { id name bigThumbnailUrl organization { name } } ... on Problem { message }
      } }`;
    const made = [];
    for (const picture of [82, 83, 84]) {
      const variables = { name: `P${picture}`, organizationId: organization.id };
      made.push((await client.upload(create, variables, await file(picture))).data?.['createPicture']);
    }
    expect(made).toMatchObject([{ name: 'P82', organization: { name: 'Lac' } }, {}, {}]);
    const [first, second] = made as { id: string }[];
    const page = `query ($id: ID!, $after: String) { organization(id: $id) { pictures(first: 2, after: $after) {
      totalCount edges { cursor node { name keywords } } pageInfo { hasNextPage endCursor } } } }`;
    const one = await data(page, { id: organization.id });
    expect(one).toMatchObject({
      organization: {
        pictures: {
          totalCount: 3,
          edges: [{ node: { name: 'P82' } }, { node: { name: 'P83', keywords: ['k'] } }],
          pageInfo: { hasNextPage: true },
        },
      },
    });
    const after = (one as { organization: { pictures: { pageInfo: { endCursor: string } } } }).organization
      .pictures.pageInfo.endCursor;
    expect(await data(page, { id: organization.id, after })).toMatchObject({
      organization: { pictures: { edges: [{ node: { name: 'P84' } }], pageInfo: { hasNextPage: false } } },
    });
    const search = `query ($file: Upload!) { searchPictures(input: { photo: $file, keywords: ["k"] }) {
      ... on PictureSearchResult { sessionId pictures { id name score } } ... on Problem { message } } }`;
    expect((await client.upload(search, {}, await file(83))).data).toMatchObject({
      searchPictures: { sessionId: expect.any(String), pictures: [{ id: second?.id, name: 'P83' }] },
    });
    expect(
      await data('query ($id: ID!) { picturesOfLikeColor(pictureId: $id, take: 2) { pictures { name } } }', {
        id: first?.id,
      }),
    ).toMatchObject({ picturesOfLikeColor: { pictures: [{}, {}] } });
    await data(
      'mutation ($id: ID!) { updatePicture(input: { id: $id, patch: { name: "Q" } }) { ... on Picture { name data } } }',
      { id: first?.id },
    );
    expect(await data('query ($id: ID!) { picture(id: $id) { name data } }', { id: first?.id })).toEqual({
      picture: { name: 'Q', data: 'd' },
    });
    await data('mutation ($id: ID!) { deletePicture(input: { id: $id }) { __typename } }', { id: first?.id });
    const gone = await client.run('query ($id: ID!) { picture(id: $id) { name } }', { id: first?.id });
    expect(gone.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });

  it('matches are counted by day and archived, which can be followed', async () => {
    const headers = { ApiKey: organization.apiKey, ApplicationName: 'T', ApplicationVersion: '1' };
    const device = { DeviceName: 'PC', DeviceSystemVersion: '1', SdkVersion: '1' };
    const url = `${loupe.url}/api/EnrichedImages?id=${document.imageIds[0]}&languageCode=en-US`;
    expect((await fetch(url, { headers: { ...headers, ...device } })).status).toBe(200);
    expect(
      await data('query ($id: ID!) { matchCumul(documentId: $id) { day count } }', { id: document.id }),
    ).toMatchObject({ matchCumul: [{ count: 1 }] });
    const made = await data(
      'mutation ($id: ID!) { createArchive(input: { documentId: $id }) { ... on Archive { id document { name } } } }',
      { id: document.id },
    );
    const { id } = made['createArchive'] as { id: string };
    const steps = await events('subscription ($id: ID!) { archiveProgress(id: $id) { progress url } }', {
      id,
    });
    const last = steps.at(-1)?.['archiveProgress'] as { url: string };
    expect((await fetch(last.url)).headers.get('content-type')).toBe('application/zip');
    expect(await data('query ($id: ID!) { archive(id: $id) { url document { name } } }', { id })).toEqual({
      archive: { url: last.url, document: { name: 'Étang' } },
    });
  });

  it('what is kept of readers is read and changed', async () => {
    const changed = await data(
      `mutation ($id: ID!) { updateRecordKeeping(input: { organizationId: $id, patch: { retentionDays: 30, hostPolicy: SHORT } }) {
        ... on RecordKeeping { retentionDays hostPolicy } ... on Problem { message } } }`,
      { id: organization.id },
    );
    expect(changed).toEqual({ updateRecordKeeping: { retentionDays: 30, hostPolicy: 'SHORT' } });
    const emptied = await data(
      `mutation ($id: ID!) { updateRecordKeeping(input: { organizationId: $id, patch: { retentionDays: null } }) {
        ... on RecordKeeping { retentionDays hostPolicy } } }`,
      { id: organization.id },
    );
    expect(emptied).toEqual({ updateRecordKeeping: { retentionDays: null, hostPolicy: 'SHORT' } });
  });

  it('conflicts are listed, and told element by element', async () => {
    const fields = 'element { id name } conflicts { document { name } pageNumber distance path { name } }';
    const expected = {
      element: { id: document.imageIds[0], name: 'Page 1' },
      conflicts: [
        {
          document: { name: 'Twin' },
          pageNumber: 1,
          path: [{ name: 'Page 1' }, { name: 'Twin' }, { name: 'Été' }, { name: 'Lac' }],
        },
      ],
    };
    const id = document.id;
    expect(await data(`query ($id: ID!) { conflicts(id: $id) { ${fields} } }`, { id })).toMatchObject({
      conflicts: [expected],
    });
    expect(
      await data(`query ($id: ID!) { activationWarnings(documentId: $id) { ${fields} } }`, { id }),
    ).toMatchObject({ activationWarnings: [expected] });
    expect(
      await events(
        `subscription ($id: ID!) { conflictCheck(id: $id) { checked total result { ${fields} } } }`,
        {
          id,
        },
      ),
    ).toMatchObject([{ conflictCheck: { checked: 1, total: 1, result: expected } }]);
    const everywhere = await events(
      'subscription ($id: ID!) { conflictCheck(id: $id) { checked total result { conflicts { pageNumber } } } }',
      { id: organization.id },
    );
    const found = (count: number) => ({ result: { conflicts: Array.from({ length: count }, () => ({})) } });
    expect(everywhere.slice(0, 2)).toMatchObject([
      { conflictCheck: { checked: 1, total: everywhere.length, ...found(1) } },
      { conflictCheck: { checked: 2, total: everywhere.length, ...found(1) } },
    ]);
  });

  it('a search finds elements of every kind', async () => {
    const search = `query ($name: String!) { search(name: $name) { type path { type name } element { __typename
      ... on Document { name pages } ... on Folder { name } ... on Organization { name } ... on User { mail } } } }`;
    expect(await data(search, { name: 'etang' })).toEqual({
      search: [
        {
          type: 'DOCUMENT',
          path: [
            { type: 'ORGANIZATION', name: 'Lac' },
            { type: 'FOLDER', name: 'Été' },
            { type: 'DOCUMENT', name: 'Étang' },
          ],
          element: { __typename: 'Document', name: 'Étang', pages: 1 },
        },
      ],
    });
    expect(await data(search, { name: user.userName })).toMatchObject({
      search: [{ type: 'USER', element: { __typename: 'User', mail: user.userName } }],
    });
    expect((await client.run(search, { name: 'e' })).errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
  });

  it('documents are exported, imported with a report of what is wrong, and made in one call', async () => {
    const exported = await data('query ($id: ID!) { exportDocument(documentId: $id) { json xml } }', {
      id: document.id,
    });
    const { json } = exported['exportDocument'] as { json: string };
    const put = `mutation ($id: ID!, $json: String!) { importDocument(input: { documentId: $id, json: $json }) {
      ... on Document { name } ... on ValidationProblem { fields { path messages } } } }`;
    const renamed = json.replace('"Étang"', '"Mare"');
    expect(await data(put, { id: document.id, json: renamed })).toEqual({ importDocument: { name: 'Mare' } });
    const broken = json.replace('"URL"', '"FLY"');
    expect(await data(put, { id: document.id, json: broken })).toMatchObject({
      importDocument: {
        fields: [{ path: 'Actions[0].Type', messages: [expect.stringMatching(/^line \d+: must be one of/)] }],
      },
    });
    const full = `mutation ($file: Upload!, $json: String!) { fullImport(input: { place: "Neu/Heft", json: $json, file: $file, activate: true }) {
      ... on Document { name status actions { name } path { name } } ... on Problem { message } } }`;
    expect((await client.upload(full, { json: renamed }, await file(85))).data).toMatchObject({
      fullImport: {
        name: 'Mare',
        status: 'ACTIVE',
        actions: [{ name: 'Read more' }],
        path: [{ name: 'Lac' }, { name: 'Neu' }, { name: 'Heft' }, { name: 'Mare' }],
      },
    });
  });
});
