/** The segments of a JPEG (ITU-T T.81), read without decoding it. */

const MARK = 0xff;
const START_OF_SCAN = 0xda;
const END = 0xd9;
const EXIF_SEGMENT = 0xe1;
/** The byte behind it is 0, and 255 in files of some cameras. */
const EXIF_MARK = Buffer.from('Exif\0', 'latin1');
const EXIF_MARK_BYTES = 6;
const MOST_SEGMENTS = 10_000;
const COEFFICIENTS = 64;

export interface JpegStructure {
  /** TIFF block of the first EXIF segment. */
  readonly exif: Buffer | null;
  readonly hasEnd: boolean;
  /** Whether the scans that are there hold all coefficients of all components; whether they are whole, a decoder knows. */
  readonly hasAllScans: boolean;
}

export function readJpeg(jpeg: Buffer): JpegStructure {
  let exif: Buffer | null = null;
  const scans = new Scans();
  let at = 2;
  for (let count = 0; count < MOST_SEGMENTS && at + 4 <= jpeg.length; count += 1) {
    if (jpeg[at] !== MARK) break;
    const marker = jpeg[at + 1] ?? 0;
    if (marker === MARK) {
      at += 1; // Any marker may be filled up.
      continue;
    }
    if (marker === END) break;
    const length = jpeg.readUInt16BE(at + 2);
    const segment = jpeg.subarray(at + 4, at + 2 + length);
    if (marker === EXIF_SEGMENT && segment.subarray(0, EXIF_MARK.length).equals(EXIF_MARK)) {
      exif ??= segment.subarray(EXIF_MARK_BYTES);
    }
    at += 2 + length;
    if (isFrame(marker)) scans.begin(segment);
    if (marker !== START_OF_SCAN) continue;
    // Nothing else is asked of a file that ends as it should.
    if (jpeg[jpeg.length - 2] === MARK && jpeg[jpeg.length - 1] === END) break;
    scans.add(segment);
    at = endOfScan(jpeg, at);
  }
  const endsWell = jpeg[jpeg.length - 2] === MARK && jpeg[jpeg.length - 1] === END;
  const hasEnd = endsWell || (jpeg[at] === MARK && jpeg[at + 1] === END);
  return { exif, hasEnd, hasAllScans: scans.areAll() };
}

/** Frames of all kinds of coding; DHT, JPG and DAC lie between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** @returns where the next marker begins that is no restart, or the end of the file */
function endOfScan(jpeg: Buffer, start: number): number {
  for (let at = jpeg.indexOf(MARK, start); at >= 0; at = jpeg.indexOf(MARK, at + 1)) {
    const next = jpeg[at + 1];
    const isData = next === 0 || next === MARK || (next !== undefined && next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  return jpeg.length;
}

/** Which coefficients of which components came in full precision. */
class Scans {
  private readonly missing = new Map<number, Set<number>>();

  /** @param frame a frame's header: precision, height, width, and three bytes a component */
  begin(frame: Buffer): void {
    const count = frame[5] ?? 0;
    for (let component = 0; component < count; component += 1) {
      const id = frame[6 + component * 3];
      if (id === undefined) return;
      this.missing.set(id, new Set(Array.from({ length: COEFFICIENTS }, (_none, at) => at)));
    }
  }

  /** @param scan a scan's header: two bytes a component, then first and last coefficient and precision */
  add(scan: Buffer): void {
    const count = scan[0] ?? 0;
    const [first = 0, last = 0, precision = 0] = scan.subarray(1 + count * 2);
    if ((precision & 0x0f) !== 0) return;
    for (let component = 0; component < count; component += 1) {
      const missing = this.missing.get(scan[1 + component * 2] ?? -1);
      for (let at = first; at <= last; at += 1) missing?.delete(at);
    }
  }

  areAll(): boolean {
    return this.missing.size > 0 && [...this.missing.values()].every(({ size }) => size === 0);
  }
}
