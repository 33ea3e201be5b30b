import PDFDocument from 'pdfkit';

export type Canvas = PDFKit.PDFDocument;

export interface PdfOptions {
  /** Points, 1/72 inch. */
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly author?: string;
  readonly isCompressed?: boolean;
}

// pdfkit derives the file identifier from the document information, so a fixed date fixes every byte.
const FIXED_DATE = new Date('2026-01-05T09:00:00Z');

/** Writes a PDF with one page per drawing; the same drawings give the same bytes. */
export async function writePdf(
  options: PdfOptions,
  drawings: readonly ((canvas: Canvas) => void)[],
): Promise<Buffer> {
  const size: [number, number] = [options.width, options.height];
  const canvas = new PDFDocument({
    size,
    margin: 0,
    autoFirstPage: false,
    compress: options.isCompressed ?? true,
    info: {
      Title: options.title,
      Author: options.author ?? 'Loupe',
      CreationDate: FIXED_DATE,
      ModDate: FIXED_DATE,
    },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    canvas.on('data', (chunk: Buffer) => chunks.push(chunk));
    canvas.on('end', () => resolve(Buffer.concat(chunks)));
    canvas.on('error', reject);
  });
  for (const draw of drawings) {
    canvas.addPage({ size, margin: 0 });
    draw(canvas);
  }
  canvas.end();
  return finished;
}
