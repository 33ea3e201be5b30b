/** The words of each language. */
import { badInput } from '../../kernel/errors.js';
import { english } from './english.js';
import { french } from './french.js';
import { german } from './german.js';
import type { ProofLanguage, ProofWords } from './proof-words.js';

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
