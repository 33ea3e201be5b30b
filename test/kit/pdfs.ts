import PDFDocument from 'pdfkit';
import { jpegPicture } from './pictures.js';

/** A PDF with one picture a page, told apart by seeds; null is a blank page. */
export async function newPdf(
  seeds: readonly (number | null)[],
  { password, widthPt = 480 }: { readonly password?: string; readonly widthPt?: number } = {},
): Promise<Buffer> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    ...(password === undefined ? {} : { userPassword: password, ownerPassword: password }),
  });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve());
  });
  for (const seed of seeds) {
    const heightPt = (widthPt * 3) / 4;
    pdf.addPage({ size: [widthPt, heightPt], margin: 0 });
    if (seed === null) continue;
    pdf.image(await jpegPicture(seed), 0, 0, { width: widthPt, height: heightPt });
  }
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}
