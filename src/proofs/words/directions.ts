/** Words that run from right to left within sentences that run from left to right. */
import { RIGHT_TO_LEFT } from '../../media/pdf/right-to-left.js';

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
