/** The languages that content can be written in. */
import { requireIdentity } from '../../access/access.js';
import type { Viewer } from '../../access/viewer.js';
import { badInput } from '../../kernel/errors.js';
import { type Language, languageOf, languages } from './languages.js';

export class LanguageService {
  /** Every language, by code, for everybody who is logged in. @throws LoupeError UNAUTHENTICATED */
  list(viewer: Viewer): readonly Language[] {
    requireIdentity(viewer);
    return languages;
  }

  isKnown(code: string): boolean {
    return languageOf(code) !== null;
  }

  /**
   * The code as the platform spells it.
   *
   * @throws LoupeError BAD_USER_INPUT when there is no such language
   */
  require(code: string, field = 'languageCode'): string {
    const language = languageOf(code);
    if (language === null) {
      throw badInput(
        field,
        `"${code.slice(0, 40)}" is not a known language code; give one such as en-US or fr-FR`,
      );
    }
    return language.code;
  }
}
