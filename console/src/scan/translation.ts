/**
 * The sentences of the page for readers, instead of `react-i18next` in its bundle: all languages of two small files come
 * with the program, so that no request stands between the reader and the first word.
 */
import { Store, useStore } from '../api/store';
import { browserLanguage } from '../i18n/browser-language';
import { CHOSEN_LANGUAGE, type LanguageCode, languages } from '../i18n/languages';

type Sentences = Readonly<Record<string, unknown>>;

const files: Readonly<Record<string, Sentences>> = import.meta.glob<Sentences>(
  ['../i18n/*/screens/readers/scan.json', '../i18n/*/screens/readers/reader.json'],
  { import: 'default', eager: true },
);

const chosen = languages.find(({ code }) => code === localStorage.getItem(CHOSEN_LANGUAGE))?.code;
const first =
  chosen ??
  browserLanguage(
    navigator.languages,
    languages.map(({ code }) => code),
  ) ??
  'en';
const language = new Store<LanguageCode>(first);
document.documentElement.lang = first;

export function chooseLanguage(code: LanguageCode): void {
  localStorage.setItem(CHOSEN_LANGUAGE, code);
  document.documentElement.lang = code;
  language.set(code);
}

/**
 * Under the name of `react-i18next` in the bundle of the page.
 *
 * @public
 * @param name of the file: scan or reader
 */
export function useTranslation(name = 'scan') {
  const code = useStore(language);
  return { t: (key: string) => sentence(code, name, key), i18n: { language: code } };
}

function sentence(code: LanguageCode, name: string, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>(
      (within, part) => (within as Sentences | undefined)?.[part],
      files[`../i18n/${code}/screens/readers/${name}.json`],
    );
  return typeof found === 'string' ? found : key;
}
