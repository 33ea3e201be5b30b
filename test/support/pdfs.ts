import PDFDocument from 'pdfkit';
import { jpegPicture } from './pictures.js';

/** A PDF with one picture a page, told apart by seeds. */
export async function newPdf(
  seeds: readonly number[],
  { password }: { password?: string } = {},
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
    pdf.addPage({ size: [480, 360], margin: 0 });
    pdf.image(await jpegPicture(seed), 0, 0, { width: 480, height: 360 });
  }
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}
