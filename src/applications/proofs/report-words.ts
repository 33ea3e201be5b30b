/** What reports say about pages and counts, in English. */
import type { ComparedPage, PdfComparison } from './compared-pdfs.js';

/** "Page 5 (page 4 before)" */
export function nameOfPage({ status, referencePage, queryPage }: ComparedPage): string {
  if (status === 'removed') return `Page ${referencePage ?? ''} of the first file`;
  const before =
    referencePage !== null && referencePage !== queryPage ? ` (page ${referencePage} before)` : '';
  return `Page ${queryPage ?? ''}${before}`;
}

/** "changed, moved, 3 differences" */
export function describePage(page: ComparedPage): string {
  const words = [page.status, ...(page.isMoved ? ['moved'] : [])].join(', ');
  return page.differences.length === 0
    ? words
    : `${words}, ${counted(page.differences.length, 'difference')}`;
}

/** "7 changed, 2 inserted, 0 removed, 1 moved, 39 unchanged pages" */
export function describeCounts({ counts }: PdfComparison): string {
  const { changed, inserted, removed, moved, unchanged } = counts;
  return `${changed} changed, ${inserted} inserted, ${removed} removed, ${moved} moved, ${unchanged} unchanged`;
}

export function verdictOf({ hasDifferences, differenceCount, counts }: PdfComparison): string {
  if (!hasDifferences) return 'No differences were found.';
  const places = differenceCount === 0 ? [] : [counted(differenceCount, 'difference')];
  const pages = (['inserted', 'removed', 'moved'] as const)
    .filter((what) => counts[what] > 0)
    .map((what) => `${counted(counts[what], 'page')} ${what}`);
  return `${[...places, ...pages].join(', ')}.`;
}

/** What could not be compared on a page; empty where everything was. */
export function limitsOf({ isUnlike, isTextCompared, status }: ComparedPage): readonly string[] {
  if (status !== 'changed') return [];
  return [
    ...(isUnlike ? ['The pages are too unlike to be compared place by place: look at both.'] : []),
    ...(isTextCompared ? [] : ['Only the pictures were compared: not both pages hold text.']),
  ];
}

export const LIMIT_OF_RESOLUTION =
  'Pages are compared at 150 dots to the inch (posters at fewer). No difference found is no proof that nothing differs.';

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
