/** Opens PDFs that are to be compared, and hands out their pages as pictures. */
import { sniff } from '../media/uploads/file-type.js';
import type { PdfPart } from '../media/pdf/pdf-messages.js';
import type { PdfPages, PdfRenderer } from '../media/pdf/pdf-renderer.js';
import { LoupeError } from '../kernel/errors.js';
import type { Raster } from '../engine-host/types.js';

/**
 * @param name what the file is called in a refusal
 * @throws LoupeError INVALID_IMAGE, PAYLOAD_TOO_LARGE
 */
export async function openNamedPdf(
  renderer: PdfRenderer,
  name: string,
  bytes: Buffer,
  signal: AbortSignal | undefined,
): Promise<PdfPages> {
  const pages = await naming(name, () => renderer.open(bytes, signal));
  return {
    ...pages,
    render: (index, part) => naming(name, () => pages.render(index, part)),
    contents: (index) => naming(name, () => pages.contents(index)),
    words: (index) => naming(name, () => pages.words(index)),
    keys: () => naming(name, () => pages.keys()),
  };
}

/** @throws LoupeError UNSUPPORTED_MEDIA */
export function requirePdf(name: string, bytes: Buffer): void {
  if (sniff(bytes) === 'application/pdf') return;
  throw new LoupeError('UNSUPPORTED_MEDIA', `${name} is not a PDF. Give two PDFs.`);
}

export interface DrawnPage {
  /** In RGB. */
  readonly raster: Raster;
  readonly widthMm: number;
  readonly heightMm: number;
}

export const MM_PER_POINT = 25.4 / 72;

/** @param index from 0 @throws LoupeError INVALID_IMAGE */
export async function drawPage(pages: PdfPages, index: number, part?: PdfPart): Promise<DrawnPage> {
  const { data, width, height, widthPt, heightPt } = await pages.render(index, part);
  const rgb = Buffer.allocUnsafe(width * height * 3);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = data[from] ?? 0;
    rgb[to + 1] = data[from + 1] ?? 0;
    rgb[to + 2] = data[from + 2] ?? 0;
  }
  return {
    raster: { data: rgb, width, height, channels: 3, originalWidth: width, originalHeight: height },
    widthMm: widthPt * MM_PER_POINT,
    heightMm: heightPt * MM_PER_POINT,
  };
}

async function naming<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LoupeError)) throw error;
    throw new LoupeError(error.code, `${name}: ${error.message}`, {}, { cause: error });
  }
}
