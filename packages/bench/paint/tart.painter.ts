import { createRandom, seedOf, type Random } from '../random.js';
import { hex, mix, shade, type Color } from './color.js';
import { noiseField } from './noise.js';
import { blendPixel, type RgbImage } from './rgb-image.js';
import { paintBall } from './still-life.painter.js';

const crust = hex('#c98d46');
const custard = hex('#f2d489');

/** A fruit tart on its plate, seen from above, in place; `radius` of the tart in pixels. */
export function paintTart(
  image: RgbImage,
  centerX: number,
  centerY: number,
  radius: number,
  seed: number,
): void {
  const random = createRandom(seedOf(seed, 'tart'));
  paintDisc(
    image,
    { x: centerX + radius * 0.08, y: centerY + radius * 0.12, radius: radius * 1.34 },
    () => [25, 15, 10],
    0.45,
  );
  paintDisc(image, { x: centerX, y: centerY, radius: radius * 1.28 }, plate(radius, random), 1);
  paintPastry(image, centerX, centerY, radius, seed);
  layFruit(image, centerX, centerY, radius, random);
}

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

type DiscPainter = (dx: number, dy: number, distance: number) => Color;

function paintDisc(image: RgbImage, disc: Disc, paint: DiscPainter, opacity: number): void {
  for (let dy = -Math.ceil(disc.radius); dy <= disc.radius; dy++) {
    for (let dx = -Math.ceil(disc.radius); dx <= disc.radius; dx++) {
      const distance = Math.sqrt(dx * dx + dy * dy);
      const cover = Math.min(1, disc.radius - distance);
      if (cover > 0) blendPixel(image, disc.x + dx, disc.y + dy, paint(dx, dy, distance), opacity * cover);
    }
  }
}

function plate(tartRadius: number, random: Random): DiscPainter {
  const sprigs = random.integer(24, 60);
  const rim = tartRadius * 1.28;
  const glaze = hex(random.pick(['#3d5f8f', '#8f3d3d', '#3f6b4f', '#6b4f8a']));
  return (dx, dy, distance) => {
    const share = distance / rim;
    const angle = Math.atan2(dy, dx);
    const isBand = share > 0.955 || (share > 0.9 && share < 0.912);
    const isSprig = share > 0.918 && share < 0.95 && Math.sin(angle * sprigs) > 0.25;
    const light = 0.92 + (0.08 * -(dx + dy)) / rim + (share > 0.82 ? 0.03 : 0);
    return shade(isBand || isSprig ? glaze : [246, 243, 236], light);
  };
}

function paintPastry(image: RgbImage, x: number, y: number, radius: number, seed: number): void {
  const side = Math.ceil(radius * 2) + 4;
  const baked = noiseField(side, side, { seed, cell: radius / 6, octaves: 6, gain: 0.65 });
  paintDisc(
    image,
    { x, y, radius },
    (dx, dy, distance) => {
      const angle = Math.atan2(dy, dx);
      const browning = baked[Math.floor(dy + radius + 1) * side + Math.floor(dx + radius + 1)] ?? 0.5;
      const share = distance / radius;
      const flute = 1 + 0.16 * Math.sin(angle * 44);
      const side_ = 1 + 0.2 * Math.sin(angle + 2.4);
      return share > 0.86
        ? shade(crust, (0.55 + browning * 0.8) * flute * side_ * (share > 0.97 ? 0.7 : 1))
        : shade(custard, (0.75 + browning * 0.4) * (share > 0.83 ? 0.75 : 1));
    },
    1,
  );
}

// Rings of apricot quarters and strawberries from the rim inwards, berries in the gaps.
function layFruit(image: RgbImage, x: number, y: number, radius: number, random: Random): void {
  const turn = random.between(0.2, 1);
  const rings = random.integer(3, 5);
  for (let ring = 0; ring < rings; ring++) {
    const distance = radius * (0.72 - (ring * 0.76) / rings);
    const count = Math.max(4, Math.round((2 * Math.PI * distance) / (radius * random.between(0.16, 0.24))));
    for (let item = 0; item < count; item++) {
      const angle = (item / count) * 2 * Math.PI + ring * turn + random.between(-0.05, 0.05);
      const isApricot = ring % 2 === 0;
      paintSlice(image, {
        x: x + Math.cos(angle) * distance,
        y: y + Math.sin(angle) * distance,
        angle,
        length: radius * (isApricot ? 0.15 : 0.12),
        breadth: radius * (isApricot ? 0.085 : 0.09),
        outer: hex(isApricot ? random.pick(['#ee9a3a', '#e88a2c']) : random.pick(['#c4202b', '#d3343a'])),
        inner: hex(isApricot ? '#f9cb78' : '#f4a9a0'),
      });
    }
  }
  for (let berry = 0; berry < 34; berry++) {
    const angle = random.between(0, 2 * Math.PI);
    const distance = radius * Math.sqrt(random.between(0, 0.62));
    paintBall(
      image,
      {
        x: x + Math.cos(angle) * distance,
        y: y + Math.sin(angle) * distance,
        radius: radius * random.between(0.03, 0.042),
        flatness: 1,
        skin: hex(random.pick(['#3a4478', '#2b3060', '#a81e3c'])),
        fleck: hex('#9aa5cf'),
        gloss: 0.6,
      },
      random.integer(0, 1e9),
    );
  }
}

interface Slice extends Omit<Disc, 'radius'> {
  readonly angle: number;
  readonly length: number;
  readonly breadth: number;
  readonly outer: Color;
  readonly inner: Color;
}

function paintSlice(image: RgbImage, slice: Slice): void {
  const reach = Math.ceil(slice.length * 1.2);
  const [cos, sin] = [Math.cos(slice.angle), Math.sin(slice.angle)];
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const along = (dx * cos + dy * sin) / slice.length;
      const across = (dy * cos - dx * sin) / (slice.breadth * (1 - 0.35 * Math.max(0, along)));
      const square = along * along + across * across;
      if (square > 1.25) continue;
      if (square > 1) {
        blendPixel(image, slice.x + dx + 2, slice.y + dy + 3, [60, 25, 10], 0.28);
        continue;
      }
      const glaze = Math.max(0, 1 - Math.sqrt((along + 0.25) ** 2 + (across + 0.4) ** 2) * 3) * 0.8;
      const flesh = mix(slice.inner, slice.outer, Math.min(1, square * 1.25));
      blendPixel(
        image,
        slice.x + dx,
        slice.y + dy,
        mix(shade(flesh, 1.05 - 0.25 * across), [255, 250, 240], glaze),
        1,
      );
    }
  }
}
