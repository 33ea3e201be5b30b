import type { Raster } from '../../engine-host/types.js';
import { sharp } from './sharp.js';

/**
 * Encodes pixels as a JPEG in which thin lines stay readable. The usual Huffman tables are taken: tables made for each
 * picture would save a tenth of the bytes, and take longer than all the rest.
 */
export async function encodeJpeg(
  { data, width, height, channels }: Pick<Raster, 'data' | 'width' | 'height' | 'channels'>,
  quality = 90,
): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels } })
    .jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .toBuffer();
}

/** Whether a JPEG is one that every decoder reads alike: upright, in gray or YCbCr, without color profile (ITU-T T.81, JFIF). */

const MARK = 0xff;
const START_OF_SCAN = 0xda;
const FIRST_SEGMENT = 2;
const BASELINE_FRAME = 0xc0;
const RESTARTS = 0xdd;
/** Baseline, extended and progressive DCT with Huffman codes. */
const COMMON_FRAMES = [0xc0, 0xc1, 0xc2];
/** EXIF may turn it, ICC colors it, Adobe's mark says that its channels mean something else. */
const TELLING_SEGMENTS = [0xe1, 0xe2, 0xee];
const BITS = 8;

export interface PlainJpeg {
  readonly width: number;
  readonly height: number;
  /** In gray, baseline and without restarts: phones decode these without a library. */
  readonly isPlainGray: boolean;
}

/** The size and kind of a plain JPEG that ends as it should; null for every other file. */
export function plainJpeg(bytes: Buffer): PlainJpeg | null {
  const { length } = bytes;
  if (length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(length - 2) !== 0xffd9)
    return null;
  let size: PlainJpeg | null = null;
  let hasRestarts = false;
  for (let at = FIRST_SEGMENT; at + 4 <= length;) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== MARK || TELLING_SEGMENTS.includes(marker)) return null;
    if (marker === START_OF_SCAN) return size && { ...size, isPlainGray: size.isPlainGray && !hasRestarts };
    hasRestarts ||= marker === RESTARTS;
    if (COMMON_FRAMES.includes(marker)) {
      if (size !== null || at + 10 > length) return null;
      const components = bytes[at + 9] ?? 0;
      if (bytes[at + 4] !== BITS || (components !== 1 && components !== 3)) return null;
      const isPlainGray = components === 1 && marker === BASELINE_FRAME;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), isPlainGray };
      if (size.width < 1 || size.height < 1) return null;
    } else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4) return null;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
