/**
 * Fourier transforms of pictures whose sides are powers of two. Frequencies come in an order of their own, column by column, since
 * what multiplies them value by value and transforms them back needs no other: no value is moved for the order alone
 * (Gentleman and Sande, Fast Fourier Transforms: for fun and profit, 1966), and four values meet at once (radix 4).
 */

/** Real and imaginary parts of a picture, row by row, or of its frequencies. */
export interface Waves {
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly width: number;
  readonly height: number;
}

export function emptyWaves(width: number, height: number): Waves {
  return { re: new Float64Array(width * height), im: new Float64Array(width * height), width, height };
}

/** @param rows below which the picture is empty */
export function frequenciesOf({ re, im, width, height }: Waves, rows: number): Waves {
  const across = new Transform(width);
  for (let row = 0; row < rows; row += 1) across.forward(re, im, row * width);
  const turned = { re: transposed(re, width, rows, height), im: transposed(im, width, rows, height) };
  const down = new Transform(height);
  for (let column = 0; column < width; column += 1) down.forward(turned.re, turned.im, column * height);
  return { ...turned, width, height };
}

/** The picture of frequencies, which are lost. Each value is multiplied by the number of pixels. */
export function pictureOf({ re, im, width, height }: Waves): Waves {
  const down = new Transform(height);
  for (let column = 0; column < width; column += 1) down.back(re, im, column * height);
  const turned = { re: transposed(re, height, width, width), im: transposed(im, height, width, width) };
  const across = new Transform(width);
  for (let row = 0; row < height; row += 1) across.back(turned.re, turned.im, row * width);
  return { ...turned, width, height };
}

/** Of a side of which both pictures stay in the processor's nearest cache. */
const TILE = 16;

/** Columns as rows. @param length of a row of the answer, of which the first `rows` values are known */
function transposed(values: Float64Array, width: number, rows: number, length: number): Float64Array {
  const answer = new Float64Array(width * length);
  for (let top = 0; top < rows; top += TILE) {
    const bottom = Math.min(rows, top + TILE);
    for (let left = 0; left < width; left += TILE) {
      const right = Math.min(width, left + TILE);
      for (let column = left; column < right; column += 1)
        for (let row = top; row < bottom; row += 1)
          answer[column * length + row] = values[row * width + column] ?? 0;
    }
  }
  return answer;
}

/** Each value of the inner loops has a name: taking them out of arrays, several at a time, costs ten times as much. */
class Transform {
  private readonly cosines: Float64Array;
  private readonly sines: Float64Array;

  constructor(private readonly length: number) {
    this.cosines = Float64Array.from({ length }, (_none, at) => Math.cos((2 * Math.PI * at) / length));
    this.sines = Float64Array.from({ length }, (_none, at) => -Math.sin((2 * Math.PI * at) / length));
  }

  /** In place. @param from the first of the values */
  forward(re: Float64Array, im: Float64Array, from: number): void {
    const { length, cosines, sines } = this;
    let size = length;
    for (; size >= 4; size /= 4) {
      const quarter = size / 4;
      const step = length / size;
      for (let k = 0; k < quarter; k += 1) {
        const c1 = cosines[k * step] ?? 0;
        const s1 = sines[k * step] ?? 0;
        const c2 = cosines[2 * k * step] ?? 0;
        const s2 = sines[2 * k * step] ?? 0;
        const c3 = cosines[3 * k * step] ?? 0;
        const s3 = sines[3 * k * step] ?? 0;
        for (let a = from + k; a < from + length; a += size) {
          const b = a + quarter;
          const c = a + 2 * quarter;
          const d = a + 3 * quarter;
          const sumRe = (re[a] ?? 0) + (re[c] ?? 0);
          const sumIm = (im[a] ?? 0) + (im[c] ?? 0);
          const offRe = (re[a] ?? 0) - (re[c] ?? 0);
          const offIm = (im[a] ?? 0) - (im[c] ?? 0);
          const oddRe = (re[b] ?? 0) + (re[d] ?? 0);
          const oddIm = (im[b] ?? 0) + (im[d] ?? 0);
          const turnRe = (im[b] ?? 0) - (im[d] ?? 0);
          const turnIm = (re[d] ?? 0) - (re[b] ?? 0);
          re[a] = sumRe + oddRe;
          im[a] = sumIm + oddIm;
          const bRe = sumRe - oddRe;
          const bIm = sumIm - oddIm;
          re[b] = bRe * c2 - bIm * s2;
          im[b] = bRe * s2 + bIm * c2;
          const cRe = offRe + turnRe;
          const cIm = offIm + turnIm;
          re[c] = cRe * c1 - cIm * s1;
          im[c] = cRe * s1 + cIm * c1;
          const dRe = offRe - turnRe;
          const dIm = offIm - turnIm;
          re[d] = dRe * c3 - dIm * s3;
          im[d] = dRe * s3 + dIm * c3;
        }
      }
    }
    if (size === 2) pairs(re, im, from, from + length);
  }

  /** Undoes `forward`, round by round. */
  back(re: Float64Array, im: Float64Array, from: number): void {
    const { length, cosines, sines } = this;
    const isOdd = Math.log2(length) % 2 === 1;
    if (isOdd) pairs(re, im, from, from + length);
    for (let size = isOdd ? 8 : 4; size <= length; size *= 4) {
      const quarter = size / 4;
      const step = length / size;
      for (let k = 0; k < quarter; k += 1) {
        const c1 = cosines[k * step] ?? 0;
        const s1 = sines[k * step] ?? 0;
        const c2 = cosines[2 * k * step] ?? 0;
        const s2 = sines[2 * k * step] ?? 0;
        const c3 = cosines[3 * k * step] ?? 0;
        const s3 = sines[3 * k * step] ?? 0;
        for (let a = from + k; a < from + length; a += size) {
          const b = a + quarter;
          const c = a + 2 * quarter;
          const d = a + 3 * quarter;
          const bRe = (re[b] ?? 0) * c2 + (im[b] ?? 0) * s2;
          const bIm = (im[b] ?? 0) * c2 - (re[b] ?? 0) * s2;
          const cRe = (re[c] ?? 0) * c1 + (im[c] ?? 0) * s1;
          const cIm = (im[c] ?? 0) * c1 - (re[c] ?? 0) * s1;
          const dRe = (re[d] ?? 0) * c3 + (im[d] ?? 0) * s3;
          const dIm = (im[d] ?? 0) * c3 - (re[d] ?? 0) * s3;
          const sumRe = (re[a] ?? 0) + bRe;
          const sumIm = (im[a] ?? 0) + bIm;
          const oddRe = (re[a] ?? 0) - bRe;
          const oddIm = (im[a] ?? 0) - bIm;
          const offRe = cRe + dRe;
          const offIm = cIm + dIm;
          const turnRe = dIm - cIm;
          const turnIm = cRe - dRe;
          re[a] = sumRe + offRe;
          im[a] = sumIm + offIm;
          re[b] = oddRe + turnRe;
          im[b] = oddIm + turnIm;
          re[c] = sumRe - offRe;
          im[c] = sumIm - offIm;
          re[d] = oddRe - turnRe;
          im[d] = oddIm - turnIm;
        }
      }
    }
  }
}

/** The round of two values, which is its own opposite. */
function pairs(re: Float64Array, im: Float64Array, from: number, end: number): void {
  for (let at = from; at < end; at += 2) {
    const aRe = re[at] ?? 0;
    const aIm = im[at] ?? 0;
    const bRe = re[at + 1] ?? 0;
    const bIm = im[at + 1] ?? 0;
    re[at] = aRe + bRe;
    im[at] = aIm + bIm;
    re[at + 1] = aRe - bRe;
    im[at + 1] = aIm - bIm;
  }
}
