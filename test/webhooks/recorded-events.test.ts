/** Events of readers come as they happen, in order, at least once, and again from a cursor on. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient, typedDocument } from '../../packages/client/src/index.js';
import { GraphqlClient } from '../graphql/support.js';
import { textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';
import { Receiver } from './receiver.js';

interface Events {
  readonly Events: readonly { readonly Id: string; readonly Type: string; readonly Time: string }[];
  readonly Next: string;
}

describe('what readers did', () => {
  const clock = new MovableClock();
  const loupe = useTestApp({ clock, environment: { LOUPE_WEBHOOKS_PRIVATE: 'true' } });
  let receiver: Receiver;
  let url: string;
  let organization: SeededOrganization;
  let administrator: SeededUser;
  let document: { readonly id: string };
  let pageId: string;
  let actionId: string;

  beforeEach(async () => {
    receiver = new Receiver();
    url = await receiver.open();
    organization = await seed(loupe).organization();
    administrator = await organization.user();
    const made = await (await administrator.folder()).document(await jpegPicture(341), { name: 'Spring' });
    document = made;
    pageId = made.imageIds[0] ?? '';
    await made.title('Tulips');
    actionId = await made.action({ nodeId: pageId, name: 'Order' });
    clock.forward({ minutes: 1 });
  });
  afterEach(() => receiver.close());

  const device = { sessionId: null, host: null, headers: {} };
  const reader = async () => {
    const viewer = await loupe.app.services.auth.viewerOfApiKey(organization.apiKey);
    if (viewer === null) throw new Error('The ApiKey of the organization is not known.');
    return viewer;
  };
  const look = async (times = 1) => {
    const viewer = await reader();
    let sessionId: string | null = null;
    for (let at = 0; at < times; at += 1) {
      const shown = await loupe.app.services.recognition.byId(viewer, pageId, 'en-US', device);
      sessionId = shown?.sessionId ?? null;
      clock.forward({ seconds: 1 });
    }
    return sessionId;
  };
  const click = async (sessionId: string | null = null) => {
    await loupe.app.services.clicks.record(await reader(), actionId, { ...device, sessionId });
    clock.forward({ seconds: 1 });
  };
  const feed = () => loupe.app.services.eventFeed.feed();
  const send = async () => {
    await feed();
    await loupe.app.services.webhookSender.sendDue();
  };
  const make = async () =>
    textMember(
      await administrator.send('POST', '/services/Webhooks', {
        json: { OrganizationId: organization.id, Url: url, Events: ['readers.recorded'] },
      }),
      'Id',
    );
  const list = async (after: string | null = null, first = 100, user = administrator) => {
    const query = `organizationId=${organization.id}&first=${first}${after === null ? '' : `&after=${after}`}`;
    return (await user.send('GET', `/services/RecordedEvents?${query}`)) as Events;
  };
  const typesOf = ({ Events: events }: Events) => events.map(({ Type }) => Type);

  it('arrives at a webhook in batches, a click behind its recognition', async () => {
    await make();
    await click(await look(2));
    await send();
    await expect
      .poll(() => receiver.events.map(({ type }) => type))
      .toEqual(['recognized', 'recognized', 'clicked']);
    const [, second, third] = receiver.events;
    expect(second).toMatchObject({ documentId: document.id, pageId });
    expect(third).toMatchObject({ documentId: document.id, actionName: 'Order', matchId: second?.id });
  });

  it('waits for a receiver that is away for a day, then arrives in order and once', async () => {
    await make();
    receiver.statuses = Array.from({ length: 60 }, () => 503);
    await look();
    await send();
    for (let hours = 0; hours < 24; hours += 1) {
      await look();
      clock.forward({ minutes: 60 });
      await send();
    }
    // Only the first batch was tried: nothing overtakes it.
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    receiver.received.length = 0;
    receiver.statuses = [];
    clock.forward({ minutes: 31 });
    await send();
    const told = receiver.events.map(({ id }) => id);
    const recorded = (await list()).Events.map(({ Id }) => Id);
    expect(told).toEqual(recorded);
    expect(told).toHaveLength(25);
  });

  it('goes on where it stopped when a webhook is switched off and on', async () => {
    const id = await make();
    await look();
    await send();
    receiver.statuses = [410];
    await look();
    await send();
    await look();
    await send();
    expect(receiver.received).toHaveLength(2);
    await administrator.send('PATCH', `/services/Webhooks/${id}`, { json: { IsActive: true } });
    await send();
    const listed = (await list()).Events.map(({ Id }) => Id);
    await expect.poll(() => [...new Set(receiver.events.map(({ id: each }) => each))]).toEqual(listed);
  });

  it('reaches other receivers while one is slow', async () => {
    const slow = new Receiver();
    let release: () => void = () => undefined;
    slow.hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slowUrl = await slow.open();
    try {
      await make();
      await administrator.send('POST', '/services/Webhooks', {
        json: { OrganizationId: organization.id, Url: slowUrl, Events: ['readers.recorded'] },
      });
      for (let at = 1; at <= 3; at += 1) {
        await look();
        await feed();
        await expect.poll(() => receiver.events.length).toBe(at);
      }
      release();
      await expect.poll(() => slow.events.length).toBe(3);
    } finally {
      release();
      slow.close();
    }
  });

  it('is sent once more from a time on', async () => {
    const id = await make();
    await look();
    await send();
    clock.forward({ seconds: 1 });
    const from = clock.now().toISOString();
    await look(2);
    await send();
    await expect.poll(() => receiver.events.length).toBe(3);
    await administrator.send('PUT', `/services/Webhooks/${id}/replay`, { json: { From: from } });
    await send();
    await expect.poll(() => receiver.events.length).toBe(5);
    const ids = receiver.events.map(({ id: each }) => each);
    expect(ids.slice(3)).toEqual(ids.slice(1, 3));
    const answered = async (at: string) => {
      const path = `/services/Webhooks/${id}/replay`;
      return (await administrator.request('PUT', path, { json: { From: at } })).status;
    };
    expect(await answered('2020-01-01T00:00:00Z')).toBe(410);
    expect(await answered('2099-01-01T00:00:00Z')).toBe(400);
  });

  it('is read by pages from a cursor on, of organizations below, too', async () => {
    await look(3);
    await feed();
    const first = await list(null, 2);
    expect(typesOf(first)).toEqual(['Recognized', 'Recognized']);
    const second = await list(first.Next, 2);
    expect(typesOf(second)).toEqual(['Recognized']);
    const none = await list(second.Next);
    expect(none.Events).toEqual([]);
    const below = await organization.organization();
    const viewer = await loupe.app.services.auth.viewerOfApiKey(below.apiKey);
    if (viewer === null) throw new Error('The ApiKey is not known.');
    const { recognition, uploads } = loupe.app.services;
    const photo = await uploads.receiveBytes(await jpegPicture(999), { maxBytes: 1e7 });
    await recognition.scan(viewer, photo, { languageCode: 'en-US', device });
    await feed();
    const later = await list(none.Next);
    expect(typesOf(later)).toEqual(['Unrecognized']);
  });

  it('is refused by a cursor that is older than 30 days, with the time to begin from', async () => {
    await look();
    await feed();
    const { Next } = await list();
    clock.forward({ days: 29 });
    administrator = await organization.user();
    expect((await list(Next)).Events).toEqual([]);
    clock.forward({ days: 2 });
    administrator = await organization.user();
    await look();
    await feed();
    const query = `/services/RecordedEvents?organizationId=${organization.id}&after=${Next}`;
    const refused = await administrator.request('GET', query);
    expect(refused.status).toBe(410);
    const earliest = new Date(clock.now().getTime() - 30 * 24 * 3600 * 1000).toISOString();
    expect(await refused.text()).toContain(earliest);
    expect(typesOf(await list())).toEqual(['Recognized']);
    expect((await administrator.request('GET', `${query}x`)).status).toBe(400);
  });

  it('comes as it happens over GraphQL, and from a cursor after the connection was lost', async () => {
    const follow = typedDocument<
      {
        readonly recorded: {
          readonly cursor: string;
          readonly events: readonly { readonly kind: string; readonly page: unknown }[];
        };
      },
      { readonly id: string; readonly after: string | null }
    >(
      'subscription ($id: ID!, $after: String) { recorded(organizationId: $id, after: $after) { cursor events { kind page { id } } } }',
    );
    const client = createClient({ url: loupe.url, token: () => administrator.token });
    const end = new AbortController();
    const stream = client.subscribe(follow, { id: organization.id, after: null }, { signal: end.signal });
    const batches = stream[Symbol.asyncIterator]();
    const next = async () => {
      const { done, value } = await batches.next();
      if (done === true) throw new Error('The stream has ended.');
      return value;
    };
    expect((await next()).events).toEqual([]);
    await look();
    await feed();
    const first = await next();
    expect(first.events).toEqual([{ kind: 'RECOGNIZED', page: { id: pageId } }]);
    end.abort();
    await look();
    await click();
    await feed();
    const again = client.subscribe(follow, { id: organization.id, after: first.cursor });
    for await (const recorded of again) {
      expect(recorded.events.map(({ kind }) => kind)).toEqual(['RECOGNIZED', 'CLICKED']);
      break;
    }
    const stranger = await (await seed(loupe).organization()).user();
    const theirs = createClient({ url: loupe.url, token: () => stranger.token });
    const refused = theirs.subscribe(follow, { id: organization.id, after: null });
    await expect(refused[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is a connection, whose end names where to go on also when it is empty', async () => {
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${administrator.token}` });
    const query = `query ($id: ID!, $after: String) { organization(id: $id) { recordedEvents(first: 10, after: $after) {
      totalCount nodes { kind documentName pageOrder actionName } pageInfo { endCursor hasNextPage } } } }`;
    const ask = async (after: string | null) => {
      const { data } = await client.run(query, { id: organization.id, after });
      return (
        data as {
          organization: {
            recordedEvents: { totalCount: number; nodes: unknown[]; pageInfo: { endCursor: string } };
          };
        }
      ).organization.recordedEvents;
    };
    const empty = await ask(null);
    expect(empty).toMatchObject({ totalCount: 0, nodes: [], pageInfo: { hasNextPage: false } });
    await look();
    await click();
    await feed();
    expect(await ask(empty.pageInfo.endCursor)).toMatchObject({
      totalCount: 2,
      nodes: [
        { kind: 'RECOGNIZED', documentName: 'Spring', pageOrder: 1, actionName: '' },
        { kind: 'CLICKED', documentName: 'Spring', actionName: 'Order' },
      ],
    });
  });

  it('gets its numbers once, also where several give them at once, and costs a scan no statement', async () => {
    await look(20);
    const counts = await Promise.all([feed(), feed(), feed()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(20);
    expect((await list()).Events).toHaveLength(20);
    const write = vi.spyOn(loupe.app.services.database, 'write');
    try {
      await look();
      expect(write).toHaveBeenCalledTimes(1);
    } finally {
      write.mockRestore();
    }
  });
});
