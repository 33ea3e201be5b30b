/** Sentences of the console, a file for each screen and language. */
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { browserLanguage } from './browser-language.js';
import { CHOSEN_LANGUAGE as CHOSEN, type LanguageCode, languages } from './languages.js';

export { type LanguageCode, languages };

type Sentences = Readonly<Record<string, unknown>>;

/** Sentences that are needed before anybody has logged in, a file for each. */
const first = import.meta.glob<Sentences>('./{en,fr,de}/{common,server,start}.json', { import: 'default' });
const others = {
  en: async () => import('./sentences.en'),
  fr: async () => import('./sentences.fr'),
  de: async () => import('./sentences.de'),
} satisfies Record<LanguageCode, unknown>;

/** By the names of their files; folders only sort them. */
async function sentencesOfScreens(language: LanguageCode): Promise<ReadonlyMap<string, Sentences>> {
  const { sentences } = await others[language]();
  return new Map(Object.entries(sentences).map(([path, each]) => [path.replace(/^.*\/|\.json$/g, ''), each]));
}

async function sentencesOf(language: LanguageCode, screen: string): Promise<Sentences> {
  const found =
    (await first[`./${language}/${screen}.json`]?.()) ?? (await sentencesOfScreens(language)).get(screen);
  if (found === undefined) throw new Error(`There are no sentences for ${screen}.`);
  return found;
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, screen, done) => {
    sentencesOf(language as LanguageCode, screen).then(
      (sentences) => done(null, sentences),
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

/**
 * Loads the sentences of all screens. A part that asks for others than are there hides the whole screen around it until they
 * come, and takes the focus away: a screen whose parts come late waits for this first.
 */
export async function loadSentences(): Promise<void> {
  const sentences = await sentencesOfScreens(i18next.language as LanguageCode);
  await i18next.loadNamespaces([...sentences.keys(), 'start']);
}

export async function chooseLanguage(code: LanguageCode): Promise<void> {
  localStorage.setItem(CHOSEN, code);
  await i18next.changeLanguage(code);
  document.documentElement.lang = code;
}
