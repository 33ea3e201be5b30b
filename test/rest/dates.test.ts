/** Days and times in addresses: ISO 8601, in the time zone that is written or that of the organization. */
import { beforeAll, expect, test } from 'vitest';
import type { Clock } from '../../src/kernel/clock.js';
import { GraphqlClient } from '../graphql/support.js';
import { useTestApp } from '../kit/use-app.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';

let now = new Date('2026-11-20T22:30:00Z');
const clock: Clock = { now: () => now };
const loupe = useTestApp({ clock });
let organization: SeededOrganization;
let admin: SeededUser;

beforeAll(async () => {
  organization = await seed(loupe).organization();
  admin = await organization.user();
  await admin.send('PATCH', path(), { json: { TimeZone: 'europe/paris' } });
  // Half an hour before midnight in Paris, half an hour after it, and an hour before the midnight that follows.
  for (const [instant, name] of [
    ['2026-11-20T22:30:00Z', 'before'],
    ['2026-11-20T23:30:00Z', 'early'],
    ['2026-11-21T22:00:00Z', 'late'],
    ['2026-11-21T23:00:00Z', 'after'],
  ] as const) {
    now = new Date(instant);
    await admin.folder({ name });
  }
});

const path = () => `/api/organizations/${organization.id}`;
const operations = async (query: string) => {
  const answer = await admin.request('GET', `/api/Operations?organizationId=${organization.id}&${query}`);
  const body = (await answer.json()) as { Operation: string; Date: string }[] | { ModelState: object };
  if (!Array.isArray(body)) return { status: answer.status, members: Object.keys(body.ModelState) };
  return body.filter(({ Operation }) => Operation === 'folder:create').map(({ Date }) => Date.slice(8, 16));
};

test('a day is the day of the organization and belongs to the period whole', async () => {
  expect(await operations('from=2026-11-21&to=2026-11-21')).toEqual(['21T22:00', '20T23:30']);
  expect(await operations('from=20261121&to=20261122')).toEqual(['21T23:00', '21T22:00', '20T23:30']);
  expect(await operations('from=2026-11-21T00:30&to=2026-11-21T23:00')).toEqual(['20T23:30']);
  expect(await operations('from=2026-11-20T23:30:00Z&to=2026-11-21T23:00:00%2B01:00')).toEqual(['20T23:30']);
});

test.each(['from=5', 'from=2026-02-31', 'to=11/21/2026', 'to=2026-11', 'from=1763713800'])(
  '%s is refused',
  async (query) => {
    const name = query.slice(0, query.indexOf('='));
    const Member = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    expect(await operations(query)).toEqual({ status: 400, members: [Member] });
  },
);

test('an organization has a time zone and changes it to another one that exists', async () => {
  expect(await admin.send('GET', path())).toMatchObject({ TimeZone: 'Europe/Paris' });
  const json = { Name: 'Below', LanguageCode: 'en-US', ParentId: organization.id };
  expect(await admin.send('POST', '/api/organizations', { json })).toMatchObject({
    TimeZone: 'Europe/Paris',
  });
  const other = { ...json, TimeZone: 'America/Lima' };
  expect(await admin.send('POST', '/api/organizations', { json: other })).toMatchObject({
    TimeZone: 'America/Lima',
  });
  for (const TimeZone of ['Europe/Atlantis', '+02:00', '']) {
    const answer = await admin.request('PATCH', path(), { json: { TimeZone } });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ ModelState: { TimeZone: [expect.stringMatching(/Europe\/Paris/)] } }),
    ]);
  }
  const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${admin.token}` });
  const change = `mutation ($id: ID!, $timeZone: String!) {
    updateOrganization(input: { id: $id, patch: { timeZone: $timeZone } }) {
      ... on Organization { timeZone } ... on Problem { code }
    }
  }`;
  const run = async (timeZone: string) =>
    (await client.run(change, { id: organization.id, timeZone })).data?.['updateOrganization'];
  expect(await run('nowhere')).toEqual({ code: 'BAD_USER_INPUT' });
  expect(await run('Asia/Tokyo')).toEqual({ timeZone: 'Asia/Tokyo' });
  const editor = await organization.user({ roles: ['Editor'] });
  expect((await editor.request('PATCH', path(), { json: { TimeZone: 'UTC' } })).status).toBe(403);
  expect(await editor.send('GET', path())).toMatchObject({ TimeZone: 'Asia/Tokyo' });
  await admin.send('PATCH', path(), { json: { TimeZone: 'Europe/Paris' } });
});
