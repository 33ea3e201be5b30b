/** What a file really is. Names and declared types are never asked. */

const imageTypes = ['image/jpeg', 'image/png', 'image/gif'] as const;
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
];

/** The type that the first bytes tell, or null for everything that Loupe does not take. */
export function sniff(bytes: Buffer): MediaType | null {
  const image = marks.find((mark) => bytes.subarray(0, mark.bytes.length).equals(mark.bytes));
  if (image !== undefined) return image.type;
  return bytes.subarray(0, PDF_MARK_WITHIN_BYTES).includes(PDF_MARK) ? 'application/pdf' : null;
}

export function isImageType(type: MediaType | null): type is ImageType {
  return imageTypes.some((known) => known === type);
}
