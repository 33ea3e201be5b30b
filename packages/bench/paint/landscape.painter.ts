import { createRandom, seedOf, type Random } from '../random.js';
import { hex, mix, ramp, shade, type Color } from './color.js';
import { noiseField, noiseLine } from './noise.js';
import { blendPixel, createImage, setPixel, type RgbImage } from './rgb-image.js';

interface Palette {
  readonly sky: readonly Color[];
  readonly haze: Color;
  readonly rock: Color;
  readonly forest: Color;
  readonly sun: Color;
}

const palettes: readonly Palette[] = [
  palette(['#28407a', '#6f86b5', '#f0b48a', '#fbe0b4'], '#d9a78f', '#39405f', '#1c3131', '#fff1c9'),
  palette(['#2f6fa8', '#7fb3d3', '#d7eaf0'], '#b4cfdc', '#4d5f66', '#24452f', '#ffffff'),
  palette(['#1d1b3a', '#5b3a6e', '#d5647a', '#f7b267'], '#b5627a', '#2d2346', '#191a2d', '#ffe3a8'),
  palette(['#7ea6a0', '#c3d6c4', '#f4ecd0'], '#cfd8c2', '#5a6a55', '#2e4a35', '#fff8dc'),
];

function palette(sky: string[], haze: string, rock: string, forest: string, sun: string): Palette {
  return { sky: sky.map(hex), haze: hex(haze), rock: hex(rock), forest: hex(forest), sun: hex(sun) };
}

/** Mountains behind a lake with fir woods on its shores: a photo-like picture, another for each seed. */
export function paintLandscape(width: number, height: number, seed: number, paletteIndex?: number): RgbImage {
  const random = createRandom(seedOf(seed, 'landscape'));
  const colors = palettes[paletteIndex ?? random.integer(0, palettes.length - 1)] ?? palettes[0]!;
  const image = createImage(width, height);
  const waterline = Math.round(height * random.between(0.66, 0.74));
  paintSky(image, colors, random, seed);
  const ranges = random.integer(4, 5);
  for (let range = 0; range < ranges; range++) {
    paintRange(image, colors, {
      nearness: range / (ranges - 1),
      waterline,
      seed: seedOf(seed, `range${range}`),
    });
  }
  plantTrees(image, colors, random, waterline);
  paintWater(image, waterline, colors, seed);
  return image;
}

function paintSky(image: RgbImage, colors: Palette, random: Random, seed: number): void {
  const { width, height } = image;
  const clouds = noiseField(width, height, {
    seed,
    cell: width / 4,
    cellY: height / 12,
    octaves: 7,
    gain: 0.55,
  });
  const sunX = width * random.between(0.25, 0.75);
  const sunY = height * random.between(0.2, 0.36);
  const radius = width * random.between(0.03, 0.055);
  for (let y = 0, index = 0; y < height; y++) {
    const base = ramp(colors.sky, y / (height * 0.6));
    for (let x = 0; x < width; x++, index++) {
      const distance = Math.sqrt((x - sunX) ** 2 + (y - sunY) ** 2);
      const cloud = Math.max(0, (clouds[index]! - 0.48) * 3.2);
      const lit = mix(colors.haze, colors.sun, Math.exp(-distance / (width * 0.3)));
      let color = mix(base, lit, Math.min(0.85, cloud));
      color = mix(color, colors.sun, 0.7 * Math.exp(-distance / (radius * 3)));
      if (distance < radius) color = colors.sun;
      setPixel(image, x, y, color);
    }
  }
}

interface MountainRange {
  /** 0 for the farthest, 1 for the nearest. */
  readonly nearness: number;
  readonly waterline: number;
  readonly seed: number;
}

function paintRange(image: RgbImage, colors: Palette, range: MountainRange): void {
  const { width, height } = image;
  const { nearness, waterline, seed } = range;
  const ridge = noiseLine(width, { seed, cell: width / (2.5 + nearness * 2), octaves: 8, gain: 0.5 });
  const rock = noiseField(width, height, { seed: seed + 1, cell: width / 14, octaves: 6, gain: 0.62 });
  const peak = height * (0.42 - nearness * 0.3);
  const foot = waterline - height * 0.03 * (1 - nearness);
  const body = mix(mix(colors.haze, colors.rock, 0.25 + nearness * 0.6), colors.forest, nearness ** 2 * 0.8);
  const snow = mix(colors.haze, [255, 255, 255], 0.75);
  for (let x = 0; x < width; x++) {
    const top = Math.max(0, Math.round(foot - peak * (0.25 + ridge[x]! * 1.1) + height * 0.02));
    for (let y = top; y < waterline; y++) {
      const index = y * width + x;
      const right = rock[x + 2 < width ? index + 2 : index]!;
      const lower = rock[y + 2 < height ? index + 2 * width : index]!;
      const light = 1 + (rock[index]! - right) * 3.2 + (rock[index]! - lower) * 2.2;
      const depth = (y - top) / (peak * 0.5);
      const isSnowy = nearness < 0.3 && depth < 0.45 * (rock[index]! + 0.25) * (1 - nearness);
      const color = isSnowy ? snow : mix(body, colors.haze, Math.min(0.55, depth * 0.35 * (1 - nearness)));
      setPixel(image, x, y, shade(color, Math.max(0.35, light)));
    }
  }
}

function plantTrees(image: RgbImage, colors: Palette, random: Random, waterline: number): void {
  const { width, height } = image;
  const count = Math.round(width * 0.4);
  for (let tree = 0; tree < count; tree++) {
    const nearness = tree / count;
    const x = random.between(-20, width + 20);
    const fromMiddle = Math.abs(x / width - 0.5) * 2;
    if (nearness > 0.4 && fromMiddle < nearness * random.between(0.45, 0.9)) continue;
    const tall = height * (0.025 + 0.16 * nearness * nearness) * random.between(0.7, 1.25);
    const base = waterline + nearness * nearness * height * 0.05 - height * 0.012 * (1 - nearness);
    const color = shade(mix(colors.forest, colors.haze, 0.3 * (1 - nearness)), random.between(0.6, 1.5));
    plantFir(image, random, { x, base, tall, color });
  }
}

function plantFir(
  image: RgbImage,
  random: Random,
  fir: { x: number; base: number; tall: number; color: Color },
): void {
  const whorls = Math.max(4, Math.round(fir.tall / 7));
  for (let row = 0; row < fir.tall; row++) {
    const down = row / fir.tall;
    const inWhorl = (down * whorls) % 1;
    const half = fir.tall * 0.2 * (down * 0.75 + 0.25 * inWhorl) * (0.75 + 0.25 * inWhorl);
    for (let dx = -half; dx <= half; dx++) {
      const light = 1.1 - 0.35 * (dx / (half + 0.01)) - 0.3 * inWhorl + random.between(-0.25, 0.25);
      blendPixel(image, fir.x + dx, fir.base - fir.tall + row, shade(fir.color, light), 0.92);
    }
  }
}

function paintWater(image: RgbImage, waterline: number, colors: Palette, seed: number): void {
  const { width, height } = image;
  const ripples = noiseField(width, height, {
    seed: seed + 9,
    cell: width / 10,
    cellY: 4,
    octaves: 4,
    gain: 0.6,
  });
  const source = image.data.slice();
  const deep = mix(colors.forest, colors.sky[0] ?? colors.haze, 0.6);
  for (let y = waterline; y < height; y++) {
    const depth = (y - waterline) / (height - waterline);
    for (let x = 0; x < width; x++) {
      const ripple = ripples[y * width + x]! - 0.5;
      const mirroredX = Math.min(width - 1, Math.max(0, Math.round(x + ripple * 40 * (0.3 + depth))));
      const mirroredY = Math.max(0, Math.round(2 * waterline - y * 1.0 - 1 + ripple * 30 * depth));
      const from = (Math.min(mirroredY, height - 1) * width + mirroredX) * 3;
      const mirrored: Color = [source[from]!, source[from + 1]!, source[from + 2]!];
      const sparkle = ripple > 0.2 ? 1.25 : 0.92;
      const isTree = depth > 0 && isPlanted(source, image, x, y);
      if (!isTree) setPixel(image, x, y, shade(mix(mirrored, deep, 0.22 + depth * 0.35), sparkle));
    }
  }
}

// Below the waterline only trees have been painted over the sky's last, palest band.
function isPlanted(source: Uint8ClampedArray, image: RgbImage, x: number, y: number): boolean {
  const offset = (y * image.width + x) * 3;
  return source[offset]! + source[offset + 1]! + source[offset + 2]! < 190;
}
