import sharp from 'sharp';
import type { Random } from '../../random.js';
import {
  homographyFromPoints,
  invertHomography,
  type Homography,
} from '../../simulation/photo/homography.js';

/** RGB pixels, 8 bits a channel, rows without padding. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface Capture {
  readonly jpeg: Buffer;
  /** Pixel coordinates in the capture from pixel coordinates in the source. */
  readonly captureFromSource: Homography;
}

const BACKGROUND = 96;

/**
 * Photographs a flat picture: a random tilt, rotation and scale, uneven and tinted light, a gamma curve, slight
 * blur, sensor noise and JPEG compression. Everything is drawn from `random`, so a seed gives one capture.
 */
export async function simulateCapture(source: Pixels, random: Random): Promise<Capture> {
  const captureFromSource = randomTilt(source, random);
  const warped = warp(source, invertHomography(captureFromSource));
  relight(warped, random);
  const blurred = await sharp(warped.data, {
    raw: { width: warped.width, height: warped.height, channels: 3 },
  })
    .blur(random.between(0.4, 0.8))
    .raw()
    .toBuffer();
  addNoise(blurred, random.between(1, 3), random);
  const jpeg = await sharp(blurred, { raw: { width: warped.width, height: warped.height, channels: 3 } })
    .jpeg({ quality: Math.round(random.between(65, 92)) })
    .toBuffer();
  return { jpeg, captureFromSource };
}

function randomTilt({ width, height }: Pixels, random: Random): Homography {
  const angle = (random.between(-8, 8) * Math.PI) / 180;
  const scale = random.between(0.85, 1.02);
  const jitter = 0.05;
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  const source = corners.map(([x, y]) => [x * width, y * height] as const);
  const target = corners.map(([x, y]) => {
    const tiltedX = (x - 0.5 + random.between(-jitter, jitter)) * scale * width;
    const tiltedY = (y - 0.5 + random.between(-jitter, jitter)) * scale * height;
    return [
      width / 2 + tiltedX * Math.cos(angle) - tiltedY * Math.sin(angle),
      height / 2 + tiltedX * Math.sin(angle) + tiltedY * Math.cos(angle),
    ] as const;
  });
  return homographyFromPoints(source, target);
}

function warp(source: Pixels, sourceFromTarget: Homography): Pixels {
  const { width, height, data: from } = source;
  const data = Buffer.alloc(width * height * 3, BACKGROUND);
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = sourceFromTarget;
  const stride = width * 3;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const scale = 1 / (g * x + h * y + i);
      const u = (a * x + b * y + c) * scale;
      const v = (d * x + e * y + f) * scale;
      if (u < 0 || v < 0 || u >= width - 1 || v >= height - 1) continue;
      const left = Math.floor(u);
      const top = Math.floor(v);
      for (let channel = 0; channel < 3; channel++) {
        const at = top * stride + left * 3 + channel;
        const upperLeft = from[at] ?? 0;
        const lowerLeft = from[at + stride] ?? 0;
        const upper = upperLeft + (u - left) * ((from[at + 3] ?? 0) - upperLeft);
        const lower = lowerLeft + (u - left) * ((from[at + stride + 3] ?? 0) - lowerLeft);
        data[y * stride + x * 3 + channel] = Math.round(upper + (v - top) * (lower - upper));
      }
    }
  }
  return { data, width, height };
}

function relight({ data, width, height }: Pixels, random: Random): void {
  const direction = random.between(0, 2 * Math.PI);
  const slope = random.between(0.05, 0.3);
  const gamma = random.between(0.85, 1.18);
  const level = random.between(0.85, 1.02);
  const tints = [random.between(0.94, 1.06), 1, random.between(0.94, 1.06)];
  const curve = Float64Array.from({ length: 256 }, (_, value) => 255 * Math.pow(value / 255, gamma) * level);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const along = (x / width - 0.5) * Math.cos(direction) + (y / height - 0.5) * Math.sin(direction);
      const light = 1 + slope * along;
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * width + x) * 3 + channel;
        data[at] = Math.min(255, Math.round((curve[data[at] ?? 0] ?? 0) * light * (tints[channel] ?? 1)));
      }
    }
  }
}

function addNoise(data: Buffer, deviation: number, random: Random): void {
  const draws = Float64Array.from({ length: 4096 }, () => deviation * random.gaussian());
  for (let at = 0; at < data.length; at++) {
    const value = (data[at] ?? 0) + (draws[Math.floor(random.next() * draws.length)] ?? 0);
    data[at] = Math.max(0, Math.min(255, Math.round(value)));
  }
}
