/** Lines in which some words run from right to left, in the order in which a PDF draws them. */
import bidiFactory, { type Bidi } from 'bidi-js';
import { RIGHT_TO_LEFT } from '../../media/pdf/letter-runs.js';

// The package is one function; its types describe how bundlers see it.
const bidi = (bidiFactory as unknown as () => Bidi)();
/** Keeps the letters beside it from being joined. */
const NON_JOINER = '\u200c';

/** A part of a line that is shaped as a whole. */
export interface DrawnWord {
  /** As it is read; fonts turn the letters of right-to-left scripts around themselves. */
  readonly text: string;
  readonly isGap: boolean;
}

type Range = readonly [start: number, end: number];

/** A paragraph from left to right, which holds words of both directions. */
export class DirectedText {
  private readonly levels;

  constructor(private readonly text: string) {
    this.levels = bidi.getEmbeddingLevels(text, 'ltr');
  }

  /**
   * Breaks the paragraph into lines as it is read, and puts the words of each into the order in which they stand on paper, from
   * left to right.
   *
   * @param widthOf of words and gaps
   */
  lines(widest: number, widthOf: (text: string) => number): readonly (readonly DrawnWord[])[] {
    return this.ranges(widest, widthOf).map(([start, end]) => this.drawn(start, end));
  }

  private ranges(widest: number, widthOf: (text: string) => number): readonly Range[] {
    const ranges: Range[] = [];
    let [start, end, width] = [0, 0, 0];
    for (const { 0: word, index } of this.text.matchAll(/\S+/gu)) {
      const gap = widthOf(this.text.slice(end, index));
      const own = widthOf(word);
      if (end > start && width + gap + own > widest) {
        ranges.push([start, end]);
        [start, width] = [index, own];
      } else {
        width += gap + own;
      }
      end = index + word.length;
    }
    return [...ranges, [start, end]];
  }

  private drawn(start: number, end: number): readonly DrawnWord[] {
    return this.pieces(start, end).flatMap((indices) => {
      const isTurned = (this.levels.levels[indices[0] ?? 0] ?? 0) % 2 === 1;
      const letters = isTurned ? indices.toReversed() : indices;
      const text = letters.map((at) => (isTurned ? this.mirrored(at) : this.text.charAt(at))).join('');
      const words = text.split(new RegExp(`(\\s+|${NON_JOINER})`, 'u')).filter((word) => word !== '');
      const shaped = words.flatMap((word) => partsOf(word, isTurned));
      return (isTurned ? shaped.toReversed() : shaped).map((word) => ({
        text: word,
        isGap: /^\s/u.test(word),
      }));
    });
  }

  /** Letters side by side on paper that have one level, as they stand there. */
  private pieces(start: number, end: number): readonly (readonly number[])[] {
    const pieces: number[][] = [];
    let level: number | undefined;
    const reordered = bidi.getReorderedIndices(this.text, this.levels, start, end - 1);
    for (const index of reordered.slice(start, end)) {
      const own = this.levels.levels[index];
      if (own === level) pieces.at(-1)?.push(index);
      else pieces.push([index]);
      level = own;
    }
    return pieces;
  }

  /** An opening bracket, read from right to left, is drawn as a closing one. */
  private mirrored(at: number): string {
    const letter = this.text.charAt(at);
    return bidi.getMirroredCharacter(letter) ?? letter;
  }
}

/**
 * A word as fonts shape it: they turn around what has a sign of a right-to-left script, and nothing else. Where the line needs
 * the other order, as for Arabic digits, which run from left to right, signs are drawn one by one.
 */
function partsOf(word: string, isTurned: boolean): readonly string[] {
  if (RIGHT_TO_LEFT.test(word) === isTurned) return [word];
  return Array.from(new Intl.Segmenter('en').segment(word), ({ segment }) => segment);
}
