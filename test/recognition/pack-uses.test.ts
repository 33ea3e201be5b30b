/** Uses of a pack without a network: reported later, each counts once and at its own time. */
import { beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { newRandomId } from '../../src/kernel/ids.js';
import { GraphqlClient } from '../graphql/support.js';
import { makePack } from '../access/packs.js';
import { elementsOf } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';

const REPORT = `mutation ($input: RecordPackUsesInput!) {
  result: recordPackUses(input: $input) {
    ... on RecordedPackUses { recordedIds refused { id reason message } }
    ... on Problem { code message }
  }
}`;

describe('uses of a pack', () => {
  const clock = new MovableClock();
  const loupe = useTestApp({ clock });
  let organization: SeededOrganization;
  let administrator: SeededUser;
  let document: SeededDocument;
  let actionId: string;
  let packId: string;
  let reader: GraphqlClient;

  const keyOf = async ({ id: organizationId }: SeededOrganization, scansPerMinute = 1000) => {
    const { publishableKeys } = loupe.app.services;
    return publishableKeys.create(operator, { organizationId, name: 'Guide', scansPerMinute });
  };
  const page = (key: string) => new GraphqlClient(loupe.url, { apikey: key, origin: loupe.url });

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    administrator = await organization.user();
    document = await (await administrator.folder()).document(await jpegPicture(81));
    actionId = await document.action({ name: 'Listen' });
    packId = await makePack({ loupe }, document.id);
    reader = page((await keyOf(organization)).key);
    clock.forward({ days: 3 });
  });

  const ago = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000).toISOString();
  const use = (members: object = {}) => ({
    id: newRandomId(),
    at: ago(5),
    elementId: document.imageIds[0]!,
    languageCode: 'en-US',
    sessionId: newRandomId(),
    ...members,
  });
  const report = async (uses: readonly object[], client = reader, pack = packId) =>
    (await client.run(REPORT, { input: { packId: pack, uses } })).data!['result'] as {
      readonly recordedIds?: readonly string[];
      readonly refused?: readonly { readonly reason: string }[];
      readonly code?: string;
    };
  const reasonsOf = async (members: object) =>
    (await report([use(members)])).refused?.map(({ reason }) => reason);
  const matchesAt = async (at: string) =>
    (
      elementsOf(await administrator.send('GET', `/api/documents/${document.id}/matches`)) as {
        readonly RequestTime: string;
        readonly Clicks: readonly { readonly ClickTime: string }[];
      }[]
    ).filter(({ RequestTime }) => new Date(RequestTime).toISOString() === at);

  it('that are sent twice count once, at the time at which they happened', async () => {
    const match = use({ at: ago(7) });
    const click = use({ at: ago(4), actionId, sessionId: match.sessionId });
    const first = await report([match, click]);
    expect(first).toEqual({ recordedIds: [match.id, click.id], refused: [] });
    expect(await report([match, click, match])).toEqual({
      recordedIds: [match.id, click.id, match.id],
      refused: [],
    });
    const [one, ...others] = await matchesAt(match.at);
    expect(others).toEqual([]);
    expect(one!.Clicks.map(({ ClickTime }) => new Date(ClickTime).toISOString())).toEqual([click.at]);
  });

  it('count on the day on which they happened', async () => {
    const before = await loupe.app.services.clickstream.matchCumul(operator, document.id);
    const at = ago(30);
    await report([use({ at })]);
    const day = (counts: typeof before) =>
      counts.find((one) => one.day.toISOString().slice(0, 10) === at.slice(0, 10))?.count ?? 0;
    expect(day(await loupe.app.services.clickstream.matchCumul(operator, document.id))).toBe(day(before) + 1);
  });

  it('are recorded once when two reports bring them at the same time', async () => {
    const match = use({ at: ago(8) });
    const click = use({ actionId, sessionId: match.sessionId });
    await Promise.all([report([match, click]), report([match, click]), report([match, click])]);
    const [one, ...others] = await matchesAt(match.at);
    expect(others).toEqual([]);
    expect(one!.Clicks).toHaveLength(1);
  });

  it('are refused with the reason where their time cannot be right', async () => {
    expect(await reasonsOf({ at: ago(-1) })).toEqual(['IN_FUTURE']);
    expect(await reasonsOf({ at: ago(24 * 4) })).toEqual(['BEFORE_PACK']);
    expect(await reasonsOf({ id: 'x' })).toEqual(['INVALID']);
    expect(await reasonsOf({ sessionId: 's'.repeat(201) })).toEqual(['INVALID']);
    expect(await reasonsOf({ languageCode: 'en-XX' })).toEqual(['INVALID']);
  });

  it('of a clock that is a little fast count now', async () => {
    const match = use({ at: ago(-1 / 60) });
    expect((await report([match])).recordedIds).toEqual([match.id]);
    expect(await matchesAt(match.at)).toEqual([]);
    expect(await matchesAt(clock.now().toISOString())).toHaveLength(1);
  });

  it('are refused where they are not of the pack', async () => {
    const other = await seed(loupe).organization();
    const theirs = await (await (await other.user()).folder()).document(await jpegPicture(82));
    const beside = await (await administrator.folder()).document(await jpegPicture(83));
    expect(await reasonsOf({ elementId: theirs.imageIds[0]! })).toEqual(['NOT_IN_PACK']);
    expect(await reasonsOf({ elementId: beside.imageIds[0]! })).toEqual(['NOT_IN_PACK']);
    expect(await reasonsOf({ elementId: document.id })).toEqual(['NOT_IN_PACK']);
    expect(await reasonsOf({ actionId: await beside.action() })).toEqual(['NOT_IN_PACK']);
    const stranger = page((await keyOf(other)).key);
    expect(await report([use()], stranger)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await report([use()], reader, newRandomId())).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are refused after the pack has expired, and those of before count', async () => {
    const { packs, jobs } = loupe.app.services;
    const { id, jobId } = await packs.create(operator, { elementId: document.id, validDays: 1 });
    await jobs.waitFor(jobId);
    clock.forward({ days: 1, minutes: 360 });
    const answer = await report([use({ at: ago(1) }), use({ at: ago(20) })], reader, id);
    expect(answer.refused).toMatchObject([{ reason: 'AFTER_PACK' }]);
    expect(answer.recordedIds).toHaveLength(1);
  });

  it('are refused when they are older than what the organization keeps', async () => {
    const { recordKeeping } = loupe.app.services;
    await recordKeeping.update(operator, organization.id, { retentionDays: 1 });
    expect(await reasonsOf({ at: ago(25) })).toEqual(['TOO_OLD']);
    expect((await report([use({ at: ago(23) })])).recordedIds).toHaveLength(1);
    await recordKeeping.update(operator, organization.id, { retentionDays: null });
  });

  it('beyond the limit of the key are left for a later report', async () => {
    const limited = page((await keyOf(organization, 2)).key);
    const uses = [use(), use(), use()];
    expect(await report(uses, limited)).toEqual({
      recordedIds: uses.slice(0, 2).map(({ id }) => id),
      refused: [],
    });
    expect(await report(uses.slice(2), limited)).toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('are at most 50 in a report', async () => {
    expect(await report(Array.from({ length: 51 }, () => use()))).toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});
