/** Photos that a search and the check of its content look at, each at its own size, out of one decoding. */
import { runAbortable } from './abort.js';
import { PHOTO_SIDE_PX } from './content/content-source.js';
import { type EncodedPicture, isRaster, type Picture } from './encoded-picture.js';
import type { NativeEngine } from './native.js';
import type { Raster } from './types.js';

/** Luma as large as the closest look at it needs. */
export interface DecodedPhoto extends Raster {
  /** Time that decoding took. */
  readonly decodeMs: number;
}

/**
 * The luma of a plain JPEG at the largest size that is looked at, from which smaller ones are reduced. Everything else is given back
 * for the general decoder.
 *
 * @throws EngineError
 */
export async function decodedOnce(
  engine: Pick<NativeEngine, 'decode'>,
  picture: Picture,
  signal?: AbortSignal,
): Promise<Picture | DecodedPhoto> {
  if (isRaster(picture) || picture.jpeg === null) return picture;
  const { jpeg, orientation, maxPixels: mostPixels } = picture;
  const since = performance.now();
  const decoded = await runAbortable(signal, (cancellation) =>
    engine.decode({ jpeg, orientation, mostPixels, role: 'query', sidePx: PHOTO_SIDE_PX }, cancellation),
  );
  return 'notPlain' in decoded
    ? forGeneralDecoder(picture)
    : { ...decoded, decodeMs: performance.now() - since };
}

/** The same photo, which is not tried as a plain JPEG again. */
function forGeneralDecoder(picture: EncodedPicture): EncodedPicture {
  return {
    jpeg: null,
    orientation: picture.orientation,
    maxPixels: picture.maxPixels,
    luma: async (role) => picture.luma(role),
    color: async (maxSidePx) => picture.color(maxSidePx),
  };
}

/** Time of a decoding that was done before the search; 0 where the search itself decodes. */
export function decodeMsOf(query: object): number {
  return 'decodeMs' in query && typeof query.decodeMs === 'number' ? query.decodeMs : 0;
}
