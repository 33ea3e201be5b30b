/** Language tags as phones and programs write them, brought to the form of BCP 47. */

/** Java's `Locale.toString`: language, region and variant, then the script behind a `#`. */
const JAVA_LOCALE = /^([a-z]{2,8})(?:-([a-z]{2}|\d{3}))?(?:-[^#]*)?-?#([a-z]{4})\b/i;

/**
 * The tag in canonical form, without extensions: old names of languages are replaced (`iw` is `he`), letters have their
 * usual case. What follows the part that can be understood is left out.
 *
 * @param text for example `zh_TW_#Hant`, `iw-IL`, `de_DE.UTF-8` or `fr-CA,fr;q=0.8`
 * @returns null when it begins with no language
 */
export function canonicalTag(text: string): string | null {
  const tag = text
    .trim()
    .replace(/[.@,;\s].*$/s, '')
    .replaceAll('_', '-')
    .replace(JAVA_LOCALE, (_, language: string, region: string | undefined, script: string) =>
      [language, script, ...(region === undefined ? [] : [region])].join('-'),
    );
  const subtags = tag.split('-');
  for (let count = subtags.length; count > 0; count -= 1) {
    const locale = localeOf(subtags.slice(0, count).join('-'));
    if (locale !== null) return locale.baseName;
  }
  return null;
}

/** A canonical tag with the script and the region that it leaves out, by Unicode's likely subtags. */
export function completeTag(tag: string): string {
  return new Intl.Locale(tag).maximize().baseName;
}

/** The language of a canonical tag, without script and region. */
export function languageOfTag(tag: string): string {
  return new Intl.Locale(tag).language;
}

/** The region of a canonical tag; null where it has none. */
export function regionOfTag(tag: string): string | null {
  return new Intl.Locale(tag).region ?? null;
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}
