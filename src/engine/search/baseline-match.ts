/** Compares two picture files by OpenCV's ORB and findHomography, to set beside recognition. */
import type { ImageDecoder } from '../../media/pictures/image-decoder.js';
import type { OrbMatch } from '../../engine-host/native-baseline.js';
import type { Vision } from '../../engine-host/vision.js';
import { withVision } from '../engine-failures.js';

export interface BaselineMatch extends OrbMatch {
  /** Wall time of decoding, describing and matching both. */
  readonly timeMs: number;
}

/** @throws LoupeError INVALID_IMAGE, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, OVERLOADED */
export async function matchByBaseline(
  vision: Pick<Vision, 'matchByOrb'>,
  decoder: ImageDecoder,
  reference: Buffer,
  query: Buffer,
): Promise<BaselineMatch> {
  const start = performance.now();
  const match = await withVision(() => vision.matchByOrb(decoder.picture(reference), decoder.picture(query)));
  return { ...match, timeMs: performance.now() - start };
}
