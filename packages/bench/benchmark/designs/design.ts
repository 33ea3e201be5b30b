/** Pages of one design: everything that an organization prints again and again with other words and numbers in it. */
import { createRandom, type Random, seedOf } from '../../random.js';
import { rasterizePdfPage } from '../../print/draw/pdf-rasterizer.js';
import { type Canvas, writePdf } from '../../print/draw/pdf-writer.js';
import { fonts, setLine } from '../../print/draw/typography.js';
import type { RgbImage } from '../../paint/rgb-image.js';
import { makePhrase } from '../../simulation/synthetic/words.js';

/** In points. */
interface Sheet {
  readonly width: number;
  readonly height: number;
}

/** What a page of a design is drawn with: its frame is the same on all pages, its content is not. */
export interface Pen {
  readonly canvas: Canvas;
  readonly sheet: Sheet;
  /** The same for all pages of the design. */
  readonly frame: Random;
  /** Of this page alone. */
  readonly content: Random;
}

export interface Design {
  readonly name: string;
  readonly sheet: Sheet;
  readonly draw: (pen: Pen) => void;
}

const PIXELS_WIDE = 1000;

/** A page of a design, some 1,000 pixels wide. The same number gives the same page. */
export async function designPage(design: Design, number: number): Promise<RgbImage> {
  const draw = (canvas: Canvas): void => {
    canvas.rect(0, 0, design.sheet.width, design.sheet.height).fill('#ffffff');
    design.draw({
      canvas,
      sheet: design.sheet,
      frame: createRandom(seedOf(1, `${design.name} frame`)),
      content: createRandom(seedOf(number, `${design.name} content`)),
    });
  };
  const pdf = await writePdf({ ...design.sheet, title: design.name, isCompressed: false }, [draw]);
  return rasterizePdfPage(pdf, 0, PIXELS_WIDE);
}

export type FontName = keyof typeof fonts;

/** A line of text, its top left at a place in points. */
export function line(
  { canvas }: Pen,
  text: string,
  x: number,
  y: number,
  size: number,
  font: FontName = 'sans',
  color = '#1c1c1c',
): void {
  setLine(canvas, text, x, y, { font: fonts[font], size, color });
}

export function words(random: Random, count: number): string {
  return makePhrase(random, 'en', count);
}

/** Lines of running text. */
export function paragraph(
  pen: Pen,
  random: Random,
  x: number,
  y: number,
  size: number,
  lines: number,
  perLine: number,
): void {
  for (let at = 0; at < lines; at += 1)
    line(pen, words(random, perLine), x, y + at * size * 1.35, size, 'serif');
}

/** A square code: three finder patterns, which all have in common, and modules of its own. */
export function code(
  { canvas }: Pen,
  random: Random,
  x: number,
  y: number,
  side: number,
  modules = 29,
): void {
  const cell = side / modules;
  const isFinder = (row: number, column: number): boolean =>
    (row < 8 && column < 8) || (row < 8 && column >= modules - 8) || (row >= modules - 8 && column < 8);
  for (let row = 0; row < modules; row += 1) {
    for (let column = 0; column < modules; column += 1) {
      if (!isFinder(row, column) && random.chance(0.5))
        canvas.rect(x + column * cell, y + row * cell, cell + 0.1, cell + 0.1).fill('#000000');
    }
  }
  for (const [column, row] of [
    [0, 0],
    [modules - 7, 0],
    [0, modules - 7],
  ] as const) {
    const at = (inset: number, color: string): void => {
      const size = (7 - 2 * inset) * cell;
      canvas.rect(x + (column + inset) * cell, y + (row + inset) * cell, size, size).fill(color);
    };
    at(0, '#000000');
    at(1, '#ffffff');
    at(2, '#000000');
  }
}

export function box(
  { canvas }: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  color: string,
): void {
  canvas.rect(x, y, width, height).fill(color);
}

export function rule(
  { canvas }: Pen,
  x: number,
  y: number,
  width: number,
  color = '#444444',
  thickness = 0.8,
): void {
  canvas.rect(x, y, width, thickness).fill(color);
}

/** A logo of a few shapes. */
export function logo(pen: Pen, x: number, y: number, side: number): void {
  const { canvas, frame } = pen;
  const colors = ['#1d4e89', '#b36a12', '#2f7d4f', '#8a1c3b'];
  for (let shape = 0; shape < 6; shape += 1) {
    const size = side * frame.between(0.2, 0.5);
    const [left, top] = [x + frame.between(0, side - size), y + frame.between(0, side - size)];
    if (frame.chance(0.5)) canvas.rect(left, top, size, size).fill(frame.pick(colors));
    else canvas.circle(left + size / 2, top + size / 2, size / 2).fill(frame.pick(colors));
  }
}

export const price = (random: Random): string =>
  `${random.integer(1, 99)}.${random.integer(0, 9)}${random.integer(0, 9)}`;
export const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.integer(0, 9)).join('');
