/** Answers to readers are kept only while nothing of what they are made of has changed. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RgbImage } from '../../packages/bench/paint/rgb-image.js';
import { renderMagazinePage } from '../../packages/bench/print/magazine.js';
import { committedReadsOf } from '../kit/statements.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededFolder, SeededUser } from '../kit/seed/seed-user.js';
import { toJpeg } from '../../packages/bench/paint/rgb-image.js';
import { textMember } from '../kit/json.js';
import { scan } from '../rest/support/scans.js';

const loupe = useTestApp();
let herbarium: RgbImage;
let photo: Buffer;

beforeAll(async () => {
  herbarium = await renderMagazinePage(1);
  photo = await toJpeg(herbarium, 80);
});

describe('a scan after the answer to a change', () => {
  let organization: SeededOrganization;
  let user: SeededUser;
  let folder: SeededFolder;
  let document: SeededDocument;
  let actionId: string;

  beforeEach(async () => {
    organization = await seed(loupe).organization();
    user = await organization.user();
    folder = await user.folder();
    document = await folder.document(photo);
    actionId = await document.action();
  });

  /** What the reader is shown, without what is another one in every answer. */
  const seen = async () => {
    const { body } = await scan(loupe, organization.apiKey, photo);
    return { ...(body as object | null), SessionId: '', Score: 0 };
  };
  const send = async (method: string, path: string, json?: object) =>
    user.send(method, path, json === undefined ? {} : { json });

  async function icon(nodeId: string): Promise<string> {
    const form = new FormData();
    form.append('icon', JSON.stringify({ NodeId: nodeId, Name: 'Star' }));
    const picture = new Uint8Array(await jpegPicture(7, 64, 64));
    form.append('file', new Blob([picture], { type: 'image/jpeg' }), 'icon.jpg');
    return textMember(await user.send('POST', '/api/Icons', { form }), 'Id');
  }

  const title = (NodeId: string, Value: string) =>
    send('PUT', '/api/Titles', { NodeId, LanguageCode: 'en-US', Value });
  /** What elements below are called that have no title of their own. */
  const defaultTitle = (NodeId: string, Value: string) =>
    send('POST', '/api/Titles', { NodeId, LanguageCode: 'en-US', Value });
  const look = (NodeId: string, Name: string) =>
    send('POST', '/api/Properties', {
      NodeId,
      Type: 'Style',
      Name,
      Value: `{"Color":"#${Name.length}0FF00"}`,
    });
  const patch = (id: string, json: object) => send('PATCH', `/api/Documents/${id}`, json);

  /** Each changes what the reader sees. */
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    'a title of the document': () => title(document.id, 'The hedge'),
    'a title of the page': () => title(document.imageIds[0] ?? '', 'The page'),
    'a title of the folder above': () => defaultTitle(folder.id, 'The shelf'),
    'a title of the organization': () => defaultTitle(organization.id, 'The house'),
    'a new action': () => document.action({ name: 'Second' }),
    'a renamed action': () => send('PATCH', `/api/Actions/${actionId}`, { Name: 'Renamed' }),
    'a removed action': () => send('DELETE', `/api/Actions/${actionId}`),
    'an order of actions': () => send('PATCH', `/api/Actions/${actionId}`, { Priority: 7 }),
    'an action of the page': () => document.action({ nodeId: document.imageIds[0] ?? '', name: 'Page' }),
    'a look of the document': () => look(document.id, 'ActionStyle'),
    'a look of the folder above': () => look(folder.id, 'TitleStyle'),
    'a default icon': () => icon(document.id),
    'an icon of an action': async () =>
      send('PATCH', `/api/Actions/${actionId}`, { IconId: await icon(organization.id) }),
    'a page that is switched off': () =>
      send('PATCH', `/api/Images/${document.imageIds[0] ?? ''}`, { Status: 'Inactive' }),
    'a document that is switched off': () => patch(document.id, { Status: 'Inactive' }),
    'a document with another name': () => patch(document.id, { Name: 'Another' }),
    'a trigger of the page': () =>
      send('PATCH', `/api/Images/${document.imageIds[0] ?? ''}`, { AutoTrigger: true }),
    'a document that is removed': () => send('DELETE', `/api/Documents/${document.id}`),
    'a folder that is removed': () => send('DELETE', `/api/Folders/${folder.id}?deleteChildren=true`),
    'a move below another title': async () => {
      const other = await user.folder({ name: 'Other' });
      await defaultTitle(other.id, 'Elsewhere');
      return patch(document.id, { ParentId: other.id });
    },
    'an import': () =>
      send('PUT', '/services/Automation/Import', {
        DocumentId: document.id,
        Json: JSON.stringify({
          DefaultLanguage: 'en-US',
          Name: 'Imported',
          Titles: [{ LanguageCode: 'en-US', Value: 'Imported' }],
          Actions: [],
        }),
      }),
  };

  it.each(Object.keys(changes))('sees %s', async (name) => {
    const before = await seen();
    expect(await seen()).toEqual(before);
    await changes[name]?.();
    expect(await seen()).not.toEqual(before);
  });

  it('sees that the organization may recognize no more, and again', async () => {
    expect((await scan(loupe, organization.apiKey, photo)).status).toBe(200);
    const { database } = loupe.app.services;
    const set = async (isAllowed: boolean) =>
      database.transaction(({ em }) =>
        em.execute('update organization set mobile_api_authorized = ? where id = ?', [
          isAllowed,
          organization.id,
        ]),
      );
    await set(false);
    expect((await scan(loupe, organization.apiKey, photo)).status).toBe(403);
    await set(true);
    expect((await scan(loupe, organization.apiKey, photo)).status).toBe(200);
  });

  it('answers from what it keeps while nothing has changed', async () => {
    await seen();
    const statements = await committedReadsOf(loupe, seen);
    if (statements === null) return expect(loupe.app.services.database.isShared).toBe(true);
    expect(new Set(statements)).toEqual(new Set(['select sum("changes") as mark from "change_mark"']));
  });
});

describe('a token', () => {
  it('ends at once when it is revoked, in every way', async () => {
    const organization = await seed(loupe).organization();
    const administrator = await organization.user();
    const ends: Readonly<Record<string, (token: string, userId: string) => Promise<unknown>>> = {
      'log-out': (token) =>
        fetch(`${loupe.url}/token/revoke`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } }),
      'a removed user': (_token, userId) => administrator.send('DELETE', `/api/Users/${userId}`),
      'a hand in the database': (_token, userId) =>
        loupe.app.services.database.transaction(({ em }) =>
          em.execute('update access_token set date_revoked = ? where user_id = ?', [new Date(), userId]),
        ),
    };
    for (const [name, end] of Object.entries(ends)) {
      const user = await organization.user();
      const ask = async () => (await user.request('GET', `/api/nodes/${organization.id}/nodes`)).status;
      const asked = [await ask(), await ask()];
      await end(user.token, user.id);
      expect([name, ...asked, await ask()]).toEqual([name, 200, 200, 401]);
    }
  });
});
