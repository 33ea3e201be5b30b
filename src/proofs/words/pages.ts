/** What is said about pages and about a whole comparison. */
import type { ComparedPage, PdfComparison } from '../compared-pdfs.js';
import type { PageDifference } from '../page-difference.js';
import type { ProofWords } from './proof-words.js';
import { kindOf, sentenceOf } from './sentences.js';
import { nameOfCopy } from './sheet-words.js';

/** "Page 5 (page 4 before)" */
export function nameOfPage({ referencePage, queryPage, copy }: ComparedPage, say: ProofWords): string {
  if (copy !== undefined) return nameOfCopy(copy, say);
  if (queryPage === null) return say.pageOfFirst(referencePage ?? 0);
  return referencePage === null || referencePage === queryPage
    ? say.page(queryPage)
    : say.pageWas(queryPage, referencePage);
}

/** "changed, moved, 3 differences, 1 ignored" */
export function describePage(page: ComparedPage, say: ProofWords, ignoredCount = 0): string {
  return [
    say.status[page.status],
    ...(page.isMoved ? [say.status.moved] : []),
    ...(page.differences.length > 0 ? [say.differences(page.differences.length)] : []),
    ...(ignoredCount > 0 ? [say.ignored(ignoredCount)] : []),
  ].join(', ');
}

/** "2 differences, 1 page inserted." */
export function verdictOf(
  { hasDifferences, differenceCount, counts }: Omit<PdfComparison, 'pages'>,
  say: ProofWords,
  ignoredCount = 0,
): string {
  if (!hasDifferences) return ignoredCount > 0 ? say.nothingElse : say.nothing;
  const places = differenceCount === 0 ? [] : [say.differences(differenceCount)];
  const pages = (['inserted', 'removed', 'moved'] as const)
    .filter((what) => counts[what] > 0)
    .map((what) => say.pagesThat[what](counts[what]));
  return `${[...places, ...pages].join(', ')}.`;
}

/** What could not be compared on a page; empty where everything was. */
export function limitsOf(
  { isUnlike, isTextCompared, status }: ComparedPage,
  say: ProofWords,
): readonly string[] {
  if (status !== 'changed') return [];
  return [...(isUnlike ? [say.tooUnlike] : []), ...(isTextCompared ? [] : [say.picturesAlone])];
}

export function writtenDate(date: Date, { language }: ProofWords): string {
  const locale = language === 'en' ? 'en-GB' : language;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(
    date,
  );
}

/** "Page 2: 1. changed, ΔE 12.3. “12,90” → “12,50”." */
export function ignoredLine(page: ComparedPage, one: PageDifference, say: ProofWords): string {
  return say.about(nameOfPage(page, say), `${one.number}. ${kindOf(one, say)}. ${sentenceOf(one, say)}`);
}
