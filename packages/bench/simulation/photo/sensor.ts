import { fromSharp, toSharp, type RgbImage } from '../../paint/rgb-image.js';
import { createRandom, type Random } from '../../random.js';
import type { StrengthRanges } from './strength.js';

// sharp refuses a smaller Gaussian.
const LEAST_BLUR_PX = 0.3;
const LEAST_MOTION_PX = 0.8;
const NOISE_TABLE_BITS = 16;

/** Blurs as an out-of-focus lens and an unsteady hand do. */
export async function applyBlur(photo: RgbImage, random: Random, ranges: StrengthRanges): Promise<RgbImage> {
  const defocusPx = random.between(...ranges.defocusPx);
  const motionPx = random.between(...ranges.motionPx);
  const angle = random.between(0, Math.PI);
  let pipeline = toSharp(photo);
  if (motionPx >= LEAST_MOTION_PX) pipeline = pipeline.convolve(motionKernel(motionPx, angle));
  if (defocusPx >= LEAST_BLUR_PX) pipeline = pipeline.blur(defocusPx);
  return fromSharp(pipeline);
}

/** Adds sensor noise in place: Gaussian, in every channel on its own, stronger in the dark. */
export function applyNoise(photo: RgbImage, random: Random, ranges: StrengthRanges): void {
  const levels = random.between(...ranges.noiseLevels);
  const table = gaussianTable();
  const mask = table.length - 1;
  let state = random.integer(0, 0xffffffff) | 1;
  const { data } = photo;
  for (let offset = 0; offset < data.length; offset++) {
    // A linear congruential step is enough to walk the table without visible repetition.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const value = data[offset]!;
    data[offset] = value + table[(state >>> 12) & mask]! * levels * (1.3 - value / 425);
  }
}

let sharedTable: Float32Array | undefined;

function gaussianTable(): Float32Array {
  if (!sharedTable) {
    const random = createRandom(20260105);
    sharedTable = Float32Array.from({ length: 2 ** NOISE_TABLE_BITS }, () => random.gaussian());
  }
  return sharedTable;
}

// A line of the given length through the middle, drawn with soft ends so that fractions of a pixel count.
function motionKernel(lengthPx: number, angle: number): { width: number; height: number; kernel: number[] } {
  const half = Math.ceil(lengthPx / 2);
  const side = 2 * half + 1;
  const kernel = new Array<number>(side * side).fill(0);
  const steps = 40;
  for (let step = 0; step <= steps; step++) {
    const along = (step / steps - 0.5) * lengthPx;
    const x = half + along * Math.cos(angle);
    const y = half + along * Math.sin(angle);
    const left = Math.floor(x);
    const top = Math.floor(y);
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      if (left + dx >= side || top + dy >= side) continue;
      const weight = (dx ? x - left : 1 - x + left) * (dy ? y - top : 1 - y + top);
      kernel[(top + dy) * side + left + dx]! += weight;
    }
  }
  return { width: side, height: side, kernel };
}
