/** Text as searches and lists compare it: without case, accents and typographic forms. */

/** Letters that Unicode does not decompose into a base letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/** Signs that look alike and are typed for each other, before Unicode decomposes some of them into blanks. */
const APOSTROPHES = /[‘’‚‛‹›`´ʹʻʼʽˈˊˋ′‵՚׳ꞌ＇｀]/g;
const QUOTATION_MARKS = /[“”„‟«»″‶ʺ˝״〝〞〟＂]/g;
const HYPHENS = /[\p{Dash_Punctuation}−⁃]/gu;
/** What is never seen: soft hyphens, joiners, marks of direction. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;

/** Digits that numbers in names are compared by; longer ones are compared as text. */
const NUMBER_DIGITS = 12;

/**
 * Text as lists sort it: folded, and numbers by their value, so that `Page 2` comes before `page 10`. Equal keys need
 * another column to order them.
 */
export function sortKeyOf(text: string): string {
  return foldText(text).replace(/\d+/g, (digits) => digits.padStart(NUMBER_DIGITS, '0'));
}

/**
 * `Été à ØRSTED` becomes `ete a orsted`, `Don’t` becomes `don't`; runs of blanks become one. Stored texts are folded, too:
 * who changes this adds a migration that folds them again, as `refold-texts.ts` does.
 */
export function foldText(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(APOSTROPHES, "'")
    .replace(QUOTATION_MARKS, '"')
    .replace(HYPHENS, '-')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþıħ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

/** By the units that the text is stored in, the same on every machine; for codes and keys. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
