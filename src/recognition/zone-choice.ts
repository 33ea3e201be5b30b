/** Which of the zones of a page a photo means. */
import type { Point } from '../engine-host/types.js';
import {
  areaOf,
  compose,
  contains,
  distanceBetween,
  type Homography,
  middleOf,
  type Outline,
  outlineOf,
  outlineOfPlace,
  partFromPage,
  type Place,
} from '../engine-host/plane.js';

/** A zone, or the page itself, that a search recognized. */
export interface RecognizedPart {
  readonly elementId: string;
  readonly place: Place;
  /** 0 is the best. */
  readonly distance: number;
  /** Keypoints that agree with its pose. */
  readonly inlierCount: number;
  /** From the part to the photo; null where the photo shows the very same picture. */
  readonly queryFromReference: Homography | null;
  /** Outline in the photo. */
  readonly outline: Outline;
}

/** A zone of the page, recognized or not. */
export interface PageZone {
  readonly elementId: string;
  readonly place: Place;
}

export interface ChosenPart {
  readonly elementId: string;
  readonly distance: number;
  /** Outline in the photo. */
  readonly outline: Outline;
}

const CENTER: Point = [0.5, 0.5];

/** Two outlines are of one place when their middles are nearer than this, in side lengths of the smaller one. */
const SAME_PLACE = 0.5;
/** How far beyond the recognized part its pose is trusted, in its own size. */
const TRUSTED_REACH = 1;
/** Raises good matches above several poor ones that agree by chance. */
const SUPPORT_POWER = 2;

/**
 * The parts of a page that a photo shows, the meant one first. Every recognized part says where the whole page lies in the
 * photo. The pose that the others agree with best counts; a part that was found where another part of the page lies was
 * mistaken for it and is left out. The photo means the smallest part that its center lies in, also one that was not
 * recognized itself, else the recognized part nearest to its center.
 *
 * @param recognized at least one, the best first
 * @param zones all zones of the page
 */
export function orderParts(
  recognized: readonly RecognizedPart[],
  zones: readonly PageZone[],
): readonly ChosenPart[] {
  const poses = recognized.flatMap((part) => {
    const { queryFromReference, place } = part;
    if (queryFromReference === null) return [];
    const queryFromPage = compose(queryFromReference, partFromPage(place));
    const agreeing = recognized.filter((other) => agrees(other, queryFromPage));
    const support = agreeing.reduce(
      (sum, { distance, inlierCount }) => sum + (inlierCount * (1 - distance)) ** SUPPORT_POWER,
      0,
    );
    return [{ part, queryFromPage, agreeing, support }];
  });
  const [first, ...others] = poses;
  if (first === undefined) return recognized;
  const best = others.reduce((leader, pose) => (pose.support > leader.support ? pose : leader), first);
  const present = best.agreeing;
  const inferred = zones
    .filter(({ elementId }) => !present.some((part) => part.elementId === elementId))
    .flatMap(({ elementId, place }) => {
      const outline = outlineOfPlace(best.queryFromPage, place);
      const isTrusted = present.some((part) => reaches(part.place, place));
      return outline === null || !isTrusted
        ? []
        : [{ elementId, place, outline, distance: best.part.distance }];
    })
    .filter(({ outline }) => contains(outline, CENTER));
  const centered = [...present, ...inferred]
    .filter(({ outline }) => contains(outline, CENTER))
    .sort((a, b) => sizeOf(a.place) - sizeOf(b.place) || a.distance - b.distance);
  const besides = present
    .filter(({ outline }) => !contains(outline, CENTER))
    .sort((a, b) => fromCenter(a) - fromCenter(b) || a.distance - b.distance);
  return [...centered, ...besides].map(({ elementId, distance, outline }) => ({
    elementId,
    distance,
    outline,
  }));
}

/** The outline of a recognized part in the photo. */
export function outlineInQuery(queryFromReference: Homography | null, box: Outline): Outline {
  return queryFromReference === null ? box : outlineOf(queryFromReference);
}

/** Whether a part was found where it lies when the page lies so. */
function agrees({ place, outline }: RecognizedPart, queryFromPage: Homography): boolean {
  const expected = outlineOfPlace(queryFromPage, place);
  if (expected === null) return false;
  const side = Math.sqrt(Math.min(areaOf(outline), areaOf(expected)));
  return distanceBetween(middleOf(outline), middleOf(expected)) <= SAME_PLACE * side;
}

/** Whether a place lies within reach of another one on the page. */
function reaches(from: Place, to: Place): boolean {
  const gap = (start: number, length: number, otherStart: number, otherLength: number): number =>
    Math.max(otherStart - (start + length), start - (otherStart + otherLength), 0);
  return (
    gap(from.x, from.width, to.x, to.width) <= TRUSTED_REACH * from.width &&
    gap(from.y, from.height, to.y, to.height) <= TRUSTED_REACH * from.height
  );
}

const sizeOf = ({ width, height }: Place): number => width * height;
const fromCenter = ({ outline }: { readonly outline: Outline }): number =>
  distanceBetween(middleOf(outline), CENTER);
