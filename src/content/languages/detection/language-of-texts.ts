/** Finds the language of texts, among those that content is offered in. */
import { childProgram } from '../../../kernel/programs/reading-program.js';
import { readInThread } from '../../../kernel/programs/reading-thread.js';
import { LoupeError } from '../../../kernel/errors.js';
import { languageOfTag } from '../language-tags.js';
import type { TextsToTell } from './languages-program.js';

const program = childProgram(import.meta.url, 'languages-program');
/** The beginning of a page says its language. */
const MOST_CHARACTERS = 4000;
/** Tags whose language the detector knows by another name. */
const DETECTED_AS: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', fil: 'tl' };

/**
 * The language of each text, of those offered: where several are of one language (`de-DE` and `de-CH`), `standard`, else the first one.
 *
 * @param texts   each with its title or a page of words
 * @param offered codes such as `fr-FR`
 * @param standard one of `offered`
 * @returns null for a text that does not say it clearly: too short, in two languages, in one that is not offered
 * @throws LoupeError OVERLOADED
 */
export async function languagesOfTexts(
  texts: readonly string[],
  offered: readonly string[],
  standard: string,
): Promise<readonly (string | null)[]> {
  const codes = new Map<string, string>();
  for (const code of [standard, ...offered]) {
    const language = languageOfTag(code);
    const detected = DETECTED_AS[language] ?? language;
    if (!codes.has(detected)) codes.set(detected, code);
  }
  if (codes.size < 2 || texts.every((text) => text.trim() === '')) return texts.map(() => null);
  const input: TextsToTell = {
    texts: texts.map((text) => text.slice(0, MOST_CHARACTERS)),
    languages: [...codes.keys()],
  };
  const found: (string | null)[] = [];
  for await (const part of readInThread<string | null>(program, input, tooMuch)) found.push(...part);
  return found.map((language) => (language === null ? null : (codes.get(language) ?? null)));
}

function tooMuch(): LoupeError {
  return new LoupeError('PAYLOAD_TOO_LARGE', 'The texts are too long to tell their languages.');
}
