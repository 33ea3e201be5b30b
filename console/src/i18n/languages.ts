/** The languages that the console speaks. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'fr', name: 'Français' },
  { code: 'de', name: 'Deutsch' },
] as const;

export type LanguageCode = (typeof languages)[number]['code'];

/** Where the browser keeps the user's choice. */
export const CHOSEN_LANGUAGE = 'loupe.language';
