/** Zones and languages in the history of a document: what changed, and the way back. */
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../kit/use-app.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { drawPicture } from '../../kit/pictures.js';
import type { SeededOrganization } from '../../kit/seed.js';
import type { SeededDocument, SeededUser } from '../../kit/seed/seed-user.js';
import { scan } from '../../rest/support/scans.js';
import { PREVIEW, useHistory } from './history-scene.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let user: SeededUser;
let document: SeededDocument;
let pageId: string;
const { ask, history, idAt, restore, textsOf } = useHistory(loupe, (scene) => {
  ({ organization, user, document, pageId } = scene);
});

const UNDO = `mutation ($id: ID!) { done: undoTextChange(input: { id: $id }) { __typename ... on Problem { code message } } }`;
const PLACE = { x: 10, y: 10, width: 80, height: 80 };

describe('zones and languages in the history', () => {
  const zones = async () =>
    elementsOf(await user.send('GET', `/api/zones?imageId=${pageId}`)).map(
      (zone) => `${textMember(zone, 'Name')} ${String(memberOf(zone, 'PositionX'))}`,
    );
  const patch = async (id: string, json: object) => user.send('PATCH', `/api/zones/${id}`, { json });
  const previewOf = async (id: string, isBefore = false) =>
    memberOf(memberOf(await ask(PREVIEW, { id, isBefore }), 'data'), 'textsToRestore');
  const languages = async () =>
    elementsOf(await user.send('GET', `/api/DocumentLanguages?documentId=${document.id}`)).map((each) =>
      textMember(each, 'LanguageCode'),
    );
  const offer = async (languageCode: string) =>
    user.send('PUT', '/api/DocumentLanguages', {
      json: { DocumentId: document.id, LanguageCode: languageCode },
    });
  const withdraw = async (code: string) =>
    user.send('DELETE', `/api/DocumentLanguages?documentId=${document.id}&languageCode=${code}`);

  it('says which zone of which page was made, changed and thrown away, value by value', async () => {
    const id = await document.zone({ imageId: pageId });
    await patch(id, { Name: 'Box office', PositionX: 5 });
    await user.send('DELETE', `/api/zones/${id}`);
    const zone = { elementType: 'Zone', pageName: 'Page 1' };
    const value = { kind: 'Zone', pageName: 'Page 1', elementName: 'Box office' };
    expect(await history()).toMatchObject([
      {
        operations: [{ ...zone, operation: 'zone:delete', elementName: 'Box office' }],
        changes: expect.arrayContaining([
          { ...value, field: 'name', languageCode: null, before: 'Box office', after: null },
        ]) as unknown,
        hasTexts: false,
        isVersion: true,
      },
      {
        operations: [{ ...zone, operation: 'zone:write' }],
        changes: [
          { ...value, field: 'name', before: 'Zone 1', after: 'Box office' },
          { ...value, field: 'positionXPercent', after: '5' },
        ],
      },
      { operations: [{ ...zone, operation: 'zone:create' }], isVersion: true },
    ]);
  });

  it('goes back to a version with its zones: changed ones, those in the trash, and those that came since', async () => {
    const moved = await document.zone({ imageId: pageId });
    const gone = await document.zone({ imageId: pageId });
    await document.title('Reserve', { nodeId: gone });
    const version = await idAt(0);
    const then = { zones: await zones(), gone: await textsOf(gone) };
    await patch(moved, { Name: 'Moved', PositionX: 1, Width: 30 });
    await document.title('Later', { nodeId: gone });
    await patch(gone, { PositionX: 2, Width: 30 });
    await user.send('DELETE', `/api/zones/${gone}`);
    const added = await document.zone({ imageId: pageId });
    await document.title('Added', { nodeId: added });
    const last = await zones();

    expect(await previewOf(version)).toMatchObject({
      count: 4,
      leftOut: 0,
      changes: expect.arrayContaining([
        { kind: 'Zone', field: 'name', before: 'Moved', after: 'Zone 1' },
        { kind: 'Title', field: 'value', before: 'Later', after: 'Reserve' },
      ]) as unknown,
    });
    expect(await zones()).toEqual(last);
    const restored = await restore(version);
    expect(restored).toMatchObject({ changed: 4, leftOut: 0 });
    expect({ zones: await zones(), gone: await textsOf(gone) }).toEqual(then);
    expect(await previewOf(version)).toMatchObject({ count: 0, changes: [] });

    expect(await ask(UNDO, { id: textMember(restored, 'undoId') })).toMatchObject({
      data: { done: { __typename: 'Done' } },
    });
    expect((await zones()).toSorted()).toEqual(last.toSorted());
    expect((await textsOf(added)).titles).toEqual(['en-US Added']);
    // The title of the zone that went again stayed with it in the trash.
    expect(await restore(version)).toMatchObject({ changed: 3 });
    expect({ zones: await zones(), gone: await textsOf(gone) }).toEqual(then);
  });

  it('finds a zone that came back by its picture of then', async () => {
    const id = await document.zone({ imageId: pageId, ...PLACE });
    await document.action({ nodeId: id, name: 'Reserve' });
    await user.send('PATCH', `/api/documents/${document.id}`, { json: { Status: 'Active' } });
    const version = await idAt(0);
    await patch(id, { PositionX: 0, PositionY: 0, Width: 20, Height: 20 });
    await user.send('DELETE', `/api/zones/${id}`);
    expect(await restore(version)).toMatchObject({ changed: 1 });
    const photo = await drawPicture(11).resize(440).jpeg({ quality: 80 }).toBuffer();
    expect(JSON.stringify(await scan(loupe, organization.apiKey, photo))).toContain(id);
  });

  it('leaves out zones that were removed for good, and says how many', async () => {
    const id = await document.zone({ imageId: pageId });
    const version = await idAt(0);
    await patch(id, { Name: 'Stage' });
    await user.send('DELETE', `/api/zones/${id}`);
    await user.send('DELETE', `/api/Trash/${id}`);
    expect(await previewOf(version)).toMatchObject({ count: 0, leftOut: 1 });
    expect(await restore(version)).toMatchObject({ changed: 0, leftOut: 1, undoId: null });
    expect(await zones()).toEqual([]);
  });

  it('says which languages came and went, and goes back to them', async () => {
    await offer('de-DE');
    const version = await idAt(0);
    await document.title('Theater', { nodeId: pageId, languageCode: 'de-DE' });
    await withdraw('de-DE');
    await offer('fr-FR');
    const value = { kind: 'DocumentLanguage', field: 'languageCode' };
    expect(await history()).toMatchObject([
      { changes: [{ ...value, before: null, after: 'fr-FR' }], isVersion: true },
      { changes: [{ ...value, before: 'de-DE', after: null }, { before: 'Theater' }] },
      {},
      { changes: [{ ...value, before: null, after: 'de-DE' }] },
    ]);
    const restored = await restore(version);
    expect(restored).toMatchObject({ changed: 2 });
    expect(await languages()).toEqual(['de-DE', 'en-US']);
    await ask(UNDO, { id: textMember(restored, 'undoId') });
    expect(await languages()).toContain('fr-FR');
    // A language that readers get by default stays.
    await user.send('PATCH', `/api/documents/${document.id}`, { json: { DefaultLanguage: 'fr-FR' } });
    expect(await restore(version)).toMatchObject({ changed: 0 });
  });
});
