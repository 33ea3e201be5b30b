import { fromHsl, toHex } from '../../paint/color.js';
import type { Canvas } from '../../print/draw/pdf-writer.js';
import { fonts, setDropCap, setLine, setText, type TextStyle } from '../../print/draw/typography.js';
import { createRandom, seedOf } from '../../random.js';
import { makeParagraph, makePhrase } from './words.js';

/** Pictures that a mixed page shows. */
export const picturesPerMixedPage = 2;

/** Draws a magazine page of its own layout: headline, pictures (JPEG bytes), columns, a quotation. */
export function drawMixedPage(canvas: Canvas, seed: number, pictures: readonly Buffer[]): void {
  const random = createRandom(seedOf(seed, 'mixed page'));
  const hue = random.between(0, 360);
  const isDark = random.chance(0.25);
  const paper = toHex(fromHsl(hue, 0.3, isDark ? 0.13 : 0.95));
  const ink = isDark ? '#eeeeea' : '#22201c';
  const accent = toHex(fromHsl(hue + 150, 0.6, isDark ? 0.65 : 0.4));
  const language = random.pick(['en', 'fr'] as const);
  const body: TextStyle = {
    font: random.pick([fonts.serif, fonts.sans]),
    size: random.between(9.5, 11.5),
    color: ink,
    align: 'justify',
    lineGap: 1.5,
  };
  const place = (index: number, x: number, y: number, width: number, height: number): void => {
    const picture = pictures[index % pictures.length];
    if (!picture) return;
    canvas.save().rect(x, y, width, height).clip();
    canvas.image(picture, x, y, { cover: [width, height], align: 'center', valign: 'center' }).restore();
  };
  canvas.rect(0, 0, 595, 842).fill(paper);
  const hasTopPicture = random.chance(0.5);
  const pictureHeight = random.between(220, 380);
  const top = hasTopPicture ? 0 : 150;
  place(0, hasTopPicture ? 0 : 40, top, hasTopPicture ? 595 : 515, pictureHeight);
  const headlineY = hasTopPicture ? pictureHeight + 20 : 34;
  const headline = {
    font: random.pick([fonts.serifBold, fonts.sansBold]),
    size: random.between(32, 46),
    color: accent,
  };
  setText(canvas, makePhrase(random, language, 4), { x: 40, y: headlineY, width: 515, height: 56 }, headline);
  setLine(canvas, makePhrase(random, language, 9), 41, headlineY + 62, {
    font: fonts.serifItalic,
    size: 14,
    color: ink,
  });
  const textTop = hasTopPicture ? headlineY + 92 : top + pictureHeight + 20;
  const columns = random.integer(2, 3);
  const width = (515 - 16 * (columns - 1)) / columns;
  for (let column = 0; column < columns; column++) {
    const x = 40 + column * (width + 16);
    const isLast = column === columns - 1;
    const height = 790 - textTop - (isLast ? 130 : 0);
    const text = makeParagraph(random, language, columns === 2 ? 26 : 18);
    if (column === 0) setDropCap(canvas, text, { x, y: textTop, width, height: height - 44 }, body, accent);
    else setText(canvas, text, { x, y: textTop, width, height }, body);
    if (isLast) place(1, x, 672, width, 120);
  }
  setLine(canvas, `${makePhrase(random, language, 2)}  ·  ${random.integer(2, 190)}`, 40, 812, {
    font: fonts.sans,
    size: 8,
    color: accent,
  });
}
