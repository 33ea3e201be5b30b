/** Pages as in a print dialog: `1-3, 7`. */

interface Numbered {
  readonly id: string;
  readonly order: number;
}

const RANGE = /^(\d{1,6})(?:\s*[-–—]\s*(\d{1,6}))?$/;

/**
 * @param text numbers and ranges of pages, divided by commas, semicolons or blanks
 * @returns the pages that it names, each once, in their order; null where it names none or one that is not there
 */
export function pagesNamed<Page extends Numbered>(
  text: string,
  pages: readonly Page[],
): readonly Page[] | null {
  const named = new Set<number>();
  const last = Math.max(0, ...pages.map(({ order }) => order));
  const parts = text
    .replaceAll(/\s*[-–—]\s*/g, '-')
    .split(/[,;\s]+/)
    .filter((part) => part !== '');
  for (const part of parts) {
    const range = RANGE.exec(part);
    if (range === null) return null;
    const from = Number(range[1]);
    const to = Number(range[2] ?? range[1]);
    if (from < 1 || to < from || to > last) return null;
    for (let order = from; order <= to; order += 1) named.add(order);
  }
  const found = pages.filter(({ order }) => named.has(order)).toSorted((a, b) => a.order - b.order);
  return found.length === 0 || found.length < named.size ? null : found;
}
