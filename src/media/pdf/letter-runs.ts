/** Words of letters that stand without a space between them. */

/** A letter of a script that runs from right to left: Hebrew, Arabic, Syriac and their neighbors. */
export const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10cff}\u{10d00}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export interface Letter {
  readonly text: string;
  /**
   * Where it lies along its line, of a letter that reads from right to left, in any unit that grows in the direction of
   * the line; null for other letters.
   */
  readonly along: number | null;
}

/** Scripts that part words by meaning alone. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * In reading order, and parted where the script writes no spaces (Unicode, UAX 29, with the dictionaries of ICU).
 *
 * @param letters in the order of the file
 */
export function wordsOfRun<T extends Letter>(letters: readonly T[]): readonly (readonly T[])[] {
  const ordered = inReadingOrder(letters);
  const text = ordered.map((letter) => letter.text).join('');
  if (!SPACELESS.test(text)) return [ordered];
  const words: T[][] = [];
  let next = 0;
  for (const { segment } of segmenter.segment(text)) {
    const word: T[] = [];
    for (let length = 0; length < segment.length; next += 1) {
      const letter = ordered[next];
      if (letter === undefined) break;
      word.push(letter);
      length += letter.text.length;
    }
    words.push(word);
  }
  return words;
}

/** Some programs write letters that read from right to left as they are seen: the last one first. */
function inReadingOrder<T extends Letter>(letters: readonly T[]): readonly T[] {
  const places = letters.flatMap(({ along }) => along ?? []);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || first >= last) return letters;
  const turned: T[] = [];
  let numbers: T[] = [];
  // Numbers and Latin letters among them read from left to right.
  for (const letter of letters.toReversed()) {
    if (RIGHT_TO_LEFT.test(letter.text)) {
      turned.push(...numbers, letter);
      numbers = [];
    } else numbers.unshift(letter);
  }
  return [...turned, ...numbers];
}
