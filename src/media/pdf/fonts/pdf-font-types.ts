/**
 * Fonts that say TrueType and hold outlines of the other kind (CFF): pdfium then looks for letters by their characters and not
 * by the names that the encoding gives them, and draws "a" for "a.sc". Such a font is read as a Type 1 font.
 */
import type { PdfObject } from '../pdf-revision.js';

const SUBTYPE = /\/Subtype\s*\/TrueType\b/;
const MOST_FONT_BYTES = 64 * 1024;

/**
 * Mends the fonts that stand in the open where they are.
 *
 * @param open   where objects stand in the open
 * @param packed the objects of compressed streams that state a TrueType font, CFF outlines or names of letters
 * @returns the fonts among them, as they should be
 */
export function mendFontTypes(
  file: Buffer,
  open: ReadonlyMap<number, number>,
  packed: ReadonlyMap<number, string>,
): readonly PdfObject[] {
  const textOf = (number: number): string => {
    const start = open.get(number);
    if (start === undefined) return packed.get(number) ?? '';
    const text = file.toString('latin1', start, start + MOST_FONT_BYTES);
    const end = text.search(/endobj|stream/);
    return end < 0 ? text : text.slice(0, end);
  };
  mendOpenFonts(file, textOf);
  return [...packed].flatMap(([number, text]) =>
    isMistaken(text, textOf)
      ? [{ number, generation: 0, body: Buffer.from(text.replace(SUBTYPE, asType1), 'latin1') }]
      : [],
  );
}

type TextOf = (number: number) => string;

function mendOpenFonts(file: Buffer, textOf: TextOf): void {
  for (let at = file.indexOf('/TrueType'); at >= 0; at = file.indexOf('/TrueType', at + 1)) {
    const start = Math.max(0, file.lastIndexOf('obj', at));
    const end = file.indexOf('endobj', at);
    if (end < 0 || end - start > MOST_FONT_BYTES) continue;
    const font = file.toString('latin1', start, end);
    if (isMistaken(font, textOf)) file.write(font.replace(SUBTYPE, asType1), start, 'latin1');
  }
}

/** As long as it was. */
const asType1 = (subtype: string) => '/Subtype/Type1'.padEnd(subtype.length);

function isMistaken(font: string, textOf: TextOf): boolean {
  if (!SUBTYPE.test(font) || !textOf(referenceOf(font, 'FontDescriptor')).includes('/FontFile3'))
    return false;
  return /\/Differences\b/.test(font) || textOf(referenceOf(font, 'Encoding')).includes('/Differences');
}

/** @returns the number of the object that an entry refers to; 0, which no object has, where there is none */
function referenceOf(dictionary: string, entry: string): number {
  return Number(new RegExp(`/${entry}\\s+(\\d+)\\s+\\d+\\s+R`).exec(dictionary)?.[1] ?? 0);
}
