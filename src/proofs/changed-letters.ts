/** Which letters of words that changed are others. */
import { editsOf } from './word-edits.js';

export interface TextPart {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface MarkedWords {
  readonly before: readonly TextPart[];
  readonly after: readonly TextPart[];
}

/** Words that have fewer of their letters in common are other words, and marked as a whole. */
const LEAST_KEPT = 0.3;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** By letters as people see them: an accent or a tone mark belongs to its letter. */
export function markedWords({
  before,
  after,
}: {
  readonly before: string;
  readonly after: string;
}): MarkedWords {
  const [first, second] = [before, after].map((text) =>
    [...graphemes.segment(text)].map(({ segment }) => segment),
  );
  const { kept, isComplete } = editsOf(first ?? [], second ?? []);
  const longest = Math.max(first?.length ?? 0, second?.length ?? 0);
  const isOther = !isComplete || kept.length < LEAST_KEPT * longest;
  const side = (letters: readonly string[], at: 0 | 1): readonly TextPart[] =>
    partsOf(letters, new Set(isOther ? [] : kept.map((pair) => pair[at])));
  return { before: side(first ?? [], 0), after: side(second ?? [], 1) };
}

/** Words of which some letters stayed; null where all are others, which there is nothing to mark in. */
export function partlyChanged(words: {
  readonly before: string;
  readonly after: string;
}): MarkedWords | null {
  const { before, after } = markedWords(words);
  return [...before, ...after].every(({ isChanged }) => isChanged) ? null : { before, after };
}

function partsOf(letters: readonly string[], kept: ReadonlySet<number>): readonly TextPart[] {
  const parts: { text: string; isChanged: boolean }[] = [];
  for (const [at, letter] of letters.entries()) {
    const isChanged = !kept.has(at);
    const last = parts.at(-1);
    if (last?.isChanged === isChanged) last.text += letter;
    else parts.push({ text: letter, isChanged });
  }
  return parts;
}
