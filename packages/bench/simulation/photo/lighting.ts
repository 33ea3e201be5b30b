import type { RgbImage } from '../../paint/rgb-image.js';
import type { Random } from '../../random.js';
import { applyHomography, type Homography } from './homography.js';
import type { StrengthRanges } from './strength.js';

/** Lights the scene from one side with a warm or cold lamp and darkens the lens's corners, in place. */
export function applyLight(photo: RgbImage, random: Random, ranges: StrengthRanges): void {
  const { data, width, height } = photo;
  const fall = random.between(...ranges.lightFall);
  const direction = random.between(0, 2 * Math.PI);
  const warmth = random.between(-0.06, 0.08);
  const exposure = random.between(1 - fall / 3, 1.08);
  const vignette = fall * 0.5;
  const [directionX, directionY] = [Math.cos(direction), Math.sin(direction)];
  for (let row = 0; row < height; row++) {
    const y = row / height - 0.5;
    for (let column = 0; column < width; column++) {
      const x = column / width - 0.5;
      const side = (x * directionX + y * directionY) * fall;
      const light = exposure * (1 + side) * (1 - vignette * (x * x + y * y));
      const offset = (row * width + column) * 3;
      data[offset] = data[offset]! * light * (1 + warmth);
      data[offset + 1] = data[offset + 1]! * light;
      data[offset + 2] = data[offset + 2]! * light * (1 - warmth);
    }
  }
}

/** Lays soft reflections of a window or lamp over points of the page, in place. */
export function applyGlare(
  photo: RgbImage,
  random: Random,
  ranges: StrengthRanges,
  queryFromReference: Homography,
): void {
  const count = random.integer(...ranges.glareCount);
  for (let spot = 0; spot < count; spot++) {
    const onPage = [random.between(0.1, 0.9), random.between(0.1, 0.9)] as const;
    const [x, y] = applyHomography(queryFromReference, onPage);
    layReflection(photo, {
      centerX: x * photo.width,
      centerY: y * photo.height,
      radiusX: photo.width * random.between(0.05, 0.13),
      radiusY: photo.width * random.between(0.03, 0.07),
      angle: random.between(0, Math.PI),
      strength: random.between(0.5, 0.95),
    });
  }
}

interface Reflection {
  readonly centerX: number;
  readonly centerY: number;
  readonly radiusX: number;
  readonly radiusY: number;
  readonly angle: number;
  readonly strength: number;
}

function layReflection(photo: RgbImage, spot: Reflection): void {
  const reach = Math.max(spot.radiusX, spot.radiusY) * 2.5;
  const [cos, sin] = [Math.cos(spot.angle), Math.sin(spot.angle)];
  const firstRow = Math.max(0, Math.floor(spot.centerY - reach));
  const lastRow = Math.min(photo.height - 1, Math.ceil(spot.centerY + reach));
  const firstColumn = Math.max(0, Math.floor(spot.centerX - reach));
  const lastColumn = Math.min(photo.width - 1, Math.ceil(spot.centerX + reach));
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const dx = column - spot.centerX;
      const dy = row - spot.centerY;
      const along = (dx * cos + dy * sin) / spot.radiusX;
      const across = (dy * cos - dx * sin) / spot.radiusY;
      const glow = spot.strength * Math.exp(-(along * along + across * across));
      const offset = (row * photo.width + column) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const value = photo.data[offset + channel]!;
        photo.data[offset + channel] = value + (255 - value) * glow;
      }
    }
  }
}
