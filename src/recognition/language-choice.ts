/** Which language of a document a reader is answered in. */

/** Why a language suits a reader, the best reason first. */
export const languageReasons = [
  'Wanted',
  'SameLanguageAndDefault',
  'SameLanguageAtHome',
  'SameLanguage',
  'Default',
  'Other',
] as const;
export type LanguageReason = (typeof languageReasons)[number];

/** Why a language of a document stands where it does; see `languagesBySuitability`. */
export function reasonOfLanguage(
  wanted: string | null,
  code: string,
  defaultLanguage: string,
): LanguageReason {
  const tag = (wanted ?? '').trim().replace('_', '-').toLowerCase();
  const language = tag.split('-')[0] ?? '';
  const [ownLanguage, ownRegion] = code.split('-');
  if (code.toLowerCase() === tag) return 'Wanted';
  const isDefault = code === defaultLanguage;
  if (ownLanguage?.toLowerCase() !== language) return isDefault ? 'Default' : 'Other';
  if (isDefault) return 'SameLanguageAndDefault';
  return ownRegion === homeRegionOf(language) ? 'SameLanguageAtHome' : 'SameLanguage';
}

/**
 * The languages of a document in the order in which they suit a reader: the wanted one; the same language of other
 * regions (the document's default first, then the language's home region, then by code); the document's default; all
 * others by code.
 *
 * @param wanted    as the reader's device sends it, for example `fr-CA`, `fr_CA` or `fr`; may be nonsense
 * @param available languages of the document
 */
export function languagesBySuitability(
  wanted: string | null,
  available: readonly string[],
  defaultLanguage: string,
): readonly string[] {
  const rankOf = (code: string) => languageReasons.indexOf(reasonOfLanguage(wanted, code, defaultLanguage));
  return [...new Set([...available, defaultLanguage])].sort(
    (a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1),
  );
}

/**
 * The language that a reader is answered in: the most suitable one in which there is something to do, so that a
 * translation that was begun mutes nothing; without any, the most suitable one.
 *
 * @param usable languages in which the element has an action to show
 */
export function chooseLanguage(bySuitability: readonly string[], usable: ReadonlySet<string>): string {
  return bySuitability.find((code) => usable.has(code)) ?? bySuitability[0] ?? '';
}

/** The region where most people speak the language, by Unicode's likely subtags; null when the tag is nonsense. */
function homeRegionOf(language: string): string | null {
  try {
    return new Intl.Locale(language).maximize().region ?? null;
  } catch {
    return null;
  }
}
