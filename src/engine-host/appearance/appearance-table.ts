/** Ranking of whole pictures by how they look, as the rest of the program sees it. */
import type { PictureColor, WantedColor } from './color.js';

export interface RankOptions {
  /** Greatest number of hits returned, 1..1000; 10 by default. */
  readonly limit?: number;
  /** Hits to skip, best first; the order is the same for every page. */
  readonly offset?: number;
  /** Only these references; unknown keys are ignored. */
  readonly keys?: Uint32Array;
  readonly signal?: AbortSignal;
}

export interface SimilarityOptions extends RankOptions {
  /** Importance of color against shape, 0..1; 0.5 by default. */
  readonly colorWeight?: number;
}

export interface ColorHit {
  readonly key: number;
  /** 0 (as wanted) to 1. */
  readonly distance: number;
}

export interface SimilarityHit extends ColorHit {
  /** distance = (1 - colorWeight) * shapeDistance + colorWeight * colorDistance; all 0..1. */
  readonly shapeDistance: number;
  readonly colorDistance: number;
}

export interface Ranking<Hit> {
  /** References that were ranked: all that the keys allow. */
  readonly total: number;
  /** Nearest first, then by key. */
  readonly hits: readonly Hit[];
}

export interface PaletteColor {
  readonly hex: string;
  /** Pictures that hold the color. */
  readonly pictureCount: number;
}

export interface PaletteOptions {
  /** Only these references; unknown keys are ignored. */
  readonly keys?: Uint32Array;
  readonly signal?: AbortSignal;
}

/** The references of one similarity or color application, ranked by how they look. */
export interface AppearanceTable {
  /** The dominant colors of a reference, largest share first. @throws EngineError UNKNOWN_KEY */
  colorsOf(key: number): Promise<readonly PictureColor[]>;
  /** Ranks the references by how much they look like the picture that the DNA was extracted from. */
  rankBySimilarity(dna: Buffer, options?: SimilarityOptions): Promise<Ranking<SimilarityHit>>;
  /** Ranks the references by how well they hold the wanted colors, or those of the picture of a DNA. */
  rankByColors(wanted: readonly WantedColor[] | Buffer, options?: RankOptions): Promise<Ranking<ColorHit>>;
  /** At most `mostColors` colors (1..100) that represent the references, held by most of them first. */
  palette(mostColors: number, options?: PaletteOptions): Promise<readonly PaletteColor[]>;
}
