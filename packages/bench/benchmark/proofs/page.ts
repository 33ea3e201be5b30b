/** Draws the two sides of a pair: a page of print, and the same page with one thing changed. */
import { createRandom, type Random } from '../../random.js';
import { type Canvas, writePdf } from '../../print/draw/pdf-writer.js';
import { changeOne } from './changes.js';
import type { Item, Place } from './items.js';
import type { ProofSpec } from './spec.js';

export interface DrawnPair {
  /** PDFs of one page. */
  readonly before: Buffer;
  readonly after: Buffer;
  /** Where the change shows: one place, two of a moved block, none where nothing changed. */
  readonly places: readonly Place[];
}

const WORDS = (
  'garten fenster beträgt schöne über größe forêt élève déjà naïve señor mañana açaí weiße kühl spring water paper ' +
  'letter summer market harbor window bridge morning travel kitchen fresh bread honey apple river stone light garden ' +
  'offer until price order terms delivery within days return quality service number account balance invoice total'
).split(' ');

const INKS = ['#1b1b1b', '#20242c', '#2a2036', '#000000'];
const COLORS = ['#b3402a', '#1f6fb2', '#2c8c4a', '#e07a1f', '#7a2f8c', '#c9a227', '#0d6e75'];

export async function drawPair(spec: ProofSpec): Promise<DrawnPair> {
  const random = createRandom(spec.seed);
  const before = layOut(spec, random);
  const { after, places } =
    spec.change === null ? { after: before, places: [] } : changePage(before, spec, random);
  return { before: await print(spec, before), after: await print(spec, after), places };
}

/** The page with the change of the spec. */
export function changePage(
  items: readonly Item[],
  spec: ProofSpec,
  random: Random,
): ReturnType<typeof changeOne> {
  return changeOne(items, spec, random, widthOf);
}

/** Average width of text in points, enough to keep columns apart. */
function widthOf(text: string, font: string, pt: number): number {
  return text.length * pt * (font.startsWith('Courier') ? 0.6 : font.startsWith('Times') ? 0.47 : 0.54);
}

/** What a page of the spec is made of, before anything is changed. */
export function layOut(spec: ProofSpec, random: Random): Item[] {
  const [width, height] = spec.size;
  const margin = 0.07 * width;
  const pt = spec.textPt;
  const ink = random.pick(INKS);
  const items: Item[] = [];
  const shape = (is: Exclude<Item['is'], 'text'>, x: number, y: number, w: number, h: number): void => {
    const color = random.pick(COLORS);
    const secondColor = random.pick(COLORS.filter((other) => other !== color));
    items.push({ is, x, y, width: w, height: h, color, secondColor, seed: random.integer(1, 1e6) });
  };
  const word = (text: string, x: number, y: number, font = spec.fonts[0], size = pt): number => {
    items.push({ is: 'text', text, x, y, font, pt: size, color: ink });
    return x + widthOf(`${text} `, font, size);
  };
  const lines = (x0: number, y0: number, w: number, h: number): void => {
    for (let y = y0; y + pt * 1.3 < y0 + h; y += pt * 1.35) {
      let x = x0;
      for (;;) {
        const text = drawWord(random);
        if (x + widthOf(text, spec.fonts[0], pt) > x0 + w) break;
        x = word(text, x, y);
      }
    }
  };
  const inner = width - 2 * margin;
  const top = margin;
  shape('logo', margin, top, 0.16 * width, 0.16 * width);
  word(drawWord(random).toUpperCase(), margin + 0.22 * width, top + 0.03 * width, spec.fonts[1], pt * 1.8);
  shape('gradient', margin + 0.22 * width, top + 0.11 * width, inner - 0.22 * width, 0.05 * width);
  const body = top + 0.21 * width;
  const foot = height - margin - pt * 1.5;
  shape('line', margin, body - 0.015 * width, inner, 0.5);
  if (spec.layout === 'columns') {
    const column = inner * 0.47;
    lines(margin, body, column, foot - body);
    shape('picture', margin + inner - column, body, column, column * 0.7);
    lines(margin + inner - column, body + column * 0.75, column, foot - body - column * 1.15);
    shape('block', margin + inner - column, foot - column * 0.36, column * 0.5, column * 0.3);
  } else if (spec.layout === 'flyer') {
    shape('picture', margin, body, inner, inner * 0.4);
    lines(margin, body + inner * 0.43, inner * 0.6, foot - body - inner * 0.43);
    shape('block', margin + inner * 0.68, body + inner * 0.47, inner * 0.3, inner * 0.16);
    lines(margin + inner * 0.66, body + inner * 0.68, inner * 0.34, foot - body - inner * 0.68);
  } else {
    const isInvoice = spec.layout === 'invoice';
    const tableTop = body + (isInvoice ? inner * 0.16 : inner * 0.28);
    if (isInvoice) lines(margin, body, inner * 0.5, inner * 0.14);
    shape('picture', margin + inner * 0.6, body, inner * 0.4, isInvoice ? inner * 0.13 : inner * 0.24);
    shape(
      'block',
      margin + (isInvoice ? inner * 0.52 : 0),
      body,
      inner * (isInvoice ? 0.06 : 0.3),
      inner * 0.1,
    );
    for (let y = tableTop; y + pt * 2 < foot; y += pt * 1.9) {
      let x = margin;
      while (x < margin + inner * 0.6) x = word(drawWord(random), x, y);
      word(drawPrice(random), margin + inner * 0.86, y, spec.fonts[isInvoice ? 0 : 1]);
      if (isInvoice) shape('line', margin, y + pt * 1.35, inner, 0.3);
    }
  }
  word(`${random.integer(1, 30)}.${random.integer(1, 12)}.2026`, margin, foot);
  word(drawPrice(random), margin + inner * 0.5, foot);
  return items;
}

function drawWord(random: Random): string {
  const word = random.pick(WORDS);
  if (random.chance(0.08)) return drawPrice(random);
  if (random.chance(0.1)) return `${random.integer(1, 31)}.`;
  return random.chance(0.12) ? `${word},` : word;
}

const drawPrice = (random: Random): string =>
  `${random.integer(1, 99)},${String(random.integer(0, 99)).padStart(2, '0')}`;

function print(spec: ProofSpec, items: readonly Item[]): Promise<Buffer> {
  const [width, height] = spec.size;
  return writePdf({ width, height, title: spec.name }, [
    (canvas) => items.forEach((item) => draw(canvas, item)),
  ]);
}

export function draw(canvas: Canvas, item: Item): void {
  if (item.is === 'text') {
    canvas.font(item.font).fontSize(item.pt).fillColor(item.color);
    canvas.text(item.text, item.x, item.y, { lineBreak: false });
    return;
  }
  const { x, y, width, height } = item;
  if (item.is === 'logo') {
    canvas.circle(x + width / 2, y + height / 2, width / 2).fill(item.color);
    canvas.circle(x + width * 0.62, y + height * 0.42, width * 0.16).fill('#ffffff');
  } else if (item.is === 'gradient') {
    const fill = canvas.linearGradient(x, y, x + width, y);
    canvas.rect(x, y, width, height).fill(fill.stop(0, item.color).stop(1, item.secondColor));
  } else if (item.is === 'picture') drawPicture(canvas, item);
  else canvas.rect(x, y, width, height).fill(item.is === 'line' ? '#303030' : item.color);
}

/** Overlapping shapes of many colors: as much detail as a photo has, without one. */
function drawPicture(canvas: Canvas, item: Exclude<Item, { is: 'text' }>): void {
  const random = createRandom(item.seed);
  canvas.save().rect(item.x, item.y, item.width, item.height).clip();
  canvas.rect(item.x, item.y, item.width, item.height).fill(item.color);
  for (let i = 0; i < 60; i += 1) {
    const [x, y] = [item.x + random.next() * item.width, item.y + random.next() * item.height];
    const hex = random.integer(0, 0xffffff).toString(16).padStart(6, '0');
    canvas
      .circle(x, y, item.width * random.between(0.01, 0.12))
      .fillOpacity(0.7)
      .fill(`#${hex}`);
  }
  canvas.fillOpacity(1).restore();
}
