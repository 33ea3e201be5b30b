import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../kit/use-app.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import { GraphqlClient } from '../support.js';

interface Found {
  readonly pictures: readonly { readonly id: string; readonly name: string; readonly score: number }[];
}

describe('searches of pictures by users', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let client: GraphqlClient;

  const file = async (picture: number) => ({
    file: { bytes: await jpegPicture(picture), type: 'image/jpeg', name: 'p.jpg' },
  });
  const add = async (picture: number, name: string, keywords: readonly string[]): Promise<string> => {
    const { data } = await client.upload(
      `mutation ($file: Upload!, $id: ID!, $name: String!, $keywords: [String!]) {
        createPicture(input: { organizationId: $id, name: $name, keywords: $keywords, file: $file }) { ... on Picture { id } }
      }`,
      { id: organization.id, name, keywords },
      await file(picture),
    );
    return (data?.['createPicture'] as { id: string }).id;
  };
  const listed = async (args: string) => {
    const query = `query ($id: ID!) { organization(id: $id) { pictures(${args}) {
      totalCount pageInfo { hasNextPage hasPreviousPage endCursor startCursor } nodes { name }
    } } }`;
    const { data, errors } = await client.run(query, { id: organization.id });
    expect(errors).toBeUndefined();
    return (
      data as {
        organization: {
          pictures: {
            totalCount: number;
            pageInfo: { endCursor: string; hasNextPage: boolean; hasPreviousPage: boolean };
            nodes: { name: string }[];
          };
        };
      }
    ).organization.pictures;
  };
  const names = (list: { readonly nodes: readonly { readonly name: string }[] }) =>
    list.nodes.map(({ name }) => name);

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    const user = await organization.user();
    client = new GraphqlClient(loupe.url, { Authorization: `Bearer ${user.token}` });
    await add(91, 'Étiquette A', ['wine', 'red']);
    await add(92, 'Poster', ['wine']);
    await add(93, 'ETIQUETTE B', ['wine']);
    await add(94, 'étiquette c', ['red']);
  });

  it('lists by a part of the name and by keywords, in pages from both ends', async () => {
    expect(names(await listed('nameContains: "étiquette"'))).toEqual([
      'Étiquette A',
      'ETIQUETTE B',
      'étiquette c',
    ]);
    expect(names(await listed('keywords: ["wine", "red"]'))).toEqual(['Étiquette A']);
    const first = await listed('nameContains: "tiquette", first: 2');
    expect(first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    const { endCursor } = first.pageInfo;
    expect(names(await listed(`nameContains: "tiquette", first: 2, after: "${endCursor}"`))).toEqual([
      'étiquette c',
    ]);
    const last = await listed('nameContains: "tiquette", last: 2');
    expect(names(last)).toEqual(['ETIQUETTE B', 'étiquette c']);
    expect(last.pageInfo.hasPreviousPage).toBe(true);
  });

  it('counts and lists nothing that lies in the trash', async () => {
    const id = await add(95, 'Poster of before', []);
    await client.run('mutation ($id: ID!) { deletePicture(input: { id: $id }) { __typename } }', { id });
    expect(await listed('nameContains: "poster", first: 1')).toMatchObject({
      totalCount: 1,
      pageInfo: { hasNextPage: false },
      nodes: [{ name: 'Poster' }],
    });
  });

  it('finds by a photo, by its colors and by chosen colors without an ApiKey', async () => {
    const search = `mutation ($file: Upload!, $id: ID!, $by: PictureSearchBy) {
      searchPictures(input: { organizationId: $id, photo: $file, by: $by }) {
        ... on PictureSearchResult { pictures { id name score } } ... on Problem { message }
      } }`;
    const found = async (by: string) => {
      const { data } = await client.upload(search, { id: organization.id, by }, await file(93));
      return (data?.['searchPictures'] as Found).pictures;
    };
    expect((await found('PICTURE')).map(({ name }) => name)).toEqual(['ETIQUETTE B']);
    const byColor = await found('COLOR');
    expect(byColor[0]?.name).toBe('ETIQUETTE B');
    const id = byColor[0]?.id;
    const { data } = await client.run('query ($id: ID!) { picture(id: $id) { colors { hex percentage } } }', {
      id,
    });
    const { colors } = (data as { picture: { colors: { hex: string; percentage: number }[] } }).picture;
    expect(colors.reduce((sum, { percentage }) => sum + percentage, 0)).toBe(100);
    const byColors = `query ($id: ID!, $colors: [String!]!) {
      picturesByColors(organizationId: $id, colors: $colors, take: 2) { pictures { id name score } }
    }`;
    const wanted = colors.map(({ hex, percentage }) => `${hex}@${percentage}`);
    const answer = await client.run(byColors, { id: organization.id, colors: wanted });
    const { pictures } = (answer.data as { picturesByColors: Found }).picturesByColors;
    expect(pictures).toHaveLength(2);
    expect(pictures[0]?.name).toBe('ETIQUETTE B');
    const wrong = await client.run(byColors, { id: organization.id, colors: ['red'] });
    expect(wrong.errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
    expect(wrong.errors?.[0]?.message).toContain('FF6633@40');
  });

  it('searches what is below an organization, and nothing of others', async () => {
    const below = await organization.organization();
    const viewer = await below.user({ roles: ['Viewer'] });
    const own = new GraphqlClient(loupe.url, { Authorization: `Bearer ${viewer.token}` });
    const query =
      'query ($id: ID!) { picturesByColors(organizationId: $id, colors: ["fff"]) { pictures { name } } }';
    const ownAnswer = await own.run(query, { id: below.id });
    expect(ownAnswer.data).toEqual({ picturesByColors: { pictures: [] } });
    const foreign = await own.run(query, { id: organization.id });
    expect(foreign.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });
});
