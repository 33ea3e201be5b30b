/**
 * Where on a sheet a picture may stand, in any of four turns: the peaks of their normalized cross-correlation over all places, which
 * Fourier transforms compute at once (Lewis, Fast Normalized Cross-Correlation, 1995).
 */
import { emptyWaves, frequenciesOf, pictureOf, type Waves } from './fourier.js';
import { type Ink, type Turn, turned } from './ink.js';

/** A place in pixels of the sheet; it may reach beyond it. */
export interface Peak {
  readonly left: number;
  readonly top: number;
  readonly turn: Turn;
  /** At most 1. */
  readonly likeness: number;
}

/** Of a copy's side: more of it may not be cut off. */
const MOST_CUT = 0.6;
/** Of a side: nearer peaks of a turn are the same one. */
const SAME_PEAK = 0.25;
/** Mean square of gray levels below which there is nothing to find. */
const LEAST_VARIANCE = 1;

export class LikenessMap {
  private readonly frequencies: Waves;
  private readonly sums: Float64Array;
  private readonly squares: Float64Array;

  /** @param longest side of the pictures that are looked for */
  constructor(
    private readonly sheet: Ink,
    longest: number,
  ) {
    const waves = emptyWaves(powerOfTwo(sheet.width + longest), powerOfTwo(sheet.height + longest));
    for (let y = 0; y < sheet.height; y += 1)
      for (let x = 0; x < sheet.width; x += 1)
        waves.re[y * waves.width + x] = sheet.data[y * sheet.width + x] ?? 0;
    this.frequencies = frequenciesOf(waves, sheet.height);
    [this.sums, this.squares] = [sumsOf(sheet, (value) => value), sumsOf(sheet, (value) => value * value)];
  }

  /** The best first. @param least of their likeness */
  peaks(picture: Ink, least: number): readonly Peak[] {
    const mean = picture.data.reduce((sum, value) => sum + value, 0) / picture.data.length;
    const square = picture.data.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    if (square / picture.data.length < LEAST_VARIANCE) return [];
    // Two turns of the same sides are the two parts of complex numbers.
    const found = (
      [
        [0, 180],
        [90, 270],
      ] as const
    ).flatMap((turns) => {
      const [first, second] = [turned(picture, turns[0]), turned(picture, turns[1])];
      const { re, im } = this.correlated(first, second, mean);
      const length = Math.sqrt(square);
      return [
        ...this.peaksOf(re, 1 / length, { size: first, turn: turns[0], least }),
        ...this.peaksOf(im, -1 / length, { size: second, turn: turns[1], least }),
      ];
    });
    return found.toSorted((a, b) => b.likeness - a.likeness);
  }

  private correlated(first: Ink, second: Ink, mean: number): Waves {
    const { width, height } = this.frequencies;
    const waves = emptyWaves(width, height);
    for (let y = 0; y < first.height; y += 1) {
      for (let x = 0; x < first.width; x += 1) {
        waves.re[y * width + x] = (first.data[y * first.width + x] ?? 0) - mean;
        waves.im[y * width + x] = (second.data[y * first.width + x] ?? 0) - mean;
      }
    }
    const product = frequenciesOf(waves, first.height);
    const { re, im } = product;
    const of = this.frequencies;
    for (let at = 0; at < re.length; at += 1) {
      const a = re[at] ?? 0;
      const b = -(im[at] ?? 0);
      const c = of.re[at] ?? 0;
      const d = of.im[at] ?? 0;
      re[at] = a * c - b * d;
      im[at] = a * d + b * c;
    }
    return pictureOf(product);
  }

  private peaksOf(
    correlation: Float64Array,
    factor: number,
    { size, turn, least }: { readonly size: Ink; readonly turn: Turn; readonly least: number },
  ): readonly Peak[] {
    const { width, height } = this.frequencies;
    const [left, top] = [-Math.floor(size.width * MOST_CUT), -Math.floor(size.height * MOST_CUT)];
    const columns = this.sheet.width - size.width - 2 * left + 1;
    const rows = this.sheet.height - size.height - 2 * top + 1;
    if (columns < 1 || rows < 1) return [];
    const likeness = new Float64Array(columns * rows);
    const scale = factor / (width * height);
    for (let row = 0; row < rows; row += 1) {
      const y = (row + top + height) % height;
      for (let column = 0; column < columns; column += 1) {
        const x = (column + left + width) % width;
        const deviation = this.deviationAt(column + left, row + top, size);
        likeness[row * columns + column] =
          deviation === 0 ? 0 : ((correlation[y * width + x] ?? 0) * scale) / deviation;
      }
    }
    const tops: Peak[] = [];
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const value = likeness[row * columns + column] ?? 0;
        if (value < least || !isTop(likeness, columns, row, column)) continue;
        tops.push({ left: column + left, top: row + top, turn, likeness: value });
      }
    }
    return withoutNeighbors(tops, size);
  }

  /** Root of the summed squares of what lies there, less its mean; 0 where nothing stands out. */
  private deviationAt(left: number, top: number, { width, height }: Ink): number {
    const count = width * height;
    const sum = this.within(this.sums, left, top, width, height);
    const variance = this.within(this.squares, left, top, width, height) - (sum * sum) / count;
    return variance / count < LEAST_VARIANCE ? 0 : Math.sqrt(variance);
  }

  private within(sums: Float64Array, left: number, top: number, width: number, height: number): number {
    const { sheet } = this;
    const columns = sheet.width + 1;
    const x = Math.min(sheet.width, Math.max(0, left));
    const right = Math.min(sheet.width, Math.max(0, left + width));
    const y = Math.min(sheet.height, Math.max(0, top)) * columns;
    const bottom = Math.min(sheet.height, Math.max(0, top + height)) * columns;
    return (
      (sums[bottom + right] ?? 0) - (sums[y + right] ?? 0) - (sums[bottom + x] ?? 0) + (sums[y + x] ?? 0)
    );
  }
}

function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(least));
}

/** Of everything above and left of each corner of a pixel. */
function sumsOf({ data, width, height }: Ink, of: (value: number) => number): Float64Array {
  const columns = width + 1;
  const sums = new Float64Array(columns * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += of(data[y * width + x] ?? 0);
      sums[(y + 1) * columns + x + 1] = (sums[y * columns + x + 1] ?? 0) + row;
    }
  }
  return sums;
}

/** Of equal neighbors the first is the top. */
function isTop(likeness: Float64Array, columns: number, row: number, column: number): boolean {
  const value = likeness[row * columns + column] ?? 0;
  for (let y = row - 1; y <= row + 1; y += 1) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
      const other = likeness[y * columns + x] ?? 0;
      const isBefore = y < row || (y === row && x < column);
      if (other > value || (isBefore && other === value && value > 0)) return false;
    }
  }
  return true;
}

function withoutNeighbors(peaks: readonly Peak[], { width, height }: Ink): readonly Peak[] {
  const kept: Peak[] = [];
  for (const peak of peaks.toSorted((a, b) => b.likeness - a.likeness)) {
    const isNear = kept.some(
      ({ left, top }) =>
        Math.abs(left - peak.left) < SAME_PEAK * width && Math.abs(top - peak.top) < SAME_PEAK * height,
    );
    if (!isNear) kept.push(peak);
  }
  return kept;
}
