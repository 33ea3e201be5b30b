import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ActionType, actionTypes } from '../../src/content/actions/action.entity.js';
import { checkContent } from '../../src/content/actions/action.rules.js';
import { problemsOf } from '../../src/content/actions/content-shapes.js';
import { readerContent } from '../../src/recognition/enriched-element.js';

const text = fc.string({ maxLength: 40 });
const words = text.filter((value) => value.trim() !== '');
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const address = fc.webUrl();
const instant = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2090-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const place = fc.constantFrom('WORK', 'HOME');
const telephone = fc.constantFrom(
  'WORK',
  'HOME',
  'TEXT',
  'VOICE',
  'FAX',
  'CELL',
  'VIDEO',
  'PAGER',
  'TEXTPHONE',
);
const frequency = fc.constantFrom('SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY');
const coordinates = fc.record({
  Latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  Longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

/** Contents that follow the rules of each type. */
const valid: Readonly<Record<Exclude<ActionType, 'RAW'>, fc.Arbitrary<object>>> = {
  URL: fc.record({
    Url: address,
    IsEmbeddedWebView: maybe(fc.boolean()),
    IsAnonymousURL: maybe(fc.boolean()),
    ContentType: maybe(fc.constantFrom('text/html', 'application/pdf', 'video/mp4')),
  }),
  MAIL: fc.record({ Address: words, Subject: maybe(text), Content: maybe(text) }),
  MAP: fc.oneof(coordinates, fc.record({ SearchAddress: words })),
  TEL: fc.record({ Number: words }),
  SHARE: fc.record({ Url: address, Content: maybe(text) }),
  SMS: fc.record({ Number: words, Content: maybe(text) }),
  VCARD: fc.record({
    FirstName: maybe(text),
    LastName: maybe(text),
    Organization: maybe(text),
    Telephones: maybe(fc.array(fc.record({ Type: telephone, Number: words }), { maxLength: 3 })),
    Addresses: maybe(
      fc.array(fc.record({ Type: place, Street: text, City: text, ZipCode: text, Country: text }), {
        maxLength: 2,
      }),
    ),
    Emails: maybe(fc.array(fc.record({ Type: place, Email: words }), { maxLength: 2 })),
  }),
  VCALENDAR: fc
    .record({
      first: instant,
      second: instant,
      Summary: maybe(text),
      Location: maybe(text),
      RecurrenceRule: maybe(fc.record({ Frequency: frequency, Interval: fc.integer({ min: 1, max: 50 }) })),
    })
    .filter(({ first, second }) => first !== second)
    .map(({ first, second, ...rest }) => {
      const [Start, End] = first < second ? [first, second] : [second, first];
      return { Start, End, ...rest };
    }),
};
const types = actionTypes.filter((type): type is keyof typeof valid => type !== 'RAW');

/** Members that must be there, or must have one of some values, and a value that breaks each rule. */
const broken: Readonly<Record<keyof typeof valid, readonly object[]>> = {
  URL: [
    { Url: 'intent://x#Intent;scheme=javascript;end' },
    { Url: 'intent://x#Intent;SCHEME=JavaScript;package=a.b;end' },
    { Url: 'intent:javascript:alert(1)#Intent;end' },
    { Url: 'intent://x#Intent;scheme=%6Aavascript;end' },
    { Url: 'intent://x#Intent;scheme=https;S.browser_fallback_url=javascript%3Aalert(1);end' },
    { Url: 'android-app://a.b/javascript/alert' },
    { Url: undefined },
    { Url: 'javascript:alert(1)' },
    { Url: 'no address' },
    { ContentType: 'html' },
  ],
  MAIL: [{ Address: undefined }, { Address: ' ' }, { Subject: 5 }],
  MAP: [
    { Latitude: 91, Longitude: 0 },
    { Latitude: 1, Longitude: undefined, SearchAddress: undefined },
  ],
  TEL: [{ Number: undefined }, { Number: '' }, { Number: 112 }],
  SHARE: [{ Url: undefined }, { Url: 'file:///etc/hosts' }],
  SMS: [{ Number: undefined }, { Content: [] }],
  VCARD: [
    { Telephones: [{ Type: 'MOBILE', Number: '1' }] },
    { Emails: [{ Type: 'WORK' }] },
    { PhotoUrl: 'x' },
  ],
  VCALENDAR: [
    { End: '1999-01-01T00:00:00Z' },
    { Start: '2027-10-09T08:00:00+02:00' },
    { Start: '2027-02-30T08:00:00Z' },
    { RecurrenceRule: { Frequency: 'OFTEN' } },
    { RecurrenceRule: { Frequency: 'DAILY', Interval: 0.5 } },
  ],
};

describe('the content of an action', () => {
  it.each([
    'intent://scan/#Intent;scheme=zxing;package=com.example;end',
    'intent://a.example/#Intent;scheme=https;S.browser_fallback_url=https%3A%2F%2Fa.example%2F;end',
    'android-app://com.example/https/a.example/',
    'myapp://open/javascript:1',
  ])('may open an app by %s', (Url) => {
    expect(problemsOf('URL', { Url })).toEqual([]);
  });

  it.each(types)(
    'of type %s that follows the rules is valid, also with members that nobody knows',
    (type) => {
      fc.assert(
        fc.property(valid[type], fc.dictionary(fc.constant('Extra'), fc.jsonValue()), (content, extra) => {
          expect(problemsOf(type, JSON.parse(JSON.stringify({ ...extra, ...content })))).toEqual([]);
        }),
      );
    },
  );

  it.each(types)('of type %s with one broken rule is kept and not valid', (type) => {
    fc.assert(
      fc.property(valid[type], fc.constantFrom(...broken[type]), (content, breach) => {
        expect(checkContent(type, JSON.stringify({ ...content, ...breach })).isValid).toBe(false);
      }),
    );
  });

  it.each([
    ['URL', { Url: ' https://example.org/a b\n' }, { Url: 'https://example.org/a b' }],
    [
      'SHARE',
      { Url: '\u200bhttps://example.org\r\n', Content: ' x ' },
      { Url: 'https://example.org', Content: ' x ' },
    ],
    ['TEL', { Number: '\u00a0+41 22 ' }, { Number: '+41 22' }],
    [
      'VCARD',
      { Emails: [{ Type: 'WORK', Email: 'a@b.example ' }] },
      { Emails: [{ Type: 'WORK', Email: 'a@b.example' }] },
    ],
    ['RAW', { Url: ' x ' }, { Url: ' x ' }],
  ] as const)('of type %s loses blanks and line ends around addresses', (type, given, kept) => {
    const { content, isValid } = checkContent(type, JSON.stringify(given));
    expect([JSON.parse(content), isValid]).toEqual([kept, true]);
  });

  it('is not valid with a line end within an address', () => {
    expect(checkContent('URL', '{"Url":"https://example.org/a\\nb"}').isValid).toBe(false);
  });

  const event = { Start: '2027-10-09T08:00:00Z', End: '2027-10-09T09:00:00Z' };
  const calendarOf = (mails: object) =>
    (
      JSON.parse(readerContent('VCALENDAR', JSON.stringify({ ...event, ...mails }))) as { VCalendar: string }
    ).VCalendar.replaceAll('\r\n ', '').split('\r\n');

  it.each(['not a mail', 'a@b.example, c@d.example', 'mailto:a@b.example', '@b', 'a@', 'a@@b'])(
    'of an event with the mail address %j is not valid, and says why',
    (mail) => {
      for (const member of ['OrganizerMail', 'AttendeeMail']) {
        expect(problemsOf('VCALENDAR', { ...event, [member]: mail })).toEqual([
          `${member}: must be one mail address such as name@example.com`,
        ]);
        // Events of before the check still reach phones, without the line that none could read.
        expect(calendarOf({ [member]: mail }).join()).not.toMatch(/ORGANIZER|ATTENDEE/);
      }
    },
  );

  it('of an event has mail addresses as parts of mailto, never escaped as a text', () => {
    const mails = { OrganizerMail: 'o’neil+news@b.example', AttendeeMail: 'a&b=c%d@müller.example' };
    expect(problemsOf('VCALENDAR', { ...event, ...mails })).toEqual([]);
    const lines = calendarOf(mails);
    expect(lines).toContain('ORGANIZER;CN="o’neil+news@b.example":mailto:o%E2%80%99neil+news@b.example');
    expect(lines.find((line) => line.startsWith('ATTENDEE'))).toMatch(
      /:mailto:a%26b%3Dc%25d@xn--mller-kva\.example$/i,
    );
    expect(problemsOf('VCALENDAR', { ...event, OrganizerMail: '', AttendeeMail: null })).toEqual([]);
  });

  it('never fails otherwise than by a refusal, whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...actionTypes), fc.json(), (type, content) => {
        expect(typeof checkContent(type, content).isValid).toBe('boolean');
      }),
    );
  });

  it('that is no JSON is refused, but for RAW, which may be any text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), text, (type, content) => {
        const isJson = () => JSON.parse(content) as unknown;
        expect(checkContent('RAW', content).isValid).toBe(true);
        fc.pre(throws(isJson));
        expect(() => checkContent(type, content).isValid).toThrow('JSON');
      }),
    );
  });

  it('of a card or an event reaches readers as well-formed lines of at most 75 octets', () => {
    fc.assert(
      fc.property(fc.constantFrom('VCARD' as const, 'VCALENDAR' as const), fc.nat(), (type, seed) => {
        const [content] = fc.sample(valid[type], { seed, numRuns: 1 });
        const shown = JSON.parse(readerContent(type, JSON.stringify(content))) as Record<string, string>;
        const converted = Object.values(shown)[0] ?? '';
        const lines = converted.split('\r\n');
        const name = type === 'VCARD' ? 'VCARD' : 'VCALENDAR';
        expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual([`BEGIN:${name}`, `END:${name}`, '']);
        expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line))).toBe(true);
        expect(readerContent(type, JSON.stringify(shown))).toBe(JSON.stringify(shown));
      }),
    );
  });
});

function throws(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}
