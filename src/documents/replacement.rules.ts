import { badInput } from '../kernel/errors.js';

/**
 * The pages that are to go on, as they are kept.
 *
 * @param before    ids of the document's pages
 * @param pageCount of the new file
 * @throws LoupeError BAD_USER_INPUT
 */
export function requirePages(
  pages: readonly (string | null)[],
  before: readonly string[],
  pageCount: number,
): readonly (string | null)[] {
  if (pages.length !== pageCount) {
    throw badInput(
      'pages',
      `must hold one entry for each of the ${pageCount} pages of the file, null for a new one`,
    );
  }
  const known = new Set(before);
  const taken = new Set<string>();
  return pages.map((given, at) => {
    const id = given === null ? null : given.toLowerCase();
    if (id === null) return null;
    if (!known.has(id))
      throw badInput(`pages[${at}]`, 'is no page of this document; plan the replacement again');
    if (taken.has(id)) throw badInput(`pages[${at}]`, 'appears twice; use each page once');
    taken.add(id);
    return id;
  });
}
