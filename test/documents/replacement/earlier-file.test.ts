/** The way back to the file before: a replacement that was a mistake is taken back, whole. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../kit/use-app.js';
import { elementsOf, textMember } from '../../kit/json.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { MovableClock } from '../../kit/seed/seed-clock.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import type { SeededDocument, SeededUser } from '../../kit/seed/seed-user.js';

const clock = new MovableClock();
const loupe = useTestApp({ clock });
let organization: SeededOrganization;
let user: SeededUser;
let document: SeededDocument;

beforeEach(async () => {
  organization = await seed(loupe).organization({ credit: 20 });
  user = await organization.user();
  const folder = await user.folder();
  document = await folder.document(await newPdf([11, 12, 13]), { contentType: 'application/pdf' });
});

async function replace(pages: readonly number[]): Promise<void> {
  const form = new FormData();
  form.append('document', '{}');
  const bytes = new Uint8Array(await newPdf(pages));
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), 'corrected.pdf');
  const { status } = await user.request('PUT', `/api/documents/${document.id}?async=false`, { form });
  expect(status).toBe(204);
}

const ask = (query: string, who = user) =>
  who.send('POST', '/graphql', { json: { query, variables: { id: document.id } } });
const goBack = (who = user) =>
  ask(
    `mutation ($id: ID!) { restoreEarlierFile(input: { id: $id, waitForImages: true }) {
       __typename ... on Document { pages files { kind originalName } } ... on Problem { code message }
     } }`,
    who,
  );
const earlier = () => ask('query ($id: ID!) { document(id: $id) { earlierFile { originalName purgedAt } } }');
const pagesNow = async () =>
  elementsOf(await user.send('GET', `/api/documents/${document.id}/images`)).map((page) =>
    textMember(page, 'Id'),
  );
const trashed = async () =>
  elementsOf(await user.send('GET', `/api/Trash?organizationId=${user.organizationId}`)).length;

describe('the earlier file of a document', () => {
  it('comes back with the pages that its replacement threw away, and leads forth again', async () => {
    const [first = '', second = ''] = document.imageIds;
    await document.title('The second', { nodeId: second });
    expect(await earlier()).toMatchObject({ data: { document: { earlierFile: null } } });
    await replace([13, 14]);
    expect(await pagesNow()).not.toContain(first);
    expect(await trashed()).toBeGreaterThan(0);
    expect(await earlier()).toMatchObject({ data: { document: { earlierFile: expect.anything() } } });

    expect(await goBack()).toMatchObject({
      data: { restoreEarlierFile: { __typename: 'Document', pages: 3 } },
    });
    expect(await pagesNow()).toEqual(document.imageIds);
    expect(await user.send('GET', `/api/titles?nodeId=${second}&languageCode=en-US`)).toMatchObject({
      Value: 'The second',
    });
    // What the mistaken file had becomes the earlier one in its turn.
    expect(await earlier()).toMatchObject({
      data: { document: { earlierFile: { originalName: 'corrected.pdf' } } },
    });
    expect(await goBack()).toMatchObject({ data: { restoreEarlierFile: { pages: 2 } } });
    expect((await pagesNow()).length).toBe(2);
  });

  it('is no file of a list, and is named by nobody else', async () => {
    await replace([11, 12, 13]);
    const files = elementsOf(await user.send('GET', `/api/documents/${document.id}/files`));
    expect(files.map((file) => textMember(file, 'Type'))).not.toContain('Earlier');
    const stranger = await (await seed(loupe).organization()).user();
    expect(await goBack(stranger)).toMatchObject({ data: { restoreEarlierFile: { code: 'NOT_FOUND' } } });
    const viewer = await (await seed(loupe).organization()).user({ roles: ['Viewer'] });
    expect(await goBack(viewer)).toMatchObject({ data: { restoreEarlierFile: { code: 'NOT_FOUND' } } });
  });

  it('is refused in words where there is none', async () => {
    expect(await goBack()).toMatchObject({
      data: { restoreEarlierFile: { code: 'CONFLICT', message: expect.stringContaining('no earlier file') } },
    });
  });

  it('is kept as long as the trash', async () => {
    await replace([11, 12, 13]);
    const { earlierFiles } = loupe.app.services;
    expect(await earlierFiles.purgeOld()).toBe(0);
    clock.forward({ days: 29 });
    expect(await earlierFiles.purgeOld()).toBe(0);
    clock.forward({ days: 2 });
    expect(await earlierFiles.purgeOld()).toBeGreaterThan(0);
    user = await organization.user();
    expect(await earlier()).toMatchObject({ data: { document: { earlierFile: null } } });
  });
});
