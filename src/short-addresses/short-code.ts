/** Codes of short addresses: easy to read and to type from print, and harmless in every language. */
import { randomInt } from 'node:crypto';
import { badInput } from '../kernel/errors.js';

/** Without vowels, which make words, and without what looks alike: 0 and o, 1, i and l, 2 and z, 5 and s, u and v. */
const LETTERS = '346789bcdfghjkmnpqrtwxy';
/** 23^7 are three billions: nobody finds one by trying. */
const LENGTH = 7;
/** Consonants that are read as what nobody prints, and numbers that stand for it. */
const OFFENSIVE = /kkk|fck|fkc|phck|fgt|fg{2}t|n[g6]{2}r|cnt|kcn|dck|dyk|prn|pr0n|bch|btch|wtf|xxx|hh|88|666/;
/** Codes of a publisher’s own: words with hyphens between them. */
const CHOSEN = /^[a-z0-9](?:[a-z0-9]|-(?=[a-z0-9])){2,39}$/;

/** A code by chance. The caller sees to it that it is not taken. */
export function newCode(): string {
  for (;;) {
    const code = Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
    if (isHarmless(code)) return code;
  }
}

export function isHarmless(code: string): boolean {
  return !OFFENSIVE.test(code);
}

/** A code that a publisher chose, as it is stored. @throws LoupeError BAD_USER_INPUT */
export function chosenCode(given: string): string {
  const code = given.trim().toLowerCase();
  if (CHOSEN.test(code)) return code;
  throw badInput(
    'code',
    'must hold 3 to 40 letters from a to z and digits, with single hyphens between them',
  );
}

/** A code as readers type it: letters of any case. null for what can be none. */
export function typedCode(given: string): string | null {
  const code = given.trim().toLowerCase();
  return CHOSEN.test(code) ? code : null;
}
