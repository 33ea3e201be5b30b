import type { Random } from '../../random.js';
import { applyHomography, homographyFromPoints, type Homography, type Point } from './homography.js';
import type { StrengthRanges } from './strength.js';

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Where the camera stood, and what follows from it. */
export interface CameraPose {
  readonly tiltDegrees: number;
  /** Roll including right-angle turns. */
  readonly rotationDegrees: number;
  readonly scale: number;
  /** Share of the page's area inside the frame, 0..1. */
  readonly visibleShare: number;
  /** Takes fractions of the page to fractions of the photo. */
  readonly queryFromReference: Homography;
}

// A phone's main camera sees about 60 degrees along its longer side.
const FOCAL_LENGTH_IN_FRAME_HEIGHTS = 0.9;
const MOST_ATTEMPTS = 2000;
const SAMPLES_PER_SIDE = 40;
const UNIT_SQUARE: readonly Point[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/**
 * Draws poses until one shows enough of the page. `quarterTurns` is a number of right angles (0..3) added to
 * the roll; the page is then fitted into the frame as turned.
 */
export function drawPose(
  random: Random,
  ranges: StrengthRanges,
  page: PixelSize,
  frame: PixelSize,
  quarterTurns: number,
): CameraPose {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const tiltDegrees = random.between(...ranges.tiltDegrees);
    const rotationDegrees = random.between(-ranges.rollDegrees, ranges.rollDegrees) + 90 * quarterTurns;
    const scale = random.between(...ranges.scale);
    const tiltDirection = random.between(0, 2 * Math.PI);
    const center: Point = [aim(random), aim(random)];
    const corners = projectCorners(page, frame, {
      tilt: radians(tiltDegrees),
      roll: radians(rotationDegrees),
      tiltDirection,
      zoom: scale * fittingZoom(page, frame, quarterTurns),
      center,
    });
    const queryFromReference = homographyFromPoints(UNIT_SQUARE, corners);
    const visibleShare = measureVisibleShare(queryFromReference);
    if (visibleShare >= ranges.visibleShare) {
      return { tiltDegrees, rotationDegrees, scale, visibleShare, queryFromReference };
    }
  }
  throw new RangeError('no pose shows enough of this page: its sides are too unequal for this frame');
}

// Who takes a picture aims at it: the mean of two uniform draws favors the middle of the frame.
function aim(random: Random): number {
  return (random.between(0.05, 0.95) + random.between(0.05, 0.95)) / 2;
}

/** Share of the page (0..1) that the frame shows, counted on an even grid of the page's points. */
function measureVisibleShare(queryFromReference: Homography): number {
  let inside = 0;
  for (let row = 0; row < SAMPLES_PER_SIDE; row++) {
    for (let column = 0; column < SAMPLES_PER_SIDE; column++) {
      const point: Point = [(column + 0.5) / SAMPLES_PER_SIDE, (row + 0.5) / SAMPLES_PER_SIDE];
      const [x, y] = applyHomography(queryFromReference, point);
      if (x >= 0 && x <= 1 && y >= 0 && y <= 1) inside++;
    }
  }
  return inside / SAMPLES_PER_SIDE ** 2;
}

interface Placement {
  readonly tilt: number;
  readonly roll: number;
  readonly tiltDirection: number;
  /** Frame pixels per page pixel at the page's center. */
  readonly zoom: number;
  /** Where the page's center lands, in fractions of the frame. */
  readonly center: Point;
}

// Pinhole camera: turn the page in its plane, tilt it around an axis in that plane, project, shift.
function projectCorners(page: PixelSize, frame: PixelSize, placement: Placement): Point[] {
  const focal = FOCAL_LENGTH_IN_FRAME_HEIGHTS * Math.max(frame.width, frame.height);
  const [axisX, axisY] = [Math.cos(placement.tiltDirection), Math.sin(placement.tiltDirection)];
  return UNIT_SQUARE.map(([u, v]) => {
    const flatX = (u - 0.5) * page.width * placement.zoom;
    const flatY = (v - 0.5) * page.height * placement.zoom;
    const x = flatX * Math.cos(placement.roll) - flatY * Math.sin(placement.roll);
    const y = flatX * Math.sin(placement.roll) + flatY * Math.cos(placement.roll);
    const along = x * axisX + y * axisY;
    const across = y * axisX - x * axisY;
    const depth = across * Math.sin(placement.tilt);
    const shortened = across * Math.cos(placement.tilt);
    const nearness = focal / (focal + depth);
    return [
      placement.center[0] + ((along * axisX - shortened * axisY) * nearness) / frame.width,
      placement.center[1] + ((along * axisY + shortened * axisX) * nearness) / frame.height,
    ];
  });
}

function fittingZoom(page: PixelSize, frame: PixelSize, quarterTurns: number): number {
  const isSideways = quarterTurns % 2 === 1;
  const width = isSideways ? page.height : page.width;
  const height = isSideways ? page.width : page.height;
  return Math.min(frame.width / width, frame.height / height);
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
