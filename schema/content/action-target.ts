/** Targets of actions as they are answered: a shape for each type. */
import {
  type ActionTarget,
  iCalendarOf,
  jsonOf,
  targetOf,
  vCardOf,
} from '../../src/content/actions/action-target.js';
import type { ActionType } from '../../src/content/actions/action.entity.js';
import { builder, type BuiltTypes } from '../builder.js';
import { ContactPlace, Frequency, SAYS, TelephoneType } from './target-words.js';

type Row = Readonly<Record<string, unknown>>;
type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<BuiltTypes, Parent>;
/** Each contact has few of them: without this a list would count as ten. */
const FEW = { field: 1, multiplier: 2 };

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
const flagOf = (value: unknown) => (typeof value === 'boolean' ? value : null);
const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as Row[]) : []);

/** A text of a target that may be absent. */
const text = (t: Fields<ActionTarget>, name: string, description: string) =>
  t.string({ nullable: true, description, resolve: ({ members }) => textOf(members[name]) });
/** A text that the type of the target asks for. */
const words = (t: Fields<ActionTarget>, name: string, description: string) =>
  t.string({ description, resolve: ({ members }) => textOf(members[name]) ?? '' });
const flag = (t: Fields<ActionTarget>, name: string, description: string) =>
  t.boolean({ nullable: true, description, resolve: ({ members }) => flagOf(members[name]) });
const degrees = (t: Fields<ActionTarget>, name: string, description: string) =>
  t.float({ nullable: true, description, resolve: ({ members }) => numberOf(members[name]) });
const rowText = (t: Fields<Row>, name: string, description: string) =>
  t.string({ nullable: true, description, resolve: (row) => textOf(row[name]) });

const EXTRAS = 'Members that the type does not name, as older clients stored them; null for none.';
const extras = (t: Fields<ActionTarget>) =>
  t.field({ type: 'JSONObject', nullable: true, description: EXTRAS, resolve: (target) => target.extras });

const shape = (
  name: string,
  description: string,
  fields: (t: Fields<ActionTarget>) => Readonly<Record<string, object>>,
) => builder.objectRef<ActionTarget>(name).implement({ description, fields: fields as never });

const UrlTarget = shape('UrlTarget', 'Opens an address: a page of the web, or an app.', (t) => ({
  url: t.field({
    type: 'URL',
    description: SAYS.url,
    resolve: ({ members }) => textOf(members['url']) ?? '',
  }),
  isEmbeddedWebView: flag(t, 'isEmbeddedWebView', SAYS.isEmbeddedWebView),
  isAnonymous: flag(t, 'isAnonymous', SAYS.isAnonymous),
  contentType: text(t, 'contentType', SAYS.contentType),
  extras: extras(t),
}));

const MailTarget = shape('MailTarget', 'Begins a mail.', (t) => ({
  address: t.field({
    type: 'EmailAddress',
    description: SAYS.mail,
    resolve: ({ members }) => textOf(members['address']) ?? '',
  }),
  subject: text(t, 'subject', SAYS.subject),
  body: text(t, 'body', SAYS.body),
  extras: extras(t),
}));

const PhoneTarget = shape('PhoneTarget', 'Calls somebody.', (t) => ({
  number: words(t, 'number', SAYS.number),
  extras: extras(t),
}));

const SmsTarget = shape('SmsTarget', 'Begins a text message.', (t) => ({
  number: words(t, 'number', SAYS.number),
  body: text(t, 'body', SAYS.body),
  extras: extras(t),
}));

const MapTarget = shape('MapTarget', 'Shows a place on a map: a point, or what is searched for.', (t) => ({
  latitude: degrees(t, 'latitude', SAYS.latitude),
  longitude: degrees(t, 'longitude', SAYS.longitude),
  searchAddress: text(t, 'searchAddress', SAYS.searchAddress),
  extras: extras(t),
}));

const ShareTarget = shape('ShareTarget', 'Lets the reader share an address.', (t) => ({
  url: t.field({
    type: 'URL',
    description: SAYS.url,
    resolve: ({ members }) => textOf(members['url']) ?? '',
  }),
  text: text(t, 'text', SAYS.shareText),
  extras: extras(t),
}));

const Telephone = builder.objectRef<Row>('ContactTelephone').implement({
  description: 'A telephone of a contact.',
  fields: (t) => ({
    type: t.field({
      type: TelephoneType,
      description: 'What it is, or where.',
      resolve: ({ type }) => type as 'WORK',
    }),
    number: t.string({ description: SAYS.number, resolve: ({ number }) => textOf(number) ?? '' }),
  }),
});
const Email = builder.objectRef<Row>('ContactEmail').implement({
  description: 'A mail address of a contact.',
  fields: (t) => ({
    type: t.field({ type: ContactPlace, description: 'Where.', resolve: ({ type }) => type as 'WORK' }),
    address: t.field({
      type: 'EmailAddress',
      description: 'The address.',
      resolve: ({ address }) => textOf(address) ?? '',
    }),
  }),
});
const PostalAddress = builder.objectRef<Row>('ContactAddress').implement({
  description: 'A postal address of a contact.',
  fields: (t) => ({
    type: t.field({ type: ContactPlace, description: 'Where.', resolve: ({ type }) => type as 'WORK' }),
    street: rowText(t, 'street', SAYS.street),
    zipCode: rowText(t, 'zipCode', SAYS.zipCode),
    city: rowText(t, 'city', SAYS.city),
    country: rowText(t, 'country', SAYS.country),
  }),
});

const ContactTarget = shape('ContactTarget', 'Adds a contact.', (t) => ({
  firstName: text(t, 'firstName', SAYS.firstName),
  lastName: text(t, 'lastName', SAYS.lastName),
  organization: text(t, 'organization', SAYS.organization),
  photoUrl: t.field({
    type: 'URL',
    nullable: true,
    description: SAYS.photoUrl,
    resolve: ({ members }) => textOf(members['photoUrl']),
  }),
  telephones: t.field({
    type: [Telephone],
    description: SAYS.telephones,
    complexity: FEW,
    resolve: ({ members }) => rowsOf(members['telephones']),
  }),
  emails: t.field({
    type: [Email],
    description: SAYS.emails,
    complexity: FEW,
    resolve: ({ members }) => rowsOf(members['emails']),
  }),
  addresses: t.field({
    type: [PostalAddress],
    description: SAYS.addresses,
    complexity: FEW,
    resolve: ({ members }) => rowsOf(members['addresses']),
  }),
  vCard: t.string({
    description:
      'The contact as vCard 3.0, as phones take it. Of a scan, and of a contact that was stored so, it is all that there is.',
    resolve: vCardOf,
  }),
  isVCard: t.boolean({
    description: 'Whether it was stored as vCard: its other members are null.',
    resolve: ({ members }) => typeof members['vCard'] === 'string',
  }),
  extras: extras(t),
}));

const Recurrence = builder.objectRef<Row>('EventRecurrence').implement({
  description: 'How an event comes again.',
  fields: (t) => ({
    frequency: t.field({
      type: Frequency,
      description: SAYS.frequency,
      resolve: ({ frequency }) => frequency as 'DAILY',
    }),
    interval: t.int({
      nullable: true,
      description: SAYS.interval,
      resolve: ({ interval }) => numberOf(interval),
    }),
  }),
});

const instant = (t: Fields<ActionTarget>, name: string, description: string) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description,
    resolve: ({ members }) => {
      const value = textOf(members[name]);
      return value === null ? null : new Date(value);
    },
  });

const EventTarget = shape('EventTarget', 'Adds an event to the calendar.', (t) => ({
  summary: text(t, 'summary', SAYS.summary),
  start: instant(t, 'start', SAYS.start),
  end: instant(t, 'end', SAYS.end),
  location: text(t, 'location', SAYS.location),
  description: text(t, 'description', SAYS.description),
  organizerMail: t.field({
    type: 'EmailAddress',
    nullable: true,
    description: SAYS.organizerMail,
    resolve: ({ members }) => textOf(members['organizerMail']),
  }),
  attendeeMail: t.field({
    type: 'EmailAddress',
    nullable: true,
    description: SAYS.attendeeMail,
    resolve: ({ members }) => textOf(members['attendeeMail']),
  }),
  recurrence: t.field({
    type: Recurrence,
    nullable: true,
    description: SAYS.recurrence,
    resolve: ({ members }) => (members['recurrence'] as Row | undefined) ?? null,
  }),
  iCalendar: t.string({
    description:
      'The event as iCalendar 2.0, as calendars take it. Of a scan, and of an event that was stored so, it is all that there is.',
    resolve: iCalendarOf,
  }),
  isICalendar: t.boolean({
    description: 'Whether it was stored as iCalendar: its other members are null.',
    resolve: ({ members }) => typeof members['iCalendar'] === 'string',
  }),
  extras: extras(t),
}));

const LegacyTarget = shape(
  'LegacyTarget',
  'What an action of type RAW holds, or one whose content breaks the rules of its type: as it is stored.',
  (t) => ({
    json: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The content; null where it is no JSON.',
      resolve: jsonOf,
    }),
    source: t.exposeString('content', { description: 'The content as it is stored; any text.' }),
  }),
);

const shapes = {
  URL: UrlTarget,
  MAIL: MailTarget,
  TEL: PhoneTarget,
  SMS: SmsTarget,
  MAP: MapTarget,
  SHARE: ShareTarget,
  VCARD: ContactTarget,
  VCALENDAR: EventTarget,
} as const satisfies Readonly<Record<NonNullable<ActionTarget['kind']>, unknown>>;

export const ActionTargetUnion = builder.unionType('ActionTarget', {
  description: 'What an action opens, by its type.',
  types: [...Object.values(shapes), LegacyTarget],
  resolveType: ({ kind }) => (kind === null ? LegacyTarget : shapes[kind]),
});

/** The target of whatever is stored as an action. */
export const targetOfAction = ({ type, content }: { readonly type: string; readonly content: string }) =>
  targetOf(type as ActionType, content);
