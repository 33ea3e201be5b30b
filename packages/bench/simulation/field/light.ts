import type { RgbImage } from '../../paint/rgb-image.js';
import type { Random } from '../../random.js';

type Shade = (x: number, y: number, value: number, channel: number) => number;

function shadeAll(image: RgbImage, shade: Shade): void {
  const { data, width, height } = image;
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++, i++) data[i] = shade(x, y, data[i]!, channel);
}

/** Little light, in place: gray values shrink into the lowest quarter or third, the phone lifts them by half. */
export function dim(image: RgbImage, random: Random): void {
  const light = random.between(0.18, 0.35);
  const lift = random.between(1.2, 1.6);
  const gamma = random.between(1, 1.35);
  shadeAll(image, (_x, _y, value) => 255 * (value / 255) ** gamma * light * lift);
}

/** Bright bands and spots with soft edges over a tenth to a third of the picture, in place. */
export function layGlare(image: RgbImage, random: Random): void {
  const longer = Math.max(image.width, image.height);
  const bands = Array.from({ length: random.integer(2, 4) }, () => {
    const angle = random.between(0, Math.PI);
    return {
      x: random.between(0.2, 0.8) * image.width,
      y: random.between(0.2, 0.8) * image.height,
      cos: Math.cos(angle),
      sin: Math.sin(angle),
      halfLength: random.between(0.1, 0.35) * longer,
      halfWidth: random.between(0.02, 0.09) * longer,
      strength: random.between(0.6, 1),
    };
  });
  shadeAll(image, (x, y, value) => {
    let glow = 0;
    for (const band of bands) {
      const along = ((x - band.x) * band.cos + (y - band.y) * band.sin) / band.halfLength;
      const across = ((y - band.y) * band.cos - (x - band.x) * band.sin) / band.halfWidth;
      glow = Math.max(glow, band.strength / (1 + along ** 4 + across ** 4));
    }
    return value + (255 - value) * glow;
  });
}

/** The grid of a screen that beats with that of the sensor, its black that shines, and its cold white, in place. */
export function showOnScreen(image: RgbImage, random: Random): void {
  const periodPx = random.between(2.1, 2.9);
  const angle = random.between(-0.12, 0.12);
  const depth = random.between(0.12, 0.3);
  const black = random.between(14, 34);
  const cold = [0.92, 0.98, 1.04];
  const frequency = (2 * Math.PI) / periodPx;
  const [cos, sin] = [Math.cos(angle) * frequency, Math.sin(angle) * frequency];
  shadeAll(image, (x, y, value, channel) => {
    const columns = Math.sin(x * cos + y * sin + (channel * 2 * Math.PI) / 3);
    const rows = Math.sin(y * cos - x * sin);
    const grid = 1 - depth * (0.5 + 0.35 * columns + 0.15 * rows);
    return (black + value * (1 - black / 255)) * grid * cold[channel]!;
  });
}
