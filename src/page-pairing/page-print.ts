/**
 * What a page looks like, small and gray, to find out which page of a later file is which page of an earlier one. All pages
 * are laid into one square frame, so that what stands at the same place of two pages has the same coordinates.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Of the frame: small print differs in a few of its pixels. */
export const FRAME_PX = 512;
/** The frame is also kept as means of cells, which rule most pages out without a look at their pixels. */
const CELL_PX = 16;
const CELLS = FRAME_PX / CELL_PX;
/** Of the cells that tell what stands out from its surroundings. */
const RELIEF_PX = 8;
/** Differences are averaged over tiles: another digit of small print fills one, the noise of compression does not. */
const TILE_PX = 4;
/** Gray levels. Compression leaves differences of up to 5 in a tile, another digit of 8 points 6 and more. */
export const MOST_NOISE = 6;
/** Formats that differ by more are no same frame. */
const MOST_STRETCH = 1.03;

/** A page stretched into the frame, in gray. */
export interface PageFrame {
  /** `FRAME_PX` rows of as many bytes. */
  readonly data: Uint8Array;
  readonly originalWidth: number;
  readonly originalHeight: number;
}

export class PagePrint {
  private readonly packed: Buffer;
  private readonly cells: Float32Array;
  private knownRelief: { readonly cells: Float32Array | null } | undefined;
  /** Width by height. */
  private readonly aspect: number;

  /** @param digest of all that is known of the page's look, finer than the frame where it is */
  constructor(
    { data, originalWidth, originalHeight }: PageFrame,
    readonly digest = createHash('sha256').update(data).digest('hex'),
  ) {
    this.packed = deflateRawSync(data, { level: 1 });
    this.cells = meansOf(data, CELL_PX);
    this.aspect = originalWidth / originalHeight;
  }

  /** Rows of the frame, a byte a pixel. */
  pixels(): Uint8Array {
    return inflateRawSync(this.packed);
  }

  hasFrameOf(other: PagePrint): boolean {
    const stretch = this.aspect / other.aspect;
    return stretch < MOST_STRETCH && stretch > 1 / MOST_STRETCH;
  }

  /** Whether nothing is printed on the page. */
  isBlank(): boolean {
    const { cells } = this;
    const first = cells[0] ?? 0;
    if (cells.some((cell) => Math.abs(cell - first) > MOST_NOISE)) return false;
    const bare = new Uint8Array(FRAME_PX * FRAME_PX).fill(first);
    return mostInTiles(this.pixels(), bare) <= MOST_NOISE;
  }

  /** Whether every pixel is the same. */
  equals(other: PagePrint): boolean {
    return this.digest === other.digest;
  }

  /** The mean difference in the tile in which both pages differ most, in gray levels. */
  largestDifference(other: PagePrint): number {
    return mostInTiles(this.pixels(), other.pixels());
  }

  /**
   * Whether this page shows all that distinguishes an earlier one from others of its design, whatever else it shows.
   *
   * @param others of the design; false where nothing distinguishes the earlier page from all of them
   */
  showsTheOwnOf(earlier: PagePrint, others: readonly PagePrint[]): boolean {
    const pixels = earlier.pixels();
    const own = others.map((other) => tileDifferences(pixels, other.pixels()));
    const mine = tileDifferences(pixels, this.pixels());
    let count = 0;
    for (const [tile, difference] of mine.entries()) {
      if (!own.every((differences) => (differences[tile] ?? 0) > MOST_NOISE)) continue;
      if (difference > MOST_NOISE) return false;
      count += 1;
    }
    return count > 0;
  }

  /** The difference of the means of the cell in which both pages differ most: no more than `largestDifference`. */
  coarseDifference(other: PagePrint): number {
    let most = 0;
    for (let at = 0; at < CELLS * CELLS; at += 1) {
      most = Math.max(most, Math.abs((this.cells[at] ?? 0) - (other.cells[at] ?? 0)));
    }
    return most;
  }

  /**
   * How little both stand out from their surroundings at about the same places, whatever their format: 0 (the same) to 1.
   * Blank pages are alike.
   */
  reliefUnlikeness(other: PagePrint): number {
    const [first, second] = [this.relief(), other.relief()];
    if (first === null || second === null) return first === second ? 0 : 1;
    let sum = 0;
    for (let at = 0; at < first.length; at += 1) sum += (first[at] ?? 0) * (second[at] ?? 0);
    return 1 - Math.min(1, Math.max(0, sum));
  }

  /** Computed at the first call. */
  private relief(): Float32Array | null {
    this.knownRelief ??= { cells: reliefOf(this.pixels()) };
    return this.knownRelief.cells;
  }

  /** As `unlikeness`, by the means of cells. */
  coarseUnlikeness(other: PagePrint): number {
    return unlikeness(this.cells, other.cells);
  }
}

/** Of square cells, row by row, in gray levels. */
function meansOf(pixels: Uint8Array, cellPx: number): Float32Array {
  const cells = FRAME_PX / cellPx;
  const means = new Float32Array(cells * cells);
  for (let at = 0; at < pixels.length; at += 1) {
    const row = Math.floor(at / FRAME_PX / cellPx);
    const cell = row * cells + Math.floor((at % FRAME_PX) / cellPx);
    means[cell] = (means[cell] ?? 0) + (pixels[at] ?? 0) / (cellPx * cellPx);
  }
  return means;
}

/** Cells of the relief on each side of one that its surroundings are made of. */
const REACH = 2;
/** Standard deviation of gray levels below which there is nothing on a page. */
const BLANK_DEVIATION = 0.4;

/** Each cell less the mean around it, so that light and paper do not count; null when nothing stands out. */
function reliefOf(pixels: Uint8Array): Float32Array | null {
  const side = FRAME_PX / RELIEF_PX;
  const cells = meansOf(pixels, RELIEF_PX);
  const relief = cells.map((value, at) => {
    const [column, row] = [at % side, Math.floor(at / side)];
    let sum = 0;
    let count = 0;
    for (let y = Math.max(0, row - REACH); y <= Math.min(side - 1, row + REACH); y += 1) {
      for (let x = Math.max(0, column - REACH); x <= Math.min(side - 1, column + REACH); x += 1) {
        sum += cells[y * side + x] ?? 0;
        count += 1;
      }
    }
    return value - sum / count;
  });
  const length = Math.hypot(...relief);
  return length / side < BLANK_DEVIATION ? null : relief.map((value) => value / length);
}

/** The mean difference in the tile in which two frames differ most, in gray levels. */
function mostInTiles(a: Uint8Array, b: Uint8Array): number {
  let most = 0;
  for (const difference of tileDifferences(a, b)) most = Math.max(most, difference);
  return most;
}

/** The mean differences of two frames tile by tile, in gray levels. */
function tileDifferences(a: Uint8Array, b: Uint8Array): Float32Array {
  const tiles = FRAME_PX / TILE_PX;
  const sums = new Float32Array(tiles * tiles);
  for (let y = 0; y < FRAME_PX; y += 1) {
    const row = Math.floor(y / TILE_PX) * tiles;
    for (let x = 0; x < FRAME_PX; x += 1) {
      const at = y * FRAME_PX + x;
      const tile = row + Math.floor(x / TILE_PX);
      sums[tile] = (sums[tile] ?? 0) + Math.abs((a[at] ?? 0) - (b[at] ?? 0));
    }
  }
  return sums.map((sum) => sum / (TILE_PX * TILE_PX));
}

/** Below this variance of gray levels there is nothing to compare. */
const LEAST_VARIANCE = 1;

/**
 * How little two pictures agree, whatever their brightness and contrast: one less their normalized cross-correlation.
 *
 * @param a pixels
 * @param b pixels of the same places
 * @returns 0 (the same) to 1 (nothing in common)
 */
export function unlikeness(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const count = a.length;
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let at = 0; at < count; at += 1) {
    const x = a[at] ?? 0;
    const y = b[at] ?? 0;
    sumA += x;
    sumB += y;
    sumAA += x * x;
    sumBB += y * y;
    sumAB += x * y;
  }
  const varianceA = sumAA / count - (sumA / count) ** 2;
  const varianceB = sumBB / count - (sumB / count) ** 2;
  if (!(varianceA > LEAST_VARIANCE) || !(varianceB > LEAST_VARIANCE)) return 1;
  const covariance = sumAB / count - (sumA / count) * (sumB / count);
  return Math.min(1, 1 - covariance / Math.sqrt(varianceA * varianceB));
}
