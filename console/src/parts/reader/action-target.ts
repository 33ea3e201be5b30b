/** The target of an action that a reader touches: an address that the phone opens, a file, or something shared. */

export interface ReaderAction {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly target: ReaderTarget;
  readonly style: string | null;
  readonly iconUrl: string | null;
}

/** As a scan answers it; `READER_TARGET` asks for it. */
export type ReaderTarget =
  | { readonly __typename: 'UrlTarget'; readonly url: string }
  | {
      readonly __typename: 'MailTarget';
      readonly address: string;
      readonly subject: string | null;
      readonly body: string | null;
    }
  | { readonly __typename: 'PhoneTarget'; readonly number: string }
  | { readonly __typename: 'SmsTarget'; readonly number: string; readonly body: string | null }
  | ({ readonly __typename: 'MapTarget' } & Place)
  | { readonly __typename: 'ShareTarget'; readonly url: string; readonly text: string | null }
  | { readonly __typename: 'ContactTarget'; readonly vCard: string }
  | { readonly __typename: 'EventTarget'; readonly iCalendar: string }
  | { readonly __typename: 'LegacyTarget'; readonly source: string };

interface Place {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly searchAddress: string | null;
}

/** The members that this page needs of a target, for documents that are sent without the console's client. */
export const READER_TARGET = `target { __typename
...on UrlTarget { url }
...on MailTarget { address subject body }
...on PhoneTarget { number }
...on SmsTarget { number body }
...on MapTarget { latitude longitude searchAddress }
...on ShareTarget { url text }
...on ContactTarget { vCard }
...on EventTarget { iCalendar }
...on LegacyTarget { source } }`;

export type ActionTarget =
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'file'; readonly text: string; readonly mediaType: string; readonly name: string }
  | { readonly kind: 'share'; readonly url: string; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

/** Schemes that run code or read the phone's own files. */
const DANGEROUS = new Set(['javascript:', 'vbscript:', 'data:', 'file:', 'blob:']);

/** null for what cannot be used. */
export function targetOf({ target, name }: ReaderAction): ActionTarget | null {
  switch (target.__typename) {
    case 'UrlTarget':
      return link(target.url);
    case 'MailTarget':
      return link(
        `mailto:${encodeURIComponent(target.address)}${query({ subject: target.subject, body: target.body })}`,
      );
    case 'PhoneTarget':
      return link(`tel:${dialed(target.number)}`);
    case 'SmsTarget':
      return link(`sms:${dialed(target.number)}${query({ body: target.body })}`);
    case 'MapTarget':
      return link(placeOf(target));
    case 'ShareTarget':
      return { kind: 'share', url: target.url, text: target.text ?? '' };
    case 'ContactTarget':
      return file(target.vCard, 'text/vcard', `${fileName(name)}.vcf`);
    case 'EventTarget':
      return file(target.iCalendar, 'text/calendar', `${fileName(name)}.ics`);
    case 'LegacyTarget':
      return { kind: 'text', text: target.source };
  }
}

function link(href: string): ActionTarget | null {
  return URL.canParse(href) && !DANGEROUS.has(new URL(href).protocol) ? { kind: 'link', href } : null;
}

function file(text: string, mediaType: string, name: string): ActionTarget | null {
  return text === '' ? null : { kind: 'file', text, mediaType, name };
}

function query(members: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(members).flatMap(([name, value]): [string, string][] =>
    value === null || value === '' ? [] : [[name, value]],
  );
  return given
    .map(([name, value], i) => `${i === 0 ? '?' : '&'}${name}=${encodeURIComponent(value)}`)
    .join('');
}

const dialed = (number: string) => number.replaceAll(/[^\d+*#,;]/g, '');

/** RFC 5870, which Apple's devices write in their own way. */
function placeOf({ latitude, longitude, searchAddress: address }: Place): string {
  const hasPlace = latitude !== null && longitude !== null;
  const place = hasPlace ? `${latitude},${longitude}` : '';
  const words = encodeURIComponent(address !== null && address !== '' ? address : place);
  if (/iPhone|iPad|Macintosh/.test(navigator.userAgent)) return `maps:?q=${words}`;
  return `geo:${place === '' ? '0,0' : place}?q=${words}`;
}

function fileName(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim();
  return plain === '' ? 'loupe' : plain.slice(0, 60);
}

export function share(url: string, text: string, otherwise: () => void): void {
  if (typeof navigator.share !== 'function') return otherwise();
  navigator.share({ url, text }).catch(() => undefined);
}

export function save({ text, mediaType, name }: Extract<ActionTarget, { kind: 'file' }>): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
