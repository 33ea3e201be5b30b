/** Frames that show nothing: a wall, the inside of a pocket, a covered lens. They are many in a stream, and need no search. */
import type { Raster } from './types.js';

/** Side of a block, and every which of its rows and columns is looked at, in pixels. */
const BLOCK_PX = 32;
const STEP_PX = 2;
/**
 * Most deviation within a block, and most difference between the means of neighbors, in gray levels: the noise of a camera in low light.
 * An edge of 15 levels anywhere exceeds it.
 */
const MOST_DEVIATION = 6.5;
const MOST_STEP = 4;
/** Smaller pictures are no frames of a camera. */
const LEAST_SIDE_PX = 256;

/** Whether no part of a frame holds more than noise and a slow change of light. */
export function isEmptyFrame({ data, width, height, channels }: Raster): boolean {
  if (channels !== 1 || Math.min(width, height) < LEAST_SIDE_PX) return false;
  let above: number[] = [];
  // The last blocks overlap the ones before, so that nothing is left out.
  for (const top of startsIn(height)) {
    const means: number[] = [];
    for (const left of startsIn(width)) {
      const { mean, variance } = momentsOf(data, width, left, top);
      if (variance > MOST_DEVIATION ** 2) return false;
      const neighbors = [means.at(-1), above[means.length]];
      if (neighbors.some((other) => other !== undefined && Math.abs(other - mean) > MOST_STEP)) return false;
      means.push(mean);
    }
    above = means;
  }
  return true;
}

function startsIn(length: number): readonly number[] {
  const count = Math.ceil(length / BLOCK_PX);
  return Array.from({ length: count }, (_, at) => Math.min(at * BLOCK_PX, length - BLOCK_PX));
}

function momentsOf(data: Buffer, width: number, left: number, top: number) {
  let [sum, squares] = [0, 0];
  for (let y = top; y < top + BLOCK_PX; y += STEP_PX) {
    for (let at = y * width + left; at < y * width + left + BLOCK_PX; at += STEP_PX) {
      const level = data[at] ?? 0;
      sum += level;
      squares += level * level;
    }
  }
  const count = (BLOCK_PX / STEP_PX) ** 2;
  const mean = sum / count;
  return { mean, variance: squares / count - mean * mean };
}
