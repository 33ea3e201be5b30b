/** The shapes of actions: their fields, and what is wrong with a value while it is typed. */

export const actionTypes = ['URL', 'MAIL', 'TEL', 'SMS', 'MAP', 'SHARE', 'VCARD', 'VCALENDAR'] as const;
export type ActionType = (typeof actionTypes)[number] | 'RAW';

/** The content of an action. Members that the form does not know stay as they are. */
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
      { name: 'Url', kind: 'address', isRequired: true },
      { name: 'IsEmbeddedWebView', kind: 'flag' },
      { name: 'IsAnonymousURL', kind: 'flag' },
    ],
  },
  MAIL: {
    fields: [
      { name: 'Address', kind: 'mail', isRequired: true },
      { name: 'Subject', kind: 'text' },
      { name: 'Content', kind: 'texts' },
    ],
  },
  TEL: { fields: [{ name: 'Number', kind: 'phone', isRequired: true }] },
  SMS: {
    fields: [
      { name: 'Number', kind: 'phone', isRequired: true },
      { name: 'Content', kind: 'texts' },
    ],
  },
  MAP: {
    fields: [
      { name: 'SearchAddress', kind: 'text' },
      { name: 'Latitude', kind: 'number', min: -90, max: 90 },
      { name: 'Longitude', kind: 'number', min: -180, max: 180 },
    ],
  },
  SHARE: {
    fields: [
      { name: 'Url', kind: 'address', isRequired: true },
      { name: 'Content', kind: 'texts' },
    ],
  },
  VCARD: {
    fields: [
      { name: 'FirstName', kind: 'text' },
      { name: 'LastName', kind: 'text' },
      { name: 'Organization', kind: 'text' },
      { name: 'PhotoUrl', kind: 'webAddress' },
    ],
    lists: [
      {
        name: 'Telephones',
        types: ['WORK', 'HOME', 'CELL', 'FAX', 'TEXT', 'VOICE', 'VIDEO', 'PAGER', 'TEXTPHONE'],
        fields: [{ name: 'Number', kind: 'phone', isRequired: true }],
      },
      { name: 'Emails', types: PLACES, fields: [{ name: 'Email', kind: 'mail', isRequired: true }] },
      {
        name: 'Addresses',
        types: PLACES,
        fields: [
          { name: 'Street', kind: 'text' },
          { name: 'ZipCode', kind: 'text' },
          { name: 'City', kind: 'text' },
          { name: 'Country', kind: 'text' },
        ],
      },
    ],
  },
  VCALENDAR: {
    fields: [
      { name: 'Summary', kind: 'text', isRequired: true },
      { name: 'Start', kind: 'instant', isRequired: true },
      { name: 'End', kind: 'instant', isRequired: true },
      { name: 'Location', kind: 'text' },
      { name: 'Description', kind: 'texts' },
      { name: 'OrganizerMail', kind: 'mail' },
      { name: 'AttendeeMail', kind: 'mail' },
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
  if (type === 'VCALENDAR' && found['Start'] === undefined && found['End'] === undefined) {
    const [start, end] = [content['Start'], content['End']].map((value) => Date.parse(String(value)));
    if ((end ?? 0) <= (start ?? 0)) found['End'] = 'endBeforeStart';
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
  const hasAddress = typeof content['SearchAddress'] === 'string' && content['SearchAddress'].trim() !== '';
  const given = ['Latitude', 'Longitude'].filter((name) => typeof content[name] === 'number');
  if (given.length === 1) return { [given[0] === 'Latitude' ? 'Longitude' : 'Latitude']: 'required' };
  if (hasAddress && given.length === 2) return { SearchAddress: 'oneOfBoth' };
  if (!hasAddress && given.length === 0) return { SearchAddress: 'placeMissing' };
  return {};
}

/** An action in one line: what it opens. */
export function summaryOf(content: Content): string {
  const parts = [
    'Url',
    'Address',
    'Number',
    'SearchAddress',
    'Summary',
    'FirstName',
    'LastName',
    'Organization',
  ]
    .map((name) => content[name])
    .filter((value): value is string => typeof value === 'string' && value !== '');
  if (parts.length > 0) return parts.join(' ');
  const { Latitude, Longitude } = content;
  return typeof Latitude === 'number' && typeof Longitude === 'number' ? `${Latitude}, ${Longitude}` : '';
}

export function parseContent(text: string): Content {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Content) : {};
  } catch {
    return {};
  }
}

/** As it is sent: with whole addresses, and without empty members, which readers' clients would show. */
export function contentToSend(type: ActionType, content: Content): Content {
  const fields = type === 'RAW' ? [] : shapes[type].fields;
  const addresses = fields
    .filter(({ kind }) => kind === 'address' || kind === 'webAddress')
    .flatMap(({ name }) => (typeof content[name] === 'string' ? [[name, webAddress(content[name])]] : []));
  return tidy({ ...content, ...(Object.fromEntries(addresses) as Content) });
}

function tidy(content: Content): Content {
  return Object.fromEntries(
    Object.entries(content).flatMap(([name, value]) => {
      if (value === '' || value === null || value === undefined) return [];
      if (Array.isArray(value))
        return value.length === 0
          ? []
          : [[name, value.map((row) => (isObject(row) ? tidy(row) : (row as unknown)))]];
      return [[name, value]];
    }),
  );
}

function isObject(value: unknown): value is Content {
  return typeof value === 'object' && value !== null;
}
