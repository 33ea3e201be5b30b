/** What an action opens, as words that somebody may search for: addresses, numbers, names, places. */
import { foldText } from './text-fold.js';

/** Of one action; what is longer is found by its beginning. */
const MAX_FOLDED = 8000;

/** By type, the members that name what an action opens; not message texts, nor how the action looks. */
const memberNames: Readonly<Record<string, readonly string[]>> = {
  URL: ['Url'],
  MAIL: ['Address'],
  MAP: ['SearchAddress'],
  TEL: ['Number'],
  SHARE: ['Url'],
  SMS: ['Number'],
  VCARD: [
    'FirstName',
    'LastName',
    'Organization',
    'Number',
    'Email',
    'Street',
    'City',
    'ZipCode',
    'Country',
    'VCard',
  ],
  VCALENDAR: ['Summary', 'Location', 'OrganizerMail', 'AttendeeMail', 'VCalendar'],
};

/** A text of an action's content that says what the action opens. */
export interface Target {
  /** Members from the outside inwards; empty for the whole content where it is no JSON. */
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/**
 * The targets of an action, in the order of its content; RAW has every text in it, or the whole of it where it is no JSON.
 *
 * @param type    of the action, in capitals
 * @param content serialized JSON
 */
export function targetsOf(type: string, content: string): readonly string[] {
  return targetPlacesOf(type, content).map(({ text }) => text);
}

/** As `targetsOf`, with the place of each. */
export function targetPlacesOf(type: string, content: string): readonly Target[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    return content.trim() === '' ? [] : [{ path: [], text: content }];
  }
  const names = memberNames[type];
  const members = names === undefined ? null : new Set(names.map((name) => name.toLowerCase()));
  const found: Target[] = [];
  collect({ path: [], value: parsed, isWanted: members === null }, members, found);
  return found;
}

interface Member {
  readonly path: Target['path'];
  readonly value: unknown;
  readonly isWanted: boolean;
}

function collect(
  { path, value, isWanted }: Member,
  members: ReadonlySet<string> | null,
  found: Target[],
): void {
  if (typeof value === 'string') {
    if (isWanted && value.trim() !== '') found.push({ path, text: value });
  } else if (Array.isArray(value)) {
    for (const [at, each] of value.entries()) {
      collect({ path: [...path, at], value: each, isWanted }, members, found);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const isNamed = members?.has(name.toLowerCase()) ?? true;
      collect({ path: [...path, name], value: member as unknown, isWanted: isNamed }, members, found);
    }
  }
}

/** The forms of a target that searches compare: as it is, decoded where it is an address, and a number's digits alone. */
export function foldedForms(target: string): readonly string[] {
  const forms = [foldText(target)];
  if (target.includes('%')) {
    try {
      forms.push(foldText(decodeURIComponent(target)));
    } catch {
      // Not an encoded address: it stays as it is.
    }
  }
  if (isNumber(target)) forms.push(digitsOf(target));
  return [...new Set(forms)].filter((form) => form !== '');
}

/** Whether the text can only be a telephone number, or a part of one. */
export function isNumber(text: string): boolean {
  return /^[\d\s+()./-]+$/.test(foldText(text)) && digitsOf(text).length >= 3;
}

/** `+41 (0)22 767 61 11` becomes `410227676111`. */
export function digitsOf(text: string): string {
  return foldText(text).replace(/\D/g, '');
}

/** The targets of an action as they are stored for searches, one a line. @param others that rules lead to */
export function foldTargets(type: string, content: string, others: readonly string[] = []): string {
  return [...targetsOf(type, content), ...others].flatMap(foldedForms).join('\n').slice(0, MAX_FOLDED);
}
