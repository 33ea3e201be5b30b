/** Text that every store and every surface keeps as it is: no NUL, no half of a surrogate pair. */
import { badInput } from './errors.js';

/** What JSON and GraphQL write such characters as; bytes that were decoded cannot hold halves otherwise. */
const SUSPICIOUS_ESCAPE = /\\u\{?0*(?:0000|0\}|d[89a-f])/i;

const HALF_PAIR = /\p{Surrogate}/u;

function faultOf(text: string): string | null {
  if (text.includes('\0')) return 'holds the character NUL (U+0000), which texts cannot hold; leave it out';
  if (HALF_PAIR.test(text))
    return 'holds half of a surrogate pair, which is no character; send whole characters';
  return null;
}

/** @throws LoupeError BAD_USER_INPUT naming what holds the character */
export function requireValidText(text: string, where: string): string {
  const fault = faultOf(text);
  if (fault !== null) throw badInput(where, fault);
  return text;
}

/** Whether a source may spell a character that no text can hold; its values are then looked at one by one. */
export function mayHoldInvalidText(source: string): boolean {
  return SUSPICIOUS_ESCAPE.test(source);
}

/**
 * Looks at every text of a JSON value, names of members too.
 *
 * @param where names the value as a whole
 * @throws LoupeError BAD_USER_INPUT naming the member
 */
export function requireValidJson(value: unknown, where: string): void {
  const open: { readonly value: unknown; readonly path: string }[] = [{ value, path: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: current, path } = next;
    if (typeof current === 'string') requireValidText(current, path === '' ? where : path);
    else if (typeof current === 'object' && current !== null) {
      for (const [name, member] of Object.entries(current)) {
        requireValidText(name, where);
        open.push({ value: member, path: path === '' ? name : `${path}.${name}` });
      }
    }
  }
}
