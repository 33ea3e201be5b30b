import { createRandom, seedOf, type Random } from '../random.js';
import { hex, mix, shade, type Color } from './color.js';
import { noiseField } from './noise.js';
import { blendPixel, type RgbImage } from './rgb-image.js';

/** One round thing lit from the upper left. Sizes in pixels. */
export interface Ball {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Height over width; 1 is a sphere. */
  readonly flatness: number;
  readonly skin: Color;
  /** Color of the stripes and flecks. */
  readonly fleck: Color;
  readonly gloss: number;
}

interface Fruit {
  readonly skins: readonly string[];
  readonly fleck: string;
  readonly flatness: readonly [number, number];
  /** Radius relative to the largest fruit. */
  readonly size: readonly [number, number];
  readonly gloss: number;
}

const fruits: readonly Fruit[] = [
  { skins: ['#e07b1a', '#eb9429'], fleck: '#b9520c', flatness: [0.95, 1], size: [0.75, 0.9], gloss: 0.5 },
  {
    skins: ['#b21f2d', '#c93a2a', '#8f1a2c'],
    fleck: '#e8b04a',
    flatness: [0.9, 0.98],
    size: [0.8, 1],
    gloss: 0.8,
  },
  { skins: ['#e9c92e', '#d9c23a'], fleck: '#a99118', flatness: [0.72, 0.8], size: [0.6, 0.75], gloss: 0.45 },
  { skins: ['#34406e', '#2a2f57'], fleck: '#8d98c4', flatness: [0.95, 1], size: [0.2, 0.28], gloss: 0.25 },
  { skins: ['#7f9d3c', '#9ab04a'], fleck: '#5a7325', flatness: [0.95, 1.1], size: [0.7, 0.85], gloss: 0.6 },
  { skins: ['#6d2148', '#7d2a5a'], fleck: '#b678a0', flatness: [0.95, 1.05], size: [0.3, 0.45], gloss: 0.7 },
  { skins: ['#efa557', '#f0b56b'], fleck: '#d4572f', flatness: [0.92, 1], size: [0.45, 0.6], gloss: 0.2 },
];

/** Strews fruit over a picture of a table, in place, from back to front; `largest` is a radius in pixels. */
export function strewFruit(image: RgbImage, seed: number, count: number, largest: number): void {
  const random = createRandom(seedOf(seed, 'fruit'));
  const balls = Array.from({ length: count }, () => pickFruit(random, image, largest));
  balls.sort((a, b) => a.y + a.radius - b.y - b.radius);
  for (const ball of balls) paintBall(image, ball, random.integer(0, 1e9));
}

function pickFruit(random: Random, image: RgbImage, largest: number): Ball {
  const fruit = random.pick(fruits);
  return {
    x: random.between(0, image.width),
    y: random.between(0, image.height),
    radius: largest * random.between(...fruit.size),
    flatness: random.between(...fruit.flatness),
    skin: hex(random.pick(fruit.skins)),
    fleck: hex(fruit.fleck),
    gloss: fruit.gloss,
  };
}

/** Paints one ball with its shadow, flecks and highlight, in place. */
export function paintBall(image: RgbImage, ball: Ball, seed: number): void {
  paintShadow(image, ball);
  const { x, y, radius, flatness } = ball;
  const side = Math.ceil(radius * 2) + 2;
  const flecks = noiseField(side, side, {
    seed,
    cell: Math.max(2, radius / 5),
    cellY: Math.max(2, radius),
    octaves: 4,
    gain: 0.7,
  });
  for (let row = -Math.ceil(radius * flatness); row <= radius * flatness; row++) {
    for (let column = -Math.ceil(radius); column <= radius; column++) {
      const u = column / radius;
      const v = row / (radius * flatness);
      const square = u * u + v * v;
      if (square > 1) continue;
      const z = Math.sqrt(1 - square);
      const fleckAt = (row + Math.ceil(radius)) * side + column + Math.ceil(radius);
      const fleck = Math.max(0, (flecks[fleckAt] ?? 0) - 0.5) * 2.2;
      const light = Math.max(0, -0.45 * u - 0.6 * v + 0.66 * z);
      const rim = 0.25 * (1 - z) * Math.max(0, v);
      const highlight = ball.gloss * Math.max(0, -0.32 * u - 0.45 * v + 0.83 * z) ** 40;
      const skin = mix(ball.skin, ball.fleck, Math.min(1, fleck));
      const color = mix(shade(skin, 0.28 + 0.95 * light + rim), [255, 255, 250], highlight);
      blendPixel(image, x + column, y + row, color, Math.min(1, (1 - Math.sqrt(square)) * radius + 0.2));
    }
  }
}

function paintShadow(image: RgbImage, ball: Ball): void {
  const { radius, flatness } = ball;
  const centerX = ball.x + radius * 0.35;
  const centerY = ball.y + radius * flatness * 0.62;
  for (let row = -radius; row <= radius; row++) {
    for (let column = -radius * 1.5; column <= radius * 1.5; column++) {
      const distance = Math.sqrt((column / (radius * 1.25)) ** 2 + (row / (radius * 0.7)) ** 2);
      const depth = 0.62 * Math.max(0, 1 - distance) ** 0.8;
      blendPixel(image, centerX + column, centerY + row, [22, 12, 10], depth);
    }
  }
}
