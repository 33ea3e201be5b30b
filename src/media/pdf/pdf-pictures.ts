/** Which pictures of a page are there on paper and cannot be read, or end before their last row. */
import { readJpeg } from '../pictures/jpeg-structure.js';
import type { PdfLibrary, Pointer } from './pdf-library.js';

/** A JBIG2 picture of a page that holds anything takes more. */
const LEAST_JBIG2_BYTES = 64;
/** Side of the blocks that JPEGs are coded in. */
const BLOCK_PX = 8;
const WHITE = 255;
/** Of the formats of bitmaps: gray; the others have three or four bytes a pixel. */
const GRAY = 1;
const BGR = 2;

/** @returns how a picture that is not drawn whole is coded; null for one that is */
export function missingPicture(library: PdfLibrary, image: Pointer): string | null {
  const { call } = library;
  const count = call.FPDFImageObj_GetImageFilterCount(image);
  const filter = library.text(
    (buffer, length) => call.FPDFImageObj_GetImageFilter(image, Math.max(0, count - 1), buffer, length),
    'utf8',
  );
  const bitmap = call.FPDFImageObj_GetBitmap(image);
  try {
    const isPlainJpeg = filter === 'DCTDecode' && count === 1;
    const isWhole =
      bitmap !== 0 &&
      (filter !== 'JBIG2Decode' || isPainted(library, image, bitmap)) &&
      !(isPlainJpeg && isCutJpeg(library, image, bitmap));
    if (isWhole) return null;
    return filter === '' ? 'Image' : filter;
  } finally {
    if (bitmap !== 0) call.FPDFBitmap_Destroy(bitmap);
  }
}

/** pdfium leaves a JBIG2 picture empty where it does not know how it is coded. */
function isPainted(library: PdfLibrary, image: Pointer, bitmap: Pointer): boolean {
  const { call } = library;
  if (call.FPDFImageObj_GetImageDataRaw(image, 0, 0) < LEAST_JBIG2_BYTES) return true;
  const start = call.FPDFBitmap_GetBuffer(bitmap);
  const length = call.FPDFBitmap_GetStride(bitmap) * call.FPDFBitmap_GetHeight(bitmap);
  const pixels = library.bytes.subarray(start, start + length);
  return pixels.some((value) => value !== pixels[0]);
}

/**
 * A JPEG without its end is cut where scans are missing, or where its last block is one color: decoders fill what is
 * missing so. White is paper: some programs leave the end marker out.
 */
function isCutJpeg(library: PdfLibrary, image: Pointer, bitmap: Pointer): boolean {
  const { call } = library;
  const length = call.FPDFImageObj_GetImageDataRaw(image, 0, 0);
  if (length === 0) return false;
  const { hasEnd, hasAllScans } = library.with(length, (address) => {
    call.FPDFImageObj_GetImageDataRaw(image, address, length);
    return readJpeg(Buffer.from(library.bytes.buffer, address, length));
  });
  return !hasEnd && (!hasAllScans || endsInOneColor(library, bitmap));
}

function endsInOneColor(library: PdfLibrary, bitmap: Pointer): boolean {
  const { call } = library;
  const format = call.FPDFBitmap_GetFormat(bitmap);
  const bytesPerPixel = format === GRAY ? 1 : format === BGR ? 3 : 4;
  const [width, height] = [call.FPDFBitmap_GetWidth(bitmap), call.FPDFBitmap_GetHeight(bitmap)];
  const [start, stride] = [call.FPDFBitmap_GetBuffer(bitmap), call.FPDFBitmap_GetStride(bitmap)];
  const rowBytes = Math.min(BLOCK_PX, width) * bytesPerPixel;
  const rows = Array.from({ length: Math.min(BLOCK_PX, height) }, (_none, at) => {
    const row = start + (height - 1 - at) * stride + width * bytesPerPixel - rowBytes;
    return library.bytes.subarray(row, row + rowBytes);
  });
  const last = rows[0]?.subarray(rowBytes - bytesPerPixel) ?? new Uint8Array();
  if (last.every((value) => value === WHITE)) return false;
  return rows.every((row) => row.every((value, at) => value === last[at % bytesPerPixel]));
}
