/** Where references lie in a photo, to each other and to its frame. */
import { areaOf, distanceBetween, type Homography, type Outline, outlineOf } from '../plane.js';

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

/** Whether a reference fills the frame of the photo, upright, as a copy of it does. */
export function fillsFrame({ queryFromReference }: Posed): boolean {
  return outlineOf(queryFromReference).every(
    (corner, at) => distanceBetween(corner, CORNERS[at] ?? corner) <= SAME_FRAME,
  );
}
