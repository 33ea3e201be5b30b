/** Writes BMP files of every kind. */

export interface BmpKind {
  readonly bits: 1 | 4 | 8 | 16 | 24 | 32;
  readonly compression?: 'none' | 'runs' | 'masks';
  readonly isTopDown?: boolean;
}

/** Colors of a palette of four; all kinds of pixels can show them. */
export const bmpColors = [
  [0, 0, 0],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 255],
] as const;

/** @param indexOf color of a pixel: 0 to 3, with one bit 0 or 1 */
export function bmpOf(
  width: number,
  height: number,
  indexOf: (x: number, y: number) => number,
  { bits, compression = 'none', isTopDown = false }: BmpKind,
): Buffer {
  const rows = Array.from({ length: height }, (_, row) => (isTopDown ? row : height - 1 - row));
  const pixels = Buffer.concat(
    rows.map((y) => {
      const row = Array.from({ length: width }, (_, x) => indexOf(x, y));
      return compression === 'runs' ? runsOf(row, bits) : rowOf(row, bits, compression === 'masks');
    }),
  );
  const whole = compression === 'runs' ? Buffer.concat([pixels, Buffer.of(0, 1)]) : pixels;
  const masks = compression === 'masks' ? [0xff, 0xff00, 0xff0000] : [];
  const palette = bits <= 8 ? bmpColors.slice(0, Math.min(4, 2 ** bits)) : [];
  const header = Buffer.alloc(54);
  header.write('BM', 'latin1');
  const pixelsAt = 54 + masks.length * 4 + palette.length * 4;
  header.writeUInt32LE(pixelsAt + whole.length, 2);
  header.writeUInt32LE(pixelsAt, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(isTopDown ? -height : height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE({ none: 0, runs: bits === 8 ? 1 : 2, masks: 3 }[compression], 30);
  header.writeUInt32LE(palette.length, 46);
  const words = Buffer.alloc(masks.length * 4);
  masks.forEach((mask, at) => words.writeUInt32LE(mask, at * 4));
  return Buffer.concat([header, words, ...palette.map(([r, g, b]) => Buffer.of(b, g, r, 0)), whole]);
}

function rowOf(row: readonly number[], bits: number, isMasked: boolean): Buffer {
  const bytes = Buffer.alloc(Math.ceil((row.length * bits) / 32) * 4);
  for (const [x, index] of row.entries()) {
    const [r, g, b] = bmpColors[index as 0 | 1 | 2 | 3];
    if (bits === 24) bytes.set([b, g, r], x * 3);
    else if (bits === 32) bytes.set(isMasked ? [r, g, b, 0] : [b, g, r, 0], x * 4);
    else if (bits === 16) bytes.writeUInt16LE(((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3), x * 2);
    else {
      const perByte = 8 / bits;
      const at = Math.floor(x / perByte);
      bytes[at] = (bytes[at] ?? 0) | (index << (8 - bits * ((x % perByte) + 1)));
    }
  }
  return bytes;
}

/** Every other pair of pixels as a run, the others as they are. */
function runsOf(row: readonly number[], bits: number): Buffer {
  const parts: Buffer[] = [];
  const packed = (indexes: readonly number[]) =>
    bits === 8
      ? Buffer.from(indexes)
      : Buffer.from(
          Array.from(
            { length: Math.ceil(indexes.length / 2) },
            (_, at) => ((indexes[2 * at] ?? 0) << 4) | (indexes[2 * at + 1] ?? 0),
          ),
        );
  for (let x = 0; x < row.length; x += 4) {
    const four = row.slice(x, x + 4);
    if (four.every((index) => index === four[0]) || four.length < 4) {
      for (const index of four) parts.push(Buffer.of(1, packed([index, index])[0] ?? 0));
    } else {
      const bytes = packed(four);
      parts.push(Buffer.of(0, 4), bytes, Buffer.alloc(bytes.length % 2));
    }
  }
  return Buffer.concat([...parts, Buffer.of(0, 0)]);
}
