import { hex, mix, ramp, shade, type Color } from './color.js';
import { noiseField } from './noise.js';
import { createImage, setPixel, type RgbImage } from './rgb-image.js';
import { createRandom, seedOf } from '../random.js';

type Painter = (x: number, y: number, index: number) => Color;

const surfaces = [wood, cloth, stone, carpet, tiles] as const;

/** What a page may lie on: planks, woven cloth, speckled stone, carpet or tiles, in random colors. */
export function paintSurface(width: number, height: number, seed: number): RgbImage {
  const random = createRandom(seedOf(seed, 'surface'));
  const paint = random.pick(surfaces)(width, height, seed);
  const image = createImage(width, height);
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index++) setPixel(image, x, y, paint(x, y, index));
  }
  return image;
}

function wood(width: number, height: number, seed: number): Painter {
  const random = createRandom(seedOf(seed, 'wood'));
  const grain = noiseField(width, height, { seed, cell: 220, cellY: 7, octaves: 5, gain: 0.65 });
  const rings = noiseField(width, height, { seed: seed + 1, cell: 300, cellY: 70, octaves: 3 });
  const palettes = [
    ['#3b2314', '#6f4a2c', '#9a6f45'],
    ['#8a6238', '#b98d58', '#dcb884'],
    ['#4a4038', '#776a5d', '#a39686'],
    ['#241812', '#4a2f22', '#6d4936'],
  ];
  const stops = random.pick(palettes).map(hex);
  const plank = random.between(height / 7, height / 3);
  const tones = Array.from({ length: 12 }, () => random.between(0.82, 1.1));
  return (_x, y, index) => {
    const board = Math.floor(y / plank);
    const toEdge = Math.min(y - board * plank, (board + 1) * plank - y);
    const veins = 0.5 + 0.5 * Math.sin(rings[index]! * 55 + board * 2);
    const tone = tones[board % tones.length]! * (toEdge < 1.6 ? 0.45 : 1);
    return shade(ramp(stops, grain[index]! * 0.75 + veins * 0.25), tone);
  };
}

function cloth(width: number, height: number, seed: number): Painter {
  const random = createRandom(seedOf(seed, 'cloth'));
  const folds = noiseField(width, height, { seed, cell: 160, octaves: 4 });
  const fibers = noiseField(width, height, { seed: seed + 1, cell: 3, octaves: 2 });
  const base = hex(random.pick(['#b23a48', '#2f4b7c', '#d9cdb8', '#4f6d4a', '#8d8a99', '#c98a2e']));
  const stripe = hex(random.pick(['#f5ead6', '#20242e', '#e0b04c']));
  const period = random.between(24, 60);
  const isChecked = random.chance(0.5);
  return (x, y, index) => {
    const weave = 0.86 + 0.14 * Math.sin(x * 2.1) * Math.sin(y * 2.1);
    const onStripe = Number(x % period < period / 3) + Number(y % period < period / 3);
    const color = isChecked ? mix(base, stripe, onStripe * 0.38) : base;
    return shade(color, weave * (0.65 + folds[index]! * 0.5 + fibers[index]! * 0.15));
  };
}

function stone(width: number, height: number, seed: number): Painter {
  const random = createRandom(seedOf(seed, 'stone'));
  const clouds = noiseField(width, height, { seed, cell: 120, octaves: 6, gain: 0.6 });
  const speckles = noiseField(width, height, { seed: seed + 1, cell: 4, octaves: 2, gain: 0.8 });
  const stops = random
    .pick([
      ['#d8d4cc', '#f3f1ec', '#9b968c'],
      ['#2b2d31', '#55595f', '#8b8f94'],
      ['#a88f78', '#cdb9a3', '#7b6553'],
    ])
    .map(hex);
  return (_x, _y, index) => {
    const vein = Math.abs(clouds[index]! - 0.5) < 0.012 ? 0.7 : 1;
    const speckle = speckles[index]! > 0.7 ? 0.72 : speckles[index]! < 0.28 ? 1.18 : 1;
    return shade(ramp(stops, clouds[index]! * 1.4 - 0.2), vein * speckle);
  };
}

function carpet(width: number, height: number, seed: number): Painter {
  const random = createRandom(seedOf(seed, 'carpet'));
  const pile = noiseField(width, height, { seed, cell: 5, octaves: 3, gain: 0.8 });
  const wear = noiseField(width, height, { seed: seed + 1, cell: 200, octaves: 3 });
  const hue = random.between(0, 360);
  const tint = (lightness: number): Color => [
    128 + 70 * Math.cos((hue * Math.PI) / 180) * lightness,
    118 + 55 * Math.cos(((hue + 120) * Math.PI) / 180) * lightness,
    112 + 60 * Math.cos(((hue + 240) * Math.PI) / 180) * lightness,
  ];
  const color = tint(0.8);
  return (_x, _y, index) => shade(color, 0.35 + pile[index]! * 0.9 + wear[index]! * 0.35);
}

function tiles(width: number, height: number, seed: number): Painter {
  const random = createRandom(seedOf(seed, 'tiles'));
  const glaze = noiseField(width, height, { seed, cell: 60, octaves: 5 });
  const side = random.between(50, 130);
  const light = hex(random.pick(['#e9e4da', '#c9d6d8', '#e7cfa9']));
  const dark = hex(random.pick(['#31506b', '#7d2e2e', '#2f2f35', '#6f7f5b']));
  const slant = random.between(-0.25, 0.25);
  return (x, y, index) => {
    const u = (x + y * slant) / side;
    const v = (y - x * slant) / side;
    const inTileX = u - Math.floor(u);
    const inTileY = v - Math.floor(v);
    const isJoint = Math.min(inTileX, inTileY) < 0.035;
    const isDark = (Math.floor(u) + Math.floor(v)) % 2 === 0;
    return shade(isJoint ? [120, 116, 110] : isDark ? dark : light, 0.75 + glaze[index]! * 0.5);
  };
}
