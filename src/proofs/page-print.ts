/** What a page looks like from afar: enough to tell which page of one file is which of another. */
import { createHash } from 'node:crypto';
import type { Raster } from '../engine-host/types.js';

const COLUMNS = 48;
const ROWS = 64;
/** Cells on each side of one that its surroundings are made of. */
const REACH = 2;
/** Standard deviation of gray levels below which there is nothing on a page. */
const BLANK_DEVIATION = 0.4;

export interface PagePrint {
  /** SHA-256 of size and pixels. */
  readonly digest: string;
  /** Cells of the page against their surroundings, of length 1 as a vector; null for a blank page. */
  readonly cells: Float32Array | null;
}

/** @param page in RGB */
export function printOf(page: Raster): PagePrint {
  const digest = createHash('sha256').update(`${page.width} ${page.height} `).update(page.data).digest('hex');
  return { digest, cells: normalized(againstSurroundings(grayCells(page))) };
}

/** 1 for the same look, 0 for none in common: the correlation of both, at least 0. */
export function likenessOfPrints(first: PagePrint, second: PagePrint): number {
  if (first.digest === second.digest) return 1;
  if (first.cells === null || second.cells === null) return first.cells === second.cells ? 1 : 0;
  let sum = 0;
  for (let at = 0; at < first.cells.length; at += 1) {
    sum += (first.cells[at] ?? 0) * (second.cells[at] ?? 0);
  }
  return Math.max(0, sum);
}

function grayCells({ data, width, height }: Raster): Float32Array {
  const sums = new Float64Array(COLUMNS * ROWS);
  const counts = new Uint32Array(COLUMNS * ROWS);
  const columnOf = Uint8Array.from({ length: width }, (_, x) => Math.floor((x * COLUMNS) / width));
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor((y * ROWS) / height) * COLUMNS;
    for (let x = 0; x < width; x += 1, at += 3) {
      const cell = row + (columnOf[x] ?? 0);
      sums[cell] = (sums[cell] ?? 0) + (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
      counts[cell] = (counts[cell] ?? 0) + 3;
    }
  }
  return Float32Array.from(sums, (sum, cell) => sum / Math.max(1, counts[cell] ?? 1));
}

/** Each cell less the mean around it, so that light and paper do not count. */
function againstSurroundings(cells: Float32Array): Float32Array {
  return cells.map((value, at) => {
    const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
    let sum = 0;
    let count = 0;
    for (let y = Math.max(0, row - REACH); y <= Math.min(ROWS - 1, row + REACH); y += 1) {
      for (let x = Math.max(0, column - REACH); x <= Math.min(COLUMNS - 1, column + REACH); x += 1) {
        sum += cells[y * COLUMNS + x] ?? 0;
        count += 1;
      }
    }
    return value - sum / count;
  });
}

function normalized(cells: Float32Array): Float32Array | null {
  const length = Math.hypot(...cells);
  return length / Math.sqrt(cells.length) < BLANK_DEVIATION ? null : cells.map((value) => value / length);
}
