/** Ranking of whole pictures by appearance: similarity and color applications. */
import { runAbortable } from './abort.js';
import { hexFromRgb, type PictureColor, toNativeColor, type WantedColor } from './color.js';
import type { NativeDescriptorTable, NativeAppearance, NativePage } from './native-appearance.js';
import { toVisionError } from './vision-error.js';

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

/**
 * Color and similarity descriptors of one application, in memory: about half a kilobyte a reference, ranked exactly.
 * It is filled from the DNAs of the application and forgets nothing but what is removed.
 */
export class DescriptorTable {
  private readonly native: NativeDescriptorTable;

  constructor(engine: NativeAppearance) {
    this.native = guarded(() => engine.createDescriptorTable());
  }

  /**
   * Adds or replaces a reference.
   *
   * @throws VisionError INVALID_ARGUMENT when the DNA was extracted from a gray raster; DNA_CORRUPT, DNA_VERSION
   */
  put(key: number, dna: Buffer): void {
    guarded(() => this.native.put(key, dna));
  }

  /** False when the key is unknown. */
  remove(key: number): boolean {
    return guarded(() => this.native.remove(key));
  }

  get size(): number {
    return this.native.size();
  }

  /** @throws VisionError UNKNOWN_KEY */
  colorsOf(key: number): readonly PictureColor[] {
    return guarded(() => this.native.colorsOf(key)).map(({ rgb, percentage }) => ({
      hex: hexFromRgb(rgb),
      percentage,
    }));
  }

  /** Ranks the references by how much they look like the picture that the DNA was extracted from. */
  async rankBySimilarity(dna: Buffer, options: SimilarityOptions = {}): Promise<Ranking<SimilarityHit>> {
    const { signal, colorWeight } = options;
    return runAbortable(signal, (cancellation) =>
      this.native.rankBySimilarity(dna, { ...pageOf(options), colorWeight }, cancellation),
    );
  }

  /** Ranks the references by how well they hold the wanted colors, or those of the picture of a DNA. */
  async rankByColors(
    wanted: readonly WantedColor[] | Buffer,
    options: RankOptions = {},
  ): Promise<Ranking<ColorHit>> {
    const asked = Buffer.isBuffer(wanted) ? wanted : wanted.map(toNativeColor);
    const { total, hits } = await runAbortable(options.signal, (cancellation) =>
      this.native.rankByColors(asked, pageOf(options), cancellation),
    );
    return { total, hits: hits.map(({ key, distance }) => ({ key, distance })) };
  }

  /** At most `mostColors` colors (1..100) that represent the references, held by most of them first. */
  async palette(
    mostColors: number,
    options: { readonly keys?: Uint32Array; readonly signal?: AbortSignal } = {},
  ): Promise<readonly PaletteColor[]> {
    const { keys, signal } = options;
    const colors = await runAbortable(signal, (cancellation) =>
      this.native.palette({ mostColors, keys }, cancellation),
    );
    return colors.map(({ rgb, pictureCount }) => ({ hex: hexFromRgb(rgb), pictureCount }));
  }
}

function pageOf({ limit, offset, keys }: RankOptions): NativePage {
  return { limit, offset, keys };
}

function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw toVisionError(error);
  }
}
