/** Which language of a document a reader is answered in. */

/**
 * The wanted language itself; else the same language of another region, the language's own home region first; else
 * the document's default.
 *
 * @param wanted    as the reader's device sends it, for example `fr-CA`, `fr_CA` or `fr`; may be nonsense
 * @param available languages of the document
 */
export function chooseLanguage(
  wanted: string | null,
  available: readonly string[],
  defaultLanguage: string,
): string {
  const tag = (wanted ?? '').trim().replace('_', '-').toLowerCase();
  if (tag === '') return defaultLanguage;
  const exact = available.find((code) => code.toLowerCase() === tag);
  if (exact !== undefined) return exact;
  const language = tag.split('-')[0] ?? '';
  const sameLanguage = available.filter((code) => code.toLowerCase().split('-')[0] === language);
  if (sameLanguage.length === 0) return defaultLanguage;
  const home = homeRegionOf(language);
  return (
    sameLanguage.find((code) => code === defaultLanguage) ??
    sameLanguage.find((code) => code.split('-')[1] === home) ??
    [...sameLanguage].sort()[0] ??
    defaultLanguage
  );
}

/** The region where most people speak the language, by Unicode's likely subtags; null when the tag is nonsense. */
function homeRegionOf(language: string): string | null {
  try {
    return new Intl.Locale(language).maximize().region ?? null;
  } catch {
    return null;
  }
}
