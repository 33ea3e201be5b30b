/** Reports are written in the language of the console. */
import { useTranslation } from 'react-i18next';

const LANGUAGES = { en: 'ENGLISH', de: 'GERMAN', fr: 'FRENCH' } as const;
export type ReportLanguage = (typeof LANGUAGES)[keyof typeof LANGUAGES];

export function useReportLanguage(): ReportLanguage {
  const { i18n } = useTranslation();
  return LANGUAGES[i18n.language as keyof typeof LANGUAGES] ?? LANGUAGES.en;
}
