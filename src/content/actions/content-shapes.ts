/**
 * The shapes of an action's content. Members are spelled as the clients of the platform read them. A member that is
 * absent may also be null, and members that are not known are let through.
 */
import { z } from 'zod';
import type { ActionType } from './action.entity.js';

const text = z.string().nullish();
const words = z.string().refine((value) => value.trim() !== '', 'must not be empty');
const flag = z.boolean().nullish();

/** Type and subtype of RFC 6838, with parameters. */
const mimePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}(\s*;.*)?$/i;
/** Schemes that run code or read the phone's own files. */
const dangerousSchemes = new Set(['javascript:', 'vbscript:', 'data:', 'file:', 'blob:']);

/** Whether a text is a whole address that nothing runs code by. */
export function isAddress(value: string): boolean {
  // Readers of addresses skip line ends within them, phones do not.
  return !/[\t\r\n]/.test(value) && URL.canParse(value) && !isDangerous(value);
}

/**
 * Android opens what an `intent:` wraps: with the scheme that its end names, as it stands where that names none, or another address
 * where no app takes it; `android-app:` names the scheme behind the app.
 */
function isDangerous(value: string): boolean {
  const { protocol, pathname, hash } = new URL(value);
  if (dangerousSchemes.has(protocol)) return true;
  if (protocol === 'android-app:') {
    return dangerousSchemes.has(
      `${
        pathname
          .split('/')
          .find((part) => part !== '')
          ?.toLowerCase() ?? ''
      }:`,
    );
  }
  if (protocol !== 'intent:') return false;
  const wrapped = value
    .trim()
    .replace(/^intent:/i, '')
    .replace(/#.*$/s, '');
  const named = [...decoded(hash).matchAll(/;\s*(scheme|S\.browser_fallback_url)\s*=\s*([^;]*)/gi)];
  return (
    (URL.canParse(wrapped) && isDangerous(wrapped)) ||
    named.some(([, member = '', text = '']) => {
      if (/^scheme$/i.test(member)) return dangerousSchemes.has(`${text.trim().toLowerCase()}:`);
      return !/^https?:/i.test(decoded(text).trim());
    })
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const address = z.string().refine(isAddress, 'must be a whole address such as https://example.com/page');
/** One address, without the quoted names that RFC 5322 allows and no mailbox has. */
const MAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/u;

export function isMail(value: string): boolean {
  return MAIL.test(value);
}

const mailbox = z
  .string()
  .refine((value) => value === '' || isMail(value), 'must be one mail address such as name@example.com')
  .nullish();
const webAddress = z
  .string()
  .refine((value) => isAddress(value) && /^https?:/i.test(value), 'must be an http or https address');
/** An instant in UTC, ISO 8601. */
const instant = z
  .string()
  .refine(
    (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00:?00)$/.test(value) && isDate(value),
    'must be a UTC date and time such as 2027-10-09T08:00:00Z',
  );

function isDate(value: string): boolean {
  const date = new Date(value);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value.slice(0, 10);
}

const url = z.looseObject({
  Url: address,
  IsEmbeddedWebView: flag,
  IsAnonymousURL: flag,
  ContentType: z.string().regex(mimePattern, 'must be a MIME type such as text/html').nullish(),
});
const mail = z.looseObject({ Address: words, Subject: text, Content: text });
const map = z
  .looseObject({
    Latitude: z.number().min(-90).max(90).nullish(),
    Longitude: z.number().min(-180).max(180).nullish(),
    SearchAddress: text,
  })
  .superRefine(({ Latitude, Longitude, SearchAddress }, context) => {
    const hasOne = typeof Latitude === 'number' || typeof Longitude === 'number';
    const hasBoth = typeof Latitude === 'number' && typeof Longitude === 'number';
    const hasAddress = typeof SearchAddress === 'string' && SearchAddress.trim() !== '';
    if (hasOne !== hasBoth) {
      context.addIssue({ code: 'custom', message: 'Latitude and Longitude belong together' });
    } else if (!hasBoth && !hasAddress) {
      context.addIssue({ code: 'custom', message: 'give Latitude and Longitude, or SearchAddress' });
    } else if (hasBoth && hasAddress) {
      context.addIssue({
        code: 'custom',
        message: 'give either Latitude and Longitude or SearchAddress, not both',
      });
    }
  });
const phone = z.looseObject({ Number: words });
const share = z.looseObject({ Url: address, Content: text });
const message = z.looseObject({ Number: words, Content: text });

export const telephoneTypes = [
  'WORK',
  'HOME',
  'TEXT',
  'VOICE',
  'FAX',
  'CELL',
  'VIDEO',
  'PAGER',
  'TEXTPHONE',
] as const;
export const placeTypes = ['WORK', 'HOME'] as const;
export const frequencies = [
  'SECONDLY',
  'MINUTELY',
  'HOURLY',
  'DAILY',
  'WEEKLY',
  'MONTHLY',
  'YEARLY',
] as const;

export const contactCard = z.looseObject({
  FirstName: text,
  LastName: text,
  Organization: text,
  PhotoUrl: z.union([webAddress, z.literal('')]).nullish(),
  Telephones: z.array(z.looseObject({ Type: z.enum(telephoneTypes), Number: words })).nullish(),
  Addresses: z
    .array(
      z.looseObject({ Type: z.enum(placeTypes), Street: text, City: text, ZipCode: text, Country: text }),
    )
    .nullish(),
  Emails: z.array(z.looseObject({ Type: z.enum(placeTypes), Email: words })).nullish(),
});
export type ContactCard = z.infer<typeof contactCard>;

const eventMembers = {
  Start: instant,
  End: instant,
  OrganizerMail: mailbox,
  AttendeeMail: mailbox,
  Description: text,
  Location: text,
  Summary: text,
  RecurrenceRule: z
    .looseObject({ Frequency: z.enum(frequencies), Interval: z.int().min(1).max(10_000).nullish() })
    .nullish(),
};

/** An event that was stored before its mail addresses were checked may hold any text there. */
export const storedEvent = z.looseObject({ ...eventMembers, OrganizerMail: text, AttendeeMail: text });

export const calendarEvent = z
  .looseObject(eventMembers)
  .refine(({ Start, End }) => Date.parse(End) > Date.parse(Start), {
    path: ['End'],
    message: 'must be after Start',
  });
export type CalendarEvent = z.infer<typeof storedEvent>;

/** Content that was converted already. */
const convertedCard = z.looseObject({
  VCard: z.string().regex(/^BEGIN:VCARD\r?\n/, 'must be a vCard'),
});
const convertedCalendar = z.looseObject({
  VCalendar: z.string().regex(/^BEGIN:VCALENDAR\r?\n/, 'must be an iCalendar object'),
});

function isConverted(content: object, member: 'VCard' | 'VCalendar'): boolean {
  return Object.keys(content).some((name) => name.toLowerCase() === member.toLowerCase());
}

/** The rules for one content; RAW has none beyond being JSON. */
function shapeOf(type: ActionType, content: object): z.ZodType {
  switch (type) {
    case 'URL':
      return url;
    case 'RAW':
      return z.unknown();
    case 'MAIL':
      return mail;
    case 'MAP':
      return map;
    case 'TEL':
      return phone;
    case 'SHARE':
      return share;
    case 'SMS':
      return message;
    case 'VCARD':
      return isConverted(content, 'VCard') ? convertedCard : contactCard;
    case 'VCALENDAR':
      return isConverted(content, 'VCalendar') ? convertedCalendar : calendarEvent;
  }
}

/** The content with its known members spelled as clients read them, whatever case they were written in. */
export function withKnownNames(type: ActionType, content: unknown): unknown {
  if (type === 'RAW' || typeof content !== 'object' || content === null) return content;
  return renamed(shapeOf(type, content), content);
}

/** As `withKnownNames`, by a shape of members and lists of them. */
export function renamed(shape: z.ZodType, value: unknown): unknown {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable) {
    return renamed(shape.unwrap() as z.ZodType, value);
  }
  if (shape instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => renamed(shape.element as z.ZodType, item));
  }
  if (
    !(shape instanceof z.ZodObject) ||
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value)
  ) {
    return value;
  }
  const members = new Map(Object.keys(shape.shape).map((name) => [name.toLowerCase(), name]));
  const entries = Object.entries(value).map(([written, member]) => {
    const name = members.get(written.toLowerCase());
    // Of several spellings none is renamed: nothing is overwritten.
    const spellings = Object.keys(value).filter((each) => each.toLowerCase() === written.toLowerCase());
    if (name === undefined || (name !== written && spellings.length > 1)) {
      return [written, member as unknown] as const;
    }
    return [name, renamed(shape.shape[name] as z.ZodType, member)] as const;
  });
  return Object.fromEntries(entries);
}

/** Members that are copied from elsewhere with blanks or a line end around them, which are no part of any address. */
const ADDRESSES: ReadonlySet<string> = new Set([
  'Url',
  'PhotoUrl',
  'Address',
  'Number',
  'Email',
  'OrganizerMail',
  'AttendeeMail',
]);
const AROUND = /^[\s\u200B-\u200F\u2060]+|[\s\u200B-\u200F\u2060]+$/g;

/** The content without blanks around its addresses and numbers. @param content with known names */
export function withTrimmedAddresses(type: ActionType, content: unknown): unknown {
  return type === 'RAW' ? content : trimmed(content, '');
}

function trimmed(value: unknown, name: string): unknown {
  if (typeof value === 'string') return ADDRESSES.has(name) ? value.replace(AROUND, '') : value;
  if (Array.isArray(value)) return value.map((item) => trimmed(item, ''));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, trimmed(member, key)]));
}

interface Issue {
  /** From the outside inwards; empty for the content as a whole. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Faults of a content, and where they are; empty when it follows the rules of its type. */
export function issuesOf(type: ActionType, content: unknown): readonly Issue[] {
  if (type === 'RAW') return [];
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return [{ path: [], message: 'must be a JSON object' }];
  const result = shapeOf(type, content).safeParse(content);
  return result.success ? [] : result.error.issues.map(({ path, message }) => ({ path, message }));
}

/** Problems of a content, one sentence a problem; empty when it follows the rules of its type. */
export function problemsOf(type: ActionType, content: unknown): readonly string[] {
  return issuesOf(type, content).map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
}
