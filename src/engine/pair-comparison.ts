/** Compares two pictures by their features and by their look. */
import type { ImageDecoder } from '../media/image-decoder.js';
import type { SimilarityHit } from '../vision/similarity.js';
import type { ExplainedMatch, Grade } from '../vision/types.js';
import type { Vision } from '../vision/vision.js';
import { drawBoth, OVERLAY_SIDE_PX } from './match-overlay.js';
import type { PictureSignatures } from './picture-signatures.js';
import { demandRange } from './search.rules.js';
import { withVision } from './vision-failures.js';

export interface PairComparison {
  readonly match: ExplainedMatch;
  /** How much they look alike as a whole, at equal weights of shape and color. */
  readonly look: SimilarityHit;
  /** How well the first picture would serve as a reference. */
  readonly grade: Grade;
  /** Both side by side as a JPEG. */
  readonly overlayJpeg: Buffer;
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
  threshold?: number,
): Promise<PairComparison> {
  const options = threshold === undefined ? {} : { threshold };
  demandRange(options);
  const { dna, grade } = await signatures.extract(reference, 'reference');
  const { dna: queryDna } = await signatures.extract(query, 'query');
  const match = await withVision(() => vision.match(queryDna, dna, options));
  return {
    match,
    look: await withVision(() => vision.compareLooks(queryDna, dna)),
    grade,
    overlayJpeg: await drawBoth(
      await decoder.colorRaster(reference, OVERLAY_SIDE_PX),
      await decoder.colorRaster(query, OVERLAY_SIDE_PX),
      match,
    ),
  };
}
