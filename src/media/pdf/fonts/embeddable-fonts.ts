/** Which installed font can write a letter into a PDF: it has an outline of it, and its license lets others embed it. */
import { create, type Font } from 'fontkit';
import { readFileSync } from 'node:fs';
import { RIGHT_TO_LEFT } from '../letter-runs.js';
import type { FontFile } from './font-file.js';
import type { SystemFonts } from './system-fonts.js';

/** Where there are very many fonts, those that come nearest are enough; reading one takes some milliseconds. */
const MOST_READ = 300;
/** Fonts that show the same sign for every letter that others lack. */
const SIGN_FOR_ALL = /LastResort|AdobeBlank|NotDef/i;
/** Has the widths of Helvetica. */
const NEAREST = /\/LiberationSans-/;
const BOLD = 700;
const REGULAR = 400;

/** As pdfkit takes it. */
export interface EmbeddableFont {
  readonly path: string;
  /** The PostScript name of the first font of a collection; null for a file of one font. */
  readonly member: string | null;
}

interface Opened extends EmbeddableFont {
  readonly font: Font;
}

export class EmbeddableFonts {
  private order: readonly FontFile[] | null = null;
  private readonly opened = new Map<string, Opened | null>();

  /** @param isBold prefers bold fonts */
  constructor(
    private readonly isBold: boolean,
    private readonly fonts: SystemFonts,
  ) {}

  /**
   * The font that is nearest to an upright sans serif and has all letters.
   *
   * @param preferred is taken where it has them, so that a word stays in one font
   */
  find(letters: readonly number[], preferred: EmbeddableFont | null): EmbeddableFont | null {
    this.order ??= this.fonts
      .list()
      .filter(({ path }) => !SIGN_FOR_ALL.test(path))
      .map((file) => ({ file, distance: this.distanceOf(file) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MOST_READ)
      .map(({ file }) => file);
    const known = preferred === null ? null : this.opened.get(preferred.path);
    if (known != null && writes(known.font, letters)) return known;
    for (const file of this.order) {
      const opened = this.open(file);
      if (opened !== null && writes(opened.font, letters)) return opened;
    }
    return null;
  }

  private distanceOf(file: FontFile): number {
    const weight = this.isBold ? BOLD : REGULAR;
    return (
      (file.isItalic ? 8 : 0) +
      (file.isMonospaced ? 6 : 0) +
      (file.isSerif ? 4 : 0) +
      (file.isCondensed ? 3 : 0) +
      Math.abs(file.weight - weight) / 100 +
      (NEAREST.test(file.path) ? 0 : 1)
    );
  }

  private open({ path }: FontFile): Opened | null {
    const known = this.opened.get(path);
    if (known !== undefined) return known;
    const opened = readEmbeddable(path);
    this.opened.set(path, opened);
    return opened;
  }
}

/** @returns null for a file that is damaged, and for fonts that may not be embedded in part */
function readEmbeddable(path: string): Opened | null {
  try {
    const read = create(readFileSync(path));
    const font = 'fonts' in read ? read.fonts[0] : read;
    if (font === undefined) return null;
    const rights = font['OS/2']?.fsType;
    if (rights?.noEmbedding === true || rights?.noSubsetting === true || rights?.bitmapOnly === true)
      return null;
    return { path, member: 'fonts' in read ? font.postscriptName : null, font };
  } catch {
    return null;
  }
}

/** Fonts of colored signs have letters without an outline: they would be drawn as nothing. */
function writes(font: Font, letters: readonly number[]): boolean {
  try {
    if (!turns(font) && RIGHT_TO_LEFT.test(String.fromCodePoint(...letters))) return false;
    return letters.every(
      (letter) =>
        font.hasGlyphForCodePoint(letter) &&
        (isBlank(letter) || font.glyphForCodePoint(letter).path.commands.length > 0),
    );
  } catch {
    return false;
  }
}

/** Words from right to left are turned around where glyphs are substituted and placed. */
const turns = ({ GSUB, GPOS }: Font): boolean => GSUB !== undefined || GPOS !== undefined;

const isBlank = (letter: number): boolean => /^\p{White_Space}$/u.test(String.fromCodePoint(letter));
