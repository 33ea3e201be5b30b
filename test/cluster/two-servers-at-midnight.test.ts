/** Two whole servers on one database: content changes on both at the same minute, and events of readers arrive once, in one order. */
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { elementsOf, memberOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import { TestNats } from '../kit/servers/nats.js';
import { migratedPostgresDatabase } from '../kit/servers/postgres.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { device } from '../recognition/publisher.js';
import { scan } from '../rest/support/scans.js';

const patientMs = 120_000;
const clock = new MovableClock();
let nats: TestNats;
let listening: NatsConnection;
let folder: string;
let servers: readonly [TestApp, TestApp];
let organization: SeededOrganization;
let user: SeededUser;
let document: SeededDocument;
let photo: Buffer;
/** Bodies on NATS, in the order of their arrival. */
const heard: { readonly subject: string; readonly body: unknown }[] = [];

beforeAll(async () => {
  nats = await TestNats.start();
  listening = await connect({ servers: nats.url() });
  listening.subscribe('loupe.*.recorded.*', {
    callback: (_error, message) => void heard.push({ subject: message.subject, body: message.json() }),
  });
  await listening.flush();
  folder = await mkdtemp(join(tmpdir(), 'loupe-midnight-'));
  const environment = {
    LOUPE_DATABASE_URL: await migratedPostgresDatabase(),
    LOUPE_FILES_FOLDER: join(folder, 'files'),
    LOUPE_SECRET_KEY: randomUUID(),
    LOUPE_NATS_URL: nats.url(),
  };
  clock.to('2026-12-23T12:00:00Z');
  const start = async () => startTestApp({ isAlone: true, environment, clock });
  servers = [await start(), await start()];
}, patientMs);
afterAll(async () => {
  for (const server of servers) await server.close();
  await listening.close();
  await nats.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  clock.to('2026-12-23T12:00:00Z');
  const [first] = servers;
  organization = await seed(first).organization({ credit: 20 });
  await first.app.services.organizations.update(operator, organization.id, { timeZone: 'Asia/Tokyo' });
  user = await organization.user();
  photo = await jpegPicture(611);
  document = await (await user.folder()).document(photo, { name: 'Spring' });
  heard.length = 0;
}, patientMs);

const seenOn = async (server: TestApp) =>
  (await scan(server, organization.apiKey, photo)).image?.Actions.map(({ Name }) => Name) ?? null;
const seen = async () => Promise.all(servers.map(seenOn));

test(
  'a campaign changes on both at midnight of its organization',
  async () => {
    for (const [name, timeWindow] of [
      ['before', 'until 2026-12-24T00:00'],
      ['after', 'from 2026-12-24T00:00'],
    ] as const) {
      const id = await document.action({ name });
      await servers[0].app.services.actions.patch(await user.viewer(), id, { timeWindow });
    }
    expect(await seen()).toEqual([['before'], ['before']]);
    clock.to('2026-12-23T14:59:59.999Z');
    expect(await seen()).toEqual([['before'], ['before']]);
    clock.to('2026-12-23T15:00:00Z');
    expect(await seen()).toEqual([['after'], ['after']]);
  },
  patientMs,
);

test(
  'a draft with a date is published by one of them, once, and both answer it',
  async () => {
    const viewer = await user.viewer();
    const nodeId = document.id;
    await document.title('Before midnight', { nodeId });
    await document.action({ name: 'Order' });
    const { drafts, draftSchedule } = servers[1].app.services;
    await drafts.start(viewer, nodeId);
    const setTitle = { nodeId, languageCode: 'en-US', value: 'After midnight' };
    const edited = await user.send('POST', '/graphql', {
      json: {
        query: `mutation ($id: ID!, $edits: [DraftEdit!]!) { done: changeDraft(input: { documentId: $id, edits: $edits }) {
          ... on EditedDraft { draft { changeCount } } ... on Problem { message } } }`,
        variables: { id: nodeId, edits: [{ change: { setTitle } }] },
      },
    });
    expect(edited).toMatchObject({ data: { done: { draft: { changeCount: 1 } } } });
    await draftSchedule.set(viewer, nodeId, '2026-12-24T00:00');
    const titles = async () =>
      Promise.all(
        servers.map(async (server) => (await scan(server, organization.apiKey, photo)).image?.Title),
      );
    const publish = async () =>
      Promise.all(servers.map(async ({ app }) => app.services.draftSchedule.publishDue()));
    clock.to('2026-12-23T14:59:59Z');
    expect(await publish()).toEqual([0, 0]);
    expect(await titles()).toEqual(['Before midnight', 'Before midnight']);
    clock.to('2026-12-23T15:00:00Z');
    const published = await publish();
    // A server looks by itself, too.
    expect(published.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1);
    await expect.poll(titles).toEqual(['After midnight', 'After midnight']);
    const history = await servers[0].app.services.documentHistory.list(viewer, nodeId, {
      ...{ before: null, first: 100 },
    });
    expect(JSON.stringify(history).split('draft:publish')).toHaveLength(2);
  },
  patientMs,
);

test(
  'events of readers of both arrive once, in one order, and again from any cursor',
  async () => {
    await document.title('Tulips');
    const pageId = document.imageIds[0] ?? '';
    const look = async ({ app }: TestApp) => {
      const reader = await app.services.auth.viewerOfApiKey(organization.apiKey);
      if (reader === null) throw new Error('The ApiKey of the organization is not known.');
      for (let at = 0; at < 40; at += 1) await app.services.recognition.byId(reader, pageId, 'en-US', device);
    };
    await Promise.all(servers.map(look));
    await Promise.all(servers.map(async ({ app }) => app.services.eventFeed.feed()));
    const viewer = await user.viewer();
    const read = async ({ app }: TestApp, after: { number: number; asOf: Date } | null) =>
      (await app.services.recordedEvents.read(viewer, organization.id, { after, limit: 100 })).events;
    await expect.poll(async () => (await read(servers[0], null)).length).toBe(80);
    const all = await read(servers[0], null);
    expect(await read(servers[1], null)).toEqual(all);
    expect(new Set(all.map(({ id }) => id)).size).toBe(80);
    const numbers = all.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    const place = { number: numbers[29] ?? 0, asOf: clock.now() };
    for (const server of servers) expect(await read(server, place)).toEqual(all.slice(30));
    const ids = all.map(({ id }) => id);
    const told = () =>
      heard.flatMap(({ body }) =>
        elementsOf(memberOf(body, 'events')).map((event) => textMember(event, 'id')),
      );
    await expect.poll(() => new Set(told()).size).toBe(80);
    expect(new Set(told())).toEqual(new Set(ids));
    expect(heard.every(({ subject }) => subject.endsWith(`.recorded.${organization.id}`))).toBe(true);
    for (const { body } of heard) {
      const places = elementsOf(memberOf(body, 'events')).map((event) =>
        ids.indexOf(textMember(event, 'id')),
      );
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(textMember(body, 'cursor')).not.toBe('');
    }
  },
  patientMs,
);
