import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { jpegPicture } from '../pictures.js';
import { FIRST_OBJECT, rawPdf } from './raw-pdf.js';

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

/** A picture a page, as large as at 100 pixels to the inch. */
export async function pdfOfPictures(pictures: readonly Buffer[]): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve());
  });
  for (const picture of pictures) {
    const { width = 0, height = 0 } = await sharp(picture).metadata();
    const size = [width * 0.72, height * 0.72] as const;
    pdf.addPage({ size: [...size], margin: 0 }).image(picture, 0, 0, { width: size[0], height: size[1] });
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

const FIRST_CODE = 65;

/** A page of words, one a line: each letter looks like one glyph of Helvetica and is read as another letter (ToUnicode). */
export function pdfOfText(words: readonly { readonly glyph: string; readonly read: string }[]): Buffer {
  const lines = words.map(({ glyph, read }, at) => {
    const letters = [...read];
    const codes = letters.map((_letter, index) => (FIRST_CODE + index).toString(16));
    const map = letters.map(
      (letter, index) => `<${codes[index]}> <${Buffer.from(letter, 'utf16le').swap16().toString('hex')}>`,
    );
    const [font, cmap] = [FIRST_OBJECT + 2 * at, FIRST_OBJECT + 2 * at + 1];
    const glyphs = letters.map(() => `/${glyph}`).join(' ');
    return {
      resource: `/F${at} ${font} 0 R`,
      objects: [
        `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[${FIRST_CODE} ${glyphs}]>>/ToUnicode ${cmap} 0 R>>`,
        {
          entries: '',
          stream: `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${map.length} beginbfchar ${map.join(' ')} endbfchar endcmap`,
        },
      ],
      text: `BT /F${at} 18 Tf 20 ${370 - 40 * at} Td <${codes.join('')}> Tj ET`,
    };
  });
  return rawPdf({
    pages: [
      {
        mediaBox: [0, 0, 300, 400],
        content: `0.2 0.4 0.8 rg 180 60 80 300 re f 0 g ${lines.map(({ text }) => text).join(' ')}`,
        resources: `/Font<<${lines.map(({ resource }) => resource).join('')}>>`,
      },
    ],
    objects: lines.flatMap(({ objects }) => objects),
  });
}
