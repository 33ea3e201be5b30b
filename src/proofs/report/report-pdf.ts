/** A comparison as a PDF to keep and to send. */
import PDFDocument from 'pdfkit';
import { EmbeddableFonts } from '../../media/pdf/fonts/embeddable-fonts.js';
import { RIGHT_TO_LEFT } from '../../media/pdf/letter-runs.js';
import { SystemFonts } from '../../media/pdf/fonts/system-fonts.js';
import type { PageDifference } from '../page-difference.js';
import type { Picture } from '../compared-pdfs.js';
import { partlyChanged } from '../changed-letters.js';
import type { Decision } from '../comparison-record.js';
import type { Crop, ReportContent, ReportedPage } from './report-content.js';
import { DirectedText } from './report-directions.js';
import { drawFrame, drawMarks, MARK } from './report-marks.js';
import { drawOverview, drawSheets } from './report-overview.js';
import { ReportLetters, type TextRun } from './report-letters.js';
import { isolatedName } from '../words/languages.js';
import { describePage, ignoredLine, limitsOf, nameOfPage, verdictOf, writtenDate } from '../words/pages.js';
import type { ProofWords } from '../words/proof-words.js';
import {
  alsoLines,
  boxLines,
  decisionLine,
  hashLine,
  recordLines,
  signatureLine,
  trimLine,
} from '../words/record-lines.js';
import { recordWords } from '../words/record-words.js';
import { kindOf, sentenceOf } from '../words/sentences.js';
import { wordsFor } from '../words/sheet-words.js';

const MARGIN = 42;
const GAP = 14;
const HIGHEST_PAGE = 420;
const HIGHEST_CROP = 230;
/** Ascent of Helvetica, as a share of its size. */
const ASCENT = 0.72;

/** @param say the words of the language that the report is written in @returns the bytes of the PDF */
export async function pdfReport(content: ReportContent, say: ProofWords): Promise<Buffer> {
  const report = new Report(content.record.date, wordsFor(content.comparison, say));
  report.summary(content);
  for (const [at, page] of content.pages.entries()) {
    if (page.page.status !== 'unchanged' || page.page.isMoved)
      report.page(
        page,
        content.decisions.filter((one) => one.page === at),
      );
  }
  return report.end();
}

type Drawing = (picture: Picture, x: number, y: number, width: number, height: number) => void;

class Report {
  private readonly pdf: PDFKit.PDFDocument;
  private readonly finished: Promise<Buffer>;
  private readonly letters: { readonly regular: ReportLetters; readonly bold: ReportLetters };
  private hasNumbers = false;

  constructor(
    date: Date,
    private readonly say: ProofWords,
  ) {
    const info = { Title: say.title, Creator: 'Loupe', CreationDate: date, ModDate: date };
    this.pdf = new PDFDocument({ size: 'A4', margin: MARGIN, info, lang: say.language });
    const installed = new SystemFonts();
    const of = (isBold: boolean) => new ReportLetters(new EmbeddableFonts(isBold, installed));
    this.letters = { regular: of(false), bold: of(true) };
    const chunks: Buffer[] = [];
    this.finished = new Promise((resolve, reject) => {
      this.pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.pdf.on('end', () => resolve(Buffer.concat(chunks))).on('error', reject);
    });
  }

  summary({ record, comparison, pages, signature }: ReportContent): void {
    const { say } = this;
    const [first, second] = record.files;
    const words = recordWords[say.language];
    const ignored = pages.flatMap((page) => page.ignored.map((one) => ({ page: page.page, one })));
    this.title(say.title, 20);
    this.line(say.fileOf(say.files[0], isolatedName(first.name), comparison.referencePageCount));
    this.line(hashLine(first, say));
    this.line(say.fileOf(say.files[1], isolatedName(second.name), comparison.queryPageCount));
    this.line(hashLine(second, say));
    this.line(writtenDate(record.date, say));
    if (signature !== null) this.title(signatureLine(signature, say), 11);
    this.title(verdictOf(comparison, say, ignored.length), 14);
    this.line(say.counts(comparison.counts));
    this.line(say.limit);
    this.pdf.moveDown(0.5);
    const layout = { margin: MARGIN, gap: GAP, mark: MARK };
    drawSheets(this.pdf, comparison, layout);
    drawOverview(this.pdf, pages, say, layout);
    for (const { page, ignored } of pages) {
      if (page.status !== 'unchanged' || page.isMoved || ignored.length > 0) {
        this.line(say.about(nameOfPage(page, say), describePage(page, say, ignored.length)));
      }
    }
    this.list(
      say.ignoredHeading,
      ignored.map(({ page, one }) => ignoredLine(page, one, say)),
    );
    this.list(words.alsoHeading, alsoLines(comparison, say));
    this.list(words.heading, recordLines(record, comparison, say));
    this.list(say.about(words.boxes, say.files[0]), boxLines(comparison, 'reference', say));
    this.list(say.about(words.boxes, say.files[1]), boxLines(comparison, 'query', say));
  }

  /** Nothing where there are no lines. */
  private list(heading: string, lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.pdf.moveDown(0.5);
    this.title(heading, 11);
    for (const line of lines) this.line(line);
  }

  page({ page, thumbnails, sides, crops, ignored }: ReportedPage, decisions: readonly Decision[]): void {
    const { say } = this;
    this.pdf.addPage();
    this.title(say.about(nameOfPage(page, say), describePage(page, say, ignored.length)), 14);
    const decided = (number: number): readonly string[] =>
      decisions.filter((one) => one.number === number).map((one) => decisionLine(one, say));
    for (const line of [...decided(0), ...limitsOf(page, say)]) this.line(line);
    if (page.status === 'changed' && sides === null) this.line(say.tooMany);
    if (sides === null) {
      this.pair(thumbnails.reference, thumbnails.query, HIGHEST_PAGE / 2, () => undefined);
    } else {
      this.pair(sides.reference, sides.query, HIGHEST_PAGE, (picture, ...place) =>
        drawMarks(this.pdf, page.differences, picture === sides.reference ? 'inReference' : 'inQuery', place),
      );
    }
    for (const difference of page.differences) {
      this.difference(
        difference,
        crops.find(({ number }) => number === difference.number),
        decided(difference.number),
      );
    }
  }

  async end(): Promise<Buffer> {
    if (this.hasNumbers) this.line(this.say.unwritable);
    this.pdf.end();
    return this.finished;
  }

  private difference(
    difference: PageDifference,
    crop: ReportedPage['crops'][number] | undefined,
    decided: readonly string[],
  ): void {
    const place = trimLine(difference, this.say);
    const lines = [...(place === '' ? [] : [place]), ...decided];
    const needed =
      40 +
      16 * (lines.length + difference.words.length) +
      (crop === undefined ? 0 : 10 + heightOf(crop, this.column));
    if (this.pdf.y + needed > this.bottom) this.pdf.addPage();
    this.title(`${difference.number}. ${kindOf(difference, this.say)}`, 11);
    this.line(sentenceOf(difference, this.say));
    for (const words of difference.words) this.changedLetters(words);
    for (const line of lines) this.line(line);
    if (crop === undefined) return;
    this.pair(crop.reference, crop.query, HIGHEST_CROP, (picture, ...place) =>
      drawFrame(this.pdf, (picture as Crop).mark, place),
    );
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

  private title(text: string, size: number): void {
    this.write(text, true, size);
    this.pdf.moveDown(0.3);
  }

  private line(text: string): void {
    this.write(text, false, 10);
    this.pdf.moveDown(0.2);
  }

  private write(text: string, isBold: boolean, size: number): void {
    this.pdf.fontSize(size).fillColor('#000000');
    // Fonts differ in what lies above their letters: they meet on the baseline.
    const ascent = size * ASCENT;
    this.pdf.y += ascent;
    if (RIGHT_TO_LEFT.test(text)) this.writeDirected(text, isBold);
    else this.writeFromLeft(this.runsOf(text, isBold), isBold);
    this.pdf.y -= ascent;
  }

  /** Both words with the letters marked that are others; letters that run from right to left are joined and stand as a whole. */
  private changedLetters(words: PageDifference['words'][number]): void {
    const marked = RIGHT_TO_LEFT.test(words.before + words.after) ? null : partlyChanged(words);
    if (marked === null) return;
    const parts = [...marked.before, { text: ' → ', isChanged: false }, ...marked.after];
    const runs = parts.flatMap(({ text, isChanged }) =>
      this.runsOf(text, isChanged).map((run) => ({ ...run, isChanged })),
    );
    this.pdf.fontSize(10).y += 10 * ASCENT;
    this.writeFromLeft(runs, false);
    this.pdf.fillColor('#000000').y -= 10 * ASCENT;
    this.pdf.moveDown(0.2);
  }

  private writeFromLeft(runs: readonly (TextRun & { isChanged?: boolean })[], isBold: boolean): void {
    for (const [at, run] of runs.entries()) {
      const { isChanged = false } = run;
      this.choose(run, isBold || isChanged).fillColor(isChanged ? MARK : '#000000');
      const options = { continued: at < runs.length - 1, baseline: 'alphabetic' } as const;
      if (at === 0) this.pdf.text(run.text, MARGIN, this.pdf.y, options);
      else this.pdf.text(run.text, options);
    }
  }

  /** Word by word, where the order on paper is not the order of reading. */
  private writeDirected(text: string, isBold: boolean): void {
    const widthOfRun = (run: TextRun): number => this.choose(run, isBold).widthOfString(run.text);
    const widthOf = (words: string): number =>
      this.runsOf(words, isBold).reduce((width, run) => width + widthOfRun(run), 0);
    const { text: readable, hasNumbers } = this.letters[isBold ? 'bold' : 'regular'].numbered(text);
    this.hasNumbers ||= hasNumbers;
    const lines = new DirectedText(readable).lines(this.pdf.page.width - 2 * MARGIN, widthOf);
    const height = this.choose({ font: null }, isBold).currentLineHeight(true);
    for (const line of lines) {
      if (this.pdf.y + height > this.bottom) this.pdf.addPage();
      const { y } = this.pdf;
      let x = MARGIN;
      for (const { text: word, isGap } of line) {
        for (const run of this.runsOf(word, isBold)) {
          const width = widthOfRun(run);
          if (!isGap) this.pdf.text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic' });
          x += width;
        }
      }
      [this.pdf.x, this.pdf.y] = [MARGIN, y + height];
    }
  }

  private runsOf(text: string, isBold: boolean): readonly TextRun[] {
    const { runs, hasNumbers } = this.letters[isBold ? 'bold' : 'regular'].write(text);
    this.hasNumbers ||= hasNumbers;
    return runs;
  }

  private choose({ font }: Pick<TextRun, 'font'>, isBold: boolean): PDFKit.PDFDocument {
    if (font === null) return this.pdf.font(isBold ? 'Helvetica-Bold' : 'Helvetica');
    return font.member === null ? this.pdf.font(font.path) : this.pdf.font(font.path, font.member);
  }
}

const heightOf = ({ reference, query }: { reference: Picture; query: Picture }, column: number): number =>
  Math.max(
    ...[reference, query].map((picture) => Math.min(HIGHEST_CROP, (picture.height * column) / picture.width)),
  );
