/** The target of an action that a reader touches: an address that the phone opens, a file, or something shared. */

export interface ReaderAction {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Serialized JSON, as a scan answers it. */
  readonly content: string;
  readonly style: string | null;
  readonly iconUrl: string | null;
}

export type ActionTarget =
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'file'; readonly text: string; readonly mediaType: string; readonly name: string }
  | { readonly kind: 'share'; readonly url: string; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

type Members = Readonly<Record<string, unknown>>;

/** Schemes that run code or read the phone's own files. */
const DANGEROUS = new Set(['javascript:', 'vbscript:', 'data:', 'file:', 'blob:']);

/** null for content that cannot be used. */
export function targetOf({ type, content, name }: ReaderAction): ActionTarget | null {
  const members = parse(content);
  const text = (member: string) => (typeof members[member] === 'string' ? members[member] : '');
  switch (type) {
    case 'URL':
      return link(text('Url'));
    case 'MAIL':
      return link(
        `mailto:${encodeURIComponent(text('Address'))}${query({ subject: text('Subject'), body: text('Content') })}`,
      );
    case 'TEL':
      return link(`tel:${dialed(text('Number'))}`);
    case 'SMS':
      return link(`sms:${dialed(text('Number'))}${query({ body: text('Content') })}`);
    case 'MAP':
      return link(placeOf(members));
    case 'SHARE':
      return { kind: 'share', url: text('Url'), text: text('Content') };
    case 'VCARD':
      return file(text('VCard'), 'text/vcard', `${fileName(name)}.vcf`);
    case 'VCALENDAR':
      return file(text('VCalendar'), 'text/calendar', `${fileName(name)}.ics`);
    default:
      return { kind: 'text', text: content };
  }
}

function parse(content: string): Members {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null ? (value as Members) : {};
  } catch {
    return {};
  }
}

function link(href: string): ActionTarget | null {
  return URL.canParse(href) && !DANGEROUS.has(new URL(href).protocol) ? { kind: 'link', href } : null;
}

function file(text: string, mediaType: string, name: string): ActionTarget | null {
  return text === '' ? null : { kind: 'file', text, mediaType, name };
}

function query(members: Readonly<Record<string, string>>): string {
  const given = Object.entries(members).filter(([, value]) => value !== '');
  return given
    .map(([name, value], i) => `${i === 0 ? '?' : '&'}${name}=${encodeURIComponent(value)}`)
    .join('');
}

const dialed = (number: string) => number.replaceAll(/[^\d+*#,;]/g, '');

/** RFC 5870, which Apple's devices write in their own way. */
function placeOf(members: Members): string {
  const { Latitude: latitude, Longitude: longitude, SearchAddress: address } = members;
  const hasPlace = typeof latitude === 'number' && typeof longitude === 'number';
  const place = hasPlace ? `${latitude},${longitude}` : '';
  const words = encodeURIComponent(typeof address === 'string' && address !== '' ? address : place);
  if (/iPhone|iPad|Macintosh/.test(navigator.userAgent)) return `maps:?q=${words}`;
  return `geo:${place === '' ? '0,0' : place}?q=${words}`;
}

function fileName(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim();
  return plain === '' ? 'loupe' : plain.slice(0, 60);
}
