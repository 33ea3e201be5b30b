/** Contact cards as vCard 3.0 (RFC 2426). */
import type { ContactCard } from './content-shapes.js';

/** Octets of a line before it is folded. */
const MAX_LINE_OCTETS = 75;

/** TYPE parameters of RFC 2426 for the kinds of telephones that it does not name itself. */
const telephoneTypes: Readonly<Record<string, string>> = { TEXT: 'MSG', TEXTPHONE: 'X-TEXTPHONE' };

export function toVCard(card: ContactCard): string {
  const fullName = [card.FirstName, card.LastName].filter((part) => filled(part)).join(' ');
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escape(card.LastName)};${escape(card.FirstName)};;;`,
    `FN:${escape(fullName === '' ? card.Organization : fullName)}`,
    ...(filled(card.Organization) ? [`ORG:${escape(card.Organization)}`] : []),
    ...(filled(card.PhotoUrl) ? [`PHOTO;VALUE=uri:${oneLine(card.PhotoUrl)}`] : []),
    ...(card.Telephones ?? []).map(
      ({ Type, Number }) => `TEL;TYPE=${telephoneTypes[Type] ?? Type}:${escape(Number)}`,
    ),
    ...(card.Addresses ?? []).map(
      ({ Type, Street, City, ZipCode, Country }) =>
        `ADR;TYPE=${Type}:;;${escape(Street)};${escape(City)};;${escape(ZipCode)};${escape(Country)}`,
    ),
    ...(card.Emails ?? []).map(({ Type, Email }) => `EMAIL;TYPE=INTERNET,${Type}:${escape(Email)}`),
    'END:VCARD',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function filled(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== '';
}

function escape(text: string | null | undefined): string {
  return (text ?? '').replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]/g, '');
}

/** Breaks a line after at most 75 octets, never inside a character; continuation lines begin with a blank. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (Buffer.byteLength(part + character) > MAX_LINE_OCTETS) {
      parts.push(part);
      part = ' ';
    }
    part += character;
  }
  return [...parts, part].join('\r\n');
}
