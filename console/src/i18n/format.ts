/** Dates, numbers and names of languages as the chosen language writes them. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { capital, shortNames } from './language-names';

export interface Formats {
  readonly number: (value: number) => string;
  /** 0–1 as a percentage. */
  readonly percent: (value: number) => string;
  readonly date: (instant: string | Date) => string;
  readonly dateTime: (instant: string | Date) => string;
  /** From one time to another one. */
  readonly times: (from: string, to: string) => string;
  /** The language of a code like fr-FR, with its region only where that distinguishes it. */
  readonly language: (code: string) => string;
  /** The same where it stands alone and not in a sentence, which matters in French. */
  readonly languageAlone: (code: string) => string;
  /** Short names of the languages of one document; the region only where two of them differ by it. */
  readonly languages: (codes: readonly string[]) => ReadonlyMap<string, string>;
  readonly bytes: (count: number) => string;
}

export function formatsFor(locale: string): Formats {
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const language = new Intl.DisplayNames(locale, {
    type: 'language',
    fallback: 'code',
    languageDisplay: 'standard',
  });
  const megabytes = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  const nameOf = (code: string) => {
    try {
      return language.of(code) ?? code;
    } catch {
      return code;
    }
  };
  return {
    number: (value) => number.format(value),
    percent: (value) => percent.format(value),
    date: (instant) => date.format(new Date(instant)),
    dateTime: (instant) => dateTime.format(new Date(instant)),
    times: (from, to) => dateTime.formatRange(new Date(from), new Date(to)),
    language: nameOf,
    languageAlone: (code) => capital(nameOf(code), locale),
    languages: (codes) => shortNames(codes, locale),
    bytes: (count) => megabytes.format(count / 1e6),
  };
}

export function useFormats(): Formats {
  const { i18n } = useTranslation();
  return useMemo(() => formatsFor(i18n.language), [i18n.language]);
}
