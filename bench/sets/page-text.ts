/** Tells by their texts which pages share content, so that a match of them is right and not a false one. */
import type { Page } from './page-folder.js';

/** Shorter lines say nothing: numbers, single words, captions. */
const MIN_LINE_LENGTH = 20;
/** Header and footer: what pages of one manual share without sharing content. */
const ALLOWED_SHARED_LINES = 2;
/** Pages with less text are told apart by their pictures alone. */
const MIN_TEXT_LENGTH = 200;

const linesOf = ({ text }: Page): Set<string> =>
  new Set(
    text
      .split('\n')
      .map((line) => line.replace(/[\s\d]+/g, ' ').trim())
      .filter((line) => line.length >= MIN_LINE_LENGTH),
  );

export class SharedLines {
  /** Ranks of references by line. */
  private readonly holders = new Map<string, number[]>();

  constructor(references: readonly Page[]) {
    for (const [rank, page] of references.entries()) {
      for (const line of linesOf(page)) {
        const known = this.holders.get(line);
        if (known === undefined) this.holders.set(line, [rank]);
        else known.push(rank);
      }
    }
  }

  /** Whether the page has more than header and footer in common with one reference, or its text is not known. */
  isSharedBy(page: Page): boolean {
    if (page.text.length < MIN_TEXT_LENGTH) return true;
    const counts = new Map<number, number>();
    for (const line of linesOf(page)) {
      for (const rank of this.holders.get(line) ?? []) {
        const count = (counts.get(rank) ?? 0) + 1;
        if (count > ALLOWED_SHARED_LINES) return true;
        counts.set(rank, count);
      }
    }
    return false;
  }
}

/** For each page the ranks of the others with the same text. */
export function copiesOf(pages: readonly Page[]): ReadonlyMap<number, readonly number[]> {
  const byText = new Map<string, number[]>();
  for (const [rank, { text }] of pages.entries()) {
    if (text.length < MIN_TEXT_LENGTH) continue;
    const same = byText.get(text);
    if (same === undefined) byText.set(text, [rank]);
    else same.push(rank);
  }
  const groups = [...byText.values()].filter(({ length }) => length > 1);
  return new Map(
    groups.flatMap((group) => group.map((rank) => [rank, group.filter((other) => other !== rank)] as const)),
  );
}
