/** Fourier transforms of pictures whose sides are powers of two (Cooley and Tukey, Mathematics of Computation 1965). */

/** Real and imaginary parts of a picture, row by row. */
export interface Waves {
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly width: number;
  readonly height: number;
}

export function emptyWaves(width: number, height: number): Waves {
  return { re: new Float64Array(width * height), im: new Float64Array(width * height), width, height };
}

/** In place. */
export function transform({ re, im, width, height }: Waves): void {
  const across = new Transform(width);
  for (let from = 0; from < re.length; from += width)
    across.run(re.subarray(from, from + width), im.subarray(from, from + width));
  const down = new Transform(height);
  const [columnRe, columnIm] = [new Float64Array(height), new Float64Array(height)];
  for (let column = 0; column < width; column += 1) {
    for (let row = 0; row < height; row += 1) {
      columnRe[row] = re[row * width + column] ?? 0;
      columnIm[row] = im[row * width + column] ?? 0;
    }
    down.run(columnRe, columnIm);
    for (let row = 0; row < height; row += 1) {
      re[row * width + column] = columnRe[row] ?? 0;
      im[row * width + column] = columnIm[row] ?? 0;
    }
  }
}

/** Undoes `transform` in place, up to the number of pixels, which everything is multiplied by. */
export function transformBack({ re, im, width, height }: Waves): void {
  transform({ re: im, im: re, width, height });
}

class Transform {
  private readonly cosines: Float64Array;
  private readonly sines: Float64Array;
  /** Where each value goes before the first round: its number with the bits turned around. */
  private readonly places: Uint32Array;

  constructor(private readonly length: number) {
    this.cosines = Float64Array.from({ length }, (_, at) => Math.cos((2 * Math.PI * at) / length));
    this.sines = Float64Array.from({ length }, (_, at) => -Math.sin((2 * Math.PI * at) / length));
    this.places = new Uint32Array(length);
    for (let at = 1; at < length; at += 1)
      this.places[at] = ((this.places[at >> 1] ?? 0) >> 1) | (at % 2 === 1 ? length / 2 : 0);
  }

  run(re: Float64Array, im: Float64Array): void {
    this.order(re);
    this.order(im);
    const { length, cosines, sines } = this;
    for (let half = 1; half < length; half *= 2) {
      const step = length / (2 * half);
      for (let start = 0; start < length; start += 2 * half) {
        for (let k = 0; k < half; k += 1) {
          const [cosine, sine] = [cosines[k * step] ?? 0, sines[k * step] ?? 0];
          const i = start + k;
          const j = i + half;
          const x = (re[j] ?? 0) * cosine - (im[j] ?? 0) * sine;
          const y = (re[j] ?? 0) * sine + (im[j] ?? 0) * cosine;
          re[j] = (re[i] ?? 0) - x;
          im[j] = (im[i] ?? 0) - y;
          re[i] = (re[i] ?? 0) + x;
          im[i] = (im[i] ?? 0) + y;
        }
      }
    }
  }

  private order(values: Float64Array): void {
    for (const [at, other] of this.places.entries()) {
      if (other <= at) continue;
      const value = values[at] ?? 0;
      values[at] = values[other] ?? 0;
      values[other] = value;
    }
  }
}
