/** Pictures as pages of PDFs, as large as they say they are printed. */
import PDFDocument from 'pdfkit';
import { badInput } from '../../kernel/errors.js';
import { sharp } from '../../media/pictures/sharp.js';
import { sniff } from '../../media/uploads/file-type.js';

const POINTS_PER_INCH = 72;

/** A page and a sheet that may be pictures. @throws LoupeError BAD_USER_INPUT for pictures that do not say how large they are */
export async function asPages([page, sheet]: readonly [Buffer, Buffer]): Promise<readonly [Buffer, Buffer]> {
  return [await asPage('reference', page), await asPage('query', sheet)];
}

async function asPage(field: string, bytes: Buffer): Promise<Buffer> {
  if (sniff(bytes) === 'application/pdf') return bytes;
  const { data, info, density } = await readPicture(field, bytes);
  const size: [number, number] = [
    (info.width / density) * POINTS_PER_INCH,
    (info.height / density) * POINTS_PER_INCH,
  ];
  const pdf = new PDFDocument({ size, margin: 0 });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks))).on('error', reject);
  });
  pdf.image(data, 0, 0, { width: size[0], height: size[1] });
  pdf.end();
  return finished;
}

async function readPicture(field: string, bytes: Buffer) {
  const picture = sharp(bytes);
  const { density } = await picture.metadata().catch(() => ({ density: undefined }));
  if (density === undefined || !(density > 0))
    throw badInput(field, 'must be a PDF, or a picture that says how many dots to the inch it has');
  const { data, info } = await picture
    .rotate()
    .flatten({ background: 'white' })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { data, info, density };
}
