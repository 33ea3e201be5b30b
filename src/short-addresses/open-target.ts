/** Opens actions that a reader follows without the program of a publisher. */
import { isIP } from 'node:net';
import type { EnrichedActionView } from '../recognition/views.js';
import { iCalendarOf, targetOf, vCardOf } from '../content/actions/action-target.js';
import { isPublicAddress } from '../http-client/public-address.js';

export type Opening =
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'file'; readonly text: string; readonly contentType: string; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }
  /** An address that nobody is led to: of a private network, or a short address again. */
  | { readonly kind: 'refused' };

export interface OpeningOptions {
  /** Beginnings of addresses of this server. */
  readonly own: readonly string[];
  readonly allowsPrivate: boolean;
}

/** Names that only a private network knows. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;
const SHORT_PATH = /^\/(?:s|01)(?:\/|$)/i;

type Opened = Pick<EnrichedActionView, 'name' | 'type' | 'content'>;

/** Only what is stored opens, and only what the rules of its type let through. */
export function openingOf({ name, type, content }: Opened, options: OpeningOptions): Opening {
  const target = targetOf(type, content);
  const { kind } = target;
  const text = (member: string): string => {
    const value = target.members[member];
    return typeof value === 'string' ? value : '';
  };
  switch (kind) {
    case 'URL':
    case 'SHARE':
      return isOpenTo(text('url'), options)
        ? { kind: 'address', url: new URL(text('url')).href }
        : { kind: 'refused' };
    case 'MAIL':
      return address(`mailto:${encodeURIComponent(text('address'))}`, {
        subject: text('subject'),
        body: text('body'),
      });
    case 'TEL':
      return address(`tel:${dialed(text('number'))}`, {});
    case 'SMS':
      return address(`sms:${dialed(text('number'))}`, { body: text('body') });
    case 'MAP':
      return { kind: 'address', url: mapOf(target.members) };
    case 'VCARD':
      return {
        kind: 'file',
        text: vCardOf(target),
        contentType: 'text/vcard',
        name: `${fileName(name)}.vcf`,
      };
    case 'VCALENDAR':
      return {
        kind: 'file',
        text: iCalendarOf(target),
        contentType: 'text/calendar',
        name: `${fileName(name)}.ics`,
      };
    case null:
      return { kind: 'text', text: content };
  }
}

/** Whether a browser may be led there at once, without a page between. */
export function isWebAddress(opening: Opening): opening is Opening & { readonly kind: 'address' } {
  return opening.kind === 'address' && /^https?:/.test(opening.url);
}

/** Whether readers may be led to an address: not into private networks, nor round in circles. */
function isOpenTo(url: string, { own, allowsPrivate }: OpeningOptions): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, hostname, pathname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return true;
  const isOwn = own.some((base) => URL.canParse(base) && new URL(base).host === host);
  if (isOwn && own.some((base) => SHORT_PATH.test(below(pathname, base)))) return false;
  return allowsPrivate || isPublicName(hostname);
}

function below(pathname: string, base: string): string {
  const path = new URL(base).pathname.replace(/\/+$/, '');
  return pathname.startsWith(path) ? pathname.slice(path.length) : pathname;
}

function isPublicName(hostname: string): boolean {
  const name = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(name) !== 0) return isPublicAddress(name);
  return name.includes('.') && !PRIVATE_NAME.test(name);
}

function address(start: string, members: Readonly<Record<string, string>>): Opening {
  const given = Object.entries(members).filter(([, value]) => value !== '');
  const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return { kind: 'address', url: query === '' ? start : `${start}?${query}` };
}

const dialed = (number: string) => number.replaceAll(/[^\d+*#,;]/g, '');

/** On the map of OpenStreetMap, which needs no program; phones offer theirs for it. */
function mapOf({ latitude, longitude, searchAddress }: Readonly<Record<string, unknown>>): string {
  if (typeof latitude === 'number' && typeof longitude === 'number')
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(String(searchAddress))}`;
}

function fileName(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim();
  return plain === '' ? 'loupe' : plain.slice(0, 60);
}
