/** Zones in drafts: they are added, moved and deleted without readers noticing, and reach them with the texts. */
import { describe, expect, it } from 'vitest';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { drawPicture, jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import { scan } from '../../rest/support/scans.js';
import { draftBench, idOf, LOWER_RIGHT, UPPER_LEFT } from './draft-bench.js';

const bench = draftBench();

const photoOf = async (picture: number) => drawPicture(picture).resize(440).jpeg({ quality: 80 }).toBuffer();
const scanned = async () => (await scan(bench.loupe, bench.organization.apiKey, await photoOf(31))).image;
const undo = async (published: unknown) =>
  bench.ask(
    'mutation ($id: ID!) { undoTextChange(input: { id: $id }) { ... on Problem { code message } } }',
    {
      id: textMember(published, 'undoId'),
    },
  );
const UNDONE = { data: { undoTextChange: {} } };
const placeOf = async (zoneId: string) =>
  (await bench.zonesOf()).find((zone) => textMember(zone, 'Id') === zoneId);

describe('a zone that a draft adds', () => {
  it('has titles and actions, is previewed, and is recognized once it is published; undo makes the page answer again', async () => {
    await bench.document.action({ nodeId: bench.pageId, name: 'Call' });
    await bench.start();
    const id = idOf(await bench.edit([bench.zoned('Stalls')]));
    expect(
      await bench.edit([bench.titled('The stalls', id), bench.added('Reserve a stall', id)]),
    ).toMatchObject({ draft: { changeCount: 3 } });

    expect(await bench.zonesOf()).toEqual([]);
    expect(await scanned()).toMatchObject({ Title: 'Spring' });
    expect(await bench.draftedZonesOf()).toMatchObject([
      {
        id,
        name: 'Stalls',
        order: 1,
        positionXPercent: 5,
        isNew: true,
        isRecognizable: null,
        content: { titles: [{ value: 'The stalls' }], actions: [{ name: 'Reserve a stall' }] },
      },
    ]);
    expect(await bench.previewOf(true, id)).toMatchObject({
      title: 'The stalls',
      actions: [
        { name: 'Reserve a stall', source: { id } },
        { name: 'Call', source: { id: bench.pageId } },
      ],
      hiddenReasons: [],
    });
    expect(await bench.previewOf(true)).toMatchObject({ hiddenReasons: ['ZONES_INSTEAD'] });
    expect(await bench.changesOf()).toMatchObject([
      { kind: 'ZONE', element: { id, type: 'ZONE', pageOrder: 1 }, conflict: null },
      { kind: 'TITLE', element: { id } },
      { kind: 'ACTION', element: { id } },
    ]);

    const published = await bench.publish();
    expect(published).toMatchObject({ changed: 3 });
    expect(await bench.zonesOf()).toMatchObject([{ Id: id, Name: 'Stalls', PositionX: 5, Width: 40 }]);
    expect(await scanned()).toMatchObject({
      Id: id,
      Title: 'The stalls',
      Actions: [{ Name: 'Reserve a stall' }, { Name: 'Call' }],
    });

    expect(await undo(published)).toMatchObject(UNDONE);
    expect(await bench.zonesOf()).toEqual([]);
    expect(await scanned()).toMatchObject({ Id: bench.pageId, Title: 'Spring' });
  });

  it('goes with its texts when it is deleted in the draft, and comes back under its id', async () => {
    await bench.start();
    const id = idOf(await bench.edit([bench.zoned('Stalls')]));
    await bench.edit([bench.titled('The stalls', id), bench.added('Reserve', id)]);
    expect(await bench.edit([{ deleteZone: id }])).toMatchObject({
      draft: { changeCount: 0 },
      edited: [{ id, version: null }],
    });
    expect(await bench.edit([bench.titled('Nowhere', id)])).toMatchObject({ code: 'NOT_FOUND' });
    const again = { createZone: { id, imageId: bench.pageId, name: 'Stalls', ...UPPER_LEFT } };
    expect(await bench.edit([again, bench.titled('The stalls', id)])).toMatchObject({
      draft: { changeCount: 2 },
    });
    expect(await bench.edit([again])).toMatchObject({ fields: [{ path: 'edits.0.id' }] });
    expect(await bench.publish()).toMatchObject({ changed: 2 });
    expect(await bench.textsOf(id)).toEqual(['The stalls']);
  });

  it('takes its texts with it out of the draft', async () => {
    await bench.start();
    const id = idOf(await bench.edit([bench.zoned('Stalls'), bench.titled('Summer')]));
    await bench.edit([bench.titled('The stalls', id)]);
    const zone = (await bench.changesOf()).find((change) => textMember(change, 'kind') === 'ZONE');
    expect(await bench.drop([textMember(zone, 'id')])).toMatchObject({ changeCount: 1 });
    expect(await bench.publish()).toMatchObject({ changed: 1 });
    expect(await bench.zonesOf()).toEqual([]);
  });

  it('cannot be published once its page is thrown away', async () => {
    await bench.start();
    await bench.edit([bench.zoned('Stalls'), bench.titled('Leaflet', bench.document.id)]);
    await bench.user.send('DELETE', `/api/images/${bench.pageId}`);
    expect(await bench.publish()).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    const gone = (await bench.changesOf()).find((change) => textMember(change, 'kind') === 'ZONE');
    expect(gone).toMatchObject({ element: null, conflict: { reason: 'GONE' } });
    await bench.drop([textMember(gone, 'id')]);
    expect(await bench.publish()).toMatchObject({ changed: 1 });
  });

  it('is cut from the file that the page has when it is published', async () => {
    await bench.document.action({ nodeId: bench.pageId });
    await bench.start();
    const id = idOf(await bench.edit([bench.zoned('Stalls')]));
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await jpegPicture(77))]), 'page.jpg');
    await bench.user.send('PUT', `/api/images/${bench.pageId}/file`, { form });
    await bench.publish();
    const photo = await scan(bench.loupe, bench.organization.apiKey, await photoOf(77));
    expect(photo.image).toMatchObject({ Id: id });
  });
});

describe('a zone that a draft changes', () => {
  it('answers where it was until it is published; undo puts it back', async () => {
    const id = await bench.document.zone({ width: 30, height: 30 });
    await bench.start();
    const seen = (await bench.draftedZonesOf())?.[0];
    expect(seen).toMatchObject({ isChanged: false, isRecognizable: true });
    const patch = { ...LOWER_RIGHT, name: 'Map', autoTrigger: true };
    const edited = await bench.edit([
      { updateZone: { id, patch }, ifVersion: textMember(seen, 'version') },
      bench.added('Route', id),
    ]);
    expect(edited).toMatchObject({ draft: { changeCount: 2 } });
    expect(await placeOf(id)).toMatchObject({ PositionX: 0, Width: 30 });
    expect(await bench.draftedZonesOf()).toMatchObject([
      { id, name: 'Map', positionXPercent: 50, isNew: false, isChanged: true, isRecognizable: null },
    ]);
    const [zone] = await bench.changesOf();
    expect(memberOf(zone, 'changes')).toContainEqual({
      kind: 'Zone',
      field: 'positionXPercent',
      before: '0',
      after: '50',
    });
    const published = await bench.publish();
    expect(published).toMatchObject({ changed: 2 });
    expect(await placeOf(id)).toMatchObject({ PositionX: 50, Width: 45, Name: 'Map', AutoTrigger: true });
    expect(await undo(published)).toMatchObject(UNDONE);
    expect(await placeOf(id)).toMatchObject({ PositionX: 0, Width: 30 });
    expect(await bench.textsOf(id)).toEqual(['']);
  });

  it('is no change once it is as it was', async () => {
    const id = await bench.document.zone({ width: 30 });
    await bench.start();
    await bench.edit([{ updateZone: { id, patch: { widthPercent: 40 } } }]);
    expect(await bench.edit([{ updateZone: { id, patch: { widthPercent: 30 } } }])).toMatchObject({
      draft: { changeCount: 0 },
    });
  });

  it('stops publishing when somebody moved it meanwhile, until it is decided', async () => {
    const id = await bench.document.zone({ width: 30 });
    await bench.start();
    await bench.edit([{ updateZone: { id, patch: { widthPercent: 40 } } }]);
    const zone = await placeOf(id);
    await bench.user.send('PUT', `/api/zones/${id}`, { json: { ...(zone as object), Width: 60 } });
    expect(await bench.publish()).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    const conflict = await bench.conflictOf();
    expect(await bench.changesOf()).toMatchObject([
      { conflict: { reason: 'CHANGED', changes: [{ before: '30', after: '60' }] } },
    ]);
    expect(await bench.keep(conflict.id, conflict.version)).toMatchObject({ changeCount: 1 });
    expect(await bench.publish()).toMatchObject({ changed: 1 });
    expect(await placeOf(id)).toMatchObject({ Width: 40 });
  });

  it('is refused where the caller has not seen what it is', async () => {
    const id = await bench.document.zone();
    await bench.start();
    const stale = { updateZone: { id, patch: { name: 'Map' } }, ifVersion: 'x' };
    expect(await bench.edit([stale])).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  });

  it('is not taken back when somebody changed it after publishing', async () => {
    const id = await bench.document.zone({ width: 30 });
    await bench.start();
    await bench.edit([{ updateZone: { id, patch: { widthPercent: 40 } } }, bench.titled('Summer')]);
    const published = await bench.publish();
    await bench.user.send('PUT', `/api/zones/${id}`, {
      json: { ...((await placeOf(id)) as object), Width: 60 },
    });
    expect(await undo(published)).toMatchObject({ data: { undoTextChange: { code: 'CHANGED_MEANWHILE' } } });
    expect(await placeOf(id)).toMatchObject({ Width: 60 });
    expect(await bench.textsOf(bench.pageId)).toEqual(['Summer']);
  });
});

describe('a zone that a draft deletes', () => {
  it('answers until it is published, and comes back with its texts by undo', async () => {
    await bench.document.action({ nodeId: bench.pageId, name: 'Call' });
    const id = await bench.document.zone({ width: 100, height: 100 });
    await bench.document.title('Stalls', { nodeId: id });
    const action = await bench.document.action({ nodeId: id, name: 'Reserve' });
    await bench.start();
    expect(await bench.edit([bench.titled('The stalls', id), { deleteZone: id }])).toMatchObject({
      draft: { changeCount: 2 },
    });
    expect(await bench.draftedZonesOf()).toEqual([]);
    expect(await bench.previewOf(true)).toMatchObject({ hiddenReasons: [] });
    expect(await bench.edit([bench.added('More', id)])).toMatchObject({ code: 'NOT_FOUND' });
    expect(await bench.edit([{ change: { deleteAction: action } }])).toMatchObject({ code: 'NOT_FOUND' });
    expect(await scanned()).toMatchObject({ Id: id, Title: 'Stalls' });

    const published = await bench.publish();
    expect(await scanned()).toMatchObject({ Id: bench.pageId });
    expect(await undo(published)).toMatchObject(UNDONE);
    expect(await scanned()).toMatchObject({
      Id: id,
      Title: 'Stalls',
      Actions: [{ Id: action }, { Name: 'Call' }],
    });
  });

  it('is had back in the draft by its id, and only on its page', async () => {
    const id = await bench.document.zone({ width: 30 });
    await bench.start();
    await bench.edit([{ deleteZone: id }]);
    const back = {
      id,
      name: 'Back',
      positionXPercent: 0,
      positionYPercent: 0,
      widthPercent: 30,
      heightPercent: 50,
    };
    const other = bench.document.imageIds[1] ?? '';
    expect(await bench.edit([{ createZone: { ...back, imageId: other } }])).toMatchObject({
      fields: [{ path: 'edits.0.imageId' }],
    });
    expect(await bench.edit([{ createZone: { ...back, imageId: bench.pageId } }])).toMatchObject({
      draft: { changeCount: 1 },
    });
    expect(await bench.publish()).toMatchObject({ changed: 1 });
    expect(await bench.zonesOf()).toMatchObject([{ Id: id, Name: 'Back' }]);
  });

  it('gives way to another on the same page, with the last credit', async () => {
    const poor = await seed(bench.loupe).organization({ credit: 1 });
    const user = await poor.user();
    const document = await (await user.folder()).document(await jpegPicture(61));
    const id = await document.zone({ width: 40, height: 40 });
    await bench.start(user, document.id);
    const imageId = document.imageIds[0] ?? '';
    await bench.edit([{ deleteZone: id }, bench.zoned('Other', LOWER_RIGHT, imageId)], user, document.id);
    const published = await bench.mutate(
      'publishDraft(input: { documentId: $id })',
      '$id: ID!',
      '... on PublishedDraft { changed }',
      { id: document.id },
      user,
    );
    expect(published).toMatchObject({ changed: 2 });
    expect(elementsOf(await user.send('GET', `/api/images/${imageId}/zones`))).toMatchObject([
      { Name: 'Other' },
    ]);
  });

  it('that is gone already leaves nothing to publish', async () => {
    const id = await bench.document.zone();
    await bench.start();
    await bench.edit([{ deleteZone: id }]);
    await bench.user.send('DELETE', `/api/zones/${id}`);
    expect(await bench.publish()).toMatchObject({ changed: 0 });
  });
});
