/** What OpenCV's ORB and findHomography make of two pictures: a baseline to compare recognition with, no part of it. */
import { runAbortable } from './abort.js';
import { lumaOf, onPictures, type Picture } from './encoded-picture.js';
import type { NativeBaseline, OrbMatch } from './native-baseline.js';

/** @throws EngineError INVALID_IMAGE, ABORTED, QUEUE_FULL, CLOSED, and what the pictures' general decoder throws */
export async function matchByOrb(
  engine: NativeBaseline,
  reference: Picture,
  query: Picture,
  signal?: AbortSignal,
): Promise<OrbMatch> {
  return onPictures(
    await lumaOf(reference, 'reference'),
    await lumaOf(query, 'query'),
    async (first, second) =>
      runAbortable(signal, (cancellation) => engine.matchByOrb(first, second, cancellation)),
  );
}
