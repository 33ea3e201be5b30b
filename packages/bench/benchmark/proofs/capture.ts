/** How a page comes back: as a recompressed file, from a scanner, or from a phone. */
import type { Random } from '../../random.js';
import { fromSharp, type RgbImage, toJpeg, toSharp } from '../../paint/rgb-image.js';
import { type Homography, homographyFromPoints } from '../../simulation/photo/homography.js';
import type { Capture } from './spec.js';

/** What a capture draws from: ranges with both ends, lengths in pixels of the page unless stated otherwise. */
interface Ranges {
  readonly turnDegrees: number;
  /** Stretch along each side, as a share. */
  readonly stretch: number;
  /** How far corners stray, as a share of the sides. */
  readonly perspective: number;
  /** Pixels of the capture along one pixel of the page. */
  readonly scale: readonly [number, number];
  /** Width of what lies around the page, as a share of the sides. */
  readonly surroundings: number;
  /** Slow waves of the feed, or of paper that is not flat. */
  readonly wavePx: number;
  readonly blurPx: readonly [number, number];
  readonly gamma: readonly [number, number];
  /** Fall of light across the page, as a share. */
  readonly lightFall: readonly [number, number];
  /** Channels differ by up to this share. */
  readonly tint: number;
  readonly noiseLevels: readonly [number, number];
  readonly paper: readonly [number, number];
}

const RANGES: Record<Exclude<Capture, 'proof'>, Ranges> = {
  scan: {
    turnDegrees: 1.5,
    stretch: 0.004,
    perspective: 0,
    scale: [0.97, 1.03],
    surroundings: 0.01,
    wavePx: 0.7,
    blurPx: [0.4, 0.9],
    gamma: [0.9, 1.12],
    lightFall: [0, 0.03],
    tint: 0.02,
    noiseLevels: [0.8, 2.5],
    paper: [0.94, 1],
  },
  photo: {
    turnDegrees: 6,
    stretch: 0,
    perspective: 0.05,
    scale: [0.85, 1.1],
    surroundings: 0.05,
    wavePx: 2.5,
    blurPx: [0.5, 1],
    gamma: [0.88, 1.15],
    lightFall: [0.08, 0.3],
    tint: 0.05,
    noiseLevels: [1, 3],
    paper: [0.8, 0.97],
  },
};

/** A JPEG of the page. */
export async function capture(page: RgbImage, kind: Capture, random: Random): Promise<Buffer> {
  const quality = random.integer(kind === 'proof' ? 60 : 70, 95);
  if (kind === 'proof') return toJpeg(page, quality);
  const ranges = RANGES[kind];
  const taken = warp(page, ranges, random);
  const blurred = await fromSharp(toSharp(taken).blur(random.between(...ranges.blurPx)));
  expose(blurred, ranges, random);
  return toJpeg(blurred, quality);
}

function warp(page: RgbImage, ranges: Ranges, random: Random): RgbImage {
  const scale = random.between(...ranges.scale);
  const around = 1 + 2 * ranges.surroundings;
  const width = Math.round(page.width * scale * around);
  const height = Math.round(page.height * scale * around);
  const taken = { data: new Uint8ClampedArray(width * height * 3), width, height };
  const [a, b, c, d, e, f, g, h] = pageFromCapture(page, taken, scale, ranges, random) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const wave = drawWave(ranges.wavePx, page, random);
  const desk = [random.integer(20, 110), random.integer(20, 110), random.integer(20, 110)] as const;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const w = g * x + h * y + 1;
      const u = (a * x + b * y + c) / w;
      const v = (d * x + e * y + f) / w;
      const at = (y * width + x) * 3;
      readPixel(page, u + wave(v, 0), v + wave(u, 1), desk, taken.data, at);
    }
  }
  return taken;
}

function pageFromCapture(
  page: RgbImage,
  taken: RgbImage,
  scale: number,
  ranges: Ranges,
  random: Random,
): Homography {
  const angle = (random.between(-1, 1) * ranges.turnDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const stretchX = scale * (1 + random.between(-1, 1) * ranges.stretch);
  const stretchY = scale * (1 + random.between(-1, 1) * ranges.stretch);
  const { perspective } = ranges;
  const corners = [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ] as const;
  const onPage = corners.map(([x, y]) => [(x + 0.5) * page.width, (y + 0.5) * page.height] as const);
  const inCapture = corners.map(([x, y]) => {
    const atX = (x + random.between(-1, 1) * perspective) * page.width * stretchX;
    const atY = (y + random.between(-1, 1) * perspective) * page.height * stretchY;
    return [taken.width / 2 + atX * cos - atY * sin, taken.height / 2 + atX * sin + atY * cos] as const;
  });
  return homographyFromPoints(inCapture, onPage);
}

/** Two slow waves along each side; tabulated, as it is asked for each pixel. */
function drawWave(px: number, page: RgbImage, random: Random): (along: number, axis: 0 | 1) => number {
  const longest = Math.max(page.width, page.height);
  const tables = [0, 1].map(() => {
    const parts = [1, 2].map((order) => ({
      length: longest / random.between(0.6, 1.6) / order,
      phase: random.between(0, 2 * Math.PI),
      height: (random.between(0.2, 1) * px) / order,
    }));
    return Float32Array.from({ length: longest + 2 }, (_, at) =>
      parts.reduce((sum, p) => sum + p.height * Math.sin((2 * Math.PI * at) / p.length + p.phase), 0),
    );
  });
  return (along, axis) => tables[axis]?.[Math.max(0, Math.min(longest, Math.floor(along)))] ?? 0;
}

/** Reads between the pixels, or from the desk beside the page. */
function readPixel(
  { data, width, height }: RgbImage,
  u: number,
  v: number,
  desk: readonly [number, number, number],
  out: Uint8ClampedArray,
  at: number,
): void {
  const x = u - 0.5;
  const y = v - 0.5;
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) {
    out[at] = desk[0];
    out[at + 1] = desk[1];
    out[at + 2] = desk[2];
    return;
  }
  const fx = x - left;
  const fy = y - top;
  const from = (top * width + left) * 3;
  const below = from + width * 3;
  for (let channel = 0; channel < 3; channel += 1) {
    const upper = (data[from + channel] ?? 0) * (1 - fx) + (data[from + 3 + channel] ?? 0) * fx;
    const lower = (data[below + channel] ?? 0) * (1 - fx) + (data[below + 3 + channel] ?? 0) * fx;
    out[at + channel] = upper + (lower - upper) * fy;
  }
}

/** Light, the curve of the sensor, paper and noise, in place. */
function expose(taken: RgbImage, ranges: Ranges, random: Random): void {
  const { data, width, height } = taken;
  const gamma = random.between(...ranges.gamma);
  const paper = random.between(...ranges.paper);
  const fall = random.between(...ranges.lightFall);
  const direction = random.between(0, 2 * Math.PI);
  const tints = [0, 1, 2].map(() => 1 + random.between(-1, 1) * ranges.tint);
  const curve = Float32Array.from({ length: 256 }, (_, value) => 8 + 247 * (value / 255) ** gamma);
  const noise = random.between(...ranges.noiseLevels);
  const table = Float32Array.from({ length: 8192 }, () => noise * random.gaussian());
  let state = random.integer(1, 0x7fffffff);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const along = (x / width - 0.5) * Math.cos(direction) + (y / height - 0.5) * Math.sin(direction);
      const light = paper * (1 + fall * along);
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        data[at + channel] =
          (curve[data[at + channel] ?? 0] ?? 0) * light * (tints[channel] ?? 1) +
          (table[(state >>> 12) & 8191] ?? 0);
      }
    }
  }
}
