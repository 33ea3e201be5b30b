/** Matches two pictures by OpenCV's ORB and findHomography: a baseline to compare recognition with, no part of it. */
import { runAbortable } from './abort.js';
import { lumaOf, onPictures, type Picture } from './encoded-picture.js';
import type { NativeBaseline, OrbMatch } from './native-baseline.js';

/**
 * @param maxKeypoints of each picture; 500, OpenCV's own default, unless given
 * @throws EngineError INVALID_IMAGE, ABORTED, QUEUE_FULL, CLOSED, and what the pictures' general decoder throws
 */
export async function matchByOrb(
  engine: NativeBaseline,
  reference: Picture,
  query: Picture,
  signal?: AbortSignal,
  maxKeypoints?: number,
): Promise<OrbMatch> {
  return onPictures(
    await lumaOf(reference, 'reference'),
    await lumaOf(query, 'query'),
    async (first, second) =>
      runAbortable(signal, (cancellation) => engine.matchByOrb(first, second, cancellation, maxKeypoints)),
  );
}
