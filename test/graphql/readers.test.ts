/** What a reader's application and a user do over GraphQL alone. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { GraphqlClient } from './support.js';

describe('over GraphQL', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let editor: SeededUser;
  let document: SeededDocument;
  let reader: GraphqlClient;
  let client: GraphqlClient;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    editor = await organization.user();
    document = await (await editor.folder()).document(await jpegPicture(51));
    reader = new GraphqlClient(loupe.url, { apikey: organization.apiKey });
    client = new GraphqlClient(loupe.url, { authorization: `Bearer ${editor.token}` });
  });

  const byId = `mutation ($id: ID!, $language: Locale) {
    recognizeById(input: { id: $id, languageCode: $language }) {
      ... on EnrichedImage { id languageCode data title actions { name } }
      ... on Problem { code message }
    }
  }`;

  it('a page is recognized by its id, recorded, and null while it offers nothing', async () => {
    const [id] = document.imageIds;
    expect((await reader.run(byId, { id })).data).toEqual({ recognizeById: null });
    await document.action({ nodeId: id!, name: 'Read on' });
    expect((await reader.run(byId, { id, language: 'fr-FR' })).data).toEqual({
      recognizeById: {
        id,
        languageCode: 'en-US',
        data: '',
        title: expect.any(String),
        actions: [{ name: 'Read on' }],
      },
    });
    expect(await editor.send('GET', `/api/documents/${document.id}/matches`)).toHaveLength(2);
    const stranger = new GraphqlClient(loupe.url, { apikey: (await seed(loupe).organization()).apiKey });
    const refused = await stranger.run(byId, { id });
    expect(refused.data).toMatchObject({ recognizeById: { code: 'NOT_FOUND' } });
  });

  it('a picture’s scan returns its data', async () => {
    const form = new FormData();
    const picture = { Name: 'Poster', OrganizationId: organization.id, Data: 'free text' };
    form.set('picture', JSON.stringify(picture));
    const bytes = await jpegPicture(52);
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'poster.jpg');
    await editor.send('POST', '/api/Pictures', { form });
    const answer = await reader.upload(
      'mutation ($photo: Upload!) { recognize(input: { photo: $photo, languageCode: "en-US" }) { ... on EnrichedImage { data actions { id } } } }',
      {},
      { photo: { bytes, type: 'image/jpeg', name: 'photo.jpg' } },
    );
    expect(answer.data).toEqual({ recognize: { data: 'free text', actions: [] } });
  });

  it('users learn who they are, and lists give their elements without edges', async () => {
    const { data } = await client.run(`{
      me { userName mail firstName lastName roles organization { folders { nodes { name documents { nodes { id } } } } } }
    }`);
    expect(data).toEqual({
      me: {
        userName: editor.userName,
        mail: editor.userName,
        firstName: null,
        lastName: null,
        roles: ['ADMINISTRATOR'],
        organization: {
          folders: { nodes: [{ name: 'Folder', documents: { nodes: [{ id: document.id }] } }] },
        },
      },
    });
  });

  it('languages are for those who are logged in, as over REST', async () => {
    const ask = '{ languages { code } }';
    expect((await client.run(ask)).data).toMatchObject({
      languages: expect.arrayContaining([{ code: 'fr-FR' }]),
    });
    expect((await reader.run(ask)).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    expect((await fetch(`${loupe.url}/api/Languages`)).status).toBe(401);
  });

  it('errors use the names of GraphQL', async () => {
    const [id] = document.imageIds;
    const answer = await reader.run(
      `mutation ($id: ID!, $session: String) { recognizeById(input: { id: $id, sessionId: $session }) {
        ... on ValidationProblem { message fields { path } }
      } }`,
      { id, session: 's'.repeat(201) },
    );
    expect(answer.data).toEqual({
      recognizeById: {
        message: 'sessionId: must have at most 200 characters',
        fields: [{ path: 'sessionId' }],
      },
    });
  });
});
