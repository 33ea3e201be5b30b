import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { GraphqlClient } from '../graphql/support.js';
import { readWithLibrary } from '../statistics/archive-reader.js';
import { useTestApp } from '../kit/use-app.js';
import { elementsOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';

const device = {
  ApplicationName: 'Reader',
  ApplicationVersion: '1',
  ApplicationInstanceId: 'phone-1',
  DeviceName: 'Phone',
  DeviceSystemVersion: '14',
  SdkVersion: '1',
};

describe('a click', () => {
  const clock = new MovableClock();
  const loupe = useTestApp({ clock });
  let organization: SeededOrganization;
  let editor: SeededUser;
  let document: SeededDocument;
  let actionId: string;

  beforeEach(async () => {
    organization = await seed(loupe).organization();
    editor = await organization.user();
    document = await (await editor.folder()).document(await jpegPicture(41));
    actionId = await document.action();
  });

  const scan = async (headers: object = {}) => {
    const url = `${loupe.url}/api/EnrichedImages?id=${document.imageIds[0]}&languageCode=en-US`;
    const sent = { ApiKey: organization.apiKey, ...device, ...headers };
    return textMember(await (await fetch(url, { headers: sent })).json(), 'SessionId');
  };
  const click = async (headers: object = {}, id = actionId) => {
    clock.forward({ seconds: 1 });
    const sent = { ApiKey: organization.apiKey, ...device, ...headers };
    const url = `${loupe.url}/api/Clicks?actionId=${id}`;
    expect((await fetch(url, { method: 'PUT', headers: sent })).status).toBe(204);
  };
  const clicks = async (query = '') =>
    elementsOf(await editor.send('GET', `/api/documents/${document.id}/clicks${query}`)) as {
      readonly MatchId: string | null;
      readonly SessionId: string;
    }[];
  const clicksOfMatches = async () =>
    elementsOf(await editor.send('GET', `/api/documents/${document.id}/matches`)).map(
      (match) => (match as { readonly Clicks: readonly unknown[] }).Clicks.length,
    );

  it('without a session, or with a word for none, joins the last match that offered its action to the device', async () => {
    const words = ['', 'null', '(null)', 'nil', 'None', 'undefined', '0'];
    for (const SessionId of words) {
      const session = await scan({ SessionId });
      expect(session).not.toBe(SessionId);
      await click(SessionId === '' ? {} : { SessionId });
      expect((await clicks('?take=1'))[0]).toMatchObject({ SessionId: session });
      clock.forward({ seconds: 1 });
    }
    expect(await clicksOfMatches()).toEqual(words.map(() => 1));
  });

  it('with a session that no match knows joins in the same way', async () => {
    const session = await scan();
    await click({ SessionId: 'of another server' });
    expect(await clicks()).toMatchObject([{ SessionId: session, MatchId: expect.any(String) }]);
  });

  it('of another device, another page’s action, another language or much later is a click of its own', async () => {
    await scan();
    await click({ ApplicationInstanceId: 'phone-2' });
    await click({ DeviceName: 'Tablet' });
    const other = await (await editor.folder()).document(await jpegPicture(42));
    await click({}, await other.action());
    await document.title('Page', { languageCode: 'fr-FR' });
    await click({}, await document.action({ languageCode: 'fr-FR' }));
    clock.forward({ minutes: 31 });
    await click();
    expect(await clicksOfMatches()).toEqual([0]);
    expect(await clicks()).toMatchObject(Array.from({ length: 4 }, () => ({ MatchId: null })));
    expect(await clicks('?joined=true')).toEqual([]);
    expect(await clicks('?joined=false&skip=1')).toHaveLength(3);
  });

  it('needs the installation to be told where addresses are not kept', async () => {
    const viewer = await editor.viewer();
    await loupe.app.services.recordKeeping.update(viewer, organization.id, { hostPolicy: 'None' });
    await scan();
    const { ApplicationInstanceId: _, ...anonymous } = device;
    const url = `${loupe.url}/api/Clicks?actionId=${actionId}`;
    await fetch(url, { method: 'PUT', headers: { ApiKey: organization.apiKey, ...anonymous } });
    await click();
    expect((await clicks()).map(({ MatchId }) => MatchId === null)).toEqual([false, true]);
  });

  it('of its own keeps the session that was sent, and has a row of its own in the archive', async () => {
    await click({ SessionId: 'mine' });
    expect(await clicks()).toMatchObject([{ SessionId: 'mine', MatchId: null }]);
    const path = `/services/Clickstream/Download?documentId=${document.id}`;
    clock.forward({ seconds: 1 });
    const archive = await fetch(textMember(await editor.send('GET', path), 'ArchiveUrl'));
    const files = await readWithLibrary(Buffer.from(await archive.arrayBuffer()));
    const rows: Record<string, string>[] = parse(files.get('matches.csv') ?? '', {
      bom: true,
      columns: true,
    });
    expect(rows).toMatchObject([{ MatchId: '', ActionId: actionId, ClickHost: '127.0.0.1' }]);
  });

  it('is reported and read in GraphQL, too, with the match that it followed', async () => {
    const reader = new GraphqlClient(loupe.url, { apikey: organization.apiKey });
    const session = await scan();
    const report = await reader
      .with({ ApplicationInstanceId: 'phone-1' })
      .run('mutation ($id: ID!) { recordClick(input: { actionId: $id }) { __typename } }', { id: actionId });
    expect(report.data).toEqual({ recordClick: { __typename: 'RecordedClick' } });
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${editor.token}` });
    const { data } = await client.run(
      `query ($id: ID!) { node(id: $id) { ... on Document {
        clicks(first: 5, isJoined: true) { totalCount edges { node { id sessionId match { id document { id } } } } }
      } } }`,
      { id: document.id },
    );
    expect(data).toMatchObject({
      node: {
        clicks: {
          totalCount: 1,
          edges: [{ node: { sessionId: session, match: { document: { id: document.id } } } }],
        },
      },
    });
    const found = (
      data as unknown as { node: { clicks: { edges: { node: { id: string; match: { id: string } } }[] } } }
    ).node.clicks.edges[0]!.node;
    const nodes = await client.run('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', {
      ids: [found.id, found.match.id],
    });
    expect(nodes.data).toEqual({
      nodes: [
        { __typename: 'Click', id: found.id },
        { __typename: 'Match', id: found.match.id },
      ],
    });
  });
});
