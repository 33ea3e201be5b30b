/** The shapes of actions: their fields, and what is wrong with a value while it is typed. */

export const actionTypes = ['URL', 'MAIL', 'TEL', 'SMS', 'MAP', 'SHARE', 'VCARD', 'VCALENDAR'] as const;
export type ActionType = (typeof actionTypes)[number] | 'RAW';

/** The target of an action. Members that the form does not know stay as they are. */
export type Content = Readonly<Record<string, unknown>>;

type Kind = 'address' | 'flag' | 'instant' | 'mail' | 'number' | 'phone' | 'text' | 'texts' | 'webAddress';

export interface Field {
  readonly name: string;
  readonly kind: Kind;
  readonly isRequired?: boolean;
  readonly min?: number;
  readonly max?: number;
}

/** Lists within a contact card. */
export interface ListField {
  readonly name: string;
  readonly types: readonly string[];
  readonly fields: readonly Field[];
}

interface Shape {
  readonly fields: readonly Field[];
  readonly lists?: readonly ListField[];
}

const PLACES = ['WORK', 'HOME'];
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

export const shapes: Readonly<Record<(typeof actionTypes)[number], Shape>> = {
  URL: {
    fields: [
      { name: 'url', kind: 'address', isRequired: true },
      { name: 'isEmbeddedWebView', kind: 'flag' },
      { name: 'isAnonymous', kind: 'flag' },
    ],
  },
  MAIL: {
    fields: [
      { name: 'address', kind: 'mail', isRequired: true },
      { name: 'subject', kind: 'text' },
      { name: 'body', kind: 'texts' },
    ],
  },
  TEL: { fields: [{ name: 'number', kind: 'phone', isRequired: true }] },
  SMS: {
    fields: [
      { name: 'number', kind: 'phone', isRequired: true },
      { name: 'body', kind: 'texts' },
    ],
  },
  MAP: {
    fields: [
      { name: 'searchAddress', kind: 'text' },
      { name: 'latitude', kind: 'number', min: -90, max: 90 },
      { name: 'longitude', kind: 'number', min: -180, max: 180 },
    ],
  },
  SHARE: {
    fields: [
      { name: 'url', kind: 'address', isRequired: true },
      { name: 'text', kind: 'texts' },
    ],
  },
  VCARD: {
    fields: [
      { name: 'firstName', kind: 'text' },
      { name: 'lastName', kind: 'text' },
      { name: 'organization', kind: 'text' },
      { name: 'photoUrl', kind: 'webAddress' },
    ],
    lists: [
      {
        name: 'telephones',
        types: ['WORK', 'HOME', 'CELL', 'FAX', 'TEXT', 'VOICE', 'VIDEO', 'PAGER', 'TEXTPHONE'],
        fields: [{ name: 'number', kind: 'phone', isRequired: true }],
      },
      { name: 'emails', types: PLACES, fields: [{ name: 'address', kind: 'mail', isRequired: true }] },
      {
        name: 'addresses',
        types: PLACES,
        fields: [
          { name: 'street', kind: 'text' },
          { name: 'zipCode', kind: 'text' },
          { name: 'city', kind: 'text' },
          { name: 'country', kind: 'text' },
        ],
      },
    ],
  },
  VCALENDAR: {
    fields: [
      { name: 'summary', kind: 'text', isRequired: true },
      { name: 'start', kind: 'instant', isRequired: true },
      { name: 'end', kind: 'instant', isRequired: true },
      { name: 'location', kind: 'text' },
      { name: 'description', kind: 'texts' },
      { name: 'organizerMail', kind: 'mail' },
      { name: 'attendeeMail', kind: 'mail' },
    ],
  },
};

/** Mistakes: names of sentences (`mistakes.NAME`) by path of the field. */
export type Mistakes = Readonly<Record<string, string>>;

export function mistakesOf(type: ActionType, content: Content): Mistakes {
  if (type === 'RAW') return {};
  const found: Record<string, string> = {};
  const { fields, lists = [] } = shapes[type];
  for (const field of fields) note(found, field.name, mistakeOf(field, content[field.name]));
  for (const list of lists) {
    rowsOf(content, list.name).forEach((row, index) => {
      for (const field of list.fields) {
        note(found, `${list.name}.${index}.${field.name}`, mistakeOf(field, row[field.name]));
      }
    });
  }
  if (type === 'MAP') Object.assign(found, placeMistakes(content));
  if (type === 'VCALENDAR' && found['start'] === undefined && found['end'] === undefined) {
    const [start, end] = [content['start'], content['end']].map((value) => Date.parse(String(value)));
    if ((end ?? 0) <= (start ?? 0)) found['end'] = 'endBeforeStart';
  }
  return found;
}

function note(found: Record<string, string>, path: string, mistake: string | null): void {
  if (mistake !== null) found[path] = mistake;
}

/** The rows of a list of the content, also where it holds something else. */
export function rowsOf(content: Content, name: string): readonly Content[] {
  const rows = content[name];
  return Array.isArray(rows) ? (rows as Content[]) : [];
}

function mistakeOf({ kind, isRequired = false, min, max }: Field, value: unknown): string | null {
  const isEmpty = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  if (isEmpty) return isRequired ? 'required' : null;
  const text = typeof value === 'string' ? value : '';
  switch (kind) {
    case 'address':
      return isAddress(webAddress(text)) ? null : 'address';
    case 'webAddress':
      return isAddress(webAddress(text)) && /^https?:/i.test(webAddress(text)) ? null : 'webAddress';
    case 'mail':
      return /^[^\s@]+@[^\s@]+$/.test(text.trim()) ? null : 'mail';
    case 'phone':
      return /^[+\d][\d\s()./-]{2,}$/.test(text.trim()) ? null : 'phone';
    case 'number':
      return typeof value === 'number' && value >= (min ?? -Infinity) && value <= (max ?? Infinity)
        ? null
        : 'number';
    case 'instant':
      return Number.isNaN(Date.parse(text)) ? 'instant' : null;
    case 'flag':
    case 'text':
    case 'texts':
      return null;
  }
}

/** Schemes that run code or read the phone's own files. */
const DANGEROUS = new Set(['javascript:', 'vbscript:', 'data:', 'file:', 'blob:']);

/** An address as people write it, such as www.example.com/page, with the scheme that it lacks; others stay as they are. */
export function webAddress(text: string): string {
  const plain = text.trim();
  const isWithoutScheme = /^[^\s:/?#@]+\.[^\s:/?#@]{2,}(:\d+)?([/?#]\S*)?$/.test(plain);
  return isWithoutScheme ? `https://${plain}` : plain;
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && !isDangerous(text);
}

/** Android opens what an `intent:` or `android-app:` wraps; the server has the same rule. */
function isDangerous(text: string): boolean {
  const { protocol, pathname, hash } = new URL(text);
  if (DANGEROUS.has(protocol)) return true;
  if (protocol === 'android-app:') {
    return DANGEROUS.has(
      `${
        pathname
          .split('/')
          .find((part) => part !== '')
          ?.toLowerCase() ?? ''
      }:`,
    );
  }
  if (protocol !== 'intent:') return false;
  const wrapped = text
    .trim()
    .replace(/^intent:/i, '')
    .replace(/#.*$/s, '');
  const named = [...decoded(hash).matchAll(/;\s*(scheme|S\.browser_fallback_url)\s*=\s*([^;]*)/gi)];
  return (
    (URL.canParse(wrapped) && isDangerous(wrapped)) ||
    named.some(([, member = '', said = '']) => {
      if (/^scheme$/i.test(member)) return DANGEROUS.has(`${said.trim().toLowerCase()}:`);
      return !/^https?:/i.test(decoded(said).trim());
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

/** A place is an address to search for, or a point: one of both. */
function placeMistakes(content: Content): Mistakes {
  const hasAddress = typeof content['searchAddress'] === 'string' && content['searchAddress'].trim() !== '';
  const given = ['latitude', 'longitude'].filter((name) => typeof content[name] === 'number');
  if (given.length === 1) return { [given[0] === 'latitude' ? 'longitude' : 'latitude']: 'required' };
  if (hasAddress && given.length === 2) return { searchAddress: 'oneOfBoth' };
  if (!hasAddress && given.length === 0) return { searchAddress: 'placeMissing' };
  return {};
}

/** An action in one line: what it opens. */
export function summaryOf(content: Content): string {
  const parts = [
    'url',
    'address',
    'number',
    'searchAddress',
    'summary',
    'firstName',
    'lastName',
    'organization',
  ]
    .map((name) => content[name])
    .filter((value): value is string => typeof value === 'string' && value !== '');
  if (parts.length > 0) return parts.join(' ');
  const { latitude, longitude } = content;
  return typeof latitude === 'number' && typeof longitude === 'number' ? `${latitude}, ${longitude}` : '';
}

/** Members beside the fields of a form. */
const BESIDE = ['contentType', 'extras', 'recurrence', 'vCard', 'iCalendar'];

/** As it is sent: with whole addresses, and without empty members, which readers' clients would show. */
export function contentToSend(type: Exclude<ActionType, 'RAW'>, content: Content): Content {
  const { fields, lists = [] } = shapes[type];
  const known = new Set([...fields, ...lists].map(({ name }) => name).concat(BESIDE));
  const addresses = fields
    .filter(({ kind }) => kind === 'address' || kind === 'webAddress')
    .flatMap(({ name }) => (typeof content[name] === 'string' ? [[name, webAddress(content[name])]] : []));
  const whole = { ...content, ...(Object.fromEntries(addresses) as Content) };
  const given = Object.entries(tidy(whole));
  const others = given.filter(([name]) => !known.has(name));
  const extras = { ...(isObject(whole['extras']) ? whole['extras'] : {}), ...Object.fromEntries(others) };
  return {
    ...Object.fromEntries(given.filter(([name]) => known.has(name) && name !== 'extras')),
    ...(Object.keys(extras).length > 0 ? { extras } : {}),
  };
}

/** Without what is empty. */
export function tidy(content: Content): Content {
  return Object.fromEntries(
    Object.entries(content).flatMap(([name, value]) => {
      if (name === '__typename' || value === '' || value === null || value === undefined) return [];
      if (Array.isArray(value))
        return value.length === 0
          ? []
          : [[name, value.map((row) => (isObject(row) ? tidy(row) : (row as unknown)))]];
      return [[name, isObject(value) && name !== 'extras' ? tidy(value) : value]];
    }),
  );
}

export function isObject(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
