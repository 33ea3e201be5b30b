/**
 * Which pictures of a TIFF are pages. Beside them it may hold smaller copies of a page (previews, the levels of a pyramid) and masks of
 * its transparency, which say so (TIFF 6.0, NewSubfileType; also BigTIFF).
 */

export interface TiffStructure {
  /** Numbers of the pictures that are pages, from 0; at least one. */
  readonly pages: readonly number[];
  /** How the first page is compressed, where that is not usual. */
  readonly compression: string | null;
}

const NEW_SUBFILE_TYPE = 254;
const SUBFILE_TYPE = 255;
const COMPRESSION = 259;
const REDUCED_BIT = 1;
const MASK_BIT = 4;
/** Of the older field. */
const REDUCED = 2;
const CLASSIC = 42;
const BIG = 43;
const SHORT = 3;
const MOST_PICTURES = 10_000;
const MOST_FIELDS = 4096;

const UNUSUAL: ReadonlyMap<number, string> = new Map([
  [6, 'JPEG of the old kind'],
  [33003, 'JPEG 2000'],
  [33005, 'JPEG 2000'],
  [34661, 'JBIG'],
  [34712, 'JPEG 2000'],
  [34887, 'LERC'],
  [34925, 'LZMA'],
  [34926, 'Zstandard'],
  [34933, 'PNG'],
  [34934, 'JPEG XR'],
  [50000, 'Zstandard'],
  [50001, 'WebP'],
  [50002, 'JPEG XL'],
  [52546, 'JPEG XL'],
]);

interface Picture {
  readonly isReduced: boolean;
  readonly isMask: boolean;
  readonly compression: number;
}

/** @returns null for a file whose list of pictures cannot be read */
export function readTiff(file: Buffer): TiffStructure | null {
  try {
    const pictures = picturesOf(file);
    if (pictures.length === 0) return null;
    const numbered = pictures.map((picture, number) => ({ ...picture, number }));
    const pages = numbered.filter(({ isReduced, isMask }) => !isReduced && !isMask);
    // A file of previews alone is what its maker wanted.
    const shown = pages.length > 0 ? pages : numbered.slice(0, 1);
    return {
      pages: shown.map(({ number }) => number),
      compression: UNUSUAL.get(shown[0]?.compression ?? 1) ?? null,
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** @throws RangeError when the file ends before its list of pictures */
function picturesOf(file: Buffer): readonly Picture[] {
  const reader = new TiffReader(file);
  const pictures: Picture[] = [];
  const seen = new Set<number>();
  for (let at = reader.first(); at !== 0 && pictures.length < MOST_PICTURES;) {
    // One that leads back to itself has no end.
    if (seen.has(at)) break;
    seen.add(at);
    const { values, next } = reader.directory(at);
    const type = values.get(NEW_SUBFILE_TYPE) ?? 0;
    pictures.push({
      isReduced: (type & REDUCED_BIT) !== 0 || values.get(SUBFILE_TYPE) === REDUCED,
      isMask: (type & MASK_BIT) !== 0,
      compression: values.get(COMPRESSION) ?? 1,
    });
    at = next;
  }
  return pictures;
}

class TiffReader {
  private readonly isLittle: boolean;
  private readonly isBig: boolean;

  constructor(private readonly file: Buffer) {
    this.isLittle = file.toString('latin1', 0, 2) === 'II';
    const version = this.short(2);
    if (version !== CLASSIC && version !== BIG) throw new RangeError('This is no TIFF.');
    this.isBig = version === BIG;
  }

  /** Where the first directory is. */
  first(): number {
    return this.isBig ? this.long8(8) : this.long(4);
  }

  /** The first value of each field that is looked at, and where the next directory is; 0 after the last. */
  directory(at: number): { readonly values: ReadonlyMap<number, number>; readonly next: number } {
    const count = this.isBig ? this.long8(at) : this.short(at);
    if (count > MOST_FIELDS) throw new RangeError('A directory has too many fields.');
    const [headBytes, fieldBytes, valueAt] = this.isBig ? [8, 20, 12] : [2, 12, 8];
    const values = new Map<number, number>();
    for (let index = 0; index < count; index += 1) {
      const field = at + headBytes + index * fieldBytes;
      const tag = this.short(field);
      if (tag !== NEW_SUBFILE_TYPE && tag !== SUBFILE_TYPE && tag !== COMPRESSION) continue;
      const isShort = this.short(field + 2) === SHORT;
      values.set(tag, isShort ? this.short(field + valueAt) : this.long(field + valueAt));
    }
    const end = at + headBytes + count * fieldBytes;
    return { values, next: this.isBig ? this.long8(end) : this.long(end) };
  }

  private short(at: number): number {
    return this.isLittle ? this.file.readUInt16LE(at) : this.file.readUInt16BE(at);
  }

  private long(at: number): number {
    return this.isLittle ? this.file.readUInt32LE(at) : this.file.readUInt32BE(at);
  }

  private long8(at: number): number {
    return Number(this.isLittle ? this.file.readBigUInt64LE(at) : this.file.readBigUInt64BE(at));
  }
}
