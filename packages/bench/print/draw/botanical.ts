import type { Random } from '../../random.js';
import { hex, mix, shade, toHex } from '../../paint/color.js';
import type { Canvas } from './pdf-writer.js';

export interface Plant {
  /** Foot of the stem. */
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly leafColor: string;
  readonly flowerColor: string;
  readonly habit: 'spike' | 'umbel' | 'daisy' | 'fern' | 'bell';
}

/** Draws a plant as a botanical plate shows it: a stem, its leaves with their veins, and its flowers. */
export function drawPlant(canvas: Canvas, random: Random, plant: Plant): void {
  const lean = random.between(-0.12, 0.12) * plant.height;
  const top = { x: plant.x + lean, y: plant.y - plant.height };
  const stem = (t: number): [number, number] => {
    const bend = 4 * t * (1 - t) * lean * -0.8;
    return [plant.x + lean * t * t + bend, plant.y - plant.height * t];
  };
  drawStem(canvas, stem, plant);
  if (plant.habit === 'fern') {
    drawFronds(canvas, random, plant, stem);
    return;
  }
  const pairs = random.integer(4, 7);
  for (let pair = 0; pair < pairs; pair++) {
    const t = 0.06 + (pair / pairs) * 0.62;
    const [x, y] = stem(t);
    const length = plant.height * (0.26 - 0.2 * t) * random.between(0.85, 1.15);
    drawLeaf(canvas, x, y, length, -28 - random.between(0, 25), plant.leafColor, random);
    drawLeaf(canvas, x, y, length, 208 + random.between(0, 25), plant.leafColor, random);
  }
  drawFlowers(canvas, random, plant, stem, top);
}

type Stem = (t: number) => [number, number];

function drawStem(canvas: Canvas, stem: Stem, plant: Plant): void {
  const color = toHex(shade(hex(plant.leafColor), 0.7));
  for (let step = 0; step < 14; step++) {
    const width = plant.height * 0.013 * (1.3 - step / 14);
    canvas.moveTo(...stem(step / 14)).lineTo(...stem((step + 1) / 14));
    canvas.lineWidth(width).lineCap('round').stroke(color);
  }
}

/** One leaf from its stalk outwards; `angle` in degrees, 0 to the right, positive clockwise. */
export function drawLeaf(
  canvas: Canvas,
  x: number,
  y: number,
  length: number,
  angle: number,
  color: string,
  random: Random,
): void {
  const base = mix(hex(color), hex('#c9b037'), random.between(0, 0.25));
  const half = length * random.between(0.18, 0.26);
  canvas.save().translate(x, y).rotate(angle);
  canvas.path(
    `M0 0 C${length * 0.3} ${-half * 1.5} ${length * 0.75} ${-half} ${length} 0 C${length * 0.75} ${half} ${length * 0.3} ${half * 1.5} 0 0Z`,
  );
  canvas.fill(toHex(base));
  canvas
    .path(`M0 0 C${length * 0.3} ${half * 1.5} ${length * 0.75} ${half} ${length} 0Z`)
    .fill(toHex(shade(base, 0.8)));
  canvas.lineWidth(0.5);
  for (let vein = 1; vein < 7; vein++) {
    const at = (vein / 7.5) * length;
    const reach = half * 0.85 * Math.sin((vein / 7.5) * Math.PI);
    canvas
      .moveTo(at, 0)
      .lineTo(at + reach * 0.8, -reach)
      .moveTo(at, 0)
      .lineTo(at + reach * 0.8, reach);
  }
  canvas
    .moveTo(0, 0)
    .lineTo(length, 0)
    .stroke(toHex(shade(base, 0.55)));
  canvas.restore();
}

function drawFronds(canvas: Canvas, random: Random, plant: Plant, stem: Stem): void {
  for (let rung = 1; rung < 22; rung++) {
    const t = rung / 22;
    const [x, y] = stem(t);
    const length = plant.height * 0.24 * Math.sin(Math.PI * (1 - t) * 0.8 + 0.25);
    drawLeaf(canvas, x, y, length, -20 - 18 * t, plant.leafColor, random);
    drawLeaf(canvas, x, y, length, 200 + 18 * t, plant.leafColor, random);
  }
}

function drawFlowers(
  canvas: Canvas,
  random: Random,
  plant: Plant,
  stem: Stem,
  top: { x: number; y: number },
): void {
  const size = plant.height * 0.05;
  if (plant.habit === 'daisy') {
    drawDaisy(canvas, top.x, top.y, size * 2.1, plant.flowerColor, random.integer(12, 17));
    const [x, y] = stem(0.72);
    drawDaisy(canvas, x + plant.height * 0.16, y - size, size * 1.3, plant.flowerColor, 11);
  } else if (plant.habit === 'spike') {
    for (let flower = 0; flower < 26; flower++) {
      const [x, y] = stem(0.62 + (flower / 26) * 0.38);
      const side = (flower % 2 ? 1 : -1) * size * (1.1 - flower / 30);
      drawDaisy(canvas, x + side * 0.8, y, size * (0.8 - flower / 48), plant.flowerColor, 5);
    }
  } else if (plant.habit === 'umbel') {
    for (let ray = 0; ray < 11; ray++) {
      const angle = (-165 + ray * 15) * (Math.PI / 180);
      const x = top.x + Math.cos(angle) * size * 4;
      const y = top.y + Math.sin(angle) * size * 2.6;
      canvas
        .moveTo(top.x, top.y)
        .lineTo(x, y)
        .lineWidth(0.8)
        .stroke(toHex(shade(hex(plant.leafColor), 0.75)));
      for (let floret = 0; floret < 7; floret++) {
        const turn = floret * 0.9;
        drawDaisy(
          canvas,
          x + Math.cos(turn) * size * 0.5,
          y + Math.sin(turn) * size * 0.4,
          size * 0.26,
          plant.flowerColor,
          5,
        );
      }
    }
  } else drawBells(canvas, plant, stem, size);
}

function drawBells(canvas: Canvas, plant: Plant, stem: Stem, size: number): void {
  const color = hex(plant.flowerColor);
  for (let bell = 0; bell < 9; bell++) {
    const [x, y] = stem(0.55 + bell * 0.05);
    const grown = size * (1.5 - bell * 0.1);
    canvas
      .save()
      .translate(x + (bell % 2 ? 1 : -1) * grown * 0.9, y)
      .rotate(bell % 2 ? -25 : 25);
    canvas.path(
      `M${-grown * 0.3} 0 C${-grown * 0.6} ${grown} ${-grown * 0.7} ${grown * 1.3} ${-grown * 0.9} ${grown * 1.7} L${-grown * 0.3} ${grown * 1.5} L0 ${grown * 1.8} L${grown * 0.3} ${grown * 1.5} L${grown * 0.9} ${grown * 1.7} C${grown * 0.7} ${grown * 1.3} ${grown * 0.6} ${grown} ${grown * 0.3} 0Z`,
    );
    canvas.fillAndStroke(toHex(color), toHex(shade(color, 0.6)));
    canvas
      .moveTo(0, grown * 0.2)
      .lineTo(0, grown * 1.6)
      .lineWidth(0.6)
      .stroke(toHex(shade(color, 0.7)));
    canvas.restore();
  }
}

/** A flower of `petals` around a yellow heart. */
function drawDaisy(
  canvas: Canvas,
  x: number,
  y: number,
  radius: number,
  color: string,
  petals: number,
): void {
  const base = hex(color);
  for (let petal = 0; petal < petals; petal++) {
    canvas
      .save()
      .translate(x, y)
      .rotate((petal * 360) / petals);
    canvas.ellipse(radius * 0.62, 0, radius * 0.42, Math.min(radius * 0.24, (radius * 2) / petals));
    canvas
      .lineWidth(0.4)
      .fillAndStroke(toHex(petal % 2 ? base : shade(base, 0.88)), toHex(shade(base, 0.55)));
    canvas.restore();
  }
  canvas.circle(x, y, radius * 0.3).fillAndStroke('#e3b53a', '#8a6417');
  for (let seed = 0; seed < 9; seed++) {
    const reach = radius * 0.2 * Math.sqrt(seed / 9);
    canvas
      .circle(x + Math.cos(seed * 2.4) * reach, y + Math.sin(seed * 2.4) * reach, radius * 0.035)
      .fill('#7a5210');
  }
}
