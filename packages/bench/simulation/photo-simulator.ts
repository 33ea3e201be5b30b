import { createRandom, seedOf, type Random } from '../random.js';
import { decodeImage, toJpeg, type RgbImage } from '../paint/rgb-image.js';
import { drawPose, type CameraPose } from './photo/camera-pose.js';
import { paintDesk } from './photo/desk.js';
import { applyHomography, type Point } from './photo/homography.js';
import { applyGlare, applyLight } from './photo/lighting.js';
import { applyBlur, applyNoise } from './photo/sensor.js';
import { strengthRanges, type PhotoStrength } from './photo/strength.js';
import { buildPyramid, warpInto } from './photo/warp.js';

export interface PhotoOptions {
  readonly strength: PhotoStrength;
  /** Any integer; the same seed and page give the same photo. */
  readonly seed: number;
  /** Pixels; 960 by default. */
  readonly width?: number;
  /** Pixels; 1280 by default. */
  readonly height?: number;
  /** Turn the page by 90, 180 or 270 degrees in one photo of three. Off by default. */
  readonly withQuarterTurns?: boolean;
  /** Angle between the page and the sensor; overrides the strength's. */
  readonly tiltDegrees?: readonly [low: number, high: number];
}

/** A photo together with the truth about it. */
export interface SimulatedPhoto extends CameraPose {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
  readonly jpegQuality: number;
  readonly strength: PhotoStrength;
}

export const photoWidthPx = 960;
export const photoHeightPx = 1280;

/**
 * Takes a simulated phone photo of a printed page: pinhole perspective over a cluttered desk, light from one
 * side, reflections, defocus, shake, sensor noise and JPEG.
 *
 * `queryFromReference` in the result takes fractions of the page (0,0 its top left corner, 1,1 its bottom
 * right) to fractions of the photo. `page` is an encoded picture or pixels, upright.
 */
export async function simulatePhoto(page: Buffer | RgbImage, options: PhotoOptions): Promise<SimulatedPhoto> {
  const { strength, seed, width = photoWidthPx, height = photoHeightPx } = options;
  const { tiltDegrees = strengthRanges[strength].tiltDegrees } = options;
  const ranges = { ...strengthRanges[strength], tiltDegrees };
  const random = createRandom(seedOf(seed, `photo ${strength}`));
  const pixels = Buffer.isBuffer(page) ? await decodeImage(page) : page;
  const quarterTurns = options.withQuarterTurns ? drawQuarterTurns(random) : 0;
  const pose = drawPose(random, ranges, pixels, { width, height }, quarterTurns);

  const corners = pageCornersInPixels(pose, width, height);
  const scene = await paintDesk(width, height, seedOf(seed, `background ${strength}`), corners);
  warpInto(scene, await buildPyramid(pixels), pose.queryFromReference);
  applyLight(scene, random, ranges);
  applyGlare(scene, random, ranges, pose.queryFromReference);
  const photo = await applyBlur(scene, random, ranges);
  applyNoise(photo, random, ranges);
  const jpegQuality = random.integer(...ranges.jpegQuality);
  return { ...pose, jpeg: await toJpeg(photo, jpegQuality), width, height, jpegQuality, strength };
}

function drawQuarterTurns(random: Random): number {
  return random.chance(1 / 3) ? random.integer(1, 3) : 0;
}

function pageCornersInPixels(pose: CameraPose, width: number, height: number): Point[] {
  const unitSquare: readonly Point[] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  return unitSquare.map((corner) => {
    const [x, y] = applyHomography(pose.queryFromReference, corner);
    return [x * width, y * height];
  });
}
