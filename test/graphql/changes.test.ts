import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { elementsOf } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { GraphqlClient } from './support.js';

const APPLY = `mutation ($changes: [ChangeInput!]!) { applyChanges(input: { changes: $changes }) {
  __typename
  ... on ChangesResult { ids nodes { __typename id ... on Title { value } } }
  ... on Problem { code message }
  ... on ValidationProblem { fields { path messages } }
} }`;

describe('many changes at once', () => {
  const loupe = useTestApp();
  let editor: SeededUser;
  let client: GraphqlClient;
  let document: SeededDocument;
  let imageId: string;

  beforeEach(async () => {
    editor = await (await seed(loupe).organization()).user();
    client = new GraphqlClient(loupe.url, { authorization: `Bearer ${editor.token}` });
    document = await (await editor.folder()).document(await jpegPicture(91));
    imageId = document.imageIds[0]!;
  });

  const apply = async (changes: readonly object[], from = client) => {
    const { data, errors } = await from.run(APPLY, { changes });
    expect(errors).toBeUndefined();
    return data!['applyChanges'] as {
      ids: string[];
      nodes: unknown[];
      code: string;
      message: string;
      fields: unknown[];
    };
  };
  const title = (value: string, nodeId = document.id, languageCode = 'en-US') => ({
    setTitle: { nodeId, languageCode, value },
  });
  const link = (name: string) => ({
    nodeId: imageId,
    languageCode: 'en-US',
    name,
    target: { url: { url: 'https://loupe.example/' } },
  });
  const state = async () => ({
    titles: await editor.send('GET', `/api/documents/${document.id}/titles`),
    actions: await editor.send('GET', `/api/nodes/${imageId}/actions`),
    document: await editor.send('GET', `/api/documents/${document.id}`),
  });

  it('are made together: titles, actions, moves, names and status', async () => {
    const shelf = await editor.folder({ name: 'Shelf' });
    const first = await apply([{ createAction: link('old') }, { createAction: link('doomed') }]);
    const [changedId, doomedId] = first.ids;
    const { ids, nodes } = await apply([
      title('Hedge'),
      title('Haie', imageId, 'fr-FR'),
      { updateAction: { id: changedId, patch: { name: 'new' } } },
      { deleteAction: doomedId },
      { move: { id: document.id, parentId: shelf.id } },
      { rename: { id: document.id, name: 'Renamed' } },
      { setStatus: { id: document.id, status: 'INACTIVE' } },
    ]);
    expect(ids.slice(2)).toEqual([changedId, doomedId, document.id, document.id, document.id]);
    expect(nodes.slice(0, 4)).toMatchObject([
      { value: 'Hedge' },
      { value: 'Haie' },
      { __typename: 'Action' },
      null,
    ]);
    expect(await state()).toMatchObject({
      titles: [{ Value: 'Hedge' }, { LanguageCode: 'fr-FR' }],
      actions: [{ Name: 'new' }],
      document: { Name: 'Renamed', ParentId: shelf.id, Status: 'Inactive' },
    });
    const log = elementsOf(
      await editor.send('GET', `/api/Operations?organizationId=${editor.organizationId}&take=7`),
    );
    expect(log.map((entry) => (entry as { Operation: string }).Operation).sort()).toContain(
      'document:deactivate',
    );
    expect(log).toContainEqual(
      expect.objectContaining({ Changes: [expect.objectContaining({ Field: 'name', After: 'Renamed' })] }),
    );
  });

  it('are not made at all when one is wrong, and every mistake names its place', async () => {
    const before = await state();
    const refused = await apply([
      title('Never'),
      title('x', document.id, 'xx-XX'),
      { createAction: link('never') },
      { createAction: { ...link('never'), languageCode: 'es-ES' } },
      { move: { id: document.id, parentId: imageId } },
    ]);
    expect(refused).toMatchObject({ __typename: 'ValidationProblem', code: 'BAD_USER_INPUT' });
    expect(refused.message).toMatch(/^Nothing was changed\. /);
    expect(refused.fields).toMatchObject([
      { path: 'changes.1.languageCode' },
      { path: 'changes.3.languageCode' },
      { path: 'changes.4.parentId' },
    ]);
    expect(await state()).toEqual(before);
  });

  it('see what the changes before them made', async () => {
    const { ids } = await apply([
      title('Seto', imageId, 'es-ES'),
      { createAction: { ...link('más'), languageCode: 'es-ES' } },
    ]);
    expect(ids).toHaveLength(2);
  });

  it('are refused to strangers, and beyond a thousand', async () => {
    const stranger = await (await seed(loupe).organization()).user();
    const theirs = new GraphqlClient(loupe.url, { authorization: `Bearer ${stranger.token}` });
    expect(await apply([title('x')], theirs)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await apply(Array.from({ length: 1001 }, () => title('x')))).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });
});
