/** Pictures that GraphQL callers name by an address. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../kit/app.js';
import { openPictureSite, type PictureSite } from '../../kit/servers/picture-site.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import { PROBLEM } from './engine-support.js';
import { GraphqlClient } from '../support.js';

const ADD = `mutation ($app: ID!, $id: ID!, $url: URL, $dna: String) {
  addReference(input: { applicationId: $app, id: $id, imageUrl: $url, dna: $dna }) {
    ... on AddedReference { reference { id grade } } ${PROBLEM}
  }
}`;
const SEARCH = `mutation ($app: ID!, $url: URL) {
  searchReferences(input: { applicationId: $app, imageUrl: $url }) {
    ... on ReferenceSearchResult { hits { id } } ${PROBLEM}
  }
}`;
const RECOGNIZE = `mutation ($url: URL) {
  recognize(input: { imageUrl: $url, languageCode: "en-US" }) { ... on EnrichedImage { actions { name } } ${PROBLEM} }
}`;

let site: PictureSite;
let picture: Buffer;

beforeAll(async () => {
  picture = await jpegPicture(77);
  site = await openPictureSite(picture);
});
afterAll(() => site.close());

interface World {
  readonly loupe: TestApp;
  readonly organization: SeededOrganization;
  readonly app: string;
  readonly user: GraphqlClient;
  readonly reader: GraphqlClient;
}

async function open(environment: Readonly<Record<string, string>>): Promise<World> {
  const loupe = await startTestApp({ environment });
  const organization = await seed(loupe).organization();
  const { token } = await organization.user();
  const { id: app } = await organization.application();
  return {
    loupe,
    organization,
    app,
    user: new GraphqlClient(loupe.url, { authorization: `Bearer ${token}` }),
    reader: new GraphqlClient(loupe.url, { apikey: organization.apiKey }),
  };
}

describe('where the operator allows it, a picture at an address', () => {
  let world: World;

  beforeAll(async () => {
    world = await open({ LOUPE_PICTURE_URLS: 'true', LOUPE_WEBHOOKS_PRIVATE: 'true' });
  });
  afterAll(() => world.loupe.close());

  const url = () => site.address('/picture');

  it('is added, searched, explained and described', async () => {
    const { app, user } = world;
    expect((await user.run(ADD, { app, id: 'a', url: site.address('/moved') })).data).toMatchObject({
      addReference: { reference: { id: 'a', grade: 5 } },
    });
    expect((await user.run(SEARCH, { app, url: url() })).data).toMatchObject({
      searchReferences: { hits: [{ id: 'a' }] },
    });
    const { data } = await user.run(
      `mutation ($app: ID!, $url: URL) {
        explainMatch(input: { applicationId: $app, referenceId: "a", imageUrl: $url }) { __typename }
        describePicture(input: { applicationId: $app, imageUrl: $url }) { ... on PictureDescription { grade } }
        pictureColors(input: { applicationId: $app, imageUrl: $url }) { ${PROBLEM} }
      }`,
      { app, url: url() },
    );
    expect(data).toMatchObject({
      explainMatch: { __typename: 'MatchExplanation' },
      describePicture: { grade: 5 },
      // Of color applications alone: refused before the picture is fetched.
      pictureColors: { code: 'COLORS_BY_UPLOAD_NOT_AVAILABLE' },
    });
  });

  it('is recognized for readers and tried out by users', async () => {
    const editor = await world.organization.user();
    const document = await (await editor.folder()).document(picture);
    await document.action({ nodeId: document.imageIds[0]!, name: 'Read on' });
    expect((await world.reader.run(RECOGNIZE, { url: url() })).data).toEqual({
      recognize: { actions: [{ name: 'Read on' }] },
    });
    const tried = await world.user.run(
      `mutation ($id: ID!, $url: URL) {
        tryRecognition(input: { organizationId: $id, imageUrl: $url }) { ... on RecognitionTrial { candidates { outcome } } }
        searchPictures(input: { organizationId: $id, imageUrl: $url }) { ... on PictureSearchResult { pictures { id } } }
      }`,
      { id: world.organization.id, url: url() },
    );
    expect(tried.data).toEqual({
      tryRecognition: { candidates: [{ outcome: 'ANSWERED' }] },
      searchPictures: { pictures: [] },
    });
  });

  it('is not fetched for who may not ask, or where something else is wrong', async () => {
    const { app, user, loupe, reader } = world;
    const before = site.asked.length;
    const stranger = new GraphqlClient(loupe.url);
    expect((await stranger.run(RECOGNIZE, { url: url() })).data).toMatchObject({
      recognize: { code: 'UNAUTHENTICATED' },
    });
    expect((await stranger.run(ADD, { app, id: 'b', url: url() })).data).toMatchObject({
      addReference: { code: 'UNAUTHENTICATED' },
    });
    for (const [variables, code] of [
      [{ id: 'b', url: url(), dna: 'AAAA' }, 'IMAGE_AND_DNA'],
      [{ id: '', url: url() }, 'MISSING_PARAMETER'],
    ] as const) {
      const { data } = await user.run(ADD, { app, ...variables });
      expect(data).toMatchObject({ addReference: { code } });
    }
    expect((await reader.run(RECOGNIZE, {})).data).toMatchObject({ recognize: { code: 'BAD_USER_INPUT' } });
    const both = await reader.upload(
      `mutation ($photo: Upload, $url: URL) {
        recognize(input: { photo: $photo, imageUrl: $url, languageCode: "en-US" }) { ${PROBLEM} }
      }`,
      { url: url() },
      { photo: { bytes: picture, type: 'image/jpeg', name: 'photo.jpg' } },
    );
    expect(both.data).toMatchObject({ recognize: { code: 'BAD_USER_INPUT' } });
    expect(site.asked).toHaveLength(before);
  });

  it('is refused by what it answers', async () => {
    for (const [path, code] of [
      ['/absent', 'BAD_USER_INPUT'],
      ['/circle', 'BAD_USER_INPUT'],
      ['/text', 'UNSUPPORTED_MEDIA'],
    ] as const) {
      const { data } = await world.reader.run(RECOGNIZE, { url: site.address(path) });
      expect({ path, data }).toMatchObject({ path, data: { recognize: { code } } });
    }
  });
});

describe('elsewhere', () => {
  it('it is not fetched, and the refusal names what to do', async () => {
    const { loupe, app, user, reader } = await open({});
    const before = site.asked.length;
    const url = site.address('/picture');
    for (const { data } of [
      await user.run(ADD, { app, id: 'a', url }),
      await reader.run(RECOGNIZE, { url }),
    ]) {
      expect(Object.values(data ?? {})).toEqual([
        { code: 'OPERATION_NOT_AVAILABLE', message: expect.stringContaining('LOUPE_PICTURE_URLS') },
      ]);
    }
    expect(site.asked).toHaveLength(before);
    await loupe.close();
  });

  it('never leads into private networks', async () => {
    const { loupe, reader } = await open({ LOUPE_PICTURE_URLS: 'true' });
    const before = site.asked.length;
    for (const url of [site.address('/picture'), `http://localhost:${site.port}/picture`]) {
      expect((await reader.run(RECOGNIZE, { url })).data).toMatchObject({
        recognize: { code: 'BAD_USER_INPUT', message: expect.stringMatching(/private or reserved/) },
      });
    }
    expect(site.asked).toHaveLength(before);
    await loupe.close();
  });
});
