/** Hits of a search by where the photo shows them. */
import { isRecognized, type SearchHit } from '../types.js';
import { framePoseOf, lieAtOnePlace } from './one-place.js';

/** Hits that content may recognize though keypoints do not, and how far they are at most: after relatives were refused, or alone. */
const MOST_FURTHER = 2;
const FARTHEST_RELATIVE = 0.85;
const FARTHEST_ALONE = 0.59;
/** Keypoints of a picture that was cut out of its page are a part of the page's: the nearest hit may be one. */
const FARTHEST_CLIPPING = 0.72;

/** A reference, and where the photo would show it. */
export interface Posed {
  readonly key: number;
  readonly queryFromReference: readonly number[];
}

/** A hit with its pose. */
export type PosedHit = SearchHit & Posed;

/** Posed hits by the place of the photo at which they lie, of places where something was recognized or fills the frame. */
export function placesOf(hits: readonly SearchHit[]): readonly PosedHit[][] {
  const places: PosedHit[][] = [];
  for (const hit of hits) {
    if (!isPosed(hit)) continue;
    const place = places.find(([first]) => first !== undefined && lieAtOnePlace(first, hit));
    if (place !== undefined) place.push(hit);
    else if (isRecognized(hit) || framePoseOf(hit) !== null) places.push([hit]);
  }
  return places;
}

export const posedOf = (hits: readonly SearchHit[]): readonly PosedHit[] => hits.filter(isPosed);

function isPosed(hit: SearchHit): hit is PosedHit {
  return hit.queryFromReference !== null && !hit.isMirrored;
}

/**
 * Hits that were not asked, whose content may recognize them where nothing else is: keypoints of a grid, and of a page among
 * relatives, say little of what is in it.
 */
export function furtherOf(
  hits: readonly SearchHit[],
  asked: ReadonlySet<SearchHit>,
  isDesignKnown: boolean,
): readonly PosedHit[] {
  const farthest = isDesignKnown ? FARTHEST_RELATIVE : FARTHEST_ALONE;
  return posedOf(hits)
    .filter((hit) => !asked.has(hit) && (isRecognized(hit) || hit.decision === 'Similar'))
    .filter(({ distance }, at) => distance <= farthest || (at === 0 && distance <= FARTHEST_CLIPPING))
    .slice(0, MOST_FURTHER);
}
