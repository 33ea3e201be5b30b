/** Which page and which of its differences are looked at; N and P go through the differences of all pages. */
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/format';
import type { ComparedPage, ComparedPlace, ListedDifference } from '../comparison';

export interface ShownPage {
  readonly page: ComparedPage;
  /** A page of which all differences are ignored counts as unchanged. */
  readonly status: ComparedPage['status'];
  /** Those that are not ignored. */
  readonly differences: readonly ListedDifference[];
}

interface Place {
  readonly page: number;
  /** Number of the difference; null on a page without one. */
  readonly number: number | null;
}

export function usePages(all: readonly ComparedPage[]) {
  const facts = useFacts();
  const [ignored, setIgnored] = useState<readonly ComparedPlace[]>([]);
  const isIgnored = (page: number, number: number) =>
    ignored.some((place) => place.page === page && place.number === number);
  const pages = all.map((page, at): ShownPage => {
    const differences = page.differences
      .filter(({ number }) => !isIgnored(at, number))
      .map((difference) => ({ ...difference, facts: facts(difference) }));
    const isChanged = page.status === 'CHANGED' && differences.length > 0;
    return { page, status: page.status === 'CHANGED' && !isChanged ? 'UNCHANGED' : page.status, differences };
  });
  // Inserted, removed and moved pages are places to look at, too.
  const places = pages.flatMap(({ page, differences }, at): Place[] =>
    differences.length === 0 && (page.isMoved || page.queryPage === null || page.referencePage === null)
      ? [{ page: at, number: null }]
      : differences.map(({ number }) => ({ page: at, number })),
  );
  const [place, setPlace] = useState<Place>(places[0] ?? { page: 0, number: null });
  const step = (by: 1 | -1) => {
    if (places.length === 0) return;
    const at = places.findIndex(({ page, number }) => page === place.page && number === place.number);
    const from = at < 0 ? places.findIndex(({ page }) => page >= place.page) - (by === 1 ? 1 : 0) : at;
    setPlace(places[(from + by + places.length) % places.length] ?? place);
  };
  useHotkeys([
    ['n', () => step(1)],
    ['p', () => step(-1)],
  ]);
  return {
    pages,
    page: place.page,
    chosen: place.number,
    choose: (number: number) => setPlace({ page: place.page, number }),
    choosePage: (page: number) => setPlace({ page, number: pages[page]?.differences[0]?.number ?? null }),
    ignore: (number: number) => {
      step(1);
      setIgnored([...ignored, { page: place.page, number }]);
    },
    showAll: () => setIgnored([]),
    ignored,
  };
}

/** The words that changed, or how far colors differ. */
function useFacts(): (difference: ComparedPage['differences'][number]) => string {
  const { t } = useTranslation('compare');
  const formats = useFormats();
  return ({ words, deltaE, isWholePage, isRestyled, sentence }) => {
    if (isWholePage || isRestyled) return sentence;
    if (words.length > 0) {
      return words
        .map(({ before, after }) =>
          before === ''
            ? t('words.added', { after })
            : after === ''
              ? t('words.missing', { before })
              : t('words.changed', { before, after }),
        )
        .join(' ');
    }
    return deltaE === null
      ? t('words.page')
      : t('words.color', { deltaE: formats.number(Math.round(deltaE)) });
  };
}
