/** Finds the language of texts. A thread of its own: the words of sixty languages take 90 MB while they are needed. */
import { eld } from 'eld/medium';
import { answerReadings } from '../../../kernel/programs/reading-program.js';

export interface TextsToTell {
  readonly texts: readonly string[];
  /** ISO 639-1 */
  readonly languages: readonly string[];
}

/** How much less the second language fits, as a share. Measured on titles in English, German and French, a third of them one word. */
const CLEAR_SHARE = 0.1;
/** Names and words that languages share decide short texts. */
const SHORT_LETTERS = 40;
const CLEAR_SHARE_OF_SHORT = 0.15;

async function* read({ texts, languages }: TextsToTell): AsyncGenerator<readonly (string | null)[]> {
  eld.setLanguageSubset(false);
  const ofAll = texts.map((text) => eld.detect(text).language);
  eld.setLanguageSubset([...languages]);
  yield await Promise.resolve(texts.map((text, at) => clearLanguage(text, ofAll[at] ?? '')));
}

/** @param ofAll the best of all languages: a text in one that is not offered shall not get the one that is most like it */
function clearLanguage(text: string, ofAll: string): string | null {
  const found = eld.detect(text);
  const [best = 0, second = 0] = Object.values(found.getScores()).toSorted((a, b) => b - a);
  const isShort = (text.match(/\p{L}/gu)?.length ?? 0) < SHORT_LETTERS;
  const isClear = best - second >= (isShort ? CLEAR_SHARE_OF_SHORT : CLEAR_SHARE) * best;
  return found.language === ofAll && found.isReliable() && isClear ? ofAll : null;
}

await answerReadings(read);
