/** Which language of a document a reader is answered in. */
import { match } from '@formatjs/intl-localematcher';
import { completeTag, languageOfTag, likelyTag, regionOfTag } from '../content/languages/language-tags.js';
import { languages } from '../content/languages/languages.js';

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

export interface RankedLanguage {
  readonly code: string;
  readonly reason: LanguageReason;
}

/** Both written languages of Norway are read by everybody there; phones also say `no`. */
const NORWEGIAN = new Set(['no', 'nb', 'nn']);
/** A tag that no language has. */
const NONE = 'und';

const offeredLanguages = new Set(languages.map(({ code }) => languageOfTag(code)));

const byCode = (a: string, b: string): number => (a < b ? -1 : 1);

/**
 * The languages of a document in the order in which they suit a reader: the wanted one; the same language in other
 * regions, the nearest by Unicode's language matching first (of equally near ones the document's default, then the
 * language's home region, then by code); the same language in another script; the document's default; all others by code.
 * A language that content cannot be written in is taken for its nearest relative, for example Swiss German for German.
 *
 * @param wanted    as the reader's device sends it, for example `fr-CA`, `zh_TW_#Hant` or `iw`; may be nonsense
 * @param available languages of the document
 */
export function languagesBySuitability(
  wanted: string | null,
  available: readonly string[],
  defaultLanguage: string,
): readonly RankedLanguage[] {
  const tag = likelyTag(wanted ?? '');
  const codes = [...new Set([...available, defaultLanguage])].sort(byCode);
  if (tag === null) return unrelatedLanguages(codes, defaultLanguage);
  const related = relatedLanguages(tag, codes, defaultLanguage);
  const rest = codes.filter((code) => !related.includes(code));
  return [
    ...related.map((code) => ({ code, reason: reasonOfRelated(tag, code, defaultLanguage) })),
    ...unrelatedLanguages(rest, defaultLanguage),
  ];
}

/** The document's default first. */
function unrelatedLanguages(codes: readonly string[], defaultLanguage: string): readonly RankedLanguage[] {
  const others = codes.filter((code) => code !== defaultLanguage);
  return [
    ...(codes.includes(defaultLanguage) ? [{ code: defaultLanguage, reason: 'Default' } as const] : []),
    ...others.map((code) => ({ code, reason: 'Other' }) as const),
  ];
}

/**
 * The language that a reader is answered in: the most suitable one in which there is something to do, so that a
 * translation that was begun mutes nothing; without any, the most suitable one.
 *
 * @param usable languages in which the element has an action to show
 */
export function chooseLanguage(
  bySuitability: readonly RankedLanguage[],
  usable: ReadonlySet<string>,
): string {
  return (bySuitability.find(({ code }) => usable.has(code)) ?? bySuitability[0])?.code ?? '';
}

function relatedLanguages(tag: string, codes: readonly string[], defaultLanguage: string): readonly string[] {
  const wantedLanguage = languageOfTag(tag);
  const isSame = (code: string): boolean => {
    const language = languageOfTag(code);
    return language === wantedLanguage || (NORWEGIAN.has(language) && NORWEGIAN.has(wantedLanguage));
  };
  const isForeign = !NORWEGIAN.has(wantedLanguage) && !offeredLanguages.has(wantedLanguage);
  const home = homeRegionOf(wantedLanguage);
  const preference = (code: string): number =>
    code === defaultLanguage ? 0 : regionOfTag(code) === home ? 1 : 2;
  const candidates = codes
    .filter((code) => isForeign || isSame(code))
    .sort((a, b) => preference(a) - preference(b) || byCode(a, b));
  const wantedCode = candidates.find((code) => isWanted(tag, code));
  const nearest = wantedCode === undefined ? [] : [wantedCode];
  for (;;) {
    const left = candidates.filter((code) => !nearest.includes(code));
    const next = left.length === 0 ? NONE : match([tag], left, NONE, { algorithm: 'best fit' });
    if (next === NONE) return [...nearest, ...left.filter(isSame)];
    nearest.push(next);
  }
}

/** Whether a reader who names a region asked for exactly this language. */
function isWanted(tag: string, code: string): boolean {
  return regionOfTag(tag) !== null && completeTag(tag) === completeTag(code);
}

function reasonOfRelated(tag: string, code: string, defaultLanguage: string): LanguageReason {
  if (isWanted(tag, code)) return 'Wanted';
  if (code === defaultLanguage) return 'SameLanguageAndDefault';
  return regionOfTag(code) === homeRegionOf(languageOfTag(tag)) ? 'SameLanguageAtHome' : 'SameLanguage';
}

/** The region where most people speak the language, by Unicode's likely subtags. */
function homeRegionOf(language: string): string | null {
  return regionOfTag(completeTag(language));
}
