/** Sentences of the console, a file for each screen and language, loaded when they are needed. */
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { browserLanguage } from './browser-language.js';
import { CHOSEN_LANGUAGE as CHOSEN, type LanguageCode, languages } from './languages.js';

export { type LanguageCode, languages };

type Sentences = Record<string, unknown>;
const files = import.meta.glob<Sentences>(['./en/*.json', './fr/*.json', './de/*.json'], {
  import: 'default',
});

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, screen, done) => {
    const load = files[`./${language}/${screen}.json`];
    if (load === undefined) return done(new Error(`There are no sentences for ${screen}.`), false);
    load().then(
      (sentences) => done(null, sentences as never),
      (error: unknown) => done(error as Error, false),
    );
  },
};

const isKnown = (code: string | null | undefined): code is LanguageCode =>
  languages.some((language) => language.code === code);

/** The user's choice, else the first language of the browser that there is. */
function firstLanguage(): LanguageCode {
  const chosen = localStorage.getItem(CHOSEN);
  if (isKnown(chosen)) return chosen;
  const offered = languages.map(({ code }) => code);
  return browserLanguage(navigator.languages, offered) ?? 'en';
}

export async function startLanguages(): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      fallbackLng: false,
      supportedLngs: languages.map(({ code }) => code),
      ns: ['common', 'server'],
      defaultNS: 'common',
      keySeparator: '.',
      // React writes text, never HTML.
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  document.documentElement.lang = i18next.language;
}

export async function chooseLanguage(code: LanguageCode): Promise<void> {
  localStorage.setItem(CHOSEN, code);
  await i18next.changeLanguage(code);
  document.documentElement.lang = code;
}
