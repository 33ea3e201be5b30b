/** Keywords of references: stored and compared exactly as given. */
import { LoupeError } from '../../kernel/errors.js';

const MAX_KEYWORDS = 100;
const MAX_KEYWORD_LENGTH = 255;
const FORBIDDEN = ';*()[]';

/**
 * Keywords without repetitions, in the order given.
 *
 * @throws LoupeError INVALID_KEYWORD
 */
export function requireKeywords(keywords: readonly string[]): string[] {
  const distinct = [...new Set(keywords)];
  if (distinct.length > MAX_KEYWORDS) throw invalid(`an image has at most ${MAX_KEYWORDS} keywords`);
  for (const keyword of distinct) {
    if (keyword.trim() === '') throw invalid('a keyword is empty');
    if (keyword.length > MAX_KEYWORD_LENGTH) {
      throw invalid(`a keyword has at most ${MAX_KEYWORD_LENGTH} characters`);
    }
    if ([...keyword].some((character) => FORBIDDEN.includes(character) || isControl(character))) {
      throw invalidCharacters(
        `"${keyword.slice(0, 40)}" holds a line break or one of ${[...FORBIDDEN].join(' ')}`,
      );
    }
  }
  return distinct;
}

function isControl(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 || code === 0x7f;
}

/** Clients of the field know this text. */
function invalidCharacters(reason: string): LoupeError {
  return new LoupeError('INVALID_KEYWORD', `Invalid chars in keyword: ${reason}.`);
}

function invalid(reason: string): LoupeError {
  return new LoupeError('INVALID_KEYWORD', `A keyword is refused: ${reason}.`);
}
