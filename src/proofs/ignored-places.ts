/** Places that somebody looked at and chose to ignore. */
import { badInput } from '../kernel/errors.js';
import { type ComparedPage, type PdfComparison, summaryOf } from './compared-pdfs.js';
import type { PageDifference } from './page-difference.js';

export interface IgnoredPlace {
  /** Place of the page in the list of compared pages, from 0. */
  readonly page: number;
  /** Number of the difference on the page. */
  readonly number: number;
}

interface Sifted {
  readonly page: ComparedPage;
  readonly ignored: readonly PageDifference[];
}

export interface SiftedComparison {
  /** Without what is ignored: a page that has nothing else counts as unchanged. */
  readonly comparison: PdfComparison;
  /** Page by page what was left out. */
  readonly ignored: readonly (readonly PageDifference[])[];
}

/** @throws LoupeError BAD_USER_INPUT for places that the comparison does not have */
export function withoutIgnored(comparison: PdfComparison, places: readonly IgnoredPlace[]): SiftedComparison {
  const { pages } = comparison;
  const unknown = places.find(
    ({ page, number }) => pages[page]?.differences.some((one) => one.number === number) !== true,
  );
  if (unknown !== undefined)
    throw badInput(
      'ignored',
      `names difference ${unknown.number} of page ${unknown.page}, which there is not`,
    );
  const numbersOf = Map.groupBy(places, ({ page }) => page);
  const sifted = pages.map((page, at) =>
    sift(page, new Set((numbersOf.get(at) ?? []).map(({ number }) => number))),
  );
  return {
    comparison: summaryOf(
      comparison,
      sifted.map(({ page }) => page),
    ),
    ignored: sifted.map(({ ignored }) => ignored),
  };
}

function sift(page: ComparedPage, numbers: ReadonlySet<number>): Sifted {
  if (numbers.size === 0) return { page, ignored: [] };
  const differences = page.differences.filter(({ number }) => !numbers.has(number));
  const ignored = page.differences.filter(({ number }) => numbers.has(number));
  const status = page.status === 'changed' && differences.length === 0 ? 'unchanged' : page.status;
  return { page: { ...page, status, differences }, ignored };
}
