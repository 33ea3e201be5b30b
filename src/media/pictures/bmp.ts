/**
 * Reads BMP files, which libvips does not: the headers of Windows and OS/2, without compression, with masks or with run lengths
 * (Microsoft, "Bitmap Storage" and "Bitmap Compression").
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readRuns } from './bmp-runs.js';

const FILE_HEADER_BYTES = 14;
const OS2_HEADER_BYTES = 12;
const INFO_HEADER_BYTES = 40;
const PLAIN = 0;
const RUNS_OF_8 = 1;
const RUNS_OF_4 = 2;
const MASKS = 3;
const MASKS_WITH_ALPHA = 6;
/** Pixels between two yields to the event loop. */
const PIXELS_AT_ONCE = 500_000;
/** A few bytes of runs may state any size. */
const MOST_PIXELS_OF_RUNS = 25_000_000;
const USUAL_MASKS = {
  16: [0x7c00, 0x3e0, 0x1f],
  32: [0xff0000, 0xff00, 0xff],
} as const;

export interface BmpHeader {
  readonly width: number;
  readonly height: number;
  /** Whether the first row is the upper one. */
  readonly isTopDown: boolean;
  readonly bits: number;
  readonly compression: number;
  readonly pixelsAt: number;
  readonly paletteAt: number;
  readonly paletteEntryBytes: 3 | 4;
  readonly colors: number;
  /** Red, green and blue within a pixel of 16 or 32 bits. */
  readonly masks: readonly number[];
}

/** Whether the first bytes are those of a BMP. */
export function isBmp(bytes: Buffer): boolean {
  if (bytes.length < FILE_HEADER_BYTES + OS2_HEADER_BYTES || bytes.toString('latin1', 0, 2) !== 'BM')
    return false;
  return [OS2_HEADER_BYTES, INFO_HEADER_BYTES, 52, 56, 64, 108, 124].includes(bytes.readUInt32LE(14));
}

/** @throws RangeError for what is no BMP, or one of a kind that is not read */
export function readBmpHeader(bytes: Buffer): BmpHeader {
  const headerBytes = bytes.readUInt32LE(14);
  const isOs2 = headerBytes === OS2_HEADER_BYTES;
  const width = isOs2 ? bytes.readUInt16LE(18) : bytes.readInt32LE(18);
  const signed = isOs2 ? bytes.readUInt16LE(20) : bytes.readInt32LE(22);
  const bits = bytes.readUInt16LE(isOs2 ? 24 : 28);
  const compression = isOs2 ? PLAIN : bytes.readUInt32LE(30);
  const height = Math.abs(signed);
  if (width < 1 || height < 1) throw new RangeError('It has no pixels.');
  const isKnown =
    (compression === PLAIN && [1, 4, 8, 16, 24, 32].includes(bits)) ||
    (compression === RUNS_OF_8 && bits === 8) ||
    (compression === RUNS_OF_4 && bits === 4) ||
    ([MASKS, MASKS_WITH_ALPHA].includes(compression) && (bits === 16 || bits === 32));
  if (!isKnown) throw new RangeError(`Pixels of ${bits} bits with compression ${compression} are not read.`);
  const hasMasks = compression === MASKS || compression === MASKS_WITH_ALPHA;
  const maskBytes = hasMasks && headerBytes === INFO_HEADER_BYTES ? (compression === MASKS ? 12 : 16) : 0;
  const masks = hasMasks
    ? [54, 58, 62].map((at) => bytes.readUInt32LE(at))
    : bits === 16 || bits === 32
      ? USUAL_MASKS[bits]
      : [];
  const stated = isOs2 ? 0 : bytes.readUInt32LE(46);
  const colors = bits > 8 ? 0 : stated === 0 ? 2 ** bits : Math.min(stated, 2 ** bits);
  return {
    width,
    height,
    isTopDown: signed < 0,
    bits,
    compression,
    pixelsAt: bytes.readUInt32LE(10),
    paletteAt: FILE_HEADER_BYTES + headerBytes + maskBytes,
    paletteEntryBytes: isOs2 ? 3 : 4,
    colors,
    masks,
  };
}

/** The pixels, RGB from the top left. @throws RangeError when the file ends before them */
export async function readBmpPixels(bytes: Buffer, header: BmpHeader): Promise<Buffer> {
  const { width, height, isTopDown, bits } = header;
  const rgb = Buffer.alloc(width * height * 3);
  const palette = paletteOf(bytes, header);
  const isOfRuns = header.compression === RUNS_OF_8 || header.compression === RUNS_OF_4;
  if (isOfRuns && width * height > MOST_PIXELS_OF_RUNS) throw new RangeError('It has too many pixels.');
  const runs = isOfRuns ? readRuns(bytes.subarray(header.pixelsAt), width, height, bits === 8 ? 8 : 4) : null;
  // Rows begin at multiples of four bytes.
  const stride = Math.ceil((width * bits) / 32) * 4;
  const channels = header.masks.map(channelOf);
  const rowsAtOnce = Math.ceil(PIXELS_AT_ONCE / width);
  for (let row = 0; row < height; row += 1) {
    if (row % rowsAtOnce === 0) await nextTurn();
    const from = header.pixelsAt + row * stride;
    const to = (isTopDown ? row : height - 1 - row) * width * 3;
    if (runs === null && from + Math.ceil((width * bits) / 8) > bytes.length)
      throw new RangeError('It is cut off.');
    for (let x = 0; x < width; x += 1) {
      const at = to + x * 3;
      if (bits === 24) {
        rgb[at] = bytes[from + 3 * x + 2] ?? 0;
        rgb[at + 1] = bytes[from + 3 * x + 1] ?? 0;
        rgb[at + 2] = bytes[from + 3 * x] ?? 0;
      } else if (bits > 8) {
        const pixel = bits === 16 ? bytes.readUInt16LE(from + 2 * x) : bytes.readUInt32LE(from + 4 * x);
        for (const [channel, read] of channels.entries()) rgb[at + channel] = read(pixel);
      } else {
        const index = runs === null ? indexAt(bytes, from, x, bits) : (runs[row * width + x] ?? 0);
        rgb.set(palette[index] ?? [0, 0, 0], at);
      }
    }
  }
  return rgb;
}

function indexAt(bytes: Buffer, from: number, x: number, bits: number): number {
  const perByte = 8 / bits;
  const byte = bytes[from + Math.floor(x / perByte)] ?? 0;
  return (byte >> (8 - bits * ((x % perByte) + 1))) & (2 ** bits - 1);
}

function paletteOf(bytes: Buffer, header: BmpHeader): readonly (readonly number[])[] {
  return Array.from({ length: header.colors }, (_, index) => {
    const at = header.paletteAt + index * header.paletteEntryBytes;
    return [bytes[at + 2] ?? 0, bytes[at + 1] ?? 0, bytes[at] ?? 0];
  });
}

/** Reads the bits of a mask as 0 to 255. */
function channelOf(mask: number): (pixel: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (pixel) => Math.round((255 * ((pixel & mask) >>> shift)) / most);
}
