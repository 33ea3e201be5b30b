/** The first of the browser's languages that is offered. */

/**
 * @param tags    as the browser names them, the preferred one first: `de-CH`, `fr`
 * @param offered codes of languages without a region
 */
export function browserLanguage<Code extends string>(
  tags: readonly string[],
  offered: readonly Code[],
): Code | null {
  for (const tag of tags) {
    const language = languageOf(tag);
    const found = offered.find((code) => code === language);
    if (found !== undefined) return found;
  }
  return null;
}

/** Two letters do not tell a language: `fil` is no Finnish, `frr` no French. */
function languageOf(tag: string): string | null {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-')).language;
  } catch {
    return null;
  }
}
