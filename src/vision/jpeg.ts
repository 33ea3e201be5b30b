/** JPEG straight to the pixels that recognition needs, several times faster than by a general decoder. */
import type { RecognitionRole } from './decode-size.js';
import { addon } from './native.js';
import type { Raster } from './types.js';
import { toVisionError } from './vision-error.js';

export type JpegTarget =
  | { readonly channels: 1; readonly role: RecognitionRole; readonly mostPixels: number }
  | { readonly channels: 3; readonly maxSidePx: number; readonly mostPixels: number };

/**
 * Decodes a sound, plain JPEG upright: its luma at the size of a role (see `decodeSize`), or RGB with the longer side
 * at most `maxSidePx`.
 *
 * @returns null for every other file: damaged ones, CMYK, color that a profile defines, more than `mostPixels`. A
 *   general decoder must judge these.
 */
export async function decodePlainJpeg(bytes: Buffer, target: JpegTarget): Promise<Raster | null> {
  try {
    return await addon.decodeJpeg(bytes, target);
  } catch (error) {
    throw toVisionError(error);
  }
}
