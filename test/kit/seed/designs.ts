/** Pages of one design, which differ as such pages do: by a number and a code, by amounts, by their stories. */
import PDFDocument from 'pdfkit';
import { makeRandom } from '../files/rasters.js';

export interface DesignedPage {
  readonly number: number;
  /** A word is another one. */
  readonly isMended?: boolean;
  /** The same content, smaller and at another place of the sheet. */
  readonly isShrunk?: boolean;
}

type Draw = (pdf: PDFKit.PDFDocument, page: DesignedPage) => void;

const WORDS =
  'paper garden window summer river market bread stone letter cloud school bridge music apple winter forest harbor train lamp coffee'.split(
    ' ',
  );
const SHEET: [number, number] = [420, 595];

function textOf(seed: number, words: number): string {
  const random = makeRandom(seed);
  return Array.from({ length: words }, () => WORDS[random(WORDS.length)]).join(' ');
}

/** A square of modules, most of which all codes share. */
function drawCode(pdf: PDFKit.PDFDocument, seed: number, left: number, top: number, modulePt: number): void {
  const [shared, own] = [makeRandom(1), makeRandom(seed)];
  for (let at = 0; at < 29 * 29; at += 1) {
    const isShared = shared(10) < 7;
    const isDark = (isShared ? shared(2) : own(2)) === 1;
    if (!isDark) continue;
    const [column, row] = [at % 29, Math.floor(at / 29)];
    pdf.rect(left + column * modulePt, top + row * modulePt, modulePt, modulePt).fill('black');
  }
}

export const designs = {
  'a table tent': (pdf, { number, isMended }) => {
    pdf.font('Helvetica-Bold').fontSize(40).text('Scan me', 70, 50);
    drawCode(pdf, 100 + number, 80, 130, 9);
    pdf.font('Helvetica').fontSize(28).text(`Table ${number}`, 70, 450);
    if (isMended === true) pdf.fontSize(12).text('Open until midnight', 70, 500);
  },
  'a ticket that only its small number identifies': (pdf, { number, isMended }) => {
    pdf.rect(40, 40, 340, 500).lineWidth(3).stroke();
    pdf.font('Helvetica-Bold').fontSize(34).text('Summer concert', 60, 80);
    pdf.font('Helvetica').fontSize(11).text(textOf(7, 150), 60, 160, { width: 300 });
    pdf.fontSize(9).text(`No. 2026-00${310 + number * 37}`, 280, 520, { lineBreak: false });
    if (isMended === true) pdf.fontSize(20).text('Doors open at eight', 60, 420);
  },
  'an invoice': (pdf, { number, isMended }) => {
    const random = makeRandom(500 + number);
    pdf.font('Helvetica-Bold').fontSize(24).text('Invoice', 40, 40);
    pdf
      .font('Helvetica')
      .fontSize(9)
      .text(`Harbor Stationery\nNumber ${2600 + number}`, 300, 40);
    for (let row = 0; row < 18; row += 1) {
      const word = WORDS[random(WORDS.length)] ?? '';
      pdf.text(word, 40, 140 + row * 20, { lineBreak: false });
      pdf.text(`${random(900) + 100}.${random(90) + 10}`, 320, 140 + row * 20, { lineBreak: false });
      pdf
        .moveTo(40, 152 + row * 20)
        .lineTo(380, 152 + row * 20)
        .lineWidth(0.5)
        .stroke();
    }
    if (isMended === true) pdf.text('Paid', 40, 520, { lineBreak: false });
  },
  'a newsletter': (pdf, { number, isMended }) => {
    pdf.rect(0, 0, 420, 70).fill('#204080');
    pdf.fillColor('white').font('Helvetica-Bold').fontSize(30).text('Town News', 30, 22);
    pdf.fillColor('black').fontSize(18);
    pdf.text(textOf(900 + number, 4), 30, 90, { width: 360, height: 50 });
    const random = makeRandom(700 + number);
    for (let at = 0; at < 40; at += 1) {
      pdf
        .rect(30 + random(300), 150 + random(120), 10 + random(50), 10 + random(50))
        .fill(['#a03020', '#30a060', '#f0c020', '#404040'][random(4)] ?? 'black');
    }
    pdf.fillColor('black').font('Helvetica').fontSize(9);
    pdf.text(textOf(800 + number, 140), 30, 340, { width: 360, height: 200 });
    if (isMended === true) pdf.text('Corrected edition', 300, 560, { lineBreak: false });
  },
} as const satisfies Record<string, Draw>;

export type Design = keyof typeof designs;

/** Pages by digits; `_` is blank, a digit and `*` is mended, a digit and `-` shrunk. */
export function designedPages(text: string): readonly (DesignedPage | null)[] {
  return [...text.matchAll(/(\d|_)([*-]?)/g)].map(([, page = '_', mark]) =>
    page === '_' ? null : { number: Number(page), isMended: mark === '*', isShrunk: mark === '-' },
  );
}

/** @param pages null is a blank page */
export async function designedPdf(design: Design, pages: readonly (DesignedPage | null)[]): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, margin: 0 });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve());
  });
  for (const page of pages) {
    pdf.addPage({ size: SHEET, margin: 0 });
    if (page === null) continue;
    pdf.save();
    if (page.isShrunk === true) pdf.translate(30, 20).scale(0.9);
    designs[design](pdf, page);
    pdf.restore();
  }
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}
