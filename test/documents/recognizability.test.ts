/** What holds too little detail is kept, says so on every surface, is never found and costs nothing. */
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { GraphqlClient } from '../graphql/support.js';
import { useTestApp } from '../kit/use-app.js';
import { elementsOf, textMember } from '../kit/json.js';
import { newPdf } from '../kit/files/pdfs.js';
import { drawPicture, flatPicture, jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededFolder, SeededUser } from '../kit/seed/seed-user.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let user: SeededUser;
let folder: SeededFolder;

beforeEach(async () => {
  organization = await seed(loupe).organization({ accountType: 'Prepaid', credit: 10 });
  user = await organization.user();
  folder = await user.folder();
});

const account = () => user.send('GET', `/api/accounts?organizationId=${organization.id}`);
const flat = { IsRecognizable: false, Grade: 0, Reason: 'flat' };

/** A page whose upper half is a picture and whose lower half is white. */
const halfPlain = async () =>
  sharp({ create: { width: 480, height: 720, channels: 3, background: 'white' } })
    .composite([{ input: await drawPicture(63).png().toBuffer(), left: 0, top: 0 }])
    .jpeg()
    .toBuffer();

describe('a page without detail', () => {
  it('is kept, says so with grade and reason, and takes no credit', async () => {
    const document = await folder.document(await flatPicture());
    const [page] = elementsOf(await user.send('GET', `/api/documents/${document.id}/images`));
    expect(page).toMatchObject({ Status: 'Active', Recognizability: flat });
    expect(await user.send('GET', `/api/documents/${document.id}`)).toMatchObject({
      Status: 'Active',
      Processing: 'Ready',
      UnrecognizablePages: 1,
    });
    expect(await account()).toMatchObject({ ActivePages: 0, ActivationCumul: 0, RemainingCredit: 10 });
  });

  it('has the same words in GraphQL', async () => {
    const document = await folder.document(await flatPicture());
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` });
    const { data } = await client.run(
      `query ($id: ID!) { node(id: $id) { ... on Document {
         unrecognizablePages
         images { recognizability { isRecognizable grade reason } }
       } } }`,
      { id: document.id },
    );
    expect(data).toEqual({
      node: {
        unrecognizablePages: 1,
        images: [{ recognizability: { isRecognizable: false, grade: 0, reason: 'flat' } }],
      },
    });
  });

  it('among others is the only one that costs nothing', async () => {
    const document = await folder.document(await newPdf([64, null]), {
      contentType: 'application/pdf',
    });
    const pages = elementsOf(await user.send('GET', `/api/documents/${document.id}/images`));
    expect(pages).toMatchObject([
      { Recognizability: { IsRecognizable: true, Reason: expect.any(String) } },
      { Recognizability: { IsRecognizable: false } },
    ]);
    expect(await account()).toMatchObject({ ActivePages: 1, ActivationCumul: 1, RemainingCredit: 9 });
  });

  it('takes its credit once a file with detail replaces it', async () => {
    const document = await folder.document(await flatPicture());
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await jpegPicture(65))]), 'page.jpg');
    await user.send('PUT', `/api/documents/${document.id}?async=false`, { form });
    const [page] = elementsOf(await user.send('GET', `/api/documents/${document.id}/images`));
    expect(page).toMatchObject({ Recognizability: { IsRecognizable: true } });
    expect(await account()).toMatchObject({ ActivePages: 1, RemainingCredit: 9 });
  });
});

describe('a zone without detail', () => {
  it('is stored and says so; a zone with detail beside it makes the page count', async () => {
    const document = await folder.document(await halfPlain());
    const json = { ImageId: document.imageIds[0], PositionX: 0, PositionY: 60, Width: 100, Height: 40 };
    const zone = await user.send('POST', '/api/Zones', { json });
    expect(zone).toMatchObject({ Status: 'Active', Recognizability: { IsRecognizable: false } });
    const documentNow = () => user.send('GET', `/api/documents/${document.id}`);
    expect(await documentNow()).toMatchObject({ UnrecognizablePages: 1 });
    expect(await account()).toMatchObject({ ActivePages: 0 });
    const upper = { ...json, PositionY: 0, Height: 50 };
    expect(await user.send('POST', '/api/Zones', { json: upper })).toMatchObject({
      Recognizability: { IsRecognizable: true },
    });
    expect(await documentNow()).toMatchObject({ UnrecognizablePages: 0 });
    expect(await account()).toMatchObject({ ActivePages: 1, RemainingCredit: 9 });
  });

  it('is recognizable when it is moved to where there is something to see', async () => {
    const document = await folder.document(await halfPlain());
    const json = { ImageId: document.imageIds[0], PositionX: 0, PositionY: 60, Width: 100, Height: 40 };
    const id = textMember(await user.send('POST', '/api/Zones', { json }), 'Id');
    await user.send('PATCH', `/api/Zones/${id}`, { json: { PositionY: 0 } });
    expect(await user.send('GET', `/api/Zones/${id}`)).toMatchObject({
      Recognizability: { IsRecognizable: true },
    });
  });
});

describe('a picture without detail', () => {
  it('is stored, says so and is never found', async () => {
    const form = new FormData();
    form.set('picture', JSON.stringify({ Name: 'Flat', OrganizationId: organization.id }));
    form.set('file', new Blob([new Uint8Array(await flatPicture())]), 'flat.png');
    const picture = await user.send('POST', '/api/Pictures', { form });
    expect(picture).toMatchObject({ Name: 'Flat', Recognizability: flat });
    const id = textMember(picture, 'Id');
    await user.send('PATCH', `/api/Pictures/${id}`, { json: { Keywords: ['blue'] } });
    expect(await user.send('GET', `/api/Pictures/${id}`)).toMatchObject({ Keywords: ['blue'] });
    await user.send('DELETE', `/api/Pictures/${id}`);
    expect((await user.request('GET', `/api/Pictures/${id}`)).status).toBe(404);
  });
});
