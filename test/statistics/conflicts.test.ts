import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { designPage } from '../../packages/bench/benchmark/designs/design.js';
import { designs } from '../../packages/bench/benchmark/designs/designs.js';
import { toJpeg } from '../../packages/bench/paint/rgb-image.js';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { flatPicture, jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededFolder, SeededUser } from '../kit/seed/seed-user.js';

interface ConflictResult {
  readonly Id: string;
  readonly Conflicts: readonly {
    readonly DocumentId: string;
    readonly DocumentName: string;
    readonly PageNumber: string;
    readonly Distance: number;
    readonly Path: readonly { readonly Id: string; readonly Type: string; readonly Name: string }[];
    readonly Thumbnail: string;
  }[];
}

describe('the conflicts of a document', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let editor: SeededUser;
  let folder: SeededFolder;
  let original: SeededDocument;

  beforeAll(async () => {
    organization = await seed(loupe).organization({ name: 'Printer' });
    editor = await organization.user();
    folder = await editor.folder({ name: 'Issues' });
    original = await folder.document(await jpegPicture(51, 900, 700), { name: 'Original' });
  });

  const check = async (id: string, user = editor) =>
    (await user.send('GET', `/services/Conflict/Check?id=${id}`)) as ConflictResult[];
  const partnersOf = async (id: string, user = editor) =>
    (await check(id, user)).map(({ Id, Conflicts }) => [Id, Conflicts.map((other) => other.Path[0]?.Id)]);
  const setStatus = async (document: SeededDocument, Status: string) =>
    editor.send('PATCH', `/api/documents?id=${document.id}`, { json: { Status } });

  it('are empty for elements that nothing looks like', async () => {
    await folder.document(await jpegPicture(52), { name: 'Unlike' });
    expect(await check(original.id)).toEqual([{ Id: original.imageIds[0], Conflicts: [] }]);
  });

  it('tell a copy, a scaled part and a recompressed page, each with its place', async () => {
    const bytes = await jpegPicture(51, 900, 700);
    const small = await sharp(bytes).resize(500).jpeg({ quality: 50 }).toBuffer();
    const copy = await folder.document(small, { name: 'Copy' });
    const [result] = await check(original.id);
    expect(result?.Conflicts).toEqual([
      {
        DocumentId: copy.id,
        DocumentName: 'Copy',
        PageNumber: '1',
        Distance: expect.any(Number),
        Path: [
          { Id: copy.imageIds[0], Type: 'Image', Name: 'Page 1' },
          { Id: copy.id, Type: 'Document', Name: 'Copy' },
          { Id: folder.id, Type: 'Folder', Name: 'Issues' },
          { Id: organization.id, Type: 'Organization', Name: 'Printer' },
        ],
        Thumbnail: expect.stringContaining('/files/'),
      },
    ]);
    const { Distance = 1, Thumbnail = '' } = result?.Conflicts[0] ?? {};
    expect(Distance).toBeLessThan(0.5);
    expect(Distance).toBeGreaterThanOrEqual(0);
    expect((await fetch(Thumbnail)).status).toBe(200);
    await editor.send('DELETE', `/api/documents/${copy.id}`);
    expect(await check(original.id)).toEqual([{ Id: original.imageIds[0], Conflicts: [] }]);
  });

  it('warn before a document is activated, and count active elements only', async () => {
    const { conflicts } = loupe.app.services;
    const draft = await folder.document(await jpegPicture(51, 900, 700), { name: 'Draft' });
    await setStatus(draft, 'Inactive');
    expect(await partnersOf(original.id)).toEqual([[original.imageIds[0], []]]);
    expect(await conflicts.warnings(await editor.viewer(), draft.id)).toMatchObject([
      { id: draft.imageIds[0], conflicts: [{ documentId: original.id, documentName: 'Original' }] },
    ]);
    await setStatus(original, 'Inactive');
    expect(await conflicts.warnings(await editor.viewer(), draft.id)).toEqual([]);
    await setStatus(original, 'Active');
    const headersOf = async (query = '', Status = 'Active') => {
      const options = { json: { Status } };
      const { status, headers } = await editor.request(
        'PATCH',
        `/api/documents?id=${draft.id}${query}`,
        options,
      );
      return [status, headers.get('Loupe-Conflicts'), headers.get('Link')];
    };
    const link = `</services/Conflict/Check?id=${draft.id}>; rel="related"`;
    expect(await headersOf()).toEqual([204, '1', link]);
    expect(await headersOf('&checkConflicts=false')).toEqual([204, null, null]);
    expect(await headersOf('', 'Inactive')).toEqual([204, null, null]);
    await setStatus(original, 'Inactive');
    expect(await headersOf('&checkConflicts=true')).toEqual([204, '0', null]);
    await setStatus(original, 'Active');
    await editor.send('DELETE', `/api/documents/${draft.id}`);
  });

  it('are found where tens of thousands of organizations are within reach', async () => {
    const above = await seed(loupe).organization();
    const user = await above.user();
    const shelf = await user.folder({ name: 'Shelf' });
    const one = await shelf.document(await jpegPicture(54), { name: 'One' });
    const other = await shelf.document(await jpegPicture(54), { name: 'Other' });
    // More than either database takes as values of one statement.
    await loupe.app.services.database.transaction(async ({ em }) => {
      await em.execute(
        `insert into node (id, type, parent_id, organization_id, path, name, name_folded, name_sort_key, "order", date_created, date_modified)
         with recursive number(n) as (select 100000 union all select n + 1 from number where n < 170000)
         select made.id, 'Organization', top.id, made.id, top.path || made.text || '/', 'x', 'x', 'x', 0, top.date_created, top.date_created
         from (select ${loupe.config.databaseUrl.startsWith('sqlite') ? 'text as id' : 'cast(text as uuid) as id'}, text
               from (select '00000000-0000-4000-8000-000000' || n as text from number) as texts) as made
         join node as top on top.id = ?`,
        [above.id],
      );
    });
    expect(await partnersOf(one.id, user)).toEqual([[one.imageIds[0], [other.imageIds[0]]]]);
  });

  it('are not pages of one design whose content photos tell apart: these are listed with the part that does', async () => {
    const design = designs.find(({ name }) => name === 'certificate');
    if (design === undefined) throw new Error('There is no certificate.');
    const print = async (number: number) =>
      folder.document(await toJpeg(await designPage(design, number), 90), { name: `Certificate ${number}` });
    const [first, second] = [await print(1), await print(2)];
    expect(await partnersOf(first.id)).toEqual([[first.imageIds[0], []]]);
    const { conflicts } = loupe.app.services;
    expect(await conflicts.warnings(await editor.viewer(), first.id)).toEqual([]);
    const [result] = await conflicts.check(await editor.viewer(), first.id);
    expect(result?.alike.map(({ documentId }) => documentId)).toEqual([second.id]);
    // The name, the date and the number differ, the frame around them and the heading do not.
    const { left = 0, top = 0, width = 0, height = 0 } = result?.alike[0]?.toldApartBy ?? {};
    expect([left > 0.02, top > 0.2, left + width < 0.98, top + height < 0.98]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    for (const document of [first, second]) await editor.send('DELETE', `/api/documents/${document.id}`);
  });

  it('are found for zones instead of their page; zones of one place are no conflict', async () => {
    const page = await jpegPicture(53, 1000, 1000);
    const zoned = await folder.document(page, { name: 'Zoned' });
    const left = await zoned.zone({ x: 0, y: 0, width: 60, height: 60 });
    const inner = await zoned.zone({ x: 5, y: 5, width: 50, height: 50 });
    const cut = await sharp(page).extract({ left: 0, top: 0, width: 600, height: 600 }).jpeg().toBuffer();
    const part = await folder.document(cut, { name: 'Part' });
    expect(await partnersOf(zoned.id)).toEqual([
      [left, [part.imageIds[0]]],
      [inner, [part.imageIds[0]]],
    ]);
    expect(await partnersOf(zoned.imageIds[0] ?? '')).toHaveLength(2);
    expect(await partnersOf(inner)).toEqual([[inner, [part.imageIds[0]]]]);
    expect((await partnersOf(part.id))[0]?.[1]).toEqual(expect.arrayContaining([left, inner]));
    const steps = [];
    const { conflicts } = loupe.app.services;
    for await (const { checked, total } of conflicts.walk(await editor.viewer(), zoned.id)) {
      steps.push([checked, total]);
    }
    expect(steps).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it('are looked for in the caller’s organization and below', async () => {
    const below = await organization.organization();
    const local = await below.user();
    const copy = await (await local.folder()).document(await jpegPicture(51, 900, 700), { name: 'Below' });
    expect(await partnersOf(original.id)).toEqual([[original.imageIds[0], [copy.imageIds[0]]]]);
    expect(await partnersOf(copy.id, local)).toEqual([[copy.imageIds[0], []]]);
    const stranger = await (await seed(loupe).organization()).user();
    expect((await stranger.request('GET', `/services/Conflict/Check?id=${original.id}`)).status).toBe(404);
  });

  it('are not told for what cannot be recognized, folders and nothing', async () => {
    const plain = await folder.document(await flatPicture(), { name: 'Plain', contentType: 'image/png' });
    expect(await check(plain.id)).toEqual([{ Id: plain.imageIds[0], Conflicts: [] }]);
    for (const [query, status] of [
      [`id=${folder.id}`, 400],
      [`id=${newId()}`, 404],
      ['id=nonsense', 404],
      ['', 400],
    ] as const) {
      expect((await editor.request('GET', `/services/Conflict/Check?${query}`)).status).toBe(status);
    }
  });
});
