import { beforeAll, describe, expect, it } from 'vitest';
import { GraphqlClient } from '../graphql/support.js';
import { useTestApp } from '../kit/use-app.js';
import { elementsOf } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';

describe('the operation log', () => {
  const clock = new MovableClock();
  const loupe = useTestApp({ clock });
  let organization: SeededOrganization;
  let administrator: SeededUser;
  let editor: SeededUser;
  let document: SeededDocument;
  let folderId: string;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    administrator = await organization.user();
    editor = await organization.user({ roles: ['Editor'] });
    const folder = await administrator.folder({ name: 'Issues' });
    folderId = folder.id;
    document = await folder.document(await jpegPicture(61), { name: 'Summer' });
  });

  const list = async (query = '') => {
    clock.forward({ seconds: 1 });
    const path = `/api/Operations?organizationId=${organization.id}${query}`;
    return elementsOf(await administrator.send('GET', path)) as {
      readonly Operation: string;
      readonly User: string;
      readonly Changes: readonly { readonly Field: string }[];
    }[];
  };
  const last = async () => (await list('&take=1'))[0];

  it('names the element, and what was changed from what to what', async () => {
    await editor.send('PATCH', `/api/documents?id=${document.id}`, { json: { Name: 'Autumn' } });
    expect(await last()).toMatchObject({
      User: editor.userName,
      Operation: 'document:write',
      ElementId: document.id,
      ElementType: 'Document',
      ElementName: 'Autumn',
      Changes: [{ Kind: 'Node', ElementId: document.id, Field: 'name', Before: 'Summer', After: 'Autumn' }],
      ChangesLeftOut: 0,
    });
    await document.title('Hedge', { languageCode: 'en-US' });
    await document.title('Hedges', { languageCode: 'en-US' });
    expect(await last()).toMatchObject({
      Operation: 'title:write',
      ElementId: document.id,
      Changes: [
        {
          Kind: 'Title',
          ElementId: document.id,
          LanguageCode: 'en-US',
          Field: 'value',
          Before: 'Hedge',
          After: 'Hedges',
        },
      ],
    });
  });

  it('record the values that actions were created, changed and deleted with', async () => {
    const [imageId] = document.imageIds;
    const id = await document.action({ nodeId: imageId!, name: 'Order' });
    expect((await last())?.Changes).toEqual(
      expect.arrayContaining([expect.objectContaining({ Field: 'name', Before: null, After: 'Order' })]),
    );
    await editor.send('PATCH', `/api/actions?id=${id}`, { json: { Name: 'Order now', Priority: 3 } });
    expect((await last())?.Changes).toEqual([
      expect.objectContaining({
        Kind: 'Action',
        ElementId: imageId,
        Field: 'name',
        Before: 'Order',
        After: 'Order now',
      }),
      expect.objectContaining({ Field: 'priority', Before: null, After: '3' }),
    ]);
    await editor.send('DELETE', `/api/actions/${id}`);
    expect((await last())?.Changes).toEqual(
      expect.arrayContaining([expect.objectContaining({ Field: 'name', Before: 'Order now', After: null })]),
    );
  });

  it('record what changed of users, which roles, and of passwords only that they changed', async () => {
    const user = await organization.user({ roles: ['Viewer'] });
    await administrator.send('PATCH', `/api/Users?id=${user.id}`, {
      json: { Password: 'another password 1' },
    });
    const changed = await last();
    expect(changed).toMatchObject({
      Operation: 'user:write',
      ElementType: 'User',
      ElementId: user.id,
      ElementName: user.userName,
      Changes: [{ Field: 'password', Before: null, After: null }],
    });
    expect(JSON.stringify(await list())).not.toContain('argon2');
    await administrator.send('PUT', `/api/Users/${user.id}/Roles/Editor`);
    expect((await last())?.Changes).toMatchObject([{ Field: 'role', Before: null, After: 'Editor' }]);
    await administrator.send('DELETE', `/api/Users/${user.id}/Roles/Editor`);
    expect((await last())?.Changes).toMatchObject([{ Field: 'role', Before: 'Editor', After: null }]);
  });

  it('is searched by element with all in it, by user, by kind and by time, also when the element is gone', async () => {
    const other = await administrator.folder({ name: 'Other' });
    const from = clock.now().toISOString();
    const doomed = await other.document(await jpegPicture(62), { name: 'Doomed' });
    clock.forward({ minutes: 1 });
    await editor.send('DELETE', `/api/documents/${doomed.id}`);
    const operations = async (query: string) => (await list(query)).map(({ Operation }) => Operation);
    expect(await operations(`&elementId=${other.id}`)).toEqual([
      'document:delete',
      'document:create',
      'folder:create',
    ]);
    expect(await operations(`&elementId=${doomed.id}&user=${editor.id}`)).toEqual(['document:delete']);
    expect(await operations(`&user=${encodeURIComponent(editor.userName)}&operation=document`)).toEqual([
      'document:delete',
      'document:write',
    ]);
    expect(await operations(`&from=${from}&operation=document:create`)).toEqual(['document:create']);
    expect(await operations(`&elementId=${folderId}&operation=action`)).toHaveLength(3);
    const refused = await administrator.request(
      'GET',
      `/api/Operations?organizationId=${organization.id}&elementId=5`,
    );
    expect(refused.status).toBe(400);
  });

  it('is the same over GraphQL, and closed to editors', async () => {
    const ask = `query ($id: ID!, $elementId: ID) { organization(id: $id) { operations(elementId: $elementId, operation: "title", first: 1) {
      totalCount nodes { user userId elementId elementType elementName changes { kind field before after languageCode } }
    } } }`;
    const variables = { id: organization.id, elementId: document.id };
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${administrator.token}` });
    const { data } = await client.run(ask, variables);
    expect(data).toMatchObject({
      organization: {
        operations: {
          nodes: [
            {
              userId: administrator.id,
              elementId: document.id,
              elementType: 'Document',
              elementName: 'Autumn',
              changes: [
                { kind: 'Title', field: 'value', before: 'Hedge', after: 'Hedges', languageCode: 'en-US' },
              ],
            },
          ],
        },
      },
    });
    const refused = await client.with({ authorization: `Bearer ${editor.token}` }).run(ask, variables);
    expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });
});
