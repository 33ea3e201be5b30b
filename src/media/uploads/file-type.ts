/** What a file really is. Names and declared types are never asked. */
import { isBmp } from '../pictures/bmp.js';

const imageTypes = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/tiff',
  'image/webp',
  'image/bmp',
  'image/avif',
  'image/heic',
] as const;
export type ImageType = (typeof imageTypes)[number];
export type MediaType = ImageType | 'application/pdf';

const PDF_MARK = Buffer.from('%PDF-', 'latin1');
/** Readers of PDF accept the mark within the first kilobyte, and files of the field use that. */
const PDF_MARK_WITHIN_BYTES = 1024;

const marks: readonly { readonly type: ImageType; readonly bytes: Buffer }[] = [
  { type: 'image/jpeg', bytes: Buffer.from([0xff, 0xd8, 0xff]) },
  { type: 'image/png', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: 'image/gif', bytes: Buffer.from('GIF87a', 'latin1') },
  { type: 'image/gif', bytes: Buffer.from('GIF89a', 'latin1') },
  // TIFF and BigTIFF, in both orders of bytes.
  { type: 'image/tiff', bytes: Buffer.from('II*\0', 'latin1') },
  { type: 'image/tiff', bytes: Buffer.from('MM\0*', 'latin1') },
  { type: 'image/tiff', bytes: Buffer.from('II+\0', 'latin1') },
  { type: 'image/tiff', bytes: Buffer.from('MM\0+', 'latin1') },
];

/** The type that the first bytes tell, or null for everything that Loupe does not take. */
export function sniff(bytes: Buffer): MediaType | null {
  const image = marks.find((mark) => bytes.subarray(0, mark.bytes.length).equals(mark.bytes));
  if (image !== undefined) return image.type;
  if (isBmp(bytes)) return 'image/bmp';
  const heif = heifTypeOf(bytes);
  if (heif !== null) return heif;
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return 'image/webp';
  return bytes.subarray(0, PDF_MARK_WITHIN_BYTES).includes(PDF_MARK) ? 'application/pdf' : null;
}

export function isImageType(type: MediaType | null): type is ImageType {
  return imageTypes.some((known) => known === type);
}

/** Brands of ISO/IEC 23008-12 that phones write. */
const HEIC_BRANDS: ReadonlySet<string> = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'mif1',
  'msf1',
]);
const AVIF_BRANDS: ReadonlySet<string> = new Set(['avif', 'avis']);
const HEIC =
  'The file is a HEIC picture, as iPhones store them, and this server’s libheif cannot read it. Save it as a JPEG and send that.';
/** How a ZIP begins, an empty one too. */
const ZIP_MARKS: readonly string[] = ['PK\u0003\u0004', 'PK\u0005\u0006'];
const ZIP =
  'The file is a ZIP, as archives and office documents are. Unpack it, or export it as a PDF or a picture, and send that.';
/** Bytes of the brands of a file that are looked at. */
const MOST_BRANDS_BYTES = 256;

/** The kind of a file of ISO/IEC 23008-12, by its brands; null for all others. */
function heifTypeOf(bytes: Buffer): 'image/avif' | 'image/heic' | null {
  if (bytes.length < 16 || textAt(bytes, 4, 4) !== 'ftyp') return null;
  const end = Math.min(bytes.length, bytes.readUInt32BE(0), MOST_BRANDS_BYTES);
  const brands = [textAt(bytes, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(bytes, at, 4));
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return 'image/avif';
  return HEIC_BRANDS.has(brands[0] ?? '') ? 'image/heic' : null;
}

/**
 * What to tell of a file that is not taken: a kind that people often have is named.
 *
 * @param otherwise for all other files
 */
export function refusalOf(bytes: Buffer, otherwise: string): string {
  if (heifTypeOf(bytes) === 'image/heic') return HEIC;
  return ZIP_MARKS.includes(textAt(bytes, 0, 4)) ? ZIP : otherwise;
}

const textAt = (bytes: Buffer, at: number, length: number) => bytes.toString('latin1', at, at + length);
