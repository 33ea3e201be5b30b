import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RgbImage } from '../../packages/bench/paint/rgb-image.js';
import { renderMagazinePage } from '../../packages/bench/print/magazine.js';
import { takeUnrelatedPhoto } from '../../packages/bench/simulation/unrelated.js';
import { operator } from '../../src/access/viewer.js';
import { newId } from '../../src/kernel/ids.js';
import type { DocumentView, ImageView } from '../../src/documents/views.js';
import { useTestApp } from '../kit/use-app.js';
import { device, newPublisher, type TestPublisher } from './publisher.js';

const easy = { strength: 'easy', seed: 5 } as const;

describe('a scan', () => {
  const loupe = useTestApp();
  let herbarium: RgbImage;
  let publisher: TestPublisher;
  let document: DocumentView;
  let page: ImageView;

  beforeAll(async () => {
    herbarium = await renderMagazinePage(1);
  });
  beforeEach(async () => {
    publisher = await newPublisher(loupe);
    ({ document, page } = await publisher.print(herbarium));
  });

  it('answers in the reader’s language, another region’s, or the default', async () => {
    const { services, editor } = publisher;
    const put = async (languageCode: string, value: string) =>
      services.titles.put(editor, { nodeId: page.id, languageCode, value });
    await put('en-US', 'The hedge in June');
    await put('fr-FR', 'La haie en juin');
    await publisher.addLink(page.id, 'plants');
    await publisher.addLink(page.id, 'plantes', 'fr-FR');
    for (const [wanted, languageCode, title, action] of [
      ['fr-FR', 'fr-FR', 'La haie en juin', 'plantes'],
      ['fr-CA', 'fr-FR', 'La haie en juin', 'plantes'],
      ['fr', 'fr-FR', 'La haie en juin', 'plantes'],
      ['de-DE', 'en-US', 'The hedge in June', 'plants'],
      ['!?', 'en-US', 'The hedge in June', 'plants'],
    ] as const) {
      const answer = await services.recognition.byId(publisher.reader, page.id, wanted, device);
      expect(answer).toMatchObject({ id: page.id, languageCode, title, actions: [{ name: action }] });
    }
    expect(await publisher.photograph(herbarium, easy, 'fr-CH')).toMatchObject({
      id: page.id,
      documentId: document.id,
      title: 'La haie en juin',
      order: 1,
    });
  });

  it('falls back to a language with an action where a translation has none yet', async () => {
    const { services, editor, reader } = publisher;
    const scan = async (wanted: string) => services.recognition.byId(reader, page.id, wanted, device);
    await publisher.addLink(page.id, 'plants');
    expect(await scan('es-ES')).toMatchObject({ languageCode: 'en-US', actions: [{ name: 'plants' }] });
    await services.documentLanguages.add(editor, document.id, 'es-ES');
    await services.titles.put(editor, { nodeId: page.id, languageCode: 'es-ES', value: 'El seto' });
    for (const wanted of ['es-ES', 'es-MX', 'de-DE']) {
      expect(await scan(wanted)).toMatchObject({ languageCode: 'en-US', actions: [{ name: 'plants' }] });
    }
    // What breaks the rules is no action to show.
    const content = '{"Url":"javascript:alert(1)"}';
    const draft = { nodeId: page.id, languageCode: 'es-ES', name: 'plantas', type: 'URL', content };
    const { id } = await services.actions.create(editor, draft);
    expect(await scan('es-ES')).toMatchObject({ languageCode: 'en-US' });
    await services.actions.patch(editor, id, {
      type: 'URL',
      content: '{"Url":"https://lisiere.example/es"}',
    });
    for (const wanted of ['es-ES', 'es-MX']) {
      expect(await scan(wanted)).toMatchObject({
        languageCode: 'es-ES',
        title: 'El seto',
        actions: [{ id }],
      });
    }
    expect(await scan('de-DE')).toMatchObject({ languageCode: 'en-US' });
  });

  it('falls back to any language with an action where the default has none', async () => {
    const { services, editor, reader } = publisher;
    for (const code of ['pt-PT', 'it-IT']) await services.documentLanguages.add(editor, document.id, code);
    await publisher.addLink(page.id, 'piante', 'it-IT');
    expect(await services.recognition.byId(reader, page.id, 'es-ES', device)).toMatchObject({
      languageCode: 'it-IT',
      actions: [{ name: 'piante' }],
    });
  });

  it('answers nothing without actions, but counts the match', async () => {
    const { services, editor } = publisher;
    expect(await publisher.photograph(herbarium, easy)).toBeNull();
    expect(await services.matches.list(editor, { documentId: document.id })).toMatchObject([
      { documentName: 'Summer issue', imageOrder: 1, language: 'en-US', clicks: [] },
    ]);
  });

  it('finds nothing in an unrelated photo, in another tenant, or in what was deactivated or deleted', async () => {
    const { services, editor, folder } = publisher;
    await publisher.addLink(document.id, 'issue');
    expect(await publisher.photograph(herbarium, easy)).not.toBeNull();
    expect(await publisher.scan(await takeUnrelatedPhoto(3))).toBeNull();
    const stranger = await newPublisher(loupe);
    expect(await stranger.photograph(herbarium, easy)).toBeNull();
    await services.documents.patch(editor, document.id, { status: 'inactive' });
    expect(await publisher.photograph(herbarium, easy)).toBeNull();
    expect(await services.recognition.byId(publisher.reader, page.id, 'en-US', device)).toBeNull();
    await services.documents.patch(editor, document.id, { status: 'Active' });
    expect(await publisher.photograph(herbarium, easy)).not.toBeNull();
    await expect(services.folders.delete(editor, folder.id, { deleteChildren: false })).rejects.toMatchObject(
      { code: 'BAD_USER_INPUT' },
    );
    await services.folders.delete(editor, folder.id, { deleteChildren: true });
    expect(await publisher.photograph(herbarium, easy)).toBeNull();
    await expect(services.recognition.byId(publisher.reader, page.id, 'en-US', device)).rejects.toMatchObject(
      { code: 'NOT_FOUND' },
    );
  });

  it('reaches organizations below the ApiKey’s own, never above', async () => {
    const below = await newPublisher(loupe, publisher.organization.id);
    const city = await renderMagazinePage(5);
    const printed = await below.print(city, 'Below');
    await below.addLink(printed.page.id, 'below');
    await publisher.addLink(page.id, 'above');
    expect((await publisher.photograph(city, easy))?.documentId).toBe(printed.document.id);
    expect(await below.photograph(herbarium, easy)).toBeNull();
  });

  it('makes a session when there is none, keeps the caller’s, and joins clicks to it', async () => {
    const { services, editor, reader } = publisher;
    const action = await publisher.addLink(page.id, 'plants');
    const first = await publisher.photograph(herbarium, easy);
    const sessionId = first?.sessionId ?? null;
    expect(sessionId).not.toBeNull();
    const again = await services.recognition.byId(reader, page.id, 'en-US', { ...device, sessionId });
    expect(again?.sessionId).toBe(sessionId);
    await services.clicks.record(reader, action.id, { ...device, sessionId });
    const [newest, oldest] = await services.matches.list(editor, { documentId: document.id });
    expect(newest).toMatchObject({
      operatingSystem: 'Android',
      deviceSystemVersion: '14.1',
      host: device.host,
    });
    expect(newest?.clicks).toMatchObject([{ actionId: action.id, actionName: 'plants', actionType: 'URL' }]);
    expect(oldest?.clicks).toEqual([]);
    await expect(services.clicks.record(reader, newId(), device)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const stranger = await newPublisher(loupe);
    await expect(services.clicks.record(stranger.reader, action.id, device)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('triggers an action by itself only when it is the only one', async () => {
    const { services, editor, reader } = publisher;
    await services.images.patch(editor, page.id, { autoTrigger: true });
    await publisher.addLink(page.id, 'only');
    const scan = async () => services.recognition.byId(reader, page.id, 'en-US', device);
    expect(await scan()).toMatchObject({ autoTrigger: true });
    await publisher.addLink(document.id, 'second');
    expect(await scan()).toMatchObject({ autoTrigger: false });
  });

  it('inherits titles and styles from the elements above', async () => {
    const { services, editor, reader, folder, organization } = publisher;
    await publisher.addLink(page.id, 'plants');
    const scan = async () => services.recognition.byId(reader, page.id, 'en-US', device);
    expect(await scan()).toMatchObject({ title: 'Summer issue', titleStyle: null });
    const setStyle = async (nodeId: string, name: string, value: string) =>
      services.properties.create(editor, { nodeId, type: 'style', name, value });
    await setStyle(organization.id, 'TitleStyle', 'organization');
    await setStyle(organization.id, 'ActionStyle', 'organization');
    await setStyle(folder.id, 'ActionStyle', 'folder');
    await services.titles.post(editor, { nodeId: folder.id, languageCode: 'en-US', value: 'All issues' });
    expect(await scan()).toMatchObject({
      title: 'All issues',
      titleStyle: 'organization',
      actions: [{ style: 'folder' }],
    });
    await services.titles.put(editor, {
      nodeId: page.id,
      languageCode: 'en-US',
      value: 'Hedge',
      style: 'own',
    });
    expect(await scan()).toMatchObject({ title: 'Hedge', titleStyle: 'own' });
  });

  it('shows valid actions only, and cards and events in their text formats', async () => {
    const { services, editor, reader } = publisher;
    const add = async (type: string, content: object) =>
      services.actions.create(editor, {
        nodeId: page.id,
        languageCode: 'en-US',
        name: type,
        type,
        content: JSON.stringify(content),
      });
    await add('TEL', {});
    await add('VCARD', { FirstName: 'Ada' });
    await add('VCALENDAR', { Start: '2027-10-09T08:00:00Z', End: '2027-10-09T16:00:00Z', Summary: 'Fair' });
    const answer = await services.recognition.byId(reader, page.id, 'en-US', device);
    expect(answer?.actions.map(({ type, content }) => [type, JSON.parse(content)])).toEqual([
      ['VCARD', { VCard: expect.stringMatching(/^BEGIN:VCARD\r\nVERSION:3.0\r\nN:;Ada;;;\r\nFN:Ada\r\n/) }],
      ['VCALENDAR', { VCalendar: expect.stringMatching(/^BEGIN:VCALENDAR\r\n[^]*SUMMARY:Fair\r\n/) }],
    ]);
  });

  it('needs a known ApiKey of an organization that may recognize', async () => {
    const { services, editor, organization } = publisher;
    await expect(services.recognition.byId(editor, page.id, 'en-US', device)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await services.organizations.setContract(operator, organization.id, { mobileApiAuthorized: false });
    const reader = await services.auth.viewerOfApiKey(organization.apiKey ?? '');
    await expect(
      services.recognition.byId(reader ?? { kind: 'anonymous' }, page.id, 'en-US', device),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
