/** Web addresses, mail addresses and phone numbers: of links, and as they are printed. */
import { LinkifyIt } from 'linkify-it';
import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js/max';
import { parse } from 'tldts';
import { isMail, problemsOf } from '../../content/actions/content-shapes.js';
import type { PdfWord } from '../../media/pdf/pdf-messages.js';
import { around } from '../../media/boxes.js';
import type { Finding, ProposedAction } from './proposal.js';
import { follows, type TextLine, wordsIn } from './text-lines.js';

type Address = Pick<Finding, 'kind'> & { readonly action: ProposedAction };

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: false });
const MOST_CHARACTERS = 2000;
const MOST_SUBJECT = 500;

/**
 * The action for an address of any scheme, as files have them.
 *
 * @returns null for schemes that no reader's phone should follow, addresses of private networks, and what is no address
 */
export function addressOf(written: string): Address | null {
  const address = written.trim();
  if (address === '' || address.length > MOST_CHARACTERS || /[\p{Cc}\s]/u.test(address)) return null;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  if (scheme === 'mailto') return mailOf(address);
  if (scheme === 'tel')
    return checked('Phone', { type: 'TEL', name: '', content: { Number: numberOf(address) } });
  if (scheme === 'sms')
    return checked('Phone', { type: 'SMS', name: '', content: { Number: numberOf(address) } });
  if (scheme === 'http' || scheme === 'https') return webAddress(address);
  if (scheme === undefined && /^www\./i.test(address)) return webAddress(`https://${address}`);
  return null;
}

const numberOf = (address: string): string =>
  decoded(address.replace(/^[a-z]+:/i, '').replace(/[?;].*$/s, ''));

function mailOf(address: string): Address | null {
  const [list = '', query = ''] = address.replace(/^mailto:/i, '').split('?', 2);
  const [first = ''] = decoded(list).split(',');
  const members = new URLSearchParams(query);
  const member = (name: string): string => {
    const found = [...members].find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
    return found.slice(0, MOST_SUBJECT);
  };
  const to = first.trim();
  // Files have addresses of the web behind this scheme, too.
  if (!isMail(to) || to.includes('/') || !isPublicName(to.split('@').at(-1) ?? '')) return null;
  const content = { Address: to, Subject: member('subject'), Content: member('body') };
  return checked('Mail', { type: 'MAIL', name: '', content });
}

function webAddress(address: string): Address | null {
  if (!URL.canParse(address)) return null;
  const { hostname, username, password } = new URL(address);
  // A name with a password in it is how other sites are imitated.
  if (username !== '' || password !== '' || !isPublicName(hostname)) return null;
  return checked('Link', { type: 'URL', name: '', content: { Url: address } });
}

/** Whether a host is one of the Internet by its name: its ending is one that is given out. Numbers are not printed for readers. */
function isPublicName(hostname: string): boolean {
  const { isIcann, isIp, domain } = parse(hostname);
  return isIcann === true && isIp !== true && domain !== null && !/^example\.(com|net|org)$/i.test(domain);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function checked(kind: Address['kind'], action: ProposedAction): Address | null {
  if (problemsOf(action.type, action.content).length > 0) return null;
  if (action.type === 'TEL' || action.type === 'SMS') {
    if (!/^\+?[\d\s().\-/]{3,30}$/.test(String(action.content['Number']))) return null;
  }
  return { kind, action };
}

/** Addresses as they are printed. @param country two letters: how numbers without a country are read; null reads none of them */
export function addressesIn(lines: readonly TextLine[], country: string | null): readonly Finding[] {
  const files = filesIn(lines);
  return lines.flatMap((line, at) => [
    ...webAndMail(line, files, lines[at - 1], lines[at + 1]),
    ...phonesIn(line, country),
  ]);
}

function webAndMail(
  line: TextLine,
  files: ReadonlySet<string>,
  before: TextLine | undefined,
  next: TextLine | undefined,
): readonly Finding[] {
  return (linkify.match(line.text) ?? []).flatMap(({ index, lastIndex, schema, raw: matched }): Finding[] => {
    const words = wordsIn(line, index, lastIndex);
    const raw = matched.replace(/[:;,*†‡]+$/, '');
    if (words.length === 0 || IS_SEVERAL.test(raw) || !isWhole(line, lastIndex, words, next)) return [];
    const printedBefore = line.text.slice(0, index);
    if (DASH.test(raw) || isEndOfMail(raw, printedBefore) || (schema === '' && IS_JOINED.test(printedBefore)))
      return [];
    // The end of an address that begins in the line above.
    if (index === 0 && before !== undefined && follows(before, line) && GOES_ON.test(before.text)) return [];
    const found = addressOf(withScheme(schema, raw));
    if (found === null || (schema === '' && !isPlainName(raw, files, line.text[lastIndex]))) return [];
    return [{ ...found, origin: 'Text', box: around(words), title: null }];
  });
}

function withScheme(schema: string, raw: string): string {
  if (schema === 'mailto:') return raw.toLowerCase().startsWith('mailto:') ? raw : `mailto:${raw}`;
  return schema === '' ? `https://${raw}` : raw;
}

/** Endings that are countries, too: of files, as in `README.md`, and of words, where a blank is missing between two sentences. */
const OTHER_ENDINGS =
  /\.(md|py|rs|sh|pl|ps|so|cc|ai|mm|in|pm|do|vi|st|tf|tk|zip|mov|app|name|pro|is|to|me|my|us|as|am|id|by|la|et|si|un|ma|sa|mp|web)$/;

/** Endings that are also what programs do with a thing: `task.run`. */
const VERBS = /\.(click|run|new|date|int|select|host|style|open|call|map|search|read|save|now|off|like)$/;
/** Names of packages: domains from behind, as in `org.apache.commons`, and those that languages begin with. */
const PACKAGES = /^(?:(?:com|org|net|edu|gov)\.[^.]+\.|(?:java|javax|scala|kotlin|system|std|asp|vb|ado)\.)/i;
const FILE = /(?<![\p{L}\d@/.-])([\p{L}\d_-]+)\.([\p{Ll}\d]{1,5})(?![\p{L}\d.-])/gu;

/** Names of files without their endings: where a page prints `tex.web`, `tex.ch` is another file and not in Switzerland. */
function filesIn(lines: readonly TextLine[]): ReadonlySet<string> {
  const found = lines.flatMap(({ text }) => [...text.matchAll(FILE)]);
  const files = found.filter(([name]) => parse(name).isIcann !== true || OTHER_ENDINGS.test(name));
  return new Set(files.map(([, stem = '']) => stem.toLowerCase()));
}

/**
 * Whether a name without scheme and `www.` was printed as an address: not a file, a package, an abbreviation or a call, and not
 * two sentences without a blank.
 *
 * @param files as `filesIn` has them
 * @param after the sign that follows
 */
function isPlainName(raw: string, files: ReadonlySet<string>, after: string | undefined): boolean {
  if (/^www\./i.test(raw)) return true;
  const [name = ''] = raw.split(/[/?#:]/, 1);
  const hasPath = raw.length > name.length + 1;
  if (PACKAGES.test(name) || (!hasPath && (after === '(' || VERBS.test(name)))) return false;
  const [stem = '', ...others] = name.toLowerCase().split('.');
  if (!hasPath && others.length === 1 && (files.has(stem) || /^\p{L}\.\p{L}{2}$/u.test(name))) return false;
  if (/\p{Lu}/u.test(name)) return /\.(com|org|net|de|fr|eu|info)$/i.test(name) && !/[.]\p{Lu}/u.test(name);
  if (hasPath) return true;
  return !OTHER_ENDINGS.test(name);
}

/** Dashes of typesetters: whether the address has a hyphen there is not known. */
const DASH = /[\u2010-\u2015\u2212]/;
/** A dash that stands for a hyphen: what follows is the end of a name. */
const IS_JOINED = new RegExp(`[\\p{L}\\d]${DASH.source}$`, 'u');

/** Whether a mail address begins before: with letters that stand apart, or with another sign for its `@`. */
function isEndOfMail(raw: string, before: string): boolean {
  return (
    /(?:@|[([{]\s*at\s*[)\]}])\s*$/i.test(before) ||
    (/^\p{L}@/u.test(raw) && /(?:^|\s)\p{L}\s$/u.test(before))
  );
}

/** Signs after which an address at the end of a line goes on in the next one. */
const GOES_ON = /[-/_=&?.%+~#@]$/;
/** A print that leaves out the end of an address says so; a dash for a hyphen parts it. */
const IS_CUT = new RegExp(`^(?:…|\\.{2,}|${DASH.source}\\S)`);
/** Where a file leaves out blanks, an address goes on in the next one, or in a number. */
const IS_SEVERAL = /[,;|)]\w*:|\+\d{6,}/i;
/** Height of a word for each of its letters, by its width, above which it is not set level. */
const STEEP = 6;

/** Words that are turned stand on other sides of the next line: its parts cannot be told. */
const isTurned = ({ text, width, height }: PdfWord): boolean => height * text.length > STEEP * width;

/** Whether the file holds all of an address in this line. */
function isWhole(
  line: TextLine,
  lastIndex: number,
  words: readonly PdfWord[],
  next: TextLine | undefined,
): boolean {
  if (words.some(({ isParted }) => isParted) || IS_CUT.test(line.text.slice(lastIndex))) return false;
  const last = words.at(-1);
  if (last === undefined || (isTurned(last) && GOES_ON.test(last.text))) return false;
  // Its end may stand on its other side.
  if (TURNED_LETTERS.test(line.text) && GOES_ON.test(line.text.slice(0, lastIndex))) return false;
  if (lastIndex < line.text.trimEnd().length) return true;
  return next === undefined || !follows(line, next) || !GOES_ON.test(line.text);
}

const FAX = /(fax|télécopie|telecopie|ファックス|传真)\W{0,6}$/iu;
const OTHER_NUMBER = /(isbn|issn|iban|bic|vat|ust|siret|siren|ean|gtin|nr|no|n°|art|#)\W{0,4}$/iu;

function phonesIn(line: TextLine, country: string | null): readonly Finding[] {
  const text = line.text.replaceAll('\u2011', '-').replaceAll(/[\u2012-\u2015]/g, '-');
  const defaultCountry = country !== null && isSupportedCountry(country) ? country : undefined;
  return findPhoneNumbersInText(text, { ...(defaultCountry && { defaultCountry }), extended: true }).flatMap(
    ({ startsAt, endsAt, number }): Finding[] => {
      const [before, written] = [text.slice(0, startsAt), text.slice(startsAt, endsAt)];
      const isNumber = number.isValid() && !FAX.test(before) && !OTHER_NUMBER.test(before);
      if (!isNumber || !isPrintedAsPhone(written, before) || IN_ADDRESS.test(before)) return [];
      // Groups of digits stand from left to right among words that do not.
      if (TURNED_LETTERS.test(text) && !/^\+[\d-]+$/.test(written)) return [];
      const words = wordsIn(line, startsAt, endsAt);
      if (words.length === 0) return [];
      const action = { type: 'TEL', name: '', content: { Number: number.number } } as const;
      return [{ kind: 'Phone', origin: 'Text', box: around(words), action, title: null }];
    },
  );
}

/** A number within an address is a part of it. */
const IN_ADDRESS = /:\/\/\S*$/;
const TURNED_LETTERS = /[\p{Script=Hebrew}\p{Script=Arabic}\u0660-\u0669\u06f0-\u06f9]/u;

const PHONE_WORD =
  /(tel|tél|phone|fon|call|anruf|ruf|mobil|handy|hotline|whatsapp|appel|contact|kontakt|service|info|☎|📞|✆)/iu;

/** A row of digits alone is a phone number only where a word says so: order numbers look the same. */
function isPrintedAsPhone(written: string, before: string): boolean {
  if (written.startsWith('+') || written.startsWith('(')) return true;
  if (PHONE_WORD.test(before.slice(-30))) return true;
  return (
    written.startsWith('0') &&
    /\d[\s/.-]\d/.test(written) &&
    !/^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/.test(written)
  );
}
