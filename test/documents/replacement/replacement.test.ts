/** A corrected file: pages keep what belongs to them by their content, wherever it stands. */
import { beforeEach, describe, expect, it } from 'vitest';
import { GraphqlClient } from '../../graphql/support.js';
import { useTestApp } from '../../kit/use-app.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import type { SeededDocument, SeededUser } from '../../kit/seed/seed-user.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let user: SeededUser;
let document: SeededDocument;

beforeEach(async () => {
  organization = await seed(loupe).organization({ accountType: 'Prepaid', credit: 10 });
  user = await organization.user();
  const folder = await user.folder();
  document = await folder.document(await newPdf([11, 12, 13]), { contentType: 'application/pdf' });
});

async function formOf(pages: readonly number[], members: object = {}, text?: string): Promise<FormData> {
  const form = new FormData();
  form.append('document', JSON.stringify(members));
  form.append(
    'file',
    new Blob([new Uint8Array(await newPdf(pages, { ...(text === undefined ? {} : { text }) }))], {
      type: 'application/pdf',
    }),
    'x.pdf',
  );
  return form;
}
const plan = async (pages: readonly number[]) =>
  user.send('POST', `/api/documents/${document.id}/Plan`, { form: await formOf(pages) });
const replace = async (pages: readonly number[], members: object = {}) =>
  user.request('PUT', `/api/documents/${document.id}?async=false`, { form: await formOf(pages, members) });
const pagesNow = async () =>
  elementsOf(await user.send('GET', `/api/documents/${document.id}/images`)).map((page) =>
    textMember(page, 'Id'),
  );

describe('a plan', () => {
  it('says of each page whether it looks exactly as before, down to small print', async () => {
    const folder = await user.folder();
    const pdf = await newPdf([21, 22], { text: 'Saturdays 17:00' });
    const flyer = await folder.document(pdf, { contentType: 'application/pdf' });
    const planOf = async (text: string) => {
      const form = await formOf([21, 22], {}, text);
      const told = await user.send('POST', `/api/documents/${flyer.id}/Plan`, { form });
      return elementsOf(memberOf(told, 'Pages')).map((page) => memberOf(page, 'HasSamePicture'));
    };
    expect(await planOf('Saturdays 17:00')).toEqual([true, true]);
    expect(await planOf('Saturdays 17:30')).toEqual([false, false]);
  });

  it('says of each page what becomes of it, and changes nothing', async () => {
    const [first, second, third] = document.imageIds;
    const told = await plan([13, 11, 14, 15]);
    expect(told).toMatchObject({
      DocumentId: document.id,
      Pages: [
        { Order: 1, ImageId: third, PreviousOrder: 3 },
        { Order: 2, ImageId: first, PreviousOrder: 1 },
        { Order: 3, ImageId: second, Fate: 'Changed', Recognizability: { IsRecognizable: true } },
        { Order: 4, ImageId: null, PreviousOrder: null, Fate: 'New' },
      ],
      Gone: [],
    });
    const fates = elementsOf(memberOf(told, 'Pages')).map((page) => textMember(page, 'Fate'));
    expect(fates.slice(0, 2).sort()).toEqual(['Moved', 'Same']);
    expect(await plan([11, 13])).toMatchObject({
      Pages: [
        { ImageId: first, Fate: 'Same' },
        { ImageId: third, Fate: 'Same' },
      ],
      Gone: [second],
    });
    expect(await pagesNow()).toEqual(document.imageIds);
  });

  it('has the same words in GraphQL', async () => {
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` });
    const { data } = await client.upload(
      `query ($id: ID!, $file: Upload!) { planReplacement(input: { id: $id, file: $file, withThumbnails: true }) {
         ... on ReplacementPlan { pages { fate thumbnail image { id } } gone { id } } ... on Problem { message }
       } }`,
      { id: document.id },
      { file: { bytes: await newPdf([12]), type: 'application/pdf', name: 'x.pdf' } },
    );
    const [first, second, third] = document.imageIds;
    expect(data).toEqual({
      planReplacement: {
        pages: [{ fate: 'SAME', thumbnail: expect.stringMatching(/^\/9j\//), image: { id: second } }],
        gone: [{ id: first }, { id: third }],
      },
    });
  });
});

describe('a corrected file', () => {
  it('keeps titles, actions and zones with their page, throws away what is gone, and counts credits', async () => {
    const [first = '', second = '', third = ''] = document.imageIds;
    await document.title('Third', { nodeId: third });
    const zoneId = await document.zone({ imageId: third, x: 10, y: 10, width: 80, height: 80 });
    await document.action({ nodeId: first, name: 'First' });
    expect((await replace([13, 14, 11, 15])).status).toBe(204);
    const now = await pagesNow();
    expect(now[0]).toBe(third);
    expect(now[2]).toBe(first);
    expect(now).toHaveLength(4);
    expect(await user.send('GET', `/api/titles?nodeId=${third}&languageCode=en-US`)).toMatchObject({
      Value: 'Third',
    });
    expect(elementsOf(await user.send('GET', `/api/images/${third}/zones`))).toMatchObject([{ Id: zoneId }]);
    expect(elementsOf(await user.send('GET', `/api/nodes/${first}/actions`))).toMatchObject([
      { Name: 'First' },
    ]);
    expect(await user.send('GET', `/api/images/${third}`)).toMatchObject({ Name: 'Page 1', Order: 1 });
    expect(elementsOf(await user.send('GET', '/api/Trash'))).toHaveLength(now.includes(second) ? 0 : 1);
    const account = await user.send('GET', `/api/accounts?organizationId=${organization.id}`);
    expect(account).toMatchObject({ ActivePages: 4, RemainingCredit: 6 });
  });

  it('throws pages away that can be restored into it', async () => {
    const [first, second = '', third] = document.imageIds;
    await document.title('Second', { nodeId: second });
    expect((await replace([11, 13])).status).toBe(204);
    expect(await pagesNow()).toEqual([first, third]);
    await user.send('POST', `/api/Trash/${second}/Restore`);
    expect(await pagesNow()).toEqual([first, second, third]);
  });

  it('follows the given pages, and refuses impossible ones', async () => {
    const [first, second, third] = document.imageIds;
    for (const Pages of [[first], [first, first, null], [first, organization.id, null]]) {
      expect((await replace([11, 12, 13], { Pages })).status).toBe(400);
    }
    expect(await pagesNow()).toEqual(document.imageIds);
    expect((await replace([11, 12, 13], { Pages: [second, null, first] })).status).toBe(204);
    const now = await pagesNow();
    expect([now[0], now[2]]).toEqual([second, first]);
    expect(now).not.toContain(third);
  });
});
