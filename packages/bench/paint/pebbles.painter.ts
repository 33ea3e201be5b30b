import { createRandom, seedOf } from '../random.js';
import { hex, mix, shade, type Color } from './color.js';
import { noiseField } from './noise.js';
import { createImage, setPixel, type RgbImage } from './rgb-image.js';

interface Pebble {
  readonly x: number;
  readonly y: number;
  readonly color: Color;
}

const tones = ['#8d8478', '#b7aa97', '#5c5b60', '#d6cdbb', '#7a6a5c', '#9aa3a5', '#a4745a', '#3f4347'].map(
  hex,
);

/** A pebble beach from above: the cells of a jittered grid, each shaded as a stone. `size` in pixels. */
export function paintPebbles(width: number, height: number, seed: number, size: number): RgbImage {
  const random = createRandom(seedOf(seed, 'pebbles'));
  const columns = Math.ceil(width / size) + 2;
  const rows = Math.ceil(height / size) + 2;
  const pebbles: Pebble[] = Array.from({ length: columns * rows }, (_, index) => ({
    x: ((index % columns) - 0.5 + random.between(0.1, 0.9)) * size,
    y: (Math.floor(index / columns) - 0.5 + random.between(0.1, 0.9)) * size,
    color: shade(random.pick(tones), random.between(0.8, 1.15)),
  }));
  const grit = noiseField(width, height, { seed, cell: size / 4, octaves: 4, gain: 0.75 });
  const image = createImage(width, height);
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index++) {
      const { nearest, gap } = nearestPebble(pebbles, columns, rows, x, y, size);
      const height_ = Math.min(1, gap / (size * 0.3));
      const slope = ((nearest.x - x) * 0.5 + (nearest.y - y) * 0.7) / size;
      const color = shade(
        mix([38, 34, 30], nearest.color, Math.sqrt(height_)),
        0.75 + slope * 0.7 + grit[index]! * 0.5,
      );
      setPixel(image, x, y, color);
    }
  }
  return image;
}

// The difference between the distances to the two nearest centers is small along the joints.
function nearestPebble(
  pebbles: readonly Pebble[],
  columns: number,
  rows: number,
  x: number,
  y: number,
  size: number,
): { nearest: Pebble; gap: number } {
  const column = Math.floor(x / size + 0.5);
  const row = Math.floor(y / size + 0.5);
  let nearest = pebbles[0]!;
  let first = Infinity;
  let second = Infinity;
  for (let atRow = Math.max(0, row - 1); atRow <= Math.min(rows - 1, row + 1); atRow++) {
    for (let atColumn = Math.max(0, column - 1); atColumn <= Math.min(columns - 1, column + 1); atColumn++) {
      const pebble = pebbles[atRow * columns + atColumn]!;
      const distance = Math.sqrt((pebble.x - x) ** 2 + (pebble.y - y) ** 2);
      if (distance < first) {
        second = first;
        first = distance;
        nearest = pebble;
      } else if (distance < second) second = distance;
    }
  }
  return { nearest, gap: second - first };
}
