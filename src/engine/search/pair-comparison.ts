/** Compares two pictures by their features, by their appearance, and by OpenCV's ORB and findHomography to set beside them. */
import type { ImageDecoder } from '../../media/pictures/image-decoder.js';
import type { OrbMatch } from '../../engine-host/native-baseline.js';
import type { Vision } from '../../engine-host/vision.js';
import { badInput } from '../../kernel/errors.js';
import { withVision } from '../engine-failures.js';
import type { SimilarityHit } from '../../engine-host/appearance/appearance-table.js';
import type { ExplainedMatch, Grade } from '../../engine-host/types.js';
import { drawBoth, OVERLAY_SIDE_PX } from './match-overlay.js';
import type { PictureSignatures } from '../references/pictures/picture-signatures.js';
import { requireRange } from './search.rules.js';

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
async function matchByBaseline(
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

export interface PairComparison {
  readonly match: ExplainedMatch;
  /** How much they look alike as a whole, at equal weights of shape and color. */
  readonly appearance: SimilarityHit;
  /** Wall time of decoding, describing and matching both. */
  readonly timeMs: number;
  /** How well the first picture would serve as a reference. */
  readonly grade: Grade;
  /** Both side by side as a JPEG. */
  readonly overlayJpeg: Buffer;
  /** The answer of the baseline; null unless asked for. */
  readonly baseline: BaselineMatch | null;
}

export interface PairOptions {
  /** Strictness of the decision, 0..1; 0.5 is the shipped one. */
  readonly threshold?: number;
  /** Also recognizes the mirror image of the first picture. */
  readonly findMirrored?: boolean;
  /** Looks closer at the query where the first look does not recognize it; true unless set. */
  readonly secondTry?: boolean;
  /** Also matches both by a baseline, to set beside recognition. */
  readonly baseline?: Baseline | undefined;
  /** Ends the work when the caller is gone. */
  readonly signal?: AbortSignal;
}

export interface PairParts {
  readonly vision: Vision;
  readonly decoder: ImageDecoder;
  readonly signatures: PictureSignatures;
}

/** @throws LoupeError INVALID_IMAGE, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, OVERLOADED, BAD_USER_INPUT */
export async function comparePair(
  { vision, decoder, signatures }: PairParts,
  reference: Buffer,
  query: Buffer,
  options: PairOptions = {},
): Promise<PairComparison> {
  const { threshold, signal } = options;
  requireRange({ threshold });
  const shown = (bytes: Buffer) =>
    withVision(() => vision.decodeColor(decoder.picture(bytes), OVERLAY_SIDE_PX, signal));
  const start = performance.now();
  const { dna, grade } = await signatures.extract(reference, 'reference', signal);
  const { dna: queryDna } = await signatures.extract(query, 'query', signal);
  const match = await withVision(() => vision.match(queryDna, dna, options));
  const timeMs = performance.now() - start;
  return {
    match,
    timeMs,
    appearance: await withVision(() => vision.compareAppearances(queryDna, dna)),
    grade,
    overlayJpeg: await drawBoth(await shown(reference), await shown(query), match),
    baseline:
      options.baseline === undefined
        ? null
        : await matchByBaseline(vision, decoder, reference, query, signal),
  };
}
