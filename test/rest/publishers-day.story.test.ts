import { describe, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { useTestApp } from '../kit/use-app.js';
import { elementsOf, memberOf, textMember } from '../kit/json.js';
import { newPdf } from '../kit/files/pdfs.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { lengthOfStory } from '../kit/seed/stories.js';
import { scan } from './support/scans.js';

const PAGES = lengthOfStory({ short: 9, long: 40 });
/** Of the corrected file. */
const KEPT_PAGES = lengthOfStory({ short: 7, long: 12 });
const LOST_PAGES = PAGES - KEPT_PAGES;
const CREDIT = PAGES + 10;
const firstSeed = 800;
const seeds = Array.from({ length: PAGES }, (_, page) => firstSeed + page);
const boldStyle = JSON.stringify({ model: 'loupe-V2.0', text: { 'font-weight': 'bold' } });
const blueStyle = JSON.stringify({ model: 'loupe-V2.0', button: { 'background-color': '#0000ff' } });

/** Enough to be recognized, quick to be made. */
const smallPages = { widthPt: 240 };

const loupe = useTestApp();

function fileForm(bytes: Buffer, type: string, document?: object): FormData {
  const form = new FormData();
  if (document !== undefined) form.append('document', JSON.stringify(document));
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), 'file');
  return form;
}

describe('a day of a publisher with two organizations', () => {
  test('from a magazine in three languages to the last credit', async () => {
    const house = await seed(loupe).organization({ accountType: 'Prepaid', credit: CREDIT });
    const branch = await house.organization();
    const user = await house.user();
    const account = async (id: string) => user.send('GET', `/api/accounts?organizationId=${id}`);
    const link = (nodeId: string, languageCode: string, name: string) =>
      user.send('POST', '/api/actions', {
        json: {
          NodeId: nodeId,
          LanguageCode: languageCode,
          Name: name,
          Type: 'URL',
          Content: '{"Url":"https://loupe.example/"}',
        },
      });

    // In the morning: defaults of the house, and the summer issue.
    const folder = await user.folder({ name: 'Magazines' });
    const property = (name: string, value: string) =>
      user.send('POST', '/api/Properties', {
        json: { NodeId: folder.id, Type: 'Style', Name: name, Value: value },
      });
    await property('TitleStyle', boldStyle);
    await property('ActionStyle', blueStyle);
    const germanTitle = { NodeId: folder.id, LanguageCode: 'de-DE', Value: 'Unsere Hefte' };
    await user.send('POST', '/api/titles', { json: germanTitle });
    const about = { Name: 'Summer', ParentId: folder.id, DefaultLanguage: 'en-US', Status: 'Active' };
    const pdf = await newPdf(seeds, smallPages);
    const issue = await user.send('POST', '/api/Documents?async=false', {
      form: fileForm(pdf, 'application/pdf', about),
    });
    const issueId = textMember(issue, 'Id');
    expect(issue).toMatchObject({ Pages: PAGES, Status: 'Active', ContentType: 'application/pdf' });
    expect(await account(house.id)).toMatchObject({
      ActivePages: PAGES,
      ActivationCumul: PAGES,
      RemainingCredit: 10,
    });

    // Three languages; every page has a title in each of them from now on.
    for (const code of ['fr-FR', 'de-DE']) {
      await user.send('PUT', '/api/DocumentLanguages', { json: { DocumentId: issueId, LanguageCode: code } });
    }
    const images = elementsOf(await user.send('GET', `/api/documents/${issueId}/images`));
    const imageIds = images.map((image) => textMember(image, 'Id'));
    const page7 = imageIds[6] ?? '';
    expect(elementsOf(await user.send('GET', `/api/nodes/${page7}/titles`))).toHaveLength(3);
    for (const [code, value] of [
      ['en-US', 'The orchard'],
      ['fr-FR', 'Le verger'],
    ] as const) {
      await user.send('PUT', '/api/titles', { json: { NodeId: page7, LanguageCode: code, Value: value } });
      await link(page7, code, `See ${code}`);
    }
    await link(issueId, 'de-DE', 'Zum Heft');
    const zone = await user.send('POST', '/api/zones', {
      json: { ImageId: page7, PositionX: 10, PositionY: 10, Width: 80, Height: 80 },
    });
    const zoneId = textMember(zone, 'Id');
    await link(zoneId, 'fr-FR', 'Pommes');
    expect(await user.send('GET', `/api/documents/${issueId}`)).toMatchObject({ ActionCount: 4 });

    // At noon: readers. Styles and the German title come from the folder.
    const photo = await jpegPicture(firstSeed + 6);
    const french = (await scan(loupe, house.apiKey, photo, 'fr-CA')).body;
    expect(french).toMatchObject({ Id: zoneId, LanguageCode: 'fr-FR', TitleStyle: boldStyle, Order: 7 });
    const frenchActions = elementsOf(memberOf(french, 'Actions'));
    expect(frenchActions.map((action) => memberOf(action, 'Name')).sort()).toEqual(['Pommes', 'See fr-FR']);
    expect(frenchActions.map((action) => memberOf(action, 'Style'))).toEqual([blueStyle, blueStyle]);
    expect(textMember(french, 'Title')).toBe('Le verger');
    const german = (await scan(loupe, house.apiKey, await jpegPicture(firstSeed + PAGES - 1), 'de-DE')).body;
    expect(german).toMatchObject({ Id: imageIds[PAGES - 1], Title: 'Unsere Hefte', Order: PAGES });
    expect((await scan(loupe, branch.apiKey, photo)).status).toBe(204);
    expect(elementsOf(await user.send('GET', `/api/Matches?documentId=${issueId}`))).toHaveLength(2);

    // In the afternoon: a branch without credits gets some.
    const leaflet = await user.send('POST', '/api/Documents?async=false', {
      form: fileForm(await jpegPicture(900), 'image/jpeg', {
        Name: 'Leaflet',
        ParentId: branch.id,
        DefaultLanguage: 'en-US',
        Status: 'Active',
      }),
    });
    const leafletId = textMember(leaflet, 'Id');
    expect(leaflet).toMatchObject({ Pages: 1, Status: 'Inactive' });
    const activation = { json: { Status: 'Active' } };
    const poor = await user.request('PATCH', `/api/documents?id=${leafletId}`, activation);
    expect(poor.status).toBe(403);
    expect(textMember(await poor.json(), 'Message')).toContain('too few page credits');
    const gift = { OrganizationId: branch.id, Amount: 5, Direction: 'Give' };
    await user.send('POST', '/api/Credits', { json: gift });
    await user.send('PATCH', `/api/documents?id=${leafletId}`, activation);
    await link(leafletId, 'en-US', 'More');
    expect((await scan(loupe, branch.apiKey, await jpegPicture(900))).status).toBe(200);
    expect(await account(branch.id)).toMatchObject({ RemainingCredit: 4, ActivePages: 1 });
    expect(await account(house.id)).toMatchObject({ RemainingCredit: 5, ActivePages: PAGES });

    // In the evening: a shorter, corrected file, and credits that do not suffice for another issue.
    await user.send('PUT', `/api/documents/${issueId}?async=false`, {
      form: fileForm(await newPdf(seeds.slice(0, KEPT_PAGES), smallPages), 'application/pdf'),
    });
    const kept = elementsOf(await user.send('GET', `/api/documents/${issueId}/images`));
    expect(kept.map((image) => textMember(image, 'Id'))).toEqual(imageIds.slice(0, KEPT_PAGES));
    expect((await scan(loupe, house.apiKey, photo, 'fr-FR')).image?.Id).toBe(zoneId);
    expect((await scan(loupe, house.apiKey, await jpegPicture(firstSeed + PAGES - 1), 'de-DE')).status).toBe(
      204,
    );
    expect(await user.send('GET', `/api/organizations/${house.id}`)).toMatchObject({
      ActivationCumul: PAGES,
      DeactivationCumul: LOST_PAGES,
      TotalCredit: CREDIT + LOST_PAGES,
      TotalDebit: PAGES + 5,
    });
    // The credits of the lost pages in the trash are free; the branch gets them.
    await user.send('POST', '/api/Credits', { json: { ...gift, Amount: LOST_PAGES } });
    const next = await user.send('POST', '/api/Documents?async=false', {
      form: fileForm(await newPdf([950, 951, 952, 953, 954, 955], smallPages), 'application/pdf', {
        ...about,
        Name: 'Autumn',
      }),
    });
    expect(next).toMatchObject({ Pages: 6, Status: 'Inactive' });
    expect(await account(house.id)).toMatchObject({ RemainingCredit: 5, ActivePages: KEPT_PAGES });
    expect((await loupe.app.services.verification.verify(operator)).differences).toEqual([]);
  }, 240_000);
});
