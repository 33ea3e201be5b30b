/** What differs, in a sentence of English. */
import type { DifferenceKind } from '../../vision/appearance/comparison-settings.js';

const LONGEST = 80;

export interface Described {
  readonly kind: DifferenceKind;
  readonly words: readonly { readonly before: string; readonly after: string }[];
  readonly deltaE: number | null;
  /** Words that only moved. */
  readonly moved: string;
}

export function sentenceOf({ kind, words, deltaE, moved }: Described): string {
  if (words.length > 0) {
    const named = words.slice(0, 3).map(sentenceOfWords);
    const more = words.length > 3 ? [`${words.length - 3} more places changed there.`] : [];
    return [...named, ...more, ...(moved === '' ? [] : ['The text behind it moved.'])].join(' ');
  }
  if (moved !== '') return `The text ${quoted(moved)} moved.`;
  const color = deltaE === null ? '' : ` (ΔE ${deltaE.toFixed(1)})`;
  const sentences: Record<DifferenceKind, string> = {
    added: `Something was added${color}.`,
    missing: `Something is missing${color}.`,
    changed: `Something changed${color}.`,
    moved: `Something moved${color}.`,
    recolored: `The color changed${color}.`,
  };
  return sentences[kind];
}

function sentenceOfWords({ before, after }: { readonly before: string; readonly after: string }): string {
  if (before === '') return `${quoted(after)} was added.`;
  return after === '' ? `${quoted(before)} is missing.` : `${quoted(before)} → ${quoted(after)}.`;
}

function quoted(text: string): string {
  const letters = [...text];
  return letters.length > LONGEST ? `“${letters.slice(0, LONGEST).join('')}…”` : `“${text}”`;
}
