/** Frames that show what the frame before showed, but for the noise of the camera. */
import type { Raster } from './types.js';

/** Mean gray levels of the cells of a frame, row by row. */
export type FrameGrid = Uint8Array;

/** Cells of a row and of a column. */
const CELLS = 24;
/** Every which row and column of a cell is looked at. */
const STEP_PX = 2;
/**
 * Most difference of a cell, in gray levels, beside that of the whole frame: its light may change. Noise moves the mean of a cell by less
 * than one level; a page that is laid into the picture, or a hand that moves, changes cells by tens.
 */
const MOST_DIFFERENCE = 3;

/** The cells of a picture in gray; null for a small or colored one. */
export function gridOf({ data, width, height, channels }: Raster): FrameGrid | null {
  if (channels !== 1 || Math.min(width, height) < CELLS * STEP_PX) return null;
  const grid = new Uint8Array(CELLS * CELLS);
  const edge = (at: number, side: number) => Math.floor((at * side) / CELLS);
  for (let row = 0; row < CELLS; row += 1) {
    for (let column = 0; column < CELLS; column += 1) {
      let [sum, count] = [0, 0];
      for (let y = edge(row, height); y < edge(row + 1, height); y += STEP_PX) {
        for (let x = edge(column, width); x < edge(column + 1, width); x += STEP_PX) {
          sum += data[y * width + x] ?? 0;
          count += 1;
        }
      }
      grid[row * CELLS + column] = Math.round(sum / count);
    }
  }
  return grid;
}

/** Whether two frames show the same scene at the same place. */
export function isSameScene(one: FrameGrid, other: FrameGrid): boolean {
  const differences = Array.from(one, (level, at) => level - (other[at] ?? 0));
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
  return differences.every((difference) => Math.abs(difference - mean) <= MOST_DIFFERENCE);
}
