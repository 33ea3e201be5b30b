/** Which language of a document a reader is answered in. */

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
  const tag = (wanted ?? '').trim().replace('_', '-').toLowerCase();
  const language = tag.split('-')[0] ?? '';
  const home = homeRegionOf(language);
  const rankOf = (code: string) => {
    const [ownLanguage, ownRegion] = code.split('-');
    if (code.toLowerCase() === tag) return 0;
    const isDefault = code === defaultLanguage;
    if (ownLanguage?.toLowerCase() !== language) return isDefault ? 4 : 5;
    if (isDefault) return 1;
    return ownRegion === home ? 2 : 3;
  };
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
