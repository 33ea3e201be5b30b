/** Pages of one template: the same form every time, filled with other words. */
import { createImage, type RgbImage } from '../../demo/paint/rgb-image.js';
import { drawPattern } from '../../demo/print/draw/patterns.js';
import { rasterizePdfPage } from '../../demo/print/draw/pdf-rasterizer.js';
import { type Canvas, writePdf } from '../../demo/print/draw/pdf-writer.js';
import { fonts, setLine } from '../../demo/print/draw/typography.js';
import { createRandom, seedOf } from '../../demo/random.js';
import { makePhrase } from '../../demo/simulation/synthetic/words.js';

const SHEET = { width: 595, height: 842 };
const WIDTH_PX = 707;
const POINT_PX = WIDTH_PX / SHEET.width;

/** Words on a sheet, in cells of points; a page is filled with such cells. */
const CELL = { width: 92, height: 15 };
const SHEET_COLUMNS = 6;
const SHEET_ROWS = 54;

/** Where a page is filled: rows of a table, from here on. */
const BODY = { left: 150, top: 210, columns: 4, rows: 30, rowHeight: 18 };

const LABELS = 'Article Number Price Size Color Weight Origin Stock Order Date Supplier Unit'.split(' ');

/** Draws pages fast: words are drawn once and copied after that. */
export class TemplatePages {
  private constructor(
    private readonly template: RgbImage,
    private readonly words: RgbImage,
  ) {}

  static async make(): Promise<TemplatePages> {
    const [template, words] = [await rasterized(drawTemplate), await rasterized(drawWords)];
    return new TemplatePages(template, words);
  }

  /** Page of a number; the same number gives the same page. */
  page(number: number): RgbImage {
    const random = createRandom(seedOf(number, 'template page'));
    const page = createImage(this.template.width, this.template.height);
    page.data.set(this.template.data);
    for (let row = 0; row < BODY.rows; row += 1) {
      for (let column = 0; column < BODY.columns; column += 1) {
        const word = random.integer(0, SHEET_COLUMNS * SHEET_ROWS - 1);
        this.copyWord(word, page, BODY.left + column * (CELL.width + 6), BODY.top + row * BODY.rowHeight);
      }
    }
    return page;
  }

  private copyWord(word: number, page: RgbImage, left: number, top: number): void {
    const [fromX, fromY] = [
      (word % SHEET_COLUMNS) * CELL.width,
      Math.floor(word / SHEET_COLUMNS) * CELL.height,
    ];
    const width = Math.floor(CELL.width * POINT_PX) * 3;
    for (let y = 0; y < Math.floor(CELL.height * POINT_PX); y += 1) {
      const from = ((Math.round(fromY * POINT_PX) + y) * this.words.width + Math.round(fromX * POINT_PX)) * 3;
      const to = ((Math.round(top * POINT_PX) + y) * page.width + Math.round(left * POINT_PX)) * 3;
      page.data.set(this.words.data.subarray(from, from + width), to);
    }
  }
}

async function rasterized(draw: (canvas: Canvas) => void): Promise<RgbImage> {
  return rasterizePdfPage(
    await writePdf({ ...SHEET, title: 'template', isCompressed: false }, [draw]),
    0,
    WIDTH_PX,
  );
}

function drawTemplate(canvas: Canvas): void {
  canvas.rect(0, 0, SHEET.width, SHEET.height).fill('#ffffff');
  drawPattern(canvas, 'zellige', {
    x: 40,
    y: 30,
    width: 110,
    height: 70,
    colors: ['#f4efe4', '#1d4e89', '#b36a12'],
  });
  setLine(canvas, 'Price list of the central store', 170, 44, {
    font: fonts.sansBold,
    size: 24,
    color: '#1d4e89',
  });
  setLine(canvas, 'All prices without tax; sizes in millimeters; valid until recalled', 170, 78, {
    font: fonts.sans,
    size: 11,
    color: '#222222',
  });
  canvas.rect(40, 120, 515, 60).lineWidth(1.5).stroke('#1d4e89');
  for (const [at, label] of LABELS.entries()) {
    setLine(canvas, label, 52 + (at % 6) * 84, 132 + Math.floor(at / 6) * 24, {
      font: fonts.serifItalic,
      size: 12,
      color: '#333333',
    });
  }
  for (let row = 0; row < BODY.rows; row += 1) {
    const y = BODY.top + row * BODY.rowHeight;
    canvas
      .moveTo(40, y + 16)
      .lineTo(555, y + 16)
      .lineWidth(0.5)
      .stroke('#999999');
    setLine(canvas, `${LABELS[row % LABELS.length] ?? ''} ${row + 1}`, 46, y + 2, {
      font: fonts.sansBold,
      size: 10,
      color: '#1d4e89',
    });
  }
  setLine(
    canvas,
    'Questions? Ask at the counter, or write to us. We deliver on every working day.',
    46,
    790,
    {
      font: fonts.serif,
      size: 12,
      color: '#222222',
    },
  );
}

function drawWords(canvas: Canvas): void {
  const random = createRandom(seedOf(1, 'template words'));
  canvas.rect(0, 0, SHEET.width, SHEET.height).fill('#ffffff');
  for (let word = 0; word < SHEET_COLUMNS * SHEET_ROWS; word += 1) {
    const text = random.chance(0.4)
      ? `${random.integer(10, 9999)}.${random.integer(10, 99)}`
      : makePhrase(random, 'en', 1);
    setLine(
      canvas,
      text,
      (word % SHEET_COLUMNS) * CELL.width + 2,
      Math.floor(word / SHEET_COLUMNS) * CELL.height + 1,
      {
        font: random.pick([fonts.sans, fonts.serif]),
        size: 11,
        color: '#1c1c1c',
      },
    );
  }
}
