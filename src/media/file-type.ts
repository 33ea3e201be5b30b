/** What a file really is. Names and declared types are never asked. */

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/tiff', 'image/webp'] as const;
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
const HEIC = 'The file is a HEIC picture, as iPhones store them. Save it as a JPEG and send that.';

/**
 * What to tell of a file that is not taken: a kind that people often have is named.
 *
 * @param otherwise for all other files
 */
export function refusalOf(bytes: Buffer, otherwise: string): string {
  return textAt(bytes, 4, 4) === 'ftyp' && HEIC_BRANDS.has(textAt(bytes, 8, 4)) ? HEIC : otherwise;
}

const textAt = (bytes: Buffer, at: number, length: number) => bytes.toString('latin1', at, at + length);
