/** How folded names are compared with what is searched for. */

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
