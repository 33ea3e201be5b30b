/** All pages small, as the second file has them, in a report as PDF. */
import type { PdfComparison } from '../compared-pdfs.js';
import { nameOfPage } from '../words/pages.js';
import type { ProofWords } from '../words/proof-words.js';
import type { ReportedPage } from './report-content.js';

const IN_A_ROW = 6;
/** Height of a caption below a small picture. */
const CAPTION = 12;
const PLAIN_FRAME = '#999999';
const HIGHEST_SHEET = 300;

interface Layout {
  readonly margin: number;
  readonly gap: number;
  /** Color of pages that differ. */
  readonly mark: string;
}

/** Sheets as drawings, where which copy stands; goes on below the last one. */
export function drawSheets(
  pdf: PDFKit.PDFDocument,
  { sheets = [], pages }: PdfComparison,
  { margin, gap, mark }: Layout,
): void {
  for (const [at, { widthMm, heightMm }] of sheets.entries()) {
    const scale = Math.min((pdf.page.width - 2 * margin) / widthMm, HIGHEST_SHEET / heightMm);
    if (pdf.y + heightMm * scale > pdf.page.height - margin) pdf.addPage();
    const top = pdf.y;
    pdf
      .lineWidth(0.5)
      .rect(margin, top, widthMm * scale, heightMm * scale)
      .stroke(PLAIN_FRAME);
    for (const { copy, status } of pages) {
      if (copy?.sheet !== at + 1 || copy.place === null) continue;
      const [x, y] = [margin + copy.place.left * scale, top + copy.place.top * scale];
      const [width, height] = [copy.place.width * scale, copy.place.height * scale];
      const color = status === 'unchanged' ? PLAIN_FRAME : mark;
      pdf.lineWidth(status === 'unchanged' ? 0.5 : 1.5);
      if (status === 'removed') pdf.dash(4, { space: 3 });
      pdf.rect(x, y, width, height).stroke(color).undash();
      const size = Math.max(5, Math.min(14, Math.min(width, height) / 2));
      pdf
        .font('Helvetica')
        .fontSize(size)
        .fillColor(status === 'unchanged' ? '#000000' : mark);
      pdf.text(String(copy.number), x, y + (height - size) / 2, { width, align: 'center', lineBreak: false });
    }
    [pdf.x, pdf.y] = [margin, top + heightMm * scale + gap];
  }
}

/** Goes on below the last row. */
export function drawOverview(
  pdf: PDFKit.PDFDocument,
  pages: readonly ReportedPage[],
  say: ProofWords,
  { margin, gap, mark }: Layout,
): void {
  const side = (pdf.page.width - 2 * margin - (IN_A_ROW - 1) * gap) / IN_A_ROW;
  for (let at = 0; at < pages.length; at += IN_A_ROW) {
    if (pdf.y + side + 2 * CAPTION > pdf.page.height - margin) pdf.addPage();
    const top = pdf.y;
    for (const [column, { page, thumbnails }] of pages.slice(at, at + IN_A_ROW).entries()) {
      const picture = thumbnails.query ?? thumbnails.reference;
      const x = margin + column * (side + gap);
      const isChanged = page.status !== 'unchanged' || page.isMoved;
      if (picture !== null) {
        const scale = Math.min(side / picture.width, side / picture.height);
        const size = { width: picture.width * scale, height: picture.height * scale };
        const y = top + side - size.height;
        pdf.image(picture.jpeg, x, y, size);
        pdf
          .lineWidth(isChanged ? 1.5 : 0.5)
          .rect(x, y, size.width, size.height)
          .stroke(isChanged ? mark : PLAIN_FRAME);
      }
      pdf
        .font('Helvetica')
        .fontSize(7)
        .fillColor(isChanged ? mark : '#000000')
        .text(nameOfPage(page, say), x, top + side + 3, { width: side, height: CAPTION, ellipsis: true });
    }
    [pdf.x, pdf.y] = [margin, top + side + 2 * CAPTION];
  }
}
