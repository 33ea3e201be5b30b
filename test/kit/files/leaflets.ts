import PDFDocument from 'pdfkit';
import { jpegPicture } from '../pictures.js';

/** A page of text, links and a picture. */
export interface Leaflet {
  readonly title?: string;
  readonly lines?: readonly string[];
  readonly links?: readonly {
    readonly text: string;
    readonly target: string;
    /** Flags of the annotation: 2 is hidden, 32 not shown on a screen. */
    readonly flags?: number;
  }[];
  /** Links without words: left, top, width and height in points. */
  readonly areas?: readonly {
    readonly at: readonly [number, number, number, number];
    readonly target: string;
  }[];
  /** A picture of half the page, with the address that it leads to. */
  readonly picture?: { readonly seed: number; readonly target?: string; readonly leftPt?: number };
}

/** A PDF whose pages say something that can be proposed. */
export async function leafletOf(pages: readonly Leaflet[]): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve());
  });
  for (const { title, lines = [], links = [], areas = [], picture } of pages) {
    pdf.addPage({ size: [400, 560], margin: 0 });
    if (title !== undefined) pdf.fillColor('#000').fontSize(28).text(title, 30, 30);
    pdf.fontSize(10);
    for (const [at, line] of lines.entries()) pdf.text(line, 30, 100 + at * 16, { lineBreak: false });
    for (const [at, { text, target, flags }] of links.entries()) {
      const [x, y] = [30, 240 + at * 16];
      pdf.text(text, x, y, { lineBreak: false });
      pdf.link(
        x,
        y,
        pdf.widthOfString(text),
        12,
        target,
        flags === undefined ? {} : ({ F: flags } as object),
      );
    }
    for (const { at, target } of areas) pdf.link(...at, target);
    if (picture === undefined) continue;
    pdf.image(await jpegPicture(picture.seed), picture.leftPt ?? 30, 320, { width: 300, height: 200 });
    if (picture.target !== undefined) pdf.link(40, 330, 60, 20, picture.target);
  }
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}
