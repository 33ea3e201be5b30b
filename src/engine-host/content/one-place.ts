/** Where references lie in a photo, to each other and to its frame. */
import {
  areaOf,
  contains,
  distanceBetween,
  type Homography,
  middleOf,
  type Outline,
  outlineOf,
} from '../plane.js';
import type { Size } from '../types.js';

interface Posed {
  readonly queryFromReference: Homography;
}

/** How far corners may lie from each other, in side lengths of the smaller outline. */
const SAME_PLACE = 0.15;
/** How far corners of a copy may lie from those of the picture: a border of a few pixels. */
const SAME_FRAME = 0.03;

const CORNERS: Outline = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/** Whether two references lie at one place of the photo. */
export function lieAtOnePlace(one: Posed, other: Posed): boolean {
  const [a, b] = [outlineOf(one.queryFromReference), outlineOf(other.queryFromReference)];
  const side = Math.sqrt(Math.min(areaOf(a), areaOf(b)));
  return a.every((corner, at) => distanceBetween(corner, b[at] ?? corner) <= SAME_PLACE * side);
}

/** Whether the middle of one of two references lies on the other, so that a photo shows one of them at most. */
export function cover(one: Posed, other: Posed): boolean {
  const [a, b] = [outlineOf(one.queryFromReference), outlineOf(other.queryFromReference)];
  return contains(a, middleOf(b)) || contains(b, middleOf(a));
}

/** Whether a reference fills the frame of the photo, upright, as a copy of it does. */
export function fillsFrame({ queryFromReference }: Posed): boolean {
  return isNearest(outlineOf(queryFromReference), CORNERS, SAME_FRAME);
}

/** Whole pictures on each other, in quarter turns. */
const TURNS: readonly Homography[] = [
  [1, 0, 0, 0, 1, 0, 0, 0, 1],
  [0, -1, 1, 1, 0, 0, 0, 0, 1],
  [-1, 0, 1, 0, -1, 1, 0, 0, 1],
  [0, 1, 0, -1, 0, 1, 0, 0, 1],
];
/** How far the pose of a few keypoints may put corners of a copy from those of the picture. */
const ROUGH_FRAME = 0.35;
/** By how much the proportions of a copy may differ: a border of a few pixels. */
const SAME_PROPORTIONS = 0.05;

/** What a hit states of its place and of the sizes of both pictures. */
interface Sized extends Posed {
  readonly query: { readonly originalSize: Size };
  readonly reference: { readonly originalSize: Size };
}

/**
 * Where the reference lies in the picture if that is a copy of it, perhaps in a quarter turn; null where it is none by its
 * proportions, or by where keypoints saw the reference.
 */
export function framePoseOf(hit: Sized): Homography | null {
  const outline = outlineOf(hit.queryFromReference);
  const turn = TURNS.findIndex((pose) => isNearest(outline, outlineOf(pose), ROUGH_FRAME));
  return turn < 0 ? null : turnedFrameOf(hit, turn);
}

/** The same where keypoints say nothing of the place, as in a pattern that repeats; upright. */
export function uprightFrameOf(hit: Pick<Sized, 'query' | 'reference'>): Homography | null {
  return turnedFrameOf(hit, 0);
}

function turnedFrameOf(
  { query, reference }: Pick<Sized, 'query' | 'reference'>,
  turn: number,
): Homography | null {
  const [width, height] = reference.originalSize;
  const [queryWidth, queryHeight] = query.originalSize;
  const upright = turn % 2 === 0 ? queryWidth / queryHeight : queryHeight / queryWidth;
  const isAlike = Math.abs(Math.log((upright * height) / width)) <= SAME_PROPORTIONS;
  return isAlike ? (TURNS[turn] ?? null) : null;
}

function isNearest(outline: Outline, corners: Outline, farthest: number): boolean {
  return outline.every((corner, at) => distanceBetween(corner, corners[at] ?? corner) <= farthest);
}
