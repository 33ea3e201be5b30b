import { createRandom, seedOf, type Random } from '../random.js';
import { hex, mix, ramp, shade, type Color } from './color.js';
import { noiseField } from './noise.js';
import { blendPixel, createImage, setPixel, type RgbImage } from './rgb-image.js';

const lampColors = ['#ffd98a', '#ffc46b', '#fff0c4', '#f7a65a', '#bfe3ff'].map(hex);

/** A city by night above its river: roofs, lit windows, a moon, reflections. Another for each seed. */
export function paintCityNight(width: number, height: number, seed: number): RgbImage {
  const random = createRandom(seedOf(seed, 'city'));
  const image = createImage(width, height);
  const quay = Math.round(height * 0.7);
  paintNightSky(image, random, seed);
  for (let row = 0; row < 4; row++) paintStreet(image, random, row / 3, quay);
  paintRiver(image, quay, seed);
  return image;
}

function paintNightSky(image: RgbImage, random: Random, seed: number): void {
  const { width, height } = image;
  const stops = random
    .pick([
      ['#0b1030', '#27306b', '#7a4a7d', '#e08a6a'],
      ['#04122a', '#123a5e', '#4d7f93', '#e3c58e'],
      ['#150b26', '#3c1f52', '#93365d', '#e9785b'],
    ])
    .map(hex);
  const clouds = noiseField(width, height, { seed, cell: width / 3, cellY: height / 9, octaves: 6 });
  for (let y = 0, index = 0; y < height; y++) {
    const base = ramp(stops, y / (height * 0.72));
    for (let x = 0; x < width; x++, index++) {
      setPixel(image, x, y, mix(base, [236, 190, 170], Math.max(0, clouds[index]! - 0.52) * 1.6));
    }
  }
  for (let star = 0; star < 160; star++) {
    blendPixel(
      image,
      random.between(0, width),
      random.between(0, height * 0.45),
      [255, 255, 240],
      random.between(0.3, 1),
    );
  }
  paintMoon(
    image,
    width * random.between(0.2, 0.8),
    height * random.between(0.12, 0.22),
    width * 0.055,
    seed,
  );
}

function paintMoon(image: RgbImage, centerX: number, centerY: number, radius: number, seed: number): void {
  const side = Math.ceil(radius * 2) + 2;
  const craters = noiseField(side, side, { seed, cell: radius / 2.5, octaves: 4, gain: 0.6 });
  for (let dy = -Math.ceil(radius * 4); dy <= radius * 4; dy++) {
    for (let dx = -Math.ceil(radius * 4); dx <= radius * 4; dx++) {
      const distance = Math.sqrt(dx * dx + dy * dy);
      blendPixel(image, centerX + dx, centerY + dy, [255, 244, 214], 0.4 * Math.exp(-distance / radius));
      if (distance >= radius) continue;
      const gray = craters[Math.floor(dy + radius) * side + Math.floor(dx + radius)] ?? 0.5;
      blendPixel(
        image,
        centerX + dx,
        centerY + dy,
        shade([252, 243, 219], 0.68 + gray * 0.6),
        Math.min(1, radius - distance),
      );
    }
  }
}

// Rows of houses from the horizon (nearness 0) to the quay (nearness 1).
function paintStreet(image: RgbImage, random: Random, nearness: number, quay: number): void {
  const { width, height } = image;
  const wall = mix(hex('#6b5a86'), hex('#161426'), nearness);
  let x = -random.between(0, width * 0.05);
  while (x < width) {
    const breadth = width * random.between(0.045, 0.1) * (0.7 + nearness * 0.6);
    const tall = height * (0.5 - nearness * 0.26) * random.between(0.55, 1.1);
    paintHouse(image, random, {
      left: Math.round(x),
      right: Math.round(x + breadth),
      top: Math.round(quay - tall),
      bottom: quay,
      wall: shade(wall, random.between(0.75, 1.3)),
      nearness,
    });
    x += breadth + (random.chance(0.2) ? width * 0.01 : 0);
  }
}

interface House {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly wall: Color;
  readonly nearness: number;
}

function paintHouse(image: RgbImage, random: Random, house: House): void {
  const { left, right, top, bottom, wall, nearness } = house;
  const breadth = right - left;
  const roof = random.pick([0, 0.3, 0.6, 1.6]) * breadth * (random.chance(0.5) ? 1 : 0.5);
  for (let y = Math.round(top - roof); y < bottom; y++) {
    const inRoof = y < top ? (top - y) / roof : 0;
    const inset = (inRoof * breadth) / 2;
    for (let x = left + inset; x < right - inset; x++) {
      const light = (y < top ? 0.7 : 1) * (1.12 - 0.3 * ((x - left) / breadth));
      blendPixel(image, x, y, shade(wall, light), 1);
    }
  }
  const pitch = Math.max(5, Math.round(image.width * (0.008 + 0.009 * nearness)));
  const shutters = random.chance(0.4);
  for (let y = top + pitch * 0.6; y < bottom - pitch; y += pitch * 1.35) {
    for (let x = left + pitch * 0.5; x < right - pitch * 0.8; x += pitch) {
      const isLit = random.chance(0.45);
      const color = isLit
        ? shade(random.pick(lampColors), random.between(0.7, 1))
        : shade(wall, random.pick([0.55, 1.5]));
      for (let dy = 0; dy < pitch * 0.75; dy++) {
        for (let dx = 0; dx < pitch * 0.5; dx++) {
          const isBar = shutters && Math.abs(dx - pitch * 0.25) < 0.7;
          blendPixel(image, x + dx, y + dy, isBar ? wall : color, 0.95);
        }
      }
    }
  }
}

function paintRiver(image: RgbImage, quay: number, seed: number): void {
  const { width, height } = image;
  const ripples = noiseField(width, height, {
    seed: seed + 5,
    cell: width / 16,
    cellY: 3,
    octaves: 4,
    gain: 0.65,
  });
  for (let y = quay; y < height; y++) {
    const depth = (y - quay) / (height - quay);
    for (let x = 0; x < width; x++) {
      const ripple = ripples[y * width + x]! - 0.5;
      const fromX = Math.min(width - 1, Math.max(0, Math.round(x + ripple * 50 * (0.2 + depth))));
      const fromY = Math.min(
        quay - 1,
        Math.max(0, Math.round(quay - 1 - (y - quay) * 1.6 + ripple * 60 * depth)),
      );
      const from = (fromY * width + fromX) * 3;
      const above: Color = [image.data[from]!, image.data[from + 1]!, image.data[from + 2]!];
      const isEdge = y < quay + 5;
      setPixel(
        image,
        x,
        y,
        isEdge ? [18, 16, 28] : shade(mix(above, [14, 22, 44], 0.3 + 0.25 * depth), 0.9 + ripple * 0.9),
      );
    }
  }
}
