import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { elementsOf } from '../kit/json.js';
import { newPdf } from '../kit/files/pdfs.js';
import { drawPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededFolder, SeededUser } from '../kit/seed/seed-user.js';
import { documentFiles } from './document-files.js';

interface Exported {
  readonly DocumentId: string;
  readonly Json: string | null;
  readonly Xml: string | null;
}

const title = (LanguageCode: string, Value = '') => ({ LanguageCode, Value });
const link = (name: string, LanguageCode = 'en-US') => ({
  LanguageCode,
  Name: name,
  Type: 'URL',
  Content: JSON.stringify({ Url: 'https://loupe.example/' }),
});

describe('an import', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let editor: SeededUser;
  let folder: SeededFolder;
  let document: SeededDocument;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    editor = await organization.user();
    folder = await editor.folder();
    document = await folder.document(await newPdf([61, 62]), { contentType: 'application/pdf' });
  });

  const put = async (body: object, user = editor) =>
    user.request('PUT', '/services/Automation/Import', { json: body });
  const importJson = async (file: object | string, id = document.id) => {
    const Json = typeof file === 'string' ? file : JSON.stringify(file, null, 1);
    const response = await put({ DocumentId: id, Json });
    expect([response.status, await response.text()]).toEqual([204, '']);
  };
  const exported = async (format = '', id = document.id) =>
    (await editor.send('GET', `/services/Automation/Export?documentId=${id}${format}`)) as Exported;
  const simple = { DefaultLanguage: 'en-US', Name: 'Simple', Titles: [title('en-US', 'Hello')] };

  it('and an export give back the same bytes, whatever was written, as JSON and as XML', async () => {
    await fc.assert(
      fc.asyncProperty(documentFiles(2), documentFiles(2), async (file, other) => {
        await importJson(file);
        const first = await exported();
        await importJson(other);
        await importJson(first.Json ?? '');
        expect(await exported()).toEqual(first);
        await importJson(other);
        expect((await put({ DocumentId: document.id, Xml: first.Xml })).status).toBe(204);
        expect(await exported()).toEqual(first);
        const { Titles, Images } = JSON.parse(first.Json ?? '') as typeof file;
        expect(Titles).toEqual(file.Titles);
        expect(Images.map(({ Zones }) => Zones.length)).toEqual(file.Images.map(({ Zones }) => Zones.length));
      }),
      { numRuns: 5 },
    );
  });

  it('is what readers get from then on: titles, global actions, and zones instead of their page', async () => {
    const zone = { Height: 100, Width: 100, PositionX: 0, PositionY: 0, AutoTrigger: true };
    await importJson({
      ...simple,
      Titles: [title('en-US', 'Hello'), title('fr-FR')],
      TitleStyle: 'bold',
      Actions: [link('global')],
      Images: [
        { Titles: [title('fr-FR', 'Bonjour')], Actions: [link('page'), link('seul', 'fr-FR')] },
        { Zones: [{ ...zone, Name: 'All', Titles: [title('en-US', 'Zone')], Actions: [link('zone')] }] },
      ],
    });
    const { recognition, auth, zones } = loupe.app.services;
    const reader = await auth.viewerOfApiKey(organization.apiKey);
    const device = { sessionId: null, host: null, headers: {} };
    const [first = '', second = ''] = document.imageIds;
    const shown = async (id: string, language: string) =>
      recognition.byId(reader ?? { kind: 'anonymous' }, id, language, device);
    const names = async (id: string, language: string) =>
      (await shown(id, language))?.actions.map((action) => action.name).sort();
    expect(await names(first, 'en-US')).toEqual(['global', 'page']);
    expect(await shown(first, 'fr-CA')).toMatchObject({
      title: 'Bonjour',
      titleStyle: 'bold',
      actions: [{ name: 'seul' }],
    });
    expect(await shown(second, 'en-US')).toBeNull();
    const [view] = await zones.list(await editor.viewer(), second);
    expect(await shown(view?.id ?? '', 'en-US')).toMatchObject({ title: 'Zone', autoTrigger: false });
    expect(await names(view?.id ?? '', 'en-US')).toEqual(['global', 'zone']);
    const photo = await drawPicture(62).jpeg().toBuffer();
    const upload = await loupe.app.services.uploads.receiveBytes(photo, { maxBytes: 1e7 });
    const scanned = await recognition.scan(reader ?? { kind: 'anonymous' }, upload, {
      languageCode: 'en-US',
      device,
    });
    expect(scanned?.id).toBe(view?.id);
  });

  it('keeps zones of the same place and actions that are the same, with their ids', async () => {
    const { zones, actions } = loupe.app.services;
    const viewer = await editor.viewer();
    const idsOf = async () => ({
      zones: (await zones.list(viewer, document.imageIds[1] ?? '')).map(({ id }) => id),
      actions: (await actions.list(viewer, document.id)).map(({ id }) => id),
    });
    const before = await idsOf();
    expect(before.zones).toHaveLength(1);
    const { Json } = await exported('&format=json');
    await importJson((Json ?? '').replace('"All"', '"Everything"'));
    expect(await idsOf()).toEqual(before);
    await importJson(simple);
    expect((await idsOf()).zones).toEqual(before.zones);
    await importJson({ ...simple, Images: [{}, {}] });
    expect((await idsOf()).zones).toEqual([]);
    const [, page] = await loupe.app.services.documents.images(viewer, document.id);
    expect(page?.status).toBe('Active');
  });

  it('takes JSON before XML, as text or as an object, and exports one or both', async () => {
    const Xml =
      '<Document DefaultLanguage="en-US" Name="Xml"><Titles><Title LanguageCode="en-US"/></Titles></Document>';
    expect((await put({ DocumentId: document.id, Json: JSON.stringify(simple), Xml })).status).toBe(204);
    expect(JSON.parse((await exported('&format=JSON')).Json ?? '')).toMatchObject({ Name: 'Simple' });
    expect((await put({ documentid: document.id, xml: Xml })).status).toBe(204);
    expect(await exported('&format=xml')).toMatchObject({
      DocumentId: document.id,
      Json: null,
      Xml: expect.stringContaining('<Document DefaultLanguage="en-US" Name="Xml">'),
    });
    expect((await put({ Json: { ...simple, Name: 'Object' } })).status).toBe(400);
    const response = await editor.request('PUT', `/services/automation/import?documentId=${document.id}`, {
      json: { Json: { ...simple, Name: 'Object' } },
    });
    expect(response.status).toBe(204);
    expect((await exported()).Json).toContain('"Name": "Object"');
    const again = await editor.request('PUT', '/services/Automation/Import', { json: await exported() });
    expect(again.status).toBe(204);
  });

  it('is refused whole, with a report, and nothing of it is left', async () => {
    await importJson(simple);
    const before = await exported();
    const stranger = await seed(loupe).organization();
    const theirs = await stranger.user();
    const icon = new FormData();
    icon.append('icon', JSON.stringify({ NodeId: stranger.id, Name: 'theirs' }));
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    icon.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'i.png');
    const { Id: Icon } = (await theirs.send('POST', '/api/Icons', { form: icon })) as { Id: string };
    const zone = { Height: 10, Width: 10, PositionX: 95, PositionY: 0 };
    for (const [change, member, message] of [
      [{ Titles: undefined }, 'Titles', 'line 1: is missing'],
      [{ Titles: [] }, 'Titles', 'must hold a title in the default language en-US'],
      [{ DefaultLanguage: 'tlh-KL' }, 'DefaultLanguage', 'is not a known language code'],
      [{ Actions: [link('x', 'fr-FR')] }, 'Actions[0].LanguageCode', 'has no title in fr-FR'],
      [{ Actions: [{ ...link('x'), Icon }] }, 'Actions[0].Icon', 'is not the id of an icon'],
      [{ Actions: [{ ...link('x'), Icon: newId() }] }, 'Actions[0].Icon', 'is not the id of an icon'],
      [{ Actions: [{ ...link('x'), Content: 'no' }] }, 'Actions[0].Content', 'line 15: the content'],
      [{ Images: [{}] }, 'Images', 'there are 1, pages are 2'],
      [{ Images: [{ Zones: [zone] }, {}] }, 'Images[0].Zones[0].Width', 'reaches beyond the image'],
    ] as const) {
      const Json = JSON.stringify({ ...simple, Name: 'Changed', ...change }, null, 1);
      const response = await put({ DocumentId: document.id, Json });
      expect(response.status).toBe(400);
      const { ModelState } = (await response.json()) as { ModelState: Record<string, string[]> };
      expect(ModelState[member]?.[0]).toContain(message);
      expect(await exported()).toEqual(before);
    }
    const bomb = '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><Document>&b;</Document>';
    for (const [body, status] of [
      [{ Json: '{' }, 400],
      [{ Xml: bomb }, 400],
      [{}, 400],
      [{ Json: 4 }, 400],
      [{ Json: 'x'.repeat(11 * 1024 * 1024) }, 413],
      [{ DocumentId: newId(), Json: JSON.stringify(simple) }, 404],
      [{ DocumentId: folder.id, Json: JSON.stringify(simple) }, 404],
    ] as const) {
      expect((await put({ DocumentId: document.id, ...body })).status).toBe(status);
    }
    expect(await exported()).toEqual(before);
    expect((await put({ DocumentId: document.id, Json: JSON.stringify(simple) }, theirs)).status).toBe(404);
    const viewer = await organization.user({ roles: ['Viewer'] });
    expect((await put({ DocumentId: document.id, Json: JSON.stringify(simple) }, viewer)).status).toBe(403);
    const path = `/services/Automation/Export?documentId=${document.id}`;
    expect((await theirs.request('GET', path)).status).toBe(404);
    expect((await editor.request('GET', `${path}&format=csv`)).status).toBe(400);
  });

  it('takes a zone without detail, which says so', async () => {
    const half = await sharp({ create: { width: 480, height: 720, channels: 3, background: 'white' } })
      .composite([{ input: await drawPicture(63).png().toBuffer(), left: 0, top: 0 }])
      .jpeg()
      .toBuffer();
    const halfPlain = await folder.document(half);
    const zones = [0, 50].map((PositionY) => ({ Height: 50, Width: 100, PositionX: 0, PositionY }));
    const Json = JSON.stringify({ ...simple, Images: [{ Zones: zones }] }, null, 1);
    const response = await put({ DocumentId: halfPlain.id, Json });
    expect(response.status).toBe(204);
    const [imageId] = halfPlain.imageIds;
    const stored = elementsOf(await editor.send('GET', `/api/images/${imageId}/zones`));
    expect(stored).toMatchObject([
      { Recognizability: { IsRecognizable: true } },
      { Recognizability: { IsRecognizable: false } },
    ]);
  });
});
