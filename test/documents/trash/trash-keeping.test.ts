/** The trash itself: pictures in it, how it is listed, and how it is emptied by hand and by time. */
import { describe, expect, it } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { Node } from '../../../src/tree/node.entity.js';
import { GraphqlClient } from '../../graphql/support.js';
import { textMember } from '../../kit/json.js';
import { startTrashBench } from './trash-bench.js';

const bench = startTrashBench();

describe('a picture', () => {
  it('is found by nobody in the trash, and again when it is restored', async () => {
    const form = new FormData();
    form.set('picture', JSON.stringify({ Name: 'P', OrganizationId: bench.organization.id, Data: 'mine' }));
    form.set('file', new Blob([new Uint8Array(bench.photo)]), 'p.jpg');
    const picture = await bench.user.send('POST', '/api/Pictures', { form });
    const id = textMember(picture, 'Id');
    expect(await bench.recognized()).toBe(id);
    await bench.remove(`/api/Pictures/${id}`);
    expect(await bench.recognized()).toBeNull();
    expect(await bench.statusOf(`/api/Pictures/${id}`)).toBe(404);
    expect(await bench.user.send('GET', `/api/Pictures?organizationId=${bench.organization.id}`)).toEqual([]);
    expect((await fetch(textMember(picture, 'BigThumbnailUrl'))).status).toBe(404);
    expect(await bench.trash()).toMatchObject([{ Id: id, Type: 'Picture', Name: 'P' }]);
    await bench.restore(id);
    expect(await bench.user.send('GET', `/api/Pictures/${id}`)).toMatchObject({ Name: 'P', Data: 'mine' });
    expect(await bench.recognized()).toBe(id);
    await bench.remove(`/api/Pictures/${id}`);
    await bench.remove(`/api/Trash/${id}`);
    expect(await bench.trash()).toEqual([]);
  });
});

describe('the trash', () => {
  it('is emptied by hand and by time, with the files, and leaves nothing behind', async () => {
    bench.clock.forward({ days: 31 });
    await bench.loupe.app.services.trash.purgeOld();
    bench.user = await bench.organization.user();
    bench.folder = await bench.user.folder();
    const before = await bench.blobs();
    const [old, fresh] = [await bench.rich(), await bench.rich()];
    await bench.remove(`/api/documents/${old.document.id}`);
    bench.clock.forward({ days: 14 });
    bench.user = await bench.organization.user();
    await bench.remove(`/api/documents/${fresh.document.id}`);
    bench.clock.forward({ days: 16 });
    bench.clock.forward({ days: 1 });
    bench.user = await bench.organization.user();
    await bench.loupe.app.services.trash.purgeOld();
    expect(await bench.trash()).toMatchObject([{ Id: fresh.document.id }]);
    expect(await bench.user.send('POST', '/api/Trash/Empty')).toEqual({ Purged: 1 });
    expect(await bench.trash()).toEqual([]);
    expect(await bench.blobs()).toBe(before);
    const report = await bench.loupe.app.services.verification.verify(operator);
    expect(report.differences).toEqual([]);
  });

  it('agrees with `loupe verify` while things lie in it, and goes with its organization', async () => {
    const branch = await bench.organization.organization();
    const inBranch = await bench.user.folder({ parentId: branch.id });
    const document = await inBranch.document(bench.photo, { status: 'Inactive' });
    await bench.remove(`/api/documents/${document.id}`);
    const { document: other } = await bench.rich();
    await bench.remove(`/api/documents/${other.id}`);
    expect((await bench.loupe.app.services.verification.verify(operator)).differences).toEqual([]);
    await bench.user.send('DELETE', `/api/organizations/${branch.id}?deletechildren=true`);
    const left = await bench.loupe.app.services.database.reader().count(Node, { organizationId: branch.id });
    expect(left).toBe(0);
    expect((await bench.loupe.app.services.verification.verify(operator)).differences).toEqual([]);
  });

  it('is listed and worked on by GraphQL', async () => {
    const { document } = await bench.rich();
    const client = new GraphqlClient(bench.loupe.url, { authorization: `Bearer ${bench.user.token}` });
    await client.run('mutation ($id: ID!) { deleteDocument(input: { id: $id }) { __typename } }', {
      id: document.id,
    });
    const listed = await client.run(
      `query ($id: ID!) { organization(id: $id) { trash(first: 5) {
         totalCount edges { node { elementId type name place freedCredits } }
       } } }`,
      { id: bench.organization.id },
    );
    expect(listed.errors).toBeUndefined();
    expect(listed.data).toMatchObject({
      organization: {
        trash: {
          totalCount: 1,
          edges: [
            {
              node: { elementId: document.id, type: 'DOCUMENT', place: [bench.organization.name, 'Spring'] },
            },
          ],
        },
      },
    });
    const restored = await client.run(
      `mutation ($id: ID!) { restoreFromTrash(input: { id: $id }) { ... on RestoredElement { elementId type parentId } } }`,
      { id: document.id },
    );
    expect(restored.data).toEqual({
      restoreFromTrash: { elementId: document.id, type: 'DOCUMENT', parentId: bench.folder.id },
    });
  });
});
