/** What is thrown away is gone for everybody, and comes back with all that it held. */
import { describe, expect, it } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { elementsOf, textMember } from '../../kit/json.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { jpegPicture } from '../../kit/pictures.js';
import { startTrashBench } from './trash-bench.js';

const bench = startTrashBench();

describe('a document', () => {
  it('is gone for everybody when it is thrown away, and comes back as it was', async () => {
    const { document, zoneId } = await bench.rich();
    const [imageId = ''] = document.imageIds;
    const before = await bench.exported(document.id);
    const thumbnail = await bench.thumbnailOf(imageId);
    expect(await bench.recognized()).toBe(imageId);
    await bench.remove(`/api/documents/${document.id}`);
    expect(await bench.recognized()).toBeNull();
    for (const path of [`documents/${document.id}`, `images/${imageId}`, `zones/${zoneId}`]) {
      expect(await bench.statusOf(`/api/${path}`)).toBe(404);
    }
    expect(await bench.statusOf(`/api/documents/${document.id}/titles`)).toBe(404);
    expect((await fetch(thumbnail)).status).toBe(404);
    expect(await bench.user.send('GET', `/api/nodes/${bench.folder.id}/documents`)).toEqual([]);
    await expect(bench.loupe.app.services.documents.get(operator, document.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await bench.trash()).toMatchObject([
      { Id: document.id, Type: 'Document', ParentId: bench.folder.id, Pages: 2, FreedCredits: 2 },
    ]);
    expect(textMember((await bench.trash())[0], 'User')).toBe(bench.user.userName);
    expect(await bench.restore(document.id)).toMatchObject({ Id: document.id, ParentId: bench.folder.id });
    expect(await bench.exported(document.id)).toBe(before);
    expect(await bench.recognized()).toBe(imageId);
    expect(await bench.recognized(await jpegPicture(92))).toBe(zoneId);
    expect((await fetch(thumbnail)).status).toBe(200);
    expect(await bench.trash()).toEqual([]);
  });

  it('frees its credits, and takes them again when it is restored or is refused with a sentence', async () => {
    const { document } = await bench.rich();
    expect(await bench.account()).toMatchObject({ RemainingCredit: 3, ActivePages: 2, ActivationCumul: 2 });
    await bench.remove(`/api/documents/${document.id}`);
    expect(await bench.account()).toMatchObject({ RemainingCredit: 5, ActivePages: 0 });
    const other = await bench.folder.document(await newPdf([93, 94, 95, 96]), {
      contentType: 'application/pdf',
    });
    const refused = await bench.user.request('POST', `/api/Trash/${document.id}/Restore`);
    expect(refused.status).toBe(403);
    expect(textMember(await refused.json(), 'Message')).toContain('2 needed, 1 left');
    expect(await bench.trash()).toHaveLength(1);
    await bench.restore(document.id, '?inactive=true');
    expect(await bench.user.send('GET', `/api/documents/${document.id}`)).toMatchObject({
      Status: 'Inactive',
    });
    expect(await bench.account()).toMatchObject({ RemainingCredit: 1, ActivePages: 4 });
    await bench.remove(`/api/documents/${other.id}`);
    await bench.user.send('PATCH', `/api/documents/${document.id}`, { json: { Status: 'Active' } });
    expect(await bench.account()).toMatchObject({ RemainingCredit: 3, ActivePages: 2 });
  });

  it('does not keep its name from new ones, and gets a number beside one', async () => {
    const first = await bench.folder.document(bench.photo, { name: 'Leaflet', status: 'Inactive' });
    await bench.remove(`/api/documents/${first.id}`);
    const second = await bench.folder.document(bench.photo, { name: 'Leaflet', status: 'Inactive' });
    expect(await bench.restore(first.id)).toMatchObject({ Name: 'Leaflet (2)' });
    await bench.remove(`/api/documents/${second.id}`);
    expect(await bench.restore(second.id)).toMatchObject({ Name: 'Leaflet' });
  });

  it('is restored into another folder when its own is gone or in the trash', async () => {
    const document = await bench.folder.document(bench.photo);
    await bench.remove(`/api/documents/${document.id}`);
    await bench.remove(`/api/folders/${bench.folder.id}?deletechildren=true`);
    const refused = await bench.user.request('POST', `/api/Trash/${document.id}/Restore`);
    expect(refused.status).toBe(409);
    expect(textMember(await refused.json(), 'Message')).toContain('"Spring"');
    await bench.remove(`/api/Trash/${bench.folder.id}`);
    expect((await bench.user.request('POST', `/api/Trash/${document.id}/Restore`)).status).toBe(409);
    const other = await bench.user.folder();
    await bench.restore(document.id, `?parentId=${other.id}`);
    expect(await bench.recognized()).toBe(null);
    await document.action();
    expect(await bench.recognized()).toBe(document.imageIds[0]);
  });

  it('keeps its statistics in the trash and after it is gone for good', async () => {
    const document = await bench.folder.document(bench.photo);
    await document.action();
    await bench.recognized();
    const { database } = bench.loupe.app.services;
    const count = async () => {
      const rows = await database
        .reader()
        .execute('select id from match_record where document_id = ?', [document.id]);
      return (rows as unknown[]).length;
    };
    await bench.remove(`/api/documents/${document.id}`);
    expect(await count()).toBe(1);
    await bench.remove(`/api/Trash/${document.id}`);
    expect(await count()).toBe(1);
    expect((await bench.user.request('POST', `/api/Trash/${document.id}/Restore`)).status).toBe(404);
  });
});

describe('a folder', () => {
  it('comes back with the documents and folders in it', async () => {
    const inner = await bench.user.folder({ name: 'Inner', parentId: bench.folder.id });
    const { document } = await bench.rich();
    await bench.user.send('PATCH', `/api/documents/${document.id}`, { json: { ParentId: inner.id } });
    expect((await bench.user.request('DELETE', `/api/folders/${bench.folder.id}`)).status).toBe(400);
    await bench.remove(`/api/folders/${bench.folder.id}?deletechildren=true`);
    expect(await bench.recognized()).toBeNull();
    expect(await bench.account()).toMatchObject({ RemainingCredit: 5 });
    expect(await bench.trash()).toMatchObject([
      { Id: bench.folder.id, Type: 'Folder', Pages: 2, Place: [bench.organization.name] },
    ]);
    await bench.restore(bench.folder.id);
    expect(await bench.user.send('GET', `/api/documents/${document.id}`)).toMatchObject({
      ParentId: inner.id,
    });
    expect(await bench.recognized()).toBe(document.imageIds[0]);
    expect(await bench.account()).toMatchObject({ RemainingCredit: 3 });
  });
});

describe('a page', () => {
  it('leaves its document, whose pages close up, and comes back to its place', async () => {
    const document = await bench.folder.document(await newPdf([91, 97, 98]), {
      contentType: 'application/pdf',
    });
    const [first = '', second = '', third = ''] = document.imageIds;
    await document.action({ nodeId: first, name: 'First' });
    await bench.remove(`/api/images/${first}`);
    const orders = async () =>
      elementsOf(await bench.user.send('GET', `/api/documents/${document.id}/images`)).map((image) => [
        textMember(image, 'Id'),
        (image as { Order: number }).Order,
      ]);
    expect(await orders()).toEqual([
      [second, 1],
      [third, 2],
    ]);
    expect(await bench.recognized()).toBeNull();
    expect(await bench.account()).toMatchObject({ RemainingCredit: 3 });
    expect(
      elementsOf(await bench.user.send('GET', `/api/documents/${document.id}/files`)),
    ).not.toContainEqual(expect.objectContaining({ ImageId: first }));
    await document.title('Le lapin', { languageCode: 'fr-FR' });
    await bench.restore(first);
    expect(await orders()).toEqual([
      [first, 1],
      [second, 2],
      [third, 3],
    ]);
    expect(await bench.recognized()).toBe(first);
    const titles = elementsOf(await bench.user.send('GET', `/api/nodes/${first}/titles`));
    expect(titles).toMatchObject([{ LanguageCode: 'en-US' }, { LanguageCode: 'fr-FR' }]);
  });

  it('is not thrown away when it is the only one', async () => {
    const document = await bench.folder.document(bench.photo);
    expect((await bench.user.request('DELETE', `/api/images/${document.imageIds[0]}`)).status).toBe(409);
  });

  it('of a document in the trash waits for its document, and goes for good with it', async () => {
    const document = await bench.folder.document(await newPdf([91, 97]), { contentType: 'application/pdf' });
    const [first = ''] = document.imageIds;
    await bench.remove(`/api/images/${first}`);
    await bench.remove(`/api/documents/${document.id}`);
    const refused = await bench.user.request('POST', `/api/Trash/${first}/Restore`);
    expect(refused.status).toBe(409);
    await bench.remove(`/api/Trash/${document.id}`);
    expect(await bench.trash()).toEqual([]);
  });
});

describe('a zone', () => {
  it('gives its page back when it was the last, and takes its place again when it is restored', async () => {
    const { document, zoneId } = await bench.rich();
    const [, second = ''] = document.imageIds;
    const before = await bench.exported(document.id);
    await bench.remove(`/api/zones/${zoneId}`);
    const of92 = await jpegPicture(92);
    expect(await bench.recognized(of92)).toBe(second);
    expect(await bench.account()).toMatchObject({ RemainingCredit: 3 });
    expect(await bench.trash()).toMatchObject([{ Id: zoneId, Type: 'Zone', FreedCredits: 0 }]);
    await bench.restore(zoneId);
    expect(await bench.recognized(of92)).toBe(zoneId);
    expect(await bench.exported(document.id)).toBe(before);
  });
});
