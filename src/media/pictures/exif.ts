/** How a picture lies, as EXIF states it (Exif 2.32, tag 0x0112): 1 is upright, 2 to 8 are turned or mirrored. */

export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const ORIENTATION_TAG = 0x0112;
const TIFF_MARK = 42;
const TIFF_HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const MOST_ENTRIES = 1000;

/** How whole numbers are written by their TIFF type; cameras use more than SHORT, which the standard asks for. */
const NUMBERS = new Map<number, { readonly bytes: 1 | 2 | 4; readonly isSigned: boolean }>([
  [1, { bytes: 1, isSigned: false }],
  [3, { bytes: 2, isSigned: false }],
  [4, { bytes: 4, isSigned: false }],
  [6, { bytes: 1, isSigned: true }],
  [8, { bytes: 2, isSigned: true }],
  [9, { bytes: 4, isSigned: true }],
]);

/**
 * @param tiff what follows the mark of an EXIF block
 * @returns 1 where nothing is stated, or nothing that is an orientation
 */
export function readOrientation(tiff: Buffer): Orientation {
  try {
    return read(tiff);
  } catch (error) {
    if (error instanceof RangeError) return 1;
    throw error;
  }
}

/** @throws RangeError for a block that ends too early */
function read(tiff: Buffer): Orientation {
  const mark = tiff.toString('latin1', 0, 2);
  if (mark !== 'II' && mark !== 'MM') return 1;
  const isLittle = mark === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  if (short(2) !== TIFF_MARK) return 1;
  const directory = long(4);
  const count = Math.min(short(directory), MOST_ENTRIES);
  for (let at = 0; at < count; at += 1) {
    const entry = directory + 2 + at * ENTRY_BYTES;
    if (short(entry) !== ORIENTATION_TAG) continue;
    const number = NUMBERS.get(short(entry + 2));
    const values = long(entry + 4);
    if (number === undefined || values === 0) return 1;
    const place = values * number.bytes <= 4 ? entry + 8 : long(entry + 8);
    return known(readNumber(tiff, place, number, isLittle));
  }
  return 1;
}

function readNumber(
  tiff: Buffer,
  at: number,
  { bytes, isSigned }: { readonly bytes: 1 | 2 | 4; readonly isSigned: boolean },
  isLittle: boolean,
): number {
  if (isSigned) return isLittle ? tiff.readIntLE(at, bytes) : tiff.readIntBE(at, bytes);
  return isLittle ? tiff.readUIntLE(at, bytes) : tiff.readUIntBE(at, bytes);
}

function known(value: number): Orientation {
  return Number.isInteger(value) && value >= 1 && value <= 8 ? (value as Orientation) : 1;
}

/** A block that states an orientation and nothing else, the way that every reader understands. */
export function orientationBlock(orientation: Orientation): Buffer {
  const block = Buffer.alloc(TIFF_HEADER_BYTES + 2 + ENTRY_BYTES + 4);
  block.write('MM', 'latin1');
  block.writeUInt16BE(TIFF_MARK, 2);
  block.writeUInt32BE(TIFF_HEADER_BYTES, 4);
  block.writeUInt16BE(1, 8);
  block.writeUInt16BE(ORIENTATION_TAG, 10);
  block.writeUInt16BE(3, 12);
  block.writeUInt32BE(1, 14);
  block.writeUInt16BE(orientation, 18);
  return block;
}
