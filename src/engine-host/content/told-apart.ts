/** By which part of a reference photos tell it from another one of its design. */
import { LEAST_BLOCKS, LEAST_SHARED } from './content-verdict.js';
import { BYTES_OF_BLOCK } from './distinguish.js';
import { type BlockMap, blockState } from './evidence.js';

/** A part of a picture, in shares of its width and height, 0..1. */
export interface PicturePart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** By the keys of other references. */
export type PartsByKey = ReadonlyMap<number, PicturePart>;

/**
 * @param map     of the reference in the relative, row by row
 * @param columns blocks in a row
 * @returns the part that holds the blocks in which both differ; null where a photo could show either
 */
export function toldApartBy(map: BlockMap, columns: number): PicturePart | null {
  const rows = columns === 0 ? 0 : map.length / BYTES_OF_BLOCK / columns;
  let [shared, differing] = [0, 0];
  let [left, top, right, bottom] = [columns, rows, 0, 0];
  for (let block = 0; block < rows * columns; block += 1) {
    const state = map[block * BYTES_OF_BLOCK] ?? blockState.hidden;
    if (state === blockState.agrees) shared += 1;
    if (state !== blockState.doubtful && state !== blockState.contradicts) continue;
    differing += 1;
    const [row, column] = [Math.floor(block / columns), block % columns];
    [left, top] = [Math.min(left, column), Math.min(top, row)];
    [right, bottom] = [Math.max(right, column + 1), Math.max(bottom, row + 1)];
  }
  if (differing < LEAST_BLOCKS || shared < LEAST_SHARED) return null;
  return {
    left: left / columns,
    top: top / rows,
    width: (right - left) / columns,
    height: (bottom - top) / rows,
  };
}
