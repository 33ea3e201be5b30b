/** What differs at a place, in a sentence. */
import type { PageDifference, PageSize } from '../page-difference.js';
import { isolated } from './directions.js';
import type { ProofWords } from './proof-words.js';

const LONGEST = 80;
const MOST_WORDS = 3;

export type Described = Pick<PageDifference, 'kind' | 'words' | 'deltaE' | 'movedText' | 'asAWhole'>;

export function sentenceOf({ kind, words, deltaE, movedText, asAWhole }: Described, say: ProofWords): string {
  if (asAWhole !== null) {
    return asAWhole === 'look'
      ? say.looksDifferent
      : say.measured(sizeOf(asAWhole.before), sizeOf(asAWhole.after));
  }
  const quoted = (text: string): string => say.quoted(isolated(shortened(text)));
  if (words.length > 0) {
    const named = words.slice(0, MOST_WORDS).map(({ before, after }) => {
      if (before === '') return say.wordAdded(quoted(after));
      return after === '' ? say.wordMissing(quoted(before)) : `${quoted(before)} → ${quoted(after)}.`;
    });
    const more = words.length > MOST_WORDS ? [say.moreWords(words.length - MOST_WORDS)] : [];
    return [...named, ...more, ...(movedText === '' ? [] : [say.textBehindMoved])].join(' ');
  }
  if (movedText !== '') return say.textMoved(quoted(movedText));
  return say.places[kind](deltaE === null ? '' : ` (${colorOf(deltaE, say)})`);
}

/** "changed, ΔE 12.3" */
export function kindOf({ kind, deltaE }: Pick<PageDifference, 'kind' | 'deltaE'>, say: ProofWords): string {
  return deltaE === null ? say.kinds[kind] : `${say.kinds[kind]}, ${colorOf(deltaE, say)}`;
}

function colorOf(deltaE: number, { language }: ProofWords): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `ΔE ${deltaE.toLocaleString(language, digits)}`;
}

const sizeOf = ({ widthMm, heightMm }: PageSize): string =>
  `${Math.round(widthMm)} × ${Math.round(heightMm)} mm`;

function shortened(text: string): string {
  const letters = [...text];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : text;
}
