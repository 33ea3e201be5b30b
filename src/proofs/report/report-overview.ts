/** All pages small, as the second file has them, in a report as PDF. */
import { nameOfPage } from '../words/pages.js';
import type { ProofWords } from '../words/proof-words.js';
import type { ReportedPage } from './report-content.js';

const IN_A_ROW = 6;
/** Height of a caption below a small picture. */
const CAPTION = 12;
const PLAIN_FRAME = '#999999';

interface Layout {
  readonly margin: number;
  readonly gap: number;
  /** Color of pages that differ. */
  readonly mark: string;
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
