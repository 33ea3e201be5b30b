/** Events of readers on the command line: from a cursor on, of one document, and as they happen. */
import { beforeEach, describe, expect, test } from 'vitest';
import { runLoupe } from '../kit/command.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';
import { device } from '../recognition/publisher.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let administrator: SeededUser;
let spring: SeededDocument;
let autumn: SeededDocument;

beforeEach(async () => {
  organization = await seed(loupe).organization();
  administrator = await organization.user();
  const folder = await administrator.folder();
  spring = await folder.document(await jpegPicture(341), { name: 'Spring' });
  autumn = await folder.document(await jpegPicture(342), { name: 'Autumn' });
  for (const document of [spring, autumn]) await document.title('Tulips');
});

const look = async (...documents: readonly SeededDocument[]) => {
  const reader = await loupe.app.services.auth.viewerOfApiKey(organization.apiKey);
  if (reader === null) throw new Error('The ApiKey of the organization is not known.');
  for (const { imageIds } of documents)
    await loupe.app.services.recognition.byId(reader, imageIds[0] ?? '', 'en-US', device);
  await loupe.app.services.eventFeed.feed();
};

interface Line {
  readonly type: string;
  readonly documentName: string;
  readonly cursor: string;
}
const linesOf = (out: string) =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
const run = (...options: readonly string[]) =>
  runLoupe(['events', '--org', organization.id, ...options], loupe.environment);

describe('loupe events', () => {
  test('prints what readers did, and goes on behind a cursor', async () => {
    await look(spring, autumn, spring);
    const all = linesOf((await run('--json')).out);
    expect(all.map(({ documentName }) => documentName)).toEqual(['Spring', 'Autumn', 'Spring']);
    const rest = linesOf((await run('--json', '--after', all[0]?.cursor ?? '')).out);
    expect(rest).toEqual(all.slice(1));
    expect((await run()).out).toMatch(/Z {2}recognized {4}Spring, page 1\n/);
    expect(linesOf((await run('--json', '--document', autumn.id)).out)).toEqual([all[1]]);
    expect(linesOf((await run('--json', '--after', all.at(-1)?.cursor ?? '')).out)).toEqual([]);
  });

  test('begins at a time, and refuses what is no cursor, time or document', async () => {
    await look(spring);
    const from = new Date(Date.now() - 60_000).toISOString();
    expect(linesOf((await run('--json', '--from', from)).out)).toHaveLength(1);
    expect((await run('--from', 'yesterday')).error).toMatch(/--from/);
    expect((await run('--from', '2020-01-01')).error).toMatch(/cannot be read again/);
    expect((await run('--after', 'nothing')).error).toMatch(/after/);
    expect((await run('--document', organization.id)).exitCode).not.toBe(0);
  });
});

test('events of one document are those of GraphQL, REST and their count', async () => {
  await look(spring, autumn, autumn);
  const query = `organizationId=${organization.id}&documentId=${autumn.id}`;
  const rest = (await administrator.send('GET', `/services/RecordedEvents?${query}`)) as {
    readonly Events: readonly { readonly DocumentName: string }[];
  };
  expect(rest.Events.map(({ DocumentName }) => DocumentName)).toEqual(['Autumn', 'Autumn']);
  const { recordedEvents } = loupe.app.services;
  const viewer = await administrator.viewer();
  expect(await recordedEvents.count(viewer, organization.id, autumn.id)).toBe(2);
  expect(await recordedEvents.count(viewer, organization.id)).toBe(3);
  const stranger = await (await (await seed(loupe).organization()).user()).viewer();
  const theirs = recordedEvents.read(stranger, stranger.kind === 'user' ? stranger.organizationId : '', {
    ...{ after: null, limit: 10, documentId: autumn.id },
  });
  await expect(theirs).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
