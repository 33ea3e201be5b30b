import PDFDocument from 'pdfkit';
import { jpegPicture } from './pictures.js';

/** A PDF with one picture a page, told apart by seeds; null is a blank page. A text stands small in the corner of each. */
export async function newPdf(
  seeds: readonly (number | null)[],
  { password, widthPt = 480, text }: { password?: string; widthPt?: number; text?: string } = {},
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
    if (text === undefined) continue;
    pdf.rect(10, 10, 120, 24).fill('#ffffff');
    pdf.fillColor('#000000').fontSize(14).text(text, 14, 15, { lineBreak: false });
  }
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

/** A form that draws itself twice over: ever more memory and time for a few hundred bytes. */
export const selfDrawingPdf = Buffer.from(`%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</XObject<</F 4 0 R>>>>/Contents 5 0 R>> endobj
4 0 obj <</Type/XObject/Subtype/Form/BBox[0 0 600 800]/Group<</S/Transparency>>/Resources<</XObject<</F 4 0 R>>>>/Length 23>>
stream
/F Do /F Do /F Do /F Do
endstream endobj
5 0 obj <</Length 5>>
stream
/F Do
endstream endobj
trailer <</Root 1 0 R/Size 6>>
`);
