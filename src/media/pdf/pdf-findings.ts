/** What of a page is not drawn as it is printed: fonts that the file does not hold, pictures that cannot be read. */
import type { DrawingWarning } from '../../kernel/drawing-warning.js';
import type { PdfLibrary, Pointer } from './pdf-library.js';
import { missingPicture } from './pdf-pictures.js';

const TEXT = 1;
const IMAGE = 3;
const FORM = 5;
/** Text that is there to be found, drawn in no way. */
const INVISIBLE = 3;
const MOST_DEPTH = 20;
/** A page with more objects is drawn; findings cover its first objects only. */
const MOST_OBJECTS = 200_000;
const MOST_NAMES = 50;
const MOST_NAME_LENGTH = 100;

/** Every reader of PDF has these. */
const STANDARD_FONTS = new Set([
  'Courier',
  'Courier-Bold',
  'Courier-Oblique',
  'Courier-BoldOblique',
  'Helvetica',
  'Helvetica-Bold',
  'Helvetica-Oblique',
  'Helvetica-BoldOblique',
  'Times-Roman',
  'Times-Bold',
  'Times-Italic',
  'Times-BoldItalic',
  'Symbol',
  'ZapfDingbats',
]);
/** What the encodings of those fonts hold: Latin-1, and the marks that Windows and Mac add. */
const STANDARD_TEXT = /^[\p{ASCII}\u00a0-\u00ffŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™ıŁłﬁﬂ⁄−ˇ˘˙˚˛˝\ufffe]*$/u;
const SYMBOLS = new Set(['Symbol', 'ZapfDingbats']);

export function findingsOf(
  library: PdfLibrary,
  page: Pointer,
  annotations: readonly Pointer[],
): readonly DrawingWarning[] {
  const findings = new Findings(library);
  const textPage = library.call.FPDFText_LoadPage(page);
  try {
    findings.readPage(page, textPage);
    for (const annotation of annotations) findings.readAnnotation(annotation, textPage);
  } finally {
    if (textPage !== 0) library.call.FPDFText_ClosePage(textPage);
  }
  return findings.warnings();
}

class Findings {
  private readonly fonts = new Set<string>();
  private readonly images = new Set<string>();
  /** By address: whether a font is in the file or one of those that every reader has. */
  private readonly names = new Map<Pointer, string | null>();
  private left = MOST_OBJECTS;

  constructor(private readonly library: PdfLibrary) {}

  warnings(): readonly DrawingWarning[] {
    const named = (code: DrawingWarning['code'], names: ReadonlySet<string>): readonly DrawingWarning[] =>
      names.size === 0 ? [] : [{ code, names: [...names].toSorted().slice(0, MOST_NAMES) }];
    return [...named('FontsMissing', this.fonts), ...named('ImagesMissing', this.images)];
  }

  readPage(page: Pointer, textPage: Pointer): void {
    const { call } = this.library;
    const count = call.FPDFPage_CountObjects(page);
    for (let at = 0; at < count; at += 1) this.read(call.FPDFPage_GetObject(page, at), textPage, 0);
  }

  readAnnotation(annotation: Pointer, textPage: Pointer): void {
    const { call } = this.library;
    const count = call.FPDFAnnot_GetObjectCount(annotation);
    for (let at = 0; at < count; at += 1) this.read(call.FPDFAnnot_GetObject(annotation, at), textPage, 0);
  }

  private read(object: Pointer, textPage: Pointer, depth: number): void {
    this.left -= 1;
    if (object === 0 || this.left < 0) return;
    const { call } = this.library;
    const type = call.FPDFPageObj_GetType(object);
    if (type === TEXT) this.readText(object, textPage);
    if (type === IMAGE) this.readImage(object);
    if (type !== FORM || depth >= MOST_DEPTH) return;
    const count = call.FPDFFormObj_CountObjects(object);
    for (let at = 0; at < count; at += 1) {
      this.read(call.FPDFFormObj_GetObject(object, at), textPage, depth + 1);
    }
  }

  private readText(text: Pointer, textPage: Pointer): void {
    const { call } = this.library;
    if (call.FPDFTextObj_GetTextRenderMode(text) === INVISIBLE) return;
    const font = call.FPDFTextObj_GetFont(text);
    const name = font === 0 ? null : this.missingName(font);
    if (name === null || this.fonts.has(name)) return;
    if (STANDARD_FONTS.has(name) && (SYMBOLS.has(name) || this.isStandardText(text, textPage))) return;
    this.fonts.add(name);
  }

  /** @returns null for a font that the file holds */
  private missingName(font: Pointer): string | null {
    const known = this.names.get(font);
    if (known !== undefined) return known;
    const { call } = this.library;
    const name =
      call.FPDFFont_GetIsEmbedded(font) !== 0
        ? null
        : this.library
            .text((buffer, length) => call.FPDFFont_GetBaseFontName(font, buffer, length), 'utf8')
            .slice(0, MOST_NAME_LENGTH);
    this.names.set(font, name);
    return name;
  }

  private isStandardText(text: Pointer, textPage: Pointer): boolean {
    const { call } = this.library;
    // Lengths of text are in bytes here.
    const letters = this.library.text(
      (buffer, length) => call.FPDFTextObj_GetText(text, textPage, buffer, length),
      'utf16le',
    );
    return STANDARD_TEXT.test(letters);
  }

  private readImage(image: Pointer): void {
    const missing = missingPicture(this.library, image);
    if (missing !== null) this.images.add(missing);
  }
}
