/** How languages are named, found and sorted where somebody chooses among them. */

/** Short names: with the region only where two of the languages are the same without it. */
export function shortNames(codes: readonly string[], locale: string): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' });
  const full = new Intl.DisplayNames(locale, {
    type: 'language',
    fallback: 'code',
    languageDisplay: 'standard',
  });
  const isAlone = (code: string) =>
    codes.filter((other) => languageOf(other) === languageOf(code)).length === 1;
  return new Map(
    codes.map((code) => [
      code,
      capital(nameIn(isAlone(code) ? names : full, isAlone(code) ? languageOf(code) : code), locale),
    ]),
  );
}

export interface LanguageChoice {
  readonly value: string;
  readonly label: string;
  /** Everything by which it is found, folded: its name here and in itself, its code. */
  readonly found: string;
}

/**
 * The languages that are offered: the preferred ones first, then by name, a language as it is spoken at home before those of other regions.
 *
 * @param preferred codes, the most wanted first; a code without a region stands for all of its regions
 */
export function languageChoices(
  codes: readonly string[],
  locale: string,
  preferred: readonly string[],
): readonly LanguageChoice[] {
  const names = new Intl.DisplayNames(locale, {
    type: 'language',
    fallback: 'code',
    languageDisplay: 'standard',
  });
  const plain = new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' });
  const rank = (code: string) => {
    const at = preferred.findIndex(
      (wanted) => wanted === code || (!wanted.includes('-') && wanted === languageOf(code)),
    );
    return at < 0 ? preferred.length : at;
  };
  const sorted = codes.map((code) => ({
    code,
    rank: rank(code),
    language: nameIn(plain, languageOf(code)),
    home: isAtHome(code) ? 0 : 1,
    label: capital(nameIn(names, code), locale),
  }));
  sorted.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.language.localeCompare(b.language, locale) ||
      a.home - b.home ||
      a.label.localeCompare(b.label, locale),
  );
  return sorted.map(({ code, label }) => ({
    value: code,
    label,
    found: folded(`${label} ${ownName(code)} ${nameIn(plain, code)} ${code}`),
  }));
}

/** Without case and marks, so that "francais" finds "Français". */
export function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** French writes languages small in sentences, and large where they stand alone. */
export function capital(name: string, locale: string): string {
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(locale) + rest.join('');
}

function languageOf(code: string): string {
  return code.split('-')[0] ?? code;
}

function isAtHome(code: string): boolean {
  try {
    const given = new Intl.Locale(code);
    const home = new Intl.Locale(given.language).maximize();
    return given.region === undefined || given.region === home.region;
  } catch {
    return false;
  }
}

/** As its speakers call it. */
function ownName(code: string): string {
  try {
    return nameIn(new Intl.DisplayNames(code, { type: 'language', fallback: 'code' }), languageOf(code));
  } catch {
    return code;
  }
}

function nameIn(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
