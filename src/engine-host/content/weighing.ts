/** Joins what a reference and its relatives say about a photo, whatever compares them: the server's engine, or that of a browser. */
import { compose, type Homography, invert } from '../plane.js';
import type { WeighsContent } from './content-check.js';
import { differs, distinguish } from './distinguish.js';
import type { BlockMap, ContentCandidate, WeighedContent } from './evidence.js';

/** How a reference and a photo lie in one frame. */
export type ContentView = Pick<WeighedContent, 'frameWidth' | 'frameHeight' | 'blur'>;

export interface ComparesPictures {
  /** With the photo. */
  readonly weigh: (reference: ContentCandidate) => Promise<WeighedContent>;
  /** With a relative, as large and as sharp as the view says; without blocks where its place makes no sense. */
  readonly compare: (
    reference: ContentCandidate,
    relative: ContentCandidate,
    view: ContentView,
  ) => Promise<BlockMap>;
}

/** References as large and sharp as their pictures are kept. */
const AS_KEPT = { frameWidth: 0, frameHeight: 0, blur: 0 };

export function weighsBy({ weigh, compare }: ComparesPictures): WeighsContent {
  // A reference that was asked alone is asked again beside its relatives.
  const known = new Map<string, WeighedContent>();
  return async (reference, relatives) => {
    const place = [reference.key, ...reference.queryFromReference].join(' ');
    const weighed = known.get(place) ?? (await weigh(reference));
    known.set(place, weighed);
    const told = [];
    for (const relative of relatives) {
      const blocks = distinguish(weighed.blocks, await compare(reference, relative, weighed));
      const differsInFull = blocks.blocks > 0 || differs(await compare(reference, relative, AS_KEPT));
      told.push({ ...blocks, differsInFull });
    }
    return { facts: weighed.facts, relatives: told };
  };
}

/** Where a relative lies on a reference if a photo shows both where they say; null where that makes no sense. */
export function relativeFromReference(
  reference: Pick<ContentCandidate, 'queryFromReference'>,
  relative: Pick<ContentCandidate, 'queryFromReference'>,
): Homography | null {
  const inverse = invert(relative.queryFromReference);
  return inverse && compose(inverse, reference.queryFromReference);
}
