/**
 * What a page looks like, small and gray, to find out which page of a corrected file continues which page of a document.
 * All pages are laid into one square frame, so that what stands at the same place of two pages has the same coordinates.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ImageDecoder } from '../../media/pictures/image-decoder.js';

/** Of the frame: small print differs in a few of its pixels. */
export const FRAME_PX = 512;
/** The frame is also kept as means of cells, which rule most pages out without a look at their pixels. */
const CELL_PX = 16;
const CELLS = FRAME_PX / CELL_PX;
/** Differences are averaged over tiles: another digit of small print fills one, the noise of compression does not. */
const TILE_PX = 4;
/** Gray levels. Compression leaves differences of up to 5 in a tile, another digit of 8 points 6 and more. */
export const MOST_NOISE = 6;
/** Formats that differ by more are no same frame. */
const MOST_STRETCH = 1.03;

export class PagePrint {
  private readonly packed: Buffer;

  private constructor(
    pixels: Uint8Array,
    /** Width by height. */
    private readonly aspect: number,
    private readonly cells: Float32Array,
  ) {
    this.packed = deflateRawSync(pixels, { level: 1 });
  }

  /** @param bytes a picture of the page @throws LoupeError as `ImageDecoder.raster` */
  static async of(decoder: Pick<ImageDecoder, 'grayFrame'>, bytes: Buffer): Promise<PagePrint> {
    const { data, originalWidth, originalHeight } = await decoder.grayFrame(bytes, FRAME_PX);
    return new PagePrint(data, originalWidth / originalHeight, meansOf(data));
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
    return this.packed.equals(other.packed);
  }

  /** The mean difference in the tile in which both pages differ most, in gray levels. */
  largestDifference(other: PagePrint): number {
    return mostInTiles(this.pixels(), other.pixels());
  }

  /** The difference of the means of the cell in which both pages differ most: no more than `largestDifference`. */
  coarseDifference(other: PagePrint): number {
    let most = 0;
    for (let at = 0; at < CELLS * CELLS; at += 1) {
      most = Math.max(most, Math.abs((this.cells[at] ?? 0) - (other.cells[at] ?? 0)));
    }
    return most;
  }

  /** As `unlikeness`, by the means of cells. */
  coarseUnlikeness(other: PagePrint): number {
    return unlikeness(this.cells, other.cells);
  }
}

/** Of the cells, row by row, in gray levels. */
function meansOf(pixels: Uint8Array): Float32Array {
  const means = new Float32Array(CELLS * CELLS);
  for (let at = 0; at < pixels.length; at += 1) {
    const row = Math.floor(at / FRAME_PX / CELL_PX);
    const cell = row * CELLS + Math.floor((at % FRAME_PX) / CELL_PX);
    means[cell] = (means[cell] ?? 0) + (pixels[at] ?? 0) / (CELL_PX * CELL_PX);
  }
  return means;
}

/** The mean difference in the tile in which two frames differ most, in gray levels. */
function mostInTiles(a: Uint8Array, b: Uint8Array): number {
  const sums = new Uint16Array(FRAME_PX / TILE_PX);
  let most = 0;
  for (let y = 0; y < FRAME_PX; y += 1) {
    for (let x = 0; x < FRAME_PX; x += 1) {
      const at = y * FRAME_PX + x;
      const tile = Math.floor(x / TILE_PX);
      sums[tile] = (sums[tile] ?? 0) + Math.abs((a[at] ?? 0) - (b[at] ?? 0));
    }
    if (y % TILE_PX !== TILE_PX - 1) continue;
    for (const sum of sums) most = Math.max(most, sum);
    sums.fill(0);
  }
  return most / (TILE_PX * TILE_PX);
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
