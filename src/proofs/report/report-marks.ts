/** Frames and numbers of differences on pictures of a report that is a PDF. */
import type PDFDocument from 'pdfkit';
import type { FractionBox } from '../../engine-host/types.js';
import type { PageDifference } from '../page-difference.js';

export const MARK = '#d6204e';

type Pdf = InstanceType<typeof PDFDocument>;
/** Of a picture on the sheet, in points. */
type Place = readonly [x: number, y: number, width: number, height: number];

/** Frames with their numbers beside them; what is written next stands where it would without them. */
export function drawMarks(
  pdf: Pdf,
  differences: readonly PageDifference[],
  side: 'inReference' | 'inQuery',
  place: Place,
): void {
  const [x, y, width, height] = place;
  for (const difference of differences) {
    const box = difference[side];
    drawFrame(pdf, box, place);
    const at = [x + box.left * width, Math.max(y, y + box.top * height - 9)] as const;
    const { y: before } = pdf;
    pdf.font('Helvetica-Bold').fontSize(8).fillColor(MARK);
    pdf.text(String(difference.number), ...at, { lineBreak: false });
    pdf.y = before;
  }
}

/** Beside the letters, not through them. */
export function drawFrame(pdf: Pdf, box: FractionBox, [x, y, width, height]: Place): void {
  pdf
    .lineWidth(1)
    .rect(
      x + box.left * width - 2,
      y + box.top * height - 2,
      Math.max(1, box.width * width) + 4,
      Math.max(1, box.height * height) + 4,
    )
    .stroke(MARK);
}
