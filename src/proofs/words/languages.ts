/** The words of each language, and how they run. */
import { RIGHT_TO_LEFT } from '../../media/pdf/letter-runs.js';
import { badInput } from '../../kernel/errors.js';
import { english } from './english.js';
import { french } from './french.js';
import { german } from './german.js';
import type { ProofLanguage, ProofWords } from './proof-words.js';

/** Words that run from right to left within sentences that run from left to right. */
const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * A text of a file within a sentence. Isolated, it changes the order of nothing around it: the old word stays left of the
 * arrow and the new one right of it, also where both run from right to left (Unicode, UAX 9).
 */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text;
}

/** The same for the name of a file, whose ending stays at its right. */
export function isolatedName(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `${LEFT_TO_RIGHT_ISOLATE}${name}${POP_ISOLATE}` : name;
}

const PROOF_LANGUAGES: readonly ProofLanguage[] = ['en', 'de', 'fr'];
const all: Readonly<Record<ProofLanguage, ProofWords>> = { en: english, de: german, fr: french };

export function proofWords(language: ProofLanguage): ProofWords {
  return all[language];
}

/** @throws LoupeError BAD_USER_INPUT */
export function requireProofLanguage(language: string): ProofLanguage {
  const found = PROOF_LANGUAGES.find((known) => known === language);
  if (found === undefined) throw badInput('language', `must be one of ${PROOF_LANGUAGES.join(', ')}`);
  return found;
}
