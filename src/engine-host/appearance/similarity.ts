/** Ranking of whole pictures by appearance: similarity and color applications. */
import { runAbortable } from '../abort.js';
import { hexFromRgb, type PictureColor, toNativeColor, type WantedColor } from './color.js';
import type { NativeDescriptorTable, NativeAppearance, NativePage } from './native-appearance.js';
import type {
  AppearanceTable,
  ColorHit,
  PaletteColor,
  PaletteOptions,
  RankOptions,
  Ranking,
  SimilarityHit,
  SimilarityOptions,
} from './appearance-table.js';
import { toEngineError } from '../engine-error.js';

/**
 * Color and similarity descriptors of one application, in memory: about half a kilobyte a reference, ranked exactly.
 * It is filled from the DNAs of the application and forgets nothing but what is removed.
 */
export class DescriptorTable implements AppearanceTable {
  private readonly native: NativeDescriptorTable;

  constructor(engine: NativeAppearance) {
    this.native = guarded(() => engine.createDescriptorTable());
  }

  /**
   * Adds or replaces a reference.
   *
   * @throws EngineError INVALID_ARGUMENT when the DNA was extracted from a gray raster; DNA_CORRUPT, DNA_VERSION
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

  async colorsOf(key: number): Promise<readonly PictureColor[]> {
    return guarded(() => this.native.colorsOf(key)).map(({ rgb, percentage }) => ({
      hex: hexFromRgb(rgb),
      percentage,
    }));
  }

  async rankBySimilarity(dna: Buffer, options: SimilarityOptions = {}): Promise<Ranking<SimilarityHit>> {
    const { signal, colorWeight } = options;
    return runAbortable(signal, (cancellation) =>
      this.native.rankBySimilarity(dna, { ...pageOf(options), colorWeight }, cancellation),
    );
  }

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

  async palette(mostColors: number, options: PaletteOptions = {}): Promise<readonly PaletteColor[]> {
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
    throw toEngineError(error);
  }
}
