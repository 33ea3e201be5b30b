/** The preview agrees with the scan, gives reasons, and records nothing. */
import { beforeAll, describe, expect, it } from 'vitest';
import { GraphqlClient } from '../graphql/support.js';
import { useTestApp } from '../kit/use-app.js';
import { memberOf } from '../kit/json.js';
import { flatPicture, jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededFolder, SeededUser } from '../kit/seed/seed-user.js';
import { scan } from '../rest/support/scans.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let user: SeededUser;
let folder: SeededFolder;

beforeAll(async () => {
  organization = await seed(loupe).organization();
  user = await organization.user();
  folder = await user.folder({ name: 'Spring' });
});

const preview = (elementId: string, languageCode: string) =>
  user.send('GET', `/api/Preview?elementId=${elementId}&languageCode=${languageCode}`);

describe('a preview', () => {
  it('answers as a scan does in every language, with the reasons, and writes no match', async () => {
    const document = await folder.document(await jpegPicture(101), { name: 'Leaflet' });
    const [imageId = ''] = document.imageIds;
    await document.title('Feuille', { languageCode: 'fr-FR' });
    await document.action({ nodeId: imageId, name: 'Lire', languageCode: 'fr-FR' });
    await document.action({ name: 'Everywhere' });
    for (const language of ['fr-FR', 'fr-CA', 'en-US', 'de-DE', 'nonsense']) {
      const told = await preview(imageId, language);
      const { body } = await scan(loupe, organization.apiKey, await jpegPicture(101), language);
      for (const member of ['LanguageCode', 'Title', 'TitleStyle', 'AutoTrigger']) {
        expect(memberOf(told, member)).toEqual(memberOf(body, member));
      }
      const names = (memberOf(body, 'Actions') as { Name: string }[]).map(({ Name }) => ({ Name }));
      expect(told).toMatchObject({ HiddenReasons: [], Actions: names });
    }
    const before = (await user.send('GET', `/api/documents/${document.id}/matches`)) as unknown[];
    expect(await preview(imageId, 'fr-CA')).toMatchObject({
      LanguageCode: 'fr-FR',
      Languages: [
        { Code: 'fr-FR', Reason: 'SameLanguageAtHome', HasActions: true, IsChosen: true },
        { Code: 'en-US', Reason: 'Default', HasActions: true, IsChosen: false },
      ],
      Title: 'Feuille',
      TitleSource: { Id: document.id, Type: 'Document' },
      Actions: [{ Name: 'Lire', Source: { Id: imageId, Type: 'Image' }, HasOwnStyle: false }],
    });
    expect(await user.send('GET', `/api/documents/${document.id}/matches`)).toHaveLength(before.length);
  });

  it('offers what an element has of its own before what it inherits, unless a priority says otherwise', async () => {
    const document = await folder.document(await jpegPicture(103), { name: 'Levels' });
    const [imageId = ''] = document.imageIds;
    const zoneId = await document.zone({ imageId, x: 10, y: 10, width: 60, height: 60 });
    await document.action({ name: 'Document one' });
    await document.action({ name: 'Document two' });
    await document.action({ nodeId: imageId, name: 'Page' });
    await document.action({ nodeId: zoneId, name: 'Zone' });
    const names = async () =>
      (memberOf(await preview(zoneId, 'en-US'), 'Actions') as { Name: string }[]).map(({ Name }) => Name);
    expect(await names()).toEqual(['Zone', 'Page', 'Document one', 'Document two']);
    const urgent = await document.action({ name: 'Urgent' });
    await user.send('PATCH', `/api/Actions/${urgent}`, { json: { Priority: 1 } });
    expect(await names()).toEqual(['Urgent', 'Zone', 'Page', 'Document one', 'Document two']);
  });

  it('says why a reader gets no answer', async () => {
    const document = await folder.document(await flatPicture(), { status: 'Inactive', name: 'Flat' });
    const [imageId = ''] = document.imageIds;
    expect(await preview(imageId, 'en-US')).toMatchObject({
      HiddenReasons: ['DocumentInactive', 'TooLittleDetail', 'NoAction'],
      Title: 'Flat',
      TitleSource: null,
    });
    await document.zone({ imageId });
    expect(memberOf(await preview(imageId, 'en-US'), 'HiddenReasons')).toContain('ZonesInstead');
    const refused = await user.request('GET', `/api/Preview?elementId=${document.id}`);
    expect(refused.status).toBe(400);
  });

  it('has the same words in GraphQL', async () => {
    const document = await folder.document(await jpegPicture(102));
    await document.action({ name: 'More' });
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` });
    const { data } = await client.run(
      `query ($id: ID!) { readerPreview(elementId: $id, languageCode: "de") {
         hiddenReasons languageCode languages { code reason isChosen }
         actions { name source { id type } hasOwnIcon }
       } }`,
      { id: document.imageIds[0] },
    );
    expect(data).toEqual({
      readerPreview: {
        hiddenReasons: [],
        languageCode: 'en-US',
        languages: [{ code: 'en-US', reason: 'DEFAULT', isChosen: true }],
        actions: [{ name: 'More', source: { id: document.id, type: 'DOCUMENT' }, hasOwnIcon: false }],
      },
    });
  });
});
