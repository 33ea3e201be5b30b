/** The blocks of a GIF (GIF89a), read without decoding it. */

/** In pixels. */
export interface FirstFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Of the whole picture. */
  readonly canvasWidth: number;
  readonly canvasHeight: number;
}

const HEADER_BYTES = 13;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const HAS_TABLE = 0x80;
const IS_TRANSPARENT = 0x01;
const MOST_BLOCKS = 100_000;

/**
 * The first frame, when it leaves a part of the picture free and no color of it is transparent: decoders that know of no
 * transparency then paint that part black.
 */
export function partialFirstFrame(gif: Buffer): FirstFrame | null {
  try {
    return read(gif);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** @throws RangeError for a file that ends before its first frame */
function read(gif: Buffer): FirstFrame | null {
  const [canvasWidth, canvasHeight] = [gif.readUInt16LE(6), gif.readUInt16LE(8)];
  const flags = gif.readUInt8(10);
  let at = HEADER_BYTES + ((flags & HAS_TABLE) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  for (let count = 0; count < MOST_BLOCKS; count += 1) {
    const block = gif.readUInt8(at);
    if (block === IMAGE) {
      const [left, top, width, height] = [1, 3, 5, 7].map((offset) => gif.readUInt16LE(at + offset)) as [
        number,
        number,
        number,
        number,
      ];
      const isWhole = left === 0 && top === 0 && width >= canvasWidth && height >= canvasHeight;
      const isWithin = left + width <= canvasWidth && top + height <= canvasHeight;
      if (isWhole || !isWithin || width === 0 || height === 0) return null;
      return { left, top, width, height, canvasWidth, canvasHeight };
    }
    if (block !== EXTENSION) return null;
    if (gif.readUInt8(at + 1) === GRAPHIC_CONTROL && (gif.readUInt8(at + 3) & IS_TRANSPARENT) !== 0)
      return null;
    at += 2;
    for (let size = gif.readUInt8(at); size > 0; size = gif.readUInt8(at)) at += 1 + size;
    at += 1;
  }
  return null;
}
