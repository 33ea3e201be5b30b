/** How folded names are compared with what is searched for. */
import { badInput } from '../kernel/errors.js';
import { foldText } from '../kernel/text-fold.js';

const MIN_LETTERS = 2;
const MAX_LETTERS = 500;

/** What is searched for as it is compared. @throws LoupeError BAD_USER_INPUT naming the field */
export function requireLetters(field: string, text: string): string {
  const folded = foldText(text);
  if ([...folded].length < MIN_LETTERS) {
    throw badInput(field, `is too short; search for at least ${MIN_LETTERS} letters or digits`);
  }
  if (folded.length > MAX_LETTERS) throw badInput(field, `must have at most ${MAX_LETTERS} characters`);
  return folded;
}

/**
 * Query for folded names that begin with a text. What are wildcards to SQL stand for any character here, so the
 * caller looks again at what is found.
 */
export function startingWith(folded: string): { readonly $like: string } {
  return { $like: `${withoutWildcards(folded)}%` };
}

/** As `startingWith`, anywhere in the name. */
export function containing(folded: string): { readonly $like: string } {
  return { $like: `%${withoutWildcards(folded)}%` };
}

function withoutWildcards(folded: string): string {
  return folded.replace(/[%\\]/g, '_');
}

/** Order of two names that both hold the text: the whole name first, then beginnings, then by name. */
export function compareMatches(folded: string, a: string, b: string): number {
  return rank(folded, a) - rank(folded, b) || (a < b ? -1 : a > b ? 1 : 0);
}

function rank(folded: string, name: string): number {
  if (name === folded) return 0;
  return name.startsWith(folded) ? 1 : 2;
}
