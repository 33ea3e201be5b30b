/**
 * What an action opens, member by member, as programs read and write it that know the types of actions. Stored is the content
 * that the first clients of the platform read: serialized JSON with names of its own.
 */
import { badFields, badInput, type FieldErrors, LoupeError } from '../../kernel/errors.js';
import type { ActionType } from './action.entity.js';
import { type CheckedContent, checkContent, requireActionType } from './action.rules.js';
import {
  contactCard,
  issuesOf,
  storedEvent,
  withKnownNames,
  withTrimmedAddresses,
} from './content-shapes.js';
import { toVCalendar } from './vcalendar.js';
import { toVCard } from './vcard.js';

type TypedTarget = Exclude<ActionType, 'RAW'>;
type Members = Readonly<Record<string, unknown>>;

/** A member by its name, by the name that is stored, and the members within it, or within each of a list. */
interface Member {
  readonly name: string;
  readonly stored: string;
  readonly within?: readonly Member[];
}

const member = (name: string, stored: string, within?: readonly Member[]): Member =>
  within === undefined ? { name, stored } : { name, stored, within };
/** Members whose stored names differ by their first letter alone. */
const plain = (...names: readonly string[]): readonly Member[] =>
  names.map((name) => member(name, `${name.charAt(0).toUpperCase()}${name.slice(1)}`));

const MEMBERS: Readonly<Record<TypedTarget, readonly Member[]>> = {
  URL: [...plain('url', 'isEmbeddedWebView', 'contentType'), member('isAnonymous', 'IsAnonymousURL')],
  MAIL: [...plain('address', 'subject'), member('body', 'Content')],
  TEL: plain('number'),
  SMS: [...plain('number'), member('body', 'Content')],
  MAP: plain('latitude', 'longitude', 'searchAddress'),
  SHARE: [...plain('url'), member('text', 'Content')],
  VCARD: [
    ...plain('firstName', 'lastName', 'organization', 'photoUrl'),
    member('telephones', 'Telephones', plain('type', 'number')),
    member('emails', 'Emails', [...plain('type'), member('address', 'Email')]),
    member('addresses', 'Addresses', plain('type', 'street', 'zipCode', 'city', 'country')),
    member('vCard', 'VCard'),
  ],
  VCALENDAR: [
    ...plain('summary', 'start', 'end', 'location', 'description', 'organizerMail', 'attendeeMail'),
    member('recurrence', 'RecurrenceRule', plain('frequency', 'interval')),
    member('iCalendar', 'VCalendar'),
  ],
};

/** The names of targets where they are given, one of them. */
const targetNames = {
  url: 'URL',
  mail: 'MAIL',
  phone: 'TEL',
  sms: 'SMS',
  map: 'MAP',
  share: 'SHARE',
  contact: 'VCARD',
  event: 'VCALENDAR',
} as const satisfies Readonly<Record<string, TypedTarget>>;
type TargetName = keyof typeof targetNames;

/** A target that is given: one member, `legacy` for a content that is stored as it is. */
export type TargetInput = {
  readonly [Name in TargetName]?: Members | null | undefined;
} & {
  readonly legacy?:
    | {
        readonly type?: ActionType | null | undefined;
        readonly json?: unknown;
        readonly source?: string | null | undefined;
      }
    | null
    | undefined;
};

/** The target of an action. */
export interface ActionTarget {
  /** null for a content that has no type, or breaks the rules of its type: it is answered as it is stored. */
  readonly kind: TypedTarget | null;
  readonly members: Members;
  /** Members that the type does not name, as they are stored; null for none. */
  readonly extras: Members | null;
  /** As it is stored: serialized JSON, of RAW any text. */
  readonly content: string;
}

/** Reads a stored content; never fails, whatever was stored. */
export function targetOf(type: ActionType, content: string): ActionTarget {
  const given = parsed(content);
  if (type === 'RAW' || !isObject(given)) return { kind: null, members: {}, extras: null, content };
  const known = withKnownNames(type, given) as Members;
  if (issuesOf(type, known).length > 0) return { kind: null, members: {}, extras: null, content };
  const members = MEMBERS[type];
  const extras = Object.entries(known).filter(([name]) => members.every(({ stored }) => stored !== name));
  return {
    kind: type,
    members: named(members, known),
    extras: extras.length === 0 ? null : Object.fromEntries(extras),
    content,
  };
}

/** The content of a target as JSON; null where it is none. */
export function jsonOf({ content }: ActionTarget): unknown {
  return parsed(content) ?? null;
}

/** The contact card of a target as phones take it. @param target of VCARD */
export function vCardOf({ content, members }: ActionTarget): string {
  if (typeof members['vCard'] === 'string') return members['vCard'];
  return toVCard(contactCard.parse(withKnownNames('VCARD', parsed(content))));
}

/** The event of a target as calendars take it. @param target of VCALENDAR */
export function iCalendarOf({ content, members }: ActionTarget): string {
  if (typeof members['iCalendar'] === 'string') return members['iCalendar'];
  return toVCalendar(storedEvent.parse(withKnownNames('VCALENDAR', parsed(content))));
}

/**
 * The type and the content of a target that is given, as they are stored.
 *
 * @throws LoupeError BAD_USER_INPUT with the path of each member that is wrong, for example `target.map.latitude`
 */
export function storedTarget(target: TargetInput): CheckedContent & { readonly type: ActionType } {
  const { legacy, ...others } = target;
  const given = Object.entries(others).filter(([, members]) => members != null);
  if (given.length + (legacy == null ? 0 : 1) !== 1) throw badInput('target', 'must hold exactly one member');
  if (legacy != null) return legacyTarget(legacy);
  const [name, members] = given[0] as [TargetName, Members];
  const type = targetNames[name];
  const content = withTrimmedAddresses(type, storedMembers(type, `target.${name}`, members));
  const issues = issuesOf(type, content);
  if (issues.length > 0) {
    throw badFields(
      fieldsOf(
        issues.map(({ path, message }) => [
          pathOf(MEMBERS[type], [`target.${name}`], path),
          /received undefined$/.test(message) ? 'must be given' : message,
        ]),
      ),
    );
  }
  return { type, ...checked(type, JSON.stringify(content), `target.${name}`) };
}

function legacyTarget({ type, json, source }: NonNullable<TargetInput['legacy']>) {
  if ((json === undefined) === (source == null))
    throw badInput('target.legacy', 'give either json or source');
  const known = requireActionType(type);
  return { type: known, ...checked(known, source ?? JSON.stringify(json), 'target.legacy') };
}

/** A content that is too long, or no JSON, is the fault of the target that it was given by. */
function checked(type: ActionType, content: string, field: string): CheckedContent {
  try {
    return checkContent(type, content);
  } catch (error) {
    if (!(error instanceof LoupeError)) throw error;
    throw badInput(field, (error.fields['content'] ?? [error.message]).join(', '));
  }
}

function storedMembers(type: TypedTarget, field: string, { extras, ...members }: Members): Members {
  const known = MEMBERS[type];
  const more = isObject(extras) ? extras : {};
  for (const name of Object.keys(more)) {
    const owner = known.find(({ stored }) => stored.toLowerCase() === name.toLowerCase());
    if (owner !== undefined) throw badInput(`${field}.extras`, `${name} is given as ${owner.name}`);
  }
  return { ...stored(known, members), ...more };
}

/** Members by their own names; those that are null are absent. */
function named(members: readonly Member[], values: Members): Members {
  return translated(members, values, ({ stored: from, name: to }) => [from, to]);
}

function stored(members: readonly Member[], values: Members): Members {
  return translated(members, values, ({ name: from, stored: to }) => [from, to]);
}

function translated(
  members: readonly Member[],
  values: Members,
  namesOf: (member: Member) => readonly [from: string, to: string],
): Members {
  return Object.fromEntries(
    members.flatMap((each): [string, unknown][] => {
      const [from, to] = namesOf(each);
      const value = values[from];
      if (value == null) return [];
      const { within } = each;
      const inside = (item: unknown): unknown =>
        within !== undefined && isObject(item) ? translated(within, item, namesOf) : plainValue(item);
      return [[to, Array.isArray(value) ? value.map(inside) : inside(value)]];
    }),
  );
}

/** Instants are stored as texts without parts of seconds. */
const plainValue = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString().replace('.000Z', 'Z') : value;

/** The path of a stored member by the names that it is given by. */
function pathOf(
  members: readonly Member[],
  begun: readonly string[],
  [first, ...rest]: readonly PropertyKey[],
): string {
  if (first === undefined) return begun.join('.');
  const found = members.find(({ stored: name }) => name === first);
  const step = found?.name ?? String(first);
  // The place in a list stands between the list and the members of each.
  return pathOf(found?.within ?? (typeof first === 'number' ? members : []), [...begun, step], rest);
}

function fieldsOf(faults: readonly (readonly [string, string])[]): FieldErrors {
  const fields: Record<string, string[]> = {};
  for (const [path, message] of faults) fields[path] = [...(fields[path] ?? []), message];
  return fields;
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
