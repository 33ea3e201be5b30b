/** Language tags as phones and programs write them, brought to the form of BCP 47. */

/** Java's `Locale.toString`: language, region and variant, then the script behind a `#`. */
const JAVA_LOCALE = /^([a-z]{2,8})(?:-([a-z]{2}|\d{3}))?(?:-[^#]*)?-?#([a-z]{4})\b/i;

/** Macrolanguage and language in one tag, as RFC 4646 wrote it (`zh-yue-HK`, `ms-zsm`); Unicode's tags have no second language. */
const TWO_LANGUAGES = /^([a-z]{2,3})((?:-[a-z]{3})+)(?=-|$)/i;
/** The Chinese languages that Unicode's likely subtags know by themselves, with script and region: Cantonese is `yue-Hant-HK`. */
const CHINESE = new Set('cdo cjy cmn cnp csp czh gan hak hsn lzh nan wuu yue'.split(' '));
/** No language has more; a longer text is not tried at each of its lengths. */
const MOST_SUBTAGS = 16;
/** Names of languages without one of their own, of scripts and regions. */
const UNKNOWN = { language: 'und', script: 'Zzzz', region: 'ZZ' } as const;

/**
 * The tag in canonical form, without extensions: old names of languages are replaced (`iw` is `he`), letters have their
 * usual case. What follows the part that can be understood is left out.
 *
 * @param text for example `zh_TW_#Hant`, `iw-IL`, `de_DE.UTF-8` or `fr-CA,fr;q=0.8`
 * @returns null when it begins with no language, `und` (undetermined) included
 */
export function canonicalTag(text: string): string | null {
  const locale = understood(text);
  return locale === null || isUndetermined(locale) ? null : withoutExtensions(locale);
}

/**
 * The canonical tag of the language that a reader means. Phones say `und` where they cannot read their own setting: the
 * language is then the likely one of the region or of a script other than Latin, which is shared by too many.
 *
 * @returns null when no language can be derived
 */
export function likelyTag(text: string): string | null {
  const locale = understood(text);
  if (locale === null || !isUndetermined(locale)) return locale && withoutExtensions(locale);
  const { script, region } = locale;
  const isNamed =
    region === undefined || region === UNKNOWN.region
      ? script !== undefined && script !== 'Latn' && script !== UNKNOWN.script
      : true;
  const likely = locale.maximize();
  return !isNamed || isUndetermined(likely) ? null : withoutExtensions(likely);
}

/** A canonical tag with the script and the region that it leaves out, by Unicode's likely subtags. */
export function completeTag(tag: string): string {
  return withoutExtensions(new Intl.Locale(tag).maximize());
}

/** The language of a canonical tag, without script and region; `und` where it has none. */
export function languageOfTag(tag: string): string {
  return languageOfLocale(new Intl.Locale(tag));
}

/** The region of a canonical tag; null where it has none. */
export function regionOfTag(tag: string): string | null {
  return new Intl.Locale(tag).region ?? null;
}

/** The longest beginning of a text that is a tag. */
function understood(text: string): Intl.Locale | null {
  const tag = text
    .trim()
    .replace(/[.@,;\s].*$/s, '')
    .replaceAll('_', '-')
    .replace(JAVA_LOCALE, (_, language: string, region: string | undefined, script: string) =>
      [language, script, ...(region === undefined ? [] : [region])].join('-'),
    )
    .replace(TWO_LANGUAGES, (_, language: string, second: string) => oneLanguage(language, second));
  const subtags = tag.split('-').slice(0, MOST_SUBTAGS);
  for (let count = subtags.length; count > 0; count -= 1) {
    const locale = localeOf(subtags.slice(0, count).join('-'));
    if (locale !== null) return locale;
  }
  return null;
}

/** A second language is left out where it changes no script; so is the name of a country in three letters (`de-DEU`). */
function oneLanguage(language: string, second: string): string {
  const last = second.toLowerCase().split('-').at(-1) ?? '';
  return language.toLowerCase() === 'zh' && CHINESE.has(last) ? last : language;
}

function isUndetermined(locale: Intl.Locale): boolean {
  return languageOfLocale(locale) === UNKNOWN.language;
}

/** The types promise a language; V8 has none for `und`. */
function languageOfLocale({ language }: { readonly language: string | undefined }): string {
  return language ?? UNKNOWN.language;
}

/** V8 brings old variants (`en-US-POSIX`) into its base name as an extension. */
function withoutExtensions({ baseName }: Intl.Locale): string {
  return baseName.replace(/-[a-z0-9]-.*$/i, '');
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}
