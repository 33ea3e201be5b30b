/** A mail a day lists what is new in the inbox, for users who want it, in their language; none where nothing is. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { GraphqlClient } from '../graphql/support.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';
import { device } from '../recognition/publisher.js';

const clock = new MovableClock();
const loupe = useTestApp({ clock, environment: { LOUPE_PUBLIC_URL: 'https://loupe.press.example' } });
let organization: SeededOrganization;
let editor: SeededUser;
let document: SeededDocument;
let mail: string;

beforeEach(async () => {
  clock.to('2026-12-01T12:00:00Z');
  organization = await seed(loupe).organization();
  mail = `${crypto.randomUUID()}@press.example`;
  editor = await organization.user({ roles: ['Editor'], mail });
  document = await (await editor.folder()).document(await jpegPicture(341), { name: 'Spring' });
});

const choose = async (aboutInbox: boolean, languageCode: string | null = null) => {
  const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${editor.token}` });
  const { data } = await client.run(
    `mutation ($input: UpdateMailChoiceInput!) { updateMailChoice(input: $input) {
      ... on MailChoice { aboutComments aboutInbox languageCode } } }`,
    { input: { aboutComments: true, aboutInbox, languageCode } },
  );
  expect(data).toEqual({ updateMailChoice: { aboutComments: true, aboutInbox, languageCode } });
};
const scanned = async (pageId = document.imageIds[0] ?? '') => {
  const reader = await loupe.app.services.auth.viewerOfApiKey(organization.apiKey);
  if (reader === null) throw new Error('The ApiKey of the organization is not known.');
  for (let at = 0; at < 5; at += 1)
    await loupe.app.services.recognition.byId(reader, pageId, 'en-US', device);
};
const look = async () => loupe.app.services.inboxMails.look();

async function mails(): Promise<readonly string[]> {
  const folder = loupe.config.mailFolder;
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts
    .filter((each) => each.includes(`To: ${mail}\r\n`))
    .map((text) =>
      Buffer.from(
        text
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ).toString('utf8'),
    );
}

test('comes once a day, when something is new, with links to where it is mended', async () => {
  await scanned();
  expect(await look()).toBe(0);
  await choose(true);
  expect(await look()).toBe(1);
  expect(await look()).toBe(0);
  await expect.poll(mails).toHaveLength(1);
  const [first = ''] = await mails();
  expect(first).toContain('Page 1 of Spring was scanned 5 times in a week, and offers nothing');
  expect(first).toContain(
    `https://loupe.press.example/documents/${document.id}?page=${document.imageIds[0] ?? ''}`,
  );
  expect(first).toContain('https://loupe.press.example/inbox');
  const second = await (await editor.folder()).document(await jpegPicture(342), { name: 'Autumn' });
  await scanned(second.imageIds[0]);
  // Switching the wish off and on brings no second mail of the day.
  await choose(false);
  await choose(true, 'fr');
  expect(await look()).toBe(0);
  clock.forward({ days: 1 });
  expect(await look()).toBe(1);
  await expect.poll(mails).toHaveLength(2);
  const french = (await mails()).find((each) => each.includes('Quelqu’un devrait regarder ceci'));
  expect(french).toContain('La page 1 de Autumn a été scannée 5 fois en une semaine');
  expect(french).not.toContain('Spring');
  clock.forward({ days: 1 });
  expect(await look()).toBe(0);
});

test('waits for the morning of the organization, and comes once also from several servers', async () => {
  await loupe.app.services.organizations.update(operator, organization.id, { timeZone: 'Asia/Tokyo' });
  await choose(true, 'de');
  clock.to('2026-12-01T21:00:00Z');
  await scanned();
  expect(await look()).toBe(0);
  clock.to('2026-12-01T22:00:00Z');
  const sent = await Promise.all([look(), look(), look()]);
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1);
  await expect.poll(mails).toHaveLength(1);
  expect((await mails())[0]).toContain('Seite 1 von Spring wurde in einer Woche 5-mal gescannt');
});

test('is not sent about what is dismissed, nor to those who may not log in any more', async () => {
  await scanned();
  await choose(true);
  const { inbox } = loupe.app.services;
  const [item] = await inbox.of(operator, organization.id);
  await inbox.dismiss(operator, organization.id, item?.id ?? '');
  expect(await look()).toBe(0);
  clock.forward({ days: 1 });
  await inbox.restore(operator, organization.id, item?.id ?? '');
  await loupe.app.services.users.patch(operator, editor.id, { status: 'Inactive' });
  expect(await look()).toBe(0);
});
