/** Targets of actions: a shape for each type, given and answered member by member. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../kit/app.js';
import { textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { GraphqlClient } from './support.js';

let loupe: TestApp;
let editor: SeededUser;
let document: SeededDocument;
let client: GraphqlClient;

beforeAll(async () => {
  loupe = await startTestApp();
  const organization = await seed(loupe).organization();
  editor = await organization.user();
  document = await (await editor.folder()).document(await jpegPicture(121));
  client = new GraphqlClient(loupe.url, { authorization: `Bearer ${editor.token}` });
});

afterAll(async () => loupe.close());

const TARGET = `target { __typename
  ... on UrlTarget { url isEmbeddedWebView isAnonymous contentType extras }
  ... on MailTarget { address subject body extras }
  ... on PhoneTarget { number }
  ... on SmsTarget { number body }
  ... on MapTarget { latitude longitude searchAddress }
  ... on ShareTarget { url text }
  ... on ContactTarget { firstName telephones { type number } emails { type address } addresses { city } vCard isVCard }
  ... on EventTarget { summary start end recurrence { frequency interval } iCalendar isICalendar }
  ... on LegacyTarget { json source } }`;
const CREATE = `mutation ($input: CreateActionInput!) { createAction(input: $input) { __typename
  ... on Action { id type isValid ${TARGET} } ... on Problem { code message }
  ... on ValidationProblem { fields { path messages } } } }`;

interface Made {
  readonly id: string;
  readonly target: Record<string, unknown>;
}

async function create(target: object): Promise<Made> {
  const input = { nodeId: document.id, languageCode: 'en-US', name: 'Action', target };
  const { data, errors } = await client.run(CREATE, { input });
  expect(errors).toBeUndefined();
  return data?.['createAction'] as Made;
}

async function contentOf({ id }: Made): Promise<unknown> {
  return JSON.parse(textMember(await editor.send('GET', `/api/actions/${id}`), 'Content')) as unknown;
}

/** As a client of the REST API stores it. */
async function stored(Type: string, Content: string): Promise<unknown> {
  const json = { NodeId: document.id, LanguageCode: 'en-US', Name: 'Older', Type, Content };
  const id = textMember(await editor.send('POST', '/api/actions', { json }), 'Id');
  const { data, errors } = await client.run(
    `query ($id: ID!) { node(id: $id) { ... on Action { ${TARGET} } } }`,
    { id },
  );
  expect(errors).toBeUndefined();
  return (data?.['node'] as Made).target;
}

describe('a target', () => {
  it.each([
    [
      { url: { url: 'https://loupe.example/', isAnonymous: true } },
      { type: 'URL', target: { __typename: 'UrlTarget', url: 'https://loupe.example/', isAnonymous: true } },
      { Url: 'https://loupe.example/', IsAnonymousURL: true },
    ],
    [
      { mail: { address: 'anna@loupe.example', subject: 'Tickets', body: 'Two, please' } },
      { type: 'MAIL', target: { address: 'anna@loupe.example', subject: 'Tickets', body: 'Two, please' } },
      { Address: 'anna@loupe.example', Subject: 'Tickets', Content: 'Two, please' },
    ],
    [{ phone: { number: '+41 22 767 61 11' } }, { type: 'TEL' }, { Number: '+41 22 767 61 11' }],
    [
      { sms: { number: '0800', body: 'Hi' } },
      { type: 'SMS', target: { body: 'Hi' } },
      { Number: '0800', Content: 'Hi' },
    ],
    [
      { map: { latitude: 46.2, longitude: 6.1 } },
      { type: 'MAP', target: { latitude: 46.2, longitude: 6.1, searchAddress: null } },
      { Latitude: 46.2, Longitude: 6.1 },
    ],
    [
      { share: { url: 'https://loupe.example/', text: 'Look' } },
      { type: 'SHARE', target: { text: 'Look' } },
      { Url: 'https://loupe.example/', Content: 'Look' },
    ],
    [
      {
        contact: {
          firstName: 'Ada',
          telephones: [{ type: 'CELL', number: '0800' }],
          emails: [{ type: 'WORK', address: 'ada@loupe.example' }],
          addresses: [{ type: 'HOME', city: 'Geneva' }],
        },
      },
      {
        type: 'VCARD',
        target: {
          firstName: 'Ada',
          telephones: [{ type: 'CELL', number: '0800' }],
          emails: [{ type: 'WORK', address: 'ada@loupe.example' }],
          addresses: [{ city: 'Geneva' }],
          vCard: expect.stringMatching(/^BEGIN:VCARD\r\n/) as unknown,
          isVCard: false,
        },
      },
      {
        FirstName: 'Ada',
        Telephones: [{ Type: 'CELL', Number: '0800' }],
        Emails: [{ Type: 'WORK', Email: 'ada@loupe.example' }],
        Addresses: [{ Type: 'HOME', City: 'Geneva' }],
      },
    ],
    [
      {
        event: {
          summary: 'Market',
          start: '2027-10-09T08:00:00Z',
          end: '2027-10-09T18:00:00Z',
          recurrence: { frequency: 'YEARLY' },
        },
      },
      {
        type: 'VCALENDAR',
        target: {
          summary: 'Market',
          start: expect.stringMatching(/^2027-10-09T08:00:00/) as unknown,
          recurrence: { frequency: 'YEARLY', interval: null },
          iCalendar: expect.stringMatching(/^BEGIN:VCALENDAR\r\n/) as unknown,
        },
      },
      {
        Summary: 'Market',
        Start: '2027-10-09T08:00:00Z',
        End: '2027-10-09T18:00:00Z',
        RecurrenceRule: { Frequency: 'YEARLY' },
      },
    ],
  ])('of %j is stored as clients of the platform read it', async (target, answered, content) => {
    const made = await create(target);
    expect(made).toMatchObject({ isValid: true, ...answered });
    expect(await contentOf(made)).toEqual(content);
  });

  it('keeps members that its type does not name, and gives them back', async () => {
    const extras = { Campaign: 'spring', Nested: { a: [1] } };
    const made = await create({ url: { url: 'https://loupe.example/', extras } });
    expect(made.target).toMatchObject({ extras });
    expect(await contentOf(made)).toEqual({ Url: 'https://loupe.example/', ...extras });
    const twice = await create({ url: { url: 'https://loupe.example/', extras: { URL: 'x' } } });
    expect(twice).toMatchObject({ fields: [{ path: 'target.url.extras' }] });
  });

  it('that is wrong is refused by its member', async () => {
    const refusals: readonly (readonly [object, string])[] = [
      [{ url: { url: 'javascript:alert(1)' } }, 'target.url.url'],
      [{ url: { url: 'https://loupe.example/', contentType: 'page' } }, 'target.url.contentType'],
      [{ map: { latitude: 91, longitude: 0 } }, 'target.map.latitude'],
      [{ map: { latitude: 1 } }, 'target.map'],
      [{ phone: { number: ' ' } }, 'target.phone.number'],
      [
        {
          contact: {
            emails: [
              { type: 'WORK', address: 'ada@loupe.example' },
              { type: 'HOME', address: '' },
            ],
          },
        },
        'target.contact.emails.1.address',
      ],
      [{ event: { start: '2027-10-09T08:00:00Z', end: '2027-10-09T07:00:00Z' } }, 'target.event.end'],
      [{ event: { start: '2027-10-09T08:00:00Z' } }, 'target.event.end'],
      [{ legacy: { type: 'URL', source: '{' } }, 'target.legacy'],
      [{ legacy: {} }, 'target.legacy'],
    ];
    for (const [target, path] of refusals) {
      expect(await create(target)).toMatchObject({ __typename: 'ValidationProblem', fields: [{ path }] });
    }
    const changes = [
      {
        createAction: {
          nodeId: document.id,
          languageCode: 'en-US',
          name: 'x',
          target: { phone: { number: '' } },
        },
      },
    ];
    const { data } = await client.run(
      `mutation ($changes: [ChangeInput!]!) { applyChanges(input: { changes: $changes }) {
         ... on ValidationProblem { fields { path } } } }`,
      { changes },
    );
    expect(data).toEqual({ applyChanges: { fields: [{ path: 'changes.0.target.phone.number' }] } });
  });

  it('is exactly one', async () => {
    const target = { url: { url: 'https://loupe.example/' }, phone: { number: '0800' } };
    const input = { nodeId: document.id, languageCode: 'en-US', name: 'Action', target };
    expect((await client.run(CREATE, { input })).errors?.[0]?.message).toMatch(/ActionTargetInput/);
  });

  it('of any text is a legacy one, and is given back as it was', async () => {
    const made = await create({ legacy: { source: 'any <text>' } });
    expect(made).toMatchObject({
      type: 'RAW',
      target: { __typename: 'LegacyTarget', json: null, source: 'any <text>' },
    });
    expect(await create({ legacy: { json: { a: [1] } } })).toMatchObject({ target: { json: { a: [1] } } });
    const broken = { type: 'URL', source: '{"Url":"nowhere"}' };
    expect(await create({ legacy: broken })).toMatchObject({
      type: 'URL',
      isValid: false,
      target: { __typename: 'LegacyTarget', json: { Url: 'nowhere' }, source: broken.source },
    });
  });

  it.each([
    ['URL', '{"Url":"nowhere"}', { __typename: 'LegacyTarget', json: { Url: 'nowhere' } }],
    ['URL', '[]', { __typename: 'LegacyTarget', json: [] }],
    [
      'URL',
      '{"URL":"https://loupe.example/","x":null}',
      { url: 'https://loupe.example/', extras: { x: null } },
    ],
    ['VCARD', '{"Telephones":[{"Type":"SATELLITE","Number":"1"}]}', { __typename: 'LegacyTarget' }],
    ['VCARD', '{"VCard":"BEGIN:VCARD\\r\\nEND:VCARD"}', { isVCard: true, firstName: null, telephones: [] }],
    ['VCARD', '{"Telephones":null}', { telephones: [] }],
    ['VCALENDAR', '{"Start":"soon"}', { __typename: 'LegacyTarget' }],
    ['MAP', '{"Latitude":"46"}', { __typename: 'LegacyTarget' }],
    ['RAW', '', { __typename: 'LegacyTarget', json: null, source: '' }],
    ['RAW', '7', { json: 7 }],
  ])('of type %s that was stored as %s never makes an answer fail', async (type, content, answered) => {
    expect(await stored(type, content)).toMatchObject(answered);
  });

  it('is left as it is by a change of something else', async () => {
    const made = await create({ phone: { number: '0800' } });
    const { data } = await client.run(
      `mutation ($id: ID!) { updateAction(input: { id: $id, patch: { name: "Other" } }) { ... on Action { name ${TARGET} } } }`,
      { id: made.id },
    );
    expect(data).toMatchObject({ updateAction: { name: 'Other', target: { number: '0800' } } });
  });

  it('of a contact and of an event is converted as phones take it', async () => {
    const { data } = await client.run(
      `{ vCard(contact: { lastName: "Lovelace" })
         vCalendar(event: { start: "2027-10-09T08:00:00Z", end: "2027-10-09T09:00:00Z" }) }`,
    );
    expect(data).toMatchObject({
      vCard: expect.stringContaining('N:Lovelace') as unknown,
      vCalendar: expect.stringContaining('DTSTART:20271009T080000Z') as unknown,
    });
    const given = await client.run('{ vCard(contact: { vCard: "BEGIN:VCARD" }) }');
    expect(given.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
  });
});
