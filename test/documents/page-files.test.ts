/** Files of single pages: inserted ones, and another file for a page that stays. */
import { beforeEach, describe, expect, it } from 'vitest';
import { GraphqlClient } from '../graphql/support.js';
import { useTestApp } from '../kit/use-app.js';
import { elementsOf, memberOf, textMember } from '../kit/json.js';
import { newPdf } from '../kit/files/pdfs.js';
import { drawPicture, jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { scan } from '../rest/support/scans.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let user: SeededUser;
let document: SeededDocument;

beforeEach(async () => {
  organization = await seed(loupe).organization({ accountType: 'Prepaid', credit: 5 });
  user = await organization.user();
  const folder = await user.folder();
  document = await folder.document(await newPdf([11, 12, 13]), { contentType: 'application/pdf' });
});

function formOf(bytes: Buffer, members: object = {}): FormData {
  const form = new FormData();
  form.append('document', JSON.stringify(members));
  form.append('file', new Blob([new Uint8Array(bytes)]), 'x');
  return form;
}
const insert = (bytes: Buffer, members: object = {}, headers: Record<string, string> = {}) =>
  user.request('POST', `/api/documents/${document.id}/images`, { form: formOf(bytes, members), headers });
const replace = (id: string, bytes: Buffer, headers: Record<string, string> = {}) =>
  user.request('PUT', `/api/images/${id}/file`, { form: formOf(bytes), headers });
const pagesNow = async () => elementsOf(await user.send('GET', `/api/documents/${document.id}/images`));
const idsNow = async () => (await pagesNow()).map((page) => textMember(page, 'Id'));
const namesNow = async () => (await pagesNow()).map((page) => textMember(page, 'Name'));
const account = () => user.send('GET', `/api/accounts?organizationId=${organization.id}`);
const coverOf = async () => textMember(await user.send('GET', `/api/documents/${document.id}`), 'Cover');
const photoOf = async (seed: number) => drawPicture(seed).resize(440).jpeg({ quality: 80 }).toBuffer();
const operations = async () =>
  elementsOf(
    await user.send('GET', `/api/Operations?organizationId=${organization.id}&elementId=${document.id}`),
  ).map((entry) => textMember(entry, 'Operation'));

describe('pages that are inserted', () => {
  it('stand at their place, move the others back with all that is theirs, and are found and charged', async () => {
    const [first, second = '', third] = document.imageIds;
    await document.action({ nodeId: second, name: 'Second' });
    await user.send('PATCH', `/api/images/${String(third)}`, { json: { Name: 'Back cover' } });
    const answer = await insert(await newPdf([14, 15]), { Order: 2 });
    expect(answer.status).toBe(201);
    const added = elementsOf(await answer.json());
    expect(added).toMatchObject([
      { Name: 'Page 2', Order: 2, Status: 'Active' },
      { Name: 'Page 3', Order: 3, Status: 'Active' },
    ]);
    const [fourteen, fifteen] = added.map((page) => textMember(page, 'Id'));
    expect(await idsNow()).toEqual([first, fourteen, fifteen, second, third]);
    expect(await namesNow()).toEqual(['Page 1', 'Page 2', 'Page 3', 'Page 4', 'Back cover']);
    expect(elementsOf(await user.send('GET', `/api/nodes/${second}/actions`))).toMatchObject([
      { Name: 'Second' },
    ]);
    expect(elementsOf(await user.send('GET', `/api/nodes/${String(fifteen)}/titles`))).toHaveLength(1);
    expect(await account()).toMatchObject({ ActivePages: 5, RemainingCredit: 0 });
    expect(await user.send('GET', `/api/documents/${document.id}`)).toMatchObject({ Pages: 5 });
    await document.action({ nodeId: String(fifteen), name: 'New' });
    const { image } = await scan(loupe, organization.apiKey, await photoOf(15));
    expect(image).toMatchObject({ Id: fifteen });
    expect((await operations()).slice(0, 4)).toContain('image:create');
  });

  it('come last unless told otherwise, become the cover as the first, and may wait inactive', async () => {
    const cover = await coverOf();
    expect((await insert(await jpegPicture(16), { Status: 'Inactive' })).status).toBe(201);
    expect(await pagesNow()).toMatchObject([{}, {}, {}, { Name: 'Page 4', Status: 'Inactive' }]);
    expect(await account()).toMatchObject({ RemainingCredit: 2 });
    expect(await coverOf()).toBe(cover);
    expect((await insert(await jpegPicture(17), { Order: 1 })).status).toBe(201);
    expect(await coverOf()).not.toBe(cover);
  });

  it('leave nothing when the credit does not reach, the place is none, or the file is bad', async () => {
    const refusals = [
      [await newPdf([14, 15, 16]), {}, 403],
      [await jpegPicture(14), { Order: 5 }, 400],
      [await jpegPicture(14), { Order: 0 }, 400],
      [await jpegPicture(14), { Status: 'Perhaps' }, 400],
      [Buffer.from('no picture'), {}, 415],
      [(await jpegPicture(14)).subarray(0, 300), {}, 400],
    ] as const;
    for (const [bytes, members, status] of refusals) {
      const answer = await insert(bytes, members);
      expect([answer.status, await answer.text()]).toEqual([status, expect.any(String)]);
    }
    const stale = await insert(await jpegPicture(14), {}, { 'If-Match': '"other"' });
    expect(stale.status).toBe(412);
    expect(await idsNow()).toEqual(document.imageIds);
    expect(await namesNow()).toEqual(['Page 1', 'Page 2', 'Page 3']);
    expect(await account()).toMatchObject({ ActivePages: 3, RemainingCredit: 2 });
  });

  it('go to the trash and come back like any other', async () => {
    const [page] = elementsOf(await (await insert(await jpegPicture(18), { Order: 2 })).json());
    const id = textMember(page, 'Id');
    await user.send('DELETE', `/api/images/${id}`);
    expect(await idsNow()).toEqual(document.imageIds);
    await user.send('POST', `/api/Trash/${id}/Restore`);
    expect((await idsNow())[1]).toBe(id);
  });
});

describe('a page that gets another file', () => {
  it('keeps titles, actions and zones, and is found by its new picture alone', async () => {
    const [first = '', second = ''] = document.imageIds;
    await document.title('First', { nodeId: first });
    await document.action({ nodeId: first, name: 'Open' });
    const cover = await coverOf();
    expect((await replace(first, await jpegPicture(21))).status).toBe(204);
    expect(await idsNow()).toEqual(document.imageIds);
    expect(await coverOf()).not.toBe(cover);
    expect((await scan(loupe, organization.apiKey, await photoOf(21))).image).toMatchObject({
      Id: first,
      Title: 'First',
      Actions: [{ Name: 'Open' }],
    });
    expect((await scan(loupe, organization.apiKey, await photoOf(11))).status).toBe(204);
    expect(await account()).toMatchObject({ ActivePages: 3, RemainingCredit: 2 });
    expect((await operations())[0]).toBe('image:replace');

    const zoneId = await document.zone({ imageId: second, x: 0, y: 0, width: 100, height: 100 });
    await document.action({ nodeId: zoneId, name: 'Zone' });
    expect((await replace(second, await jpegPicture(22))).status).toBe(204);
    expect((await scan(loupe, organization.apiKey, await photoOf(22))).image).toMatchObject({ Id: zoneId });
  });

  it('says so when the new picture cannot be found', async () => {
    const [first = ''] = document.imageIds;
    const blank = await drawPicture(1, 320, 240).linear(0, 255).jpeg().toBuffer();
    expect((await replace(first, blank)).status).toBe(204);
    expect(await user.send('GET', `/api/images/${first}`)).toMatchObject({
      Recognizability: { IsRecognizable: false },
    });
    expect(await account()).toMatchObject({ ActivePages: 2 });
  });

  it('stays as it is when the file has several pages, is no picture, or somebody was quicker', async () => {
    const [first = ''] = document.imageIds;
    const before = await user.send('GET', `/api/images/${first}`);
    const several = await replace(first, await newPdf([14, 15]));
    expect(several.status).toBe(400);
    expect(memberOf(await several.json(), 'Message')).toContain('has 2 pages');
    expect((await replace(first, Buffer.from('no picture'))).status).toBe(415);
    expect((await replace(first, await jpegPicture(14), { 'If-Match': '"other"' })).status).toBe(412);
    expect(await user.send('GET', `/api/images/${first}`)).toEqual(before);
  });
});

describe('GraphQL', () => {
  it('inserts and replaces, on the condition that nobody else changed the document', async () => {
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` });
    const file = { file: { bytes: await newPdf([14]), type: 'application/pdf', name: 'x.pdf' } };
    const inserting = `mutation ($id: ID!, $file: Upload!, $v: String) {
      insertPages(input: { documentId: $id, order: 3, status: INACTIVE, file: $file, ifVersion: $v }) {
        ... on InsertedPages { document { pages images { name status } } pages { order } }
        ... on Problem { code }
      } }`;
    expect((await client.upload(inserting, { id: document.id, v: 'other' }, file)).data).toMatchObject({
      insertPages: { code: 'CHANGED_MEANWHILE' },
    });
    expect((await client.upload(inserting, { id: document.id }, file)).data).toEqual({
      insertPages: {
        document: {
          pages: 4,
          images: [
            { name: 'Page 1', status: 'ACTIVE' },
            { name: 'Page 2', status: 'ACTIVE' },
            { name: 'Page 3', status: 'INACTIVE' },
            { name: 'Page 4', status: 'ACTIVE' },
          ],
        },
        pages: [{ order: 3 }],
      },
    });
    const replacing = `mutation ($id: ID!, $file: Upload!) { replacePageFile(input: { id: $id, file: $file }) {
      ... on Image { id order recognizability { isRecognizable } } ... on Problem { code } } }`;
    expect((await client.upload(replacing, { id: document.imageIds[1] }, file)).data).toEqual({
      replacePageFile: { id: document.imageIds[1], order: 2, recognizability: { isRecognizable: true } },
    });
    expect((await client.upload(replacing, { id: document.id }, file)).data).toEqual({
      replacePageFile: { code: 'NOT_FOUND' },
    });
  });
});
