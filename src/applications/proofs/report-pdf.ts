/** A comparison as a PDF to keep and to send. */
import PDFDocument from 'pdfkit';
import type { FractionBox } from '../../vision/types.js';
import type { PageDifference } from './page-differences.js';
import type { Picture } from './compared-pdfs.js';
import type { Crop, ReportContent, ReportedPage } from './report-content.js';
import {
  describeCounts,
  describePage,
  LIMIT_OF_RESOLUTION,
  limitsOf,
  nameOfPage,
  verdictOf,
} from './report-words.js';

const MARGIN = 42;
const GAP = 14;
const MARK = '#d6204e';
const HIGHEST_PAGE = 420;
const HIGHEST_CROP = 230;

export async function pdfReport(content: ReportContent): Promise<Buffer> {
  const report = new Report(content.date);
  report.summary(content);
  for (const page of content.pages) {
    if (page.page.status !== 'unchanged' || page.page.isMoved) report.page(page);
  }
  return report.end();
}

type Drawing = (picture: Picture, x: number, y: number, width: number, height: number) => void;

class Report {
  private readonly pdf: PDFKit.PDFDocument;
  private readonly finished: Promise<Buffer>;

  constructor(date: Date) {
    const info = { Title: 'Comparison of two PDFs', Creator: 'Loupe', CreationDate: date, ModDate: date };
    this.pdf = new PDFDocument({ size: 'A4', margin: MARGIN, info });
    const chunks: Buffer[] = [];
    this.finished = new Promise((resolve, reject) => {
      this.pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.pdf.on('end', () => resolve(Buffer.concat(chunks))).on('error', reject);
    });
  }

  summary({ names, date, comparison, pages }: ReportContent): void {
    this.title('Comparison of two PDFs', 20);
    this.line(`First file: ${names[0]}, ${comparison.referencePageCount} pages`);
    this.line(`Second file: ${names[1]}, ${comparison.queryPageCount} pages`);
    this.line(date.toISOString());
    this.title(verdictOf(comparison), 14);
    this.line(`Pages: ${describeCounts(comparison)}.`);
    this.line(LIMIT_OF_RESOLUTION);
    this.pdf.moveDown(0.5);
    for (const { page } of pages) {
      if (page.status !== 'unchanged' || page.isMoved) {
        this.line(`${nameOfPage(page)}: ${describePage(page)}`);
      }
    }
  }

  page({ page, thumbnails, sides, crops }: ReportedPage): void {
    this.pdf.addPage();
    this.title(`${nameOfPage(page)}: ${describePage(page)}`, 14);
    for (const limit of limitsOf(page)) this.line(limit);
    if (sides === null) {
      this.pair(thumbnails.reference, thumbnails.query, HIGHEST_PAGE / 2, () => undefined);
    } else {
      this.pair(sides.reference, sides.query, HIGHEST_PAGE, (picture, ...place) =>
        this.marks(page.differences, picture === sides.reference ? 'inReference' : 'inQuery', ...place),
      );
    }
    for (const [at, difference] of page.differences.entries()) {
      this.difference(difference, crops[at]);
    }
  }

  async end(): Promise<Buffer> {
    this.pdf.end();
    return this.finished;
  }

  private difference(
    { number, kind, deltaE, sentence }: PageDifference,
    crop: ReportedPage['crops'][number] | undefined,
  ): void {
    const needed = crop === undefined ? 40 : 50 + heightOf(crop, this.column);
    if (this.pdf.y + needed > this.bottom) this.pdf.addPage();
    const color = deltaE === null ? '' : `, \u0394E ${deltaE.toFixed(1)}`;
    this.title(`${number}. ${kind}${color}`, 11);
    this.line(sentence);
    if (crop === undefined) return;
    this.pair(crop.reference, crop.query, HIGHEST_CROP, (picture, x, y, width, height) => {
      const { left, top, ...size } = (picture as Crop).mark;
      this.frame({ left, top, ...size }, x, y, width, height);
    });
  }

  private get column(): number {
    return (this.pdf.page.width - 2 * MARGIN - GAP) / 2;
  }

  private get bottom(): number {
    return this.pdf.page.height - MARGIN;
  }

  /** Both pictures beside each other, as wide as their columns and not higher than `highest`. */
  private pair(first: Picture | null, second: Picture | null, highest: number, draw: Drawing): void {
    const heights = [first, second].map((picture, at) => {
      if (picture === null) return 0;
      const x = MARGIN + at * (this.column + GAP);
      const y = this.pdf.y;
      const scale = Math.min(this.column / picture.width, highest / picture.height);
      const [width, height] = [picture.width * scale, picture.height * scale];
      this.pdf.image(picture.jpeg, x, y, { width, height });
      this.pdf.lineWidth(0.5).rect(x, y, width, height).stroke('#999999');
      draw(picture, x, y, width, height);
      return height;
    });
    this.pdf.x = MARGIN;
    this.pdf.y += Math.max(...heights) + GAP;
  }

  private marks(
    differences: readonly PageDifference[],
    side: 'inReference' | 'inQuery',
    x: number,
    y: number,
    width: number,
    height: number,
  ): void {
    for (const difference of differences) {
      const box = difference[side];
      this.frame(box, x, y, width, height);
      const at = [x + box.left * width, Math.max(y, y + box.top * height - 9)] as const;
      const options = { lineBreak: false };
      const { y: before } = this.pdf;
      this.pdf.font('Helvetica-Bold').fontSize(8).fillColor(MARK);
      this.pdf.text(String(difference.number), ...at, options);
      this.pdf.y = before;
    }
  }

  private frame(box: FractionBox, x: number, y: number, width: number, height: number): void {
    // Beside the letters, not through them.
    this.pdf
      .lineWidth(1)
      .rect(
        x + box.left * width - 2,
        y + box.top * height - 2,
        Math.max(1, box.width * width) + 4,
        Math.max(1, box.height * height) + 4,
      )
      .stroke(MARK);
  }

  private title(text: string, size: number): void {
    this.pdf.font('Helvetica-Bold').fontSize(size).fillColor('#000000');
    this.pdf.text(writable(text), MARGIN).moveDown(0.3);
  }

  private line(text: string): void {
    this.pdf.font('Helvetica').fontSize(10).fillColor('#000000').text(writable(text), MARGIN).moveDown(0.2);
  }
}

const heightOf = ({ reference, query }: { reference: Picture; query: Picture }, column: number): number =>
  Math.max(
    ...[reference, query].map((picture) => Math.min(HIGHEST_CROP, (picture.height * column) / picture.width)),
  );

/** What the standard fonts of PDF lack: they know Windows-1252. */
const UNWRITABLE = /[^\n\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

function writable(text: string): string {
  const known = text.replaceAll('\u0394E', 'Delta E').replaceAll('→', '->');
  const written = known.replace(UNWRITABLE, '?');
  return written === known
    ? known
    : `${written} (Letters that this report has no font for are shown as ?; the pictures show them.)`;
}
