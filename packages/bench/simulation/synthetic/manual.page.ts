import type { Canvas } from '../../print/draw/pdf-writer.js';
import { fonts, setLine, setText, type TextStyle } from '../../print/draw/typography.js';
import { createRandom, seedOf, type Random } from '../../random.js';
import { makeParagraph, makePhrase, type TextLanguage } from './words.js';

/** Pages of one manual: they share title, header, fonts and margins, which makes them look alike. */
export const pagesPerManual = 40;

interface Manual {
  readonly title: string;
  readonly language: TextLanguage;
  readonly body: TextStyle;
  readonly heading: TextStyle;
  readonly accent: string;
  readonly columns: 1 | 2;
}

const left = 56;
const width = 483;
const bottom = 770;

/** Draws page `seed % pagesPerManual` of manual `seed / pagesPerManual` on an A4 sheet. */
export function drawManualPage(canvas: Canvas, seed: number): void {
  const manual = makeManual(Math.floor(seed / pagesPerManual));
  const pageNumber = (seed % pagesPerManual) + 1;
  const random = createRandom(seedOf(seed, 'manual page'));
  canvas.rect(0, 0, 595, 842).fill('#ffffff');
  drawFrame(canvas, manual, pageNumber);
  let y = 92;
  let section = 1;
  while (y < bottom - 60) {
    setLine(
      canvas,
      `${pageNumber}.${section}  ${makePhrase(random, manual.language, random.integer(2, 5))}`,
      left,
      y,
      manual.heading,
    );
    y += manual.heading.size + 8;
    const block = random.pick([drawText, drawText, drawSteps, drawTable, drawFigure, drawCode]);
    y = block(canvas, random, manual, y) + 14;
    section++;
  }
}

function makeManual(index: number): Manual {
  const random = createRandom(seedOf(index, 'manual'));
  const language = random.pick(['en', 'fr'] as const);
  const isSerif = random.chance(0.5);
  const size = random.between(9.2, 11.2);
  return {
    title: makePhrase(random, language, 4),
    language,
    body: {
      font: isSerif ? fonts.serif : fonts.sans,
      size,
      color: '#1c1c1c',
      align: 'justify',
      lineGap: 1.5,
    },
    heading: { font: isSerif ? fonts.serifBold : fonts.sansBold, size: size + 4, color: '#111111' },
    accent: random.pick(['#1d4e89', '#8a1c1c', '#2f6b3a', '#444444', '#b36a12']),
    columns: random.chance(0.3) ? 2 : 1,
  };
}

function drawFrame(canvas: Canvas, manual: Manual, pageNumber: number): void {
  canvas.rect(left, 46, width, 22).fill(manual.accent);
  setLine(canvas, manual.title, left + 8, 52, { font: fonts.sansBold, size: 10, color: '#ffffff' });
  setLine(canvas, `Rev. C  –  ${manual.language === 'fr' ? 'Notice' : 'User manual'}`, left + width - 8, 52, {
    font: fonts.sans,
    size: 9,
    color: '#ffffff',
    align: 'right',
  });
  canvas
    .moveTo(left, 790)
    .lineTo(left + width, 790)
    .lineWidth(0.8)
    .stroke(manual.accent);
  setLine(canvas, String(pageNumber), left + width, 796, {
    font: fonts.sans,
    size: 9,
    color: '#333333',
    align: 'right',
  });
}

type Block = (canvas: Canvas, random: Random, manual: Manual, y: number) => number;

const drawText: Block = (canvas, random, manual, y) => {
  const text = makeParagraph(random, manual.language, random.integer(3, 7));
  if (manual.columns === 1)
    return setText(canvas, text, { x: left, y, width, height: bottom - y }, manual.body);
  const half = (width - 18) / 2;
  const first = setText(canvas, text, { x: left, y, width: half, height: bottom - y }, manual.body);
  const other = makeParagraph(random, manual.language, 5);
  const second = setText(
    canvas,
    other,
    { x: left + half + 18, y, width: half, height: bottom - y },
    manual.body,
  );
  return Math.max(first, second);
};

const drawSteps: Block = (canvas, random, manual, y) => {
  let at = y;
  for (let step = 1; step <= 5 && at < bottom - 30; step++) {
    setLine(canvas, `${step}.`, left + 10, at, { ...manual.body, color: manual.accent });
    const text = makeParagraph(random, manual.language, 1);
    at =
      setText(canvas, text, { x: left + 28, y: at, width: width - 28, height: bottom - at }, manual.body) + 3;
  }
  return at;
};

const drawTable: Block = (canvas, random, manual, y) => {
  const rows = Math.min(random.integer(4, 8), Math.floor((bottom - y) / 18));
  const columns = random.integer(3, 5);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, top] = [left + (column * width) / columns, y + row * 18];
      canvas.rect(x, top, width / columns, 18).lineWidth(0.6);
      canvas.fillAndStroke(row === 0 ? '#dddddd' : row % 2 ? '#ffffff' : '#f4f4f4', '#777777');
      const text =
        row > 0 && random.chance(0.5) ? `${random.integer(1, 9999)}` : makePhrase(random, manual.language, 1);
      setLine(canvas, text, x + 5, top + 5, { ...manual.body, size: 8.5 });
    }
  }
  return y + rows * 18;
};

const drawFigure: Block = (canvas, random, manual, y) => {
  const height = Math.min(130, bottom - y);
  canvas.rect(left, y, width, height).lineWidth(0.8).stroke('#999999');
  const boxes = random.integer(4, 7);
  for (let box = 0; box < boxes; box++) {
    const x = left + 14 + (box * (width - 40)) / boxes;
    const top = y + 12 + random.between(0, height * 0.45);
    const side = random.between(24, 42);
    if (random.chance(0.5)) canvas.rect(x, top, side * 1.3, side);
    else canvas.ellipse(x + side * 0.6, top + side / 2, side * 0.6, side / 2);
    canvas.lineWidth(1.2).fillAndStroke(random.chance(0.4) ? manual.accent : '#eeeeee', '#333333');
    canvas
      .moveTo(x + side, top + side / 2)
      .lineTo(x + (width - 40) / boxes, y + height / 2)
      .lineWidth(1)
      .stroke('#333333');
    setLine(canvas, `${String.fromCharCode(65 + box)}${random.integer(1, 40)}`, x, top + side + 4, {
      ...manual.body,
      size: 8,
    });
  }
  return y + height;
};

const drawCode: Block = (canvas, random, manual, y) => {
  const lines = Math.min(random.integer(4, 8), Math.floor((bottom - y - 10) / 11));
  canvas.rect(left, y, width, lines * 11 + 10).fill('#efefef');
  for (let line = 0; line < lines; line++) {
    const text = `${'  '.repeat(random.integer(0, 3))}${makePhrase(random, 'en', 2).toLowerCase().replace(' ', '_')}(${random.integer(0, 255)}, 0x${random.integer(0, 65535).toString(16)});`;
    setLine(canvas, text, left + 8, y + 6 + line * 11, { font: fonts.mono, size: 8.8, color: manual.accent });
  }
  return y + lines * 11 + 10;
};
