/** Names of pages: those that an editor gave. The server's own say no more than the number does, and are English. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const DEFAULT_NAME = /^Page (\d+)$/;
/** A page or zone in the label of a place: its number, then its name. */
const NUMBERED = /^(\d+): ((?:Page|Zone) \1)$/;

/** @returns an empty text for a page that nobody has named */
export function ownNameOfPage(name: string): string {
  return DEFAULT_NAME.test(name) ? '' : name;
}

export interface ElementNames {
  /** The name of an element, in the user's language where nobody has named it. */
  readonly name: (name: string) => string;
  /** Likewise for a label such as `Flyer / 2: Page 2 / 1: Zone 1`, which becomes `Flyer / Page 2 / Zone 1`. */
  readonly label: (label: string) => string;
}

export function useElementNames(): ElementNames {
  const { t } = useTranslation();
  return useMemo(() => {
    const name = (given: string) => {
      const number = DEFAULT_NAME.exec(given)?.[1];
      return number === undefined ? given : t('pageName', { number });
    };
    const label = (given: string) =>
      given
        .split(' / ')
        .map((step) => name(NUMBERED.exec(step)?.[2] ?? step))
        .join(' / ');
    return { name, label };
  }, [t]);
}
