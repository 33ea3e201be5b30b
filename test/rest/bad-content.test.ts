/** Requests about languages, titles and icons that are not there. */
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { scan } from './support/scans.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let user: SeededUser;
let document: SeededDocument;
let photo: Buffer;

beforeAll(async () => {
  organization = await seed(loupe).organization();
  user = await organization.user();
  photo = await jpegPicture(81);
  document = await (await user.folder()).document(photo);
});

const action = { LanguageCode: 'en-US', Name: 'Cook', Type: 'RAW', Content: 'a' };
const cases: readonly (readonly [string, string, string, object, number, RegExp])[] = [
  [
    'an action in a language without a title',
    'POST',
    'actions',
    { ...action, LanguageCode: 'fr-FR' },
    400,
    /LanguageCode: .*no title in fr-FR/,
  ],
  [
    'an action in an unknown language',
    'POST',
    'actions',
    { ...action, LanguageCode: 'xx-YY' },
    400,
    /LanguageCode/,
  ],
  [
    'an action with an icon that does not exist',
    'POST',
    'actions',
    { ...action, IconId: newId() },
    404,
    /Icon/,
  ],
  ['an action with an icon that is no Guid', 'POST', 'actions', { ...action, IconId: 'fork' }, 404, /Icon/],
  [
    'a title in an unknown language',
    'PUT',
    'titles',
    { LanguageCode: 'xx-YY', Value: 'x' },
    400,
    /LanguageCode/,
  ],
];

const content = async () => [
  await user.send('GET', `/api/actions?nodeId=${document.id}`),
  await user.send('GET', `/api/titles?nodeId=${document.id}`),
];

test.each(cases)(
  '%s is refused, and nothing is changed',
  async (_name, method, path, json, status, message) => {
    const before = await content();
    const answer = await user.request(method, `/api/${path}`, { json: { NodeId: document.id, ...json } });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ Message: expect.stringMatching(message) });
    expect(await content()).toEqual(before);
  },
);

test('a title and an icon that are not there are answered with 404', async () => {
  for (const path of [`titles?nodeId=${document.id}&languageCode=fr-FR`, `Icons/${newId()}`]) {
    expect((await user.request('GET', `/api/${path}`)).status).toBe(404);
    expect((await user.request('DELETE', `/api/${path}`)).status).toBe(404);
  }
});

test.each(['xx-YY', 'fr-FR', 'no language at all', ''])(
  'a scan in the language %j gets the default of the document',
  async (code) => {
    await user.send('POST', '/api/actions', { json: { ...action, NodeId: document.id } });
    const { status, body } = await scan(loupe, organization.apiKey, photo, code);
    expect(status).toBe(200);
    expect(body).toMatchObject({ LanguageCode: 'en-US' });
  },
);
