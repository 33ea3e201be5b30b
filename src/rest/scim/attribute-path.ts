/** Paths of attributes and filters of RFC 7644, 3.4.2.2 and 3.5.2, as far as directories send them: `eq` and `and`. */
import { ScimError } from './scim-error.js';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** A path such as `emails[type eq "work"].value`. Names are in lower case, as they are compared. */
export interface AttributePath {
  readonly attribute: string;
  readonly filter: readonly Term[];
  /** Null for the whole attribute. */
  readonly part: string | null;
}

/** `attribute eq value`. */
interface Term {
  readonly attribute: string;
  readonly value: string | boolean;
}

/** The attribute under which everything of extensions counts, such as that for enterprises; nothing of it is kept. */
export const EXTENSION = 'extension';

const MAX_LENGTH = 2000;
const PATH = /^([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/is;
const TERM = /^\s*([a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*/is;
const NESTED = /^\s*([a-z$][\w$-]*)\[([^\]]*)\]\.([a-z$][\w$-]*)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*/is;
const AND = /^and\s+/i;

/** @throws ScimError invalidPath */
export function readPath(text: string): AttributePath {
  const own = withoutSchema(text.trim());
  if (own === null) return { attribute: EXTENSION, filter: [], part: null };
  const [, attribute, filter, part] = text.length > MAX_LENGTH ? [] : (PATH.exec(own) ?? []);
  if (attribute === undefined) {
    throw new ScimError('invalidPath', `The path ${JSON.stringify(text.slice(0, 100))} cannot be read.`);
  }
  return {
    attribute: attribute.toLowerCase(),
    filter: filter === undefined ? [] : readFilter(filter),
    part: part?.toLowerCase() ?? null,
  };
}

/** The path without the schema that may stand before it; null for one of an extension. */
function withoutSchema(path: string): string | null {
  const lower = path.toLowerCase();
  for (const schema of [USER_SCHEMA, GROUP_SCHEMA]) {
    if (lower.startsWith(`${schema.toLowerCase()}:`)) return path.slice(schema.length + 1);
  }
  return lower.startsWith('urn:') ? null : path;
}

/** Terms that must all hold; `emails[type eq "work"].value eq "x"` asks for `emails.value`. @throws ScimError invalidFilter */
function readFilter(text: string): readonly Term[] {
  if (text.length > MAX_LENGTH) throw unreadable(text);
  const terms: Term[] = [];
  let rest = text;
  for (;;) {
    rest = withoutSchema(rest) ?? rest;
    const [nested, outer = '', , inner = '', nestedValue = ''] = NESTED.exec(rest) ?? [];
    const [plain, attribute = '', value = ''] = TERM.exec(rest) ?? [];
    const [all, name, written] =
      nested === undefined ? [plain, attribute, value] : [nested, `${outer}.${inner}`, nestedValue];
    if (all === undefined) throw unreadable(text);
    terms.push({ attribute: name.toLowerCase(), value: valueOf(written, text) });
    rest = rest.slice(all.length);
    if (rest === '') return terms;
    const [and] = AND.exec(rest) ?? [];
    if (and === undefined) throw unreadable(text);
    rest = rest.slice(and.length);
  }
}

function valueOf(written: string, filter: string): string | boolean {
  if (!written.startsWith('"')) return written.toLowerCase() === 'true';
  try {
    return JSON.parse(written) as string;
  } catch {
    throw unreadable(filter);
  }
}

function unreadable(text: string): ScimError {
  return new ScimError(
    'invalidFilter',
    `The filter ${JSON.stringify(text.slice(0, 100))} is not offered. Use attribute eq "value", and "and" between several.`,
  );
}

/**
 * The question for a list, by the names of the services.
 *
 * @param known attribute in lower case → name of the service
 * @throws ScimError invalidFilter
 */
export function readWanted<Name extends string>(
  text: string | null,
  known: Readonly<Record<string, Name>>,
): Partial<Record<Name, string>> {
  const wanted: Partial<Record<Name, string>> = {};
  for (const { attribute, value } of text === null ? [] : readFilter(text)) {
    const name = known[attribute];
    if (name === undefined || typeof value !== 'string' || wanted[name] !== undefined) {
      throw new ScimError(
        'invalidFilter',
        `Lists are not filtered by ${attribute} here; use ${Object.keys(known).join(', ')}, each once.`,
      );
    }
    wanted[name] = value;
  }
  return wanted;
}
