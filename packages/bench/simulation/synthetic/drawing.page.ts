import { fromHsl, toHex } from '../../paint/color.js';
import { drawPlant, type Plant } from '../../print/draw/botanical.js';
import { drawStream, drawYearWheel } from '../../print/draw/charts.js';
import { drawIngredient, type Ingredient } from '../../print/draw/ingredients.js';
import { drawOwl } from '../../print/draw/owl.js';
import { drawPattern, type PatternName } from '../../print/draw/patterns.js';
import type { Canvas } from '../../print/draw/pdf-writer.js';
import { drawRelief } from '../../print/draw/terrain-map.js';
import { fonts, setLine } from '../../print/draw/typography.js';
import { createRandom, seedOf, type Random } from '../../random.js';
import { makePhrase } from './words.js';

const habits: readonly Plant['habit'][] = ['spike', 'umbel', 'daisy', 'fern', 'bell'];
const patternNames: readonly PatternName[] = [
  'zellige',
  'houndstooth',
  'waves',
  'tartan',
  'meadow',
  'terrazzo',
  'ikat',
  'fans',
  'orchard',
];
const ingredientNames: readonly Ingredient[] = [
  'apricot',
  'strawberry',
  'egg',
  'butter',
  'flour',
  'sugar',
  'lemon',
  'almond',
];

/** Draws a sheet of illustrations: every field of an irregular grid holds another kind of drawing. */
export function drawIllustrationPage(canvas: Canvas, seed: number): void {
  const random = createRandom(seedOf(seed, 'illustration'));
  canvas.rect(0, 0, 595, 842).fill(color(random, 0.92));
  setLine(canvas, makePhrase(random, random.pick(['en', 'fr']), 3), 40, 28, {
    font: random.pick([fonts.serifBold, fonts.sansBold, fonts.serifItalic]),
    size: 34,
    color: color(random, 0.25),
  });
  let y = 84;
  while (y < 760) {
    const height = Math.min(random.between(170, 300), 802 - y);
    const fields = random.integer(1, 3);
    for (let field = 0; field < fields; field++) {
      const width = 515 / fields - 10;
      const box = { x: 40 + field * (width + 10), y, width, height };
      canvas.save().rect(box.x, box.y, box.width, box.height).clip();
      random.pick(drawings)(canvas, random, box);
      canvas.restore();
    }
    y += height + 12;
  }
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Drawing = (canvas: Canvas, random: Random, box: Box) => void;

const drawings: readonly Drawing[] = [plants, plants, swatch, relief, basket, owls, charts];

function color(random: Random, lightness: number): string {
  return toHex(fromHsl(random.between(0, 360), random.between(0.25, 0.75), lightness));
}

function fill(canvas: Canvas, random: Random, box: Box): void {
  canvas.rect(box.x, box.y, box.width, box.height).fill(color(random, random.between(0.75, 0.92)));
}

function plants(canvas: Canvas, random: Random, box: Box): void {
  fill(canvas, random, box);
  const count = Math.max(1, Math.floor(box.width / 95));
  for (let plant = 0; plant < count; plant++) {
    drawPlant(canvas, random, {
      x: box.x + ((plant + 0.5) * box.width) / count,
      y: box.y + box.height - 8,
      height: box.height * random.between(0.65, 0.9),
      leafColor: toHex(fromHsl(random.between(70, 150), 0.4, random.between(0.28, 0.45))),
      flowerColor: color(random, random.between(0.5, 0.9)),
      habit: random.pick(habits),
    });
  }
}

function swatch(canvas: Canvas, random: Random, box: Box): void {
  drawPattern(canvas, random.pick(patternNames), {
    ...box,
    width: box.width + random.next(),
    colors: [
      color(random, 0.88),
      color(random, random.between(0.2, 0.5)),
      color(random, random.between(0.4, 0.7)),
    ],
  });
}

function relief(canvas: Canvas, random: Random, box: Box): void {
  drawRelief(canvas, { ...box, cellPoints: 9 }, random.integer(0, 1e9));
}

function basket(canvas: Canvas, random: Random, box: Box): void {
  fill(canvas, random, box);
  for (let item = 0; item < (box.width * box.height) / 5200; item++) {
    const [x, y] = [box.x + random.between(25, box.width - 25), box.y + random.between(25, box.height - 25)];
    drawIngredient(canvas, random.pick(ingredientNames), x, y, random.between(40, 80));
  }
}

function owls(canvas: Canvas, random: Random, box: Box): void {
  fill(canvas, random, box);
  const count = Math.max(1, Math.floor(box.width / 110));
  for (let owl = 0; owl < count; owl++) {
    drawOwl(canvas, {
      x: box.x + ((owl + 0.5) * box.width) / count,
      y: box.y + box.height - 10,
      height: box.height * random.between(0.6, 0.85),
      plumage: [color(random, 0.35), color(random, 0.8), color(random, 0.55)],
      seed: random.integer(0, 1e9),
    });
  }
}

function charts(canvas: Canvas, random: Random, box: Box): void {
  fill(canvas, random, box);
  if (box.width > box.height * 1.4) {
    const colors = Array.from({ length: 6 }, () => color(random, random.between(0.3, 0.7)));
    drawStream(canvas, box.x, box.y + 10, box.width, box.height - 20, colors);
    return;
  }
  const series = Array.from({ length: 3 }, () => ({
    color: color(random, 0.45),
    values: Array.from({ length: 12 }, () => random.next()),
  }));
  const radius = Math.min(box.width, box.height) * 0.4;
  drawYearWheel(canvas, box.x + box.width / 2, box.y + box.height / 2, radius, series);
}
