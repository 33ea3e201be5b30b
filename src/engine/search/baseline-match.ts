/** Compares two picture files by OpenCV's ORB and findHomography, to set beside recognition. */
import type { ImageDecoder } from '../../media/pictures/image-decoder.js';
import type { OrbMatch } from '../../engine-host/native-baseline.js';
import type { Vision } from '../../engine-host/vision.js';
import { badInput } from '../../kernel/errors.js';
import { withVision } from '../engine-failures.js';

/** Baselines that pictures can be matched by: OpenCV's ORB and findHomography. */
const BASELINES = ['orb'] as const;
export type Baseline = (typeof BASELINES)[number];

/** @throws LoupeError BAD_USER_INPUT */
export function requireBaseline(given: string | null | undefined): Baseline | undefined {
  if (given === undefined || given === null) return undefined;
  const found = BASELINES.find((name) => name === given);
  if (found === undefined) throw badInput('baseline', `must be ${BASELINES.join(' or ')}`);
  return found;
}

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
  signal?: AbortSignal,
): Promise<BaselineMatch> {
  const start = performance.now();
  const match = await withVision(() =>
    vision.matchByOrb(decoder.picture(reference), decoder.picture(query), signal),
  );
  return { ...match, timeMs: performance.now() - start };
}
