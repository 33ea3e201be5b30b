/** Run lengths of BMP files (Microsoft, "Bitmap Compression"): indexes of colors, from the lowest row. */

const END_OF_LINE = 0;
const END = 1;
const MOVE = 2;

/**
 * @param bits of a pixel
 * @returns an index for each pixel, row after row in the order of the file; 0 where the runs leave pixels out
 */
export function readRuns(runs: Buffer, width: number, height: number, bits: 4 | 8): Buffer {
  const indexes = Buffer.alloc(width * height);
  let [x, row] = [0, 0];
  const put = (index: number) => {
    if (x < width && row < height) indexes[row * width + x] = index;
    x += 1;
  };
  /** The pixel of a byte or, of half a byte, of the upper half first. */
  const pixelOf = (byte: number, place: number) =>
    bits === 8 ? byte : place % 2 === 0 ? byte >> 4 : byte & 15;
  for (let at = 0; at + 1 < runs.length && row < height;) {
    const [count = 0, value = 0] = [runs[at], runs[at + 1]];
    at += 2;
    if (count > 0) {
      for (let place = 0; place < count; place += 1) put(pixelOf(value, place));
    } else if (value === END_OF_LINE) {
      [x, row] = [0, row + 1];
    } else if (value === END) {
      break;
    } else if (value === MOVE) {
      [x, row] = [x + (runs[at] ?? 0), row + (runs[at + 1] ?? 0)];
      at += 2;
    } else {
      const bytes = Math.ceil((value * bits) / 8);
      for (let place = 0; place < value; place += 1) {
        put(pixelOf(runs[at + Math.floor((place * bits) / 8)] ?? 0, place));
      }
      // Literal pixels end at a word.
      at += bytes + (bytes % 2);
    }
  }
  return indexes;
}
