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

/** Digits that numbers in names are compared by; longer ones are compared as text. */
const NUMBER_DIGITS = 12;

/**
 * Text as lists sort it: folded, and numbers by their value, so that `Page 2` comes before `page 10`. Equal keys are
 * told apart by something else.
 */
export function sortKeyOf(text: string): string {
  return foldText(text).replace(/\d+/g, (digits) => digits.padStart(NUMBER_DIGITS, '0'));
}

/** `Été à ØRSTED` becomes `ete a orsted`; runs of blanks become one. */
export function foldText(text: string): string {
  return text
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
