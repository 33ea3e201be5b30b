/** Which font of a PDF writes which letters of a text; what none can write stands as its Unicode number. */
import type { EmbeddableFont, EmbeddableFonts } from '../../media/pdf/fonts/embeddable-fonts.js';
import { RIGHT_TO_LEFT } from '../../media/pdf/letter-runs.js';

export interface TextRun {
  /** null: Helvetica, which every reader of PDFs has. */
  readonly font: EmbeddableFont | null;
  readonly text: string;
}

export interface WrittenText {
  readonly runs: readonly TextRun[];
  /** Whether a letter stands as its number. */
  readonly hasNumbers: boolean;
}

/** The standard fonts of PDF know Windows-1252. */
const IN_HELVETICA = /^[\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]+$/u;
/** Joiners, marks of direction, variants of signs. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const RIGHT_TO_LEFT_WORD = new RegExp(`${RIGHT_TO_LEFT.source}+`, 'gu');
/** Signs of the report itself that stay readable where no font has them. */
const PLAIN: Readonly<Record<string, string>> = { '→': '->', Δ: 'Delta ' };

export class ReportLetters {
  private readonly segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
  /** So that a text stays in one font. */
  private preferred: EmbeddableFont | null = null;

  constructor(private readonly fonts: EmbeddableFonts) {}

  /** @param text with words of right-to-left scripts one by one only, as `DirectedText` gives them */
  write(text: string): WrittenText {
    const runs: { font: EmbeddableFont | null; text: string }[] = [];
    const add = (font: EmbeddableFont | null, part: string): void => {
      const last = runs.at(-1);
      if (last !== undefined && last.font?.path === font?.path) last.text += part;
      else runs.push({ font, text: part });
    };
    let unwritable: number[] = [];
    let hasNumbers = false;
    const addNumbers = (): void => {
      if (unwritable.length > 0) add(null, `[${unwritable.map(numberOf).join(' ')}]`);
      unwritable = [];
    };
    for (const part of this.parts(text)) {
      const font = this.fontOf(part);
      if (font === undefined) {
        unwritable.push(...codePointsOf(part));
        hasNumbers = true;
        continue;
      }
      addNumbers();
      add(font, font === null ? (PLAIN[part] ?? part) : part);
    }
    addNumbers();
    return { runs, hasNumbers };
  }

  /** The text with the numbers of right-to-left words that no font can write, which can be broken into lines. */
  numbered(text: string): { readonly text: string; readonly hasNumbers: boolean } {
    let hasNumbers = false;
    const readable = text.replaceAll(RIGHT_TO_LEFT_WORD, (word) => {
      const { runs, hasNumbers: isNumbered } = this.write(word);
      hasNumbers ||= isNumbered;
      return isNumbered ? runs.map((run) => run.text).join('') : word;
    });
    return { text: readable, hasNumbers };
  }

  /**
   * Words and the gaps between them; a word that no font can write as a whole letter by letter, unless it runs from right to
   * left: its letters are joined and turned around as a whole.
   */
  private *parts(text: string): Iterable<string> {
    const clean = text.normalize('NFC').replaceAll('\t', ' ').replace(INVISIBLE, '');
    for (const [word] of clean.matchAll(/\s+|\S+/gu)) {
      if (this.fontOf(word) !== undefined || RIGHT_TO_LEFT.test(word)) yield word;
      else for (const { segment } of this.segments.segment(word)) yield segment;
    }
  }

  /** @returns null for Helvetica, undefined where there is none */
  private fontOf(part: string): EmbeddableFont | null | undefined {
    if (IN_HELVETICA.test(part)) return null;
    const found = this.fonts.find(codePointsOf(part), this.preferred);
    if (found === null) return part in PLAIN ? null : undefined;
    this.preferred = found;
    return found;
  }
}

const codePointsOf = (text: string): number[] => Array.from(text, (letter) => letter.codePointAt(0) ?? 0);

/** "U+05D0" */
const numberOf = (codePoint: number): string => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
